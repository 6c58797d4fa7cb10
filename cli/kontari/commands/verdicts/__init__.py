"""The commands of ``kontari verdicts``, one a file."""
