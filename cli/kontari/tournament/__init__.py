"""Tournaments: results, standings, pairings and ratings from verified records.

Everything is a pure function of a document and of what was judged. Arithmetic is exact; no order of
input, clock or random source decides anything.
"""
