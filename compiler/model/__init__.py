"""Data that the passes of the compiler share: the resolved rulebook, citations and the names of cards."""
