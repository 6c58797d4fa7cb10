"""An archive of records: a DuckDB file of their metadata, rounds, moves, verdicts and findings, to be asked by SQL."""
