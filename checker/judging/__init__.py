"""Facts to verdicts: every clause in force, once for each set of equal facts."""
