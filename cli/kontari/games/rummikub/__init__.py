"""Rummikub."""
