"""The commands, one a file: parse, call, render, report a status."""
