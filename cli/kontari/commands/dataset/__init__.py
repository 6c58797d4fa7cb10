"""The commands of ``kontari dataset``, one a file."""
