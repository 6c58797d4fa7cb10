"""Was the shuffle fair? Counts over complete deals, and how likely chance alone makes them so uneven."""
