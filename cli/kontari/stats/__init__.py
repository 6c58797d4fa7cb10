"""Figures over many records, a game at a time: gathered from verdicts and moves, and laid out."""
