"""A filing to facts, facts to verdicts, verdicts to findings. Knows no game: all of that is in the compiled rulebook."""
