"""Runs of the checker over time: comparison, baselines, signed statements and timelines."""
