"""Reads a folder of rules and resolves it: corpus, declarations, narrowing, precedence and inheritance."""
