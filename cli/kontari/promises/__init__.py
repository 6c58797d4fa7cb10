"""What an operator promised of all records, and where a record breaks it; no verdict hangs on it."""
