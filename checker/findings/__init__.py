"""Verdicts to findings: what was breached, why, and what would cure it."""
