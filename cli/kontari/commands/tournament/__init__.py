"""The commands of ``kontari tournament``, one a file."""
