"""Measures speed against named peers: `python -m bench`, or `make bench`."""
