"""Text to syntax tree: the rule language, its formatter, and the errors that teach it."""
