"""Mus: four lances over four cards, bet on in stones."""
