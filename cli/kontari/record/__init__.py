"""Bytes to typed record and back: text, shape, places, decoders, streams, writing."""
