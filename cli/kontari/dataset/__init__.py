"""Records of one game as a data set: Parquet shards with a row a record, and a manifest beside them.

A row holds the whole record, deals and moves as integers, and beside it what was counted anew.
"""
