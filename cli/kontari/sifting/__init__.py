"""Many records told apart: by what they say (criteria, groups) and by what they are (hashes, duplicates).

Everything here takes records as JSON values that were found well formed, and reads no file.
"""
