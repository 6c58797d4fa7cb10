"""The commands of ``kontari archive``, one a file."""
