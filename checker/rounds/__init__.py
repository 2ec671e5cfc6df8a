"""Settled rounds: records → verdicts."""
