"""Data that the passes of the compiler share: the core, citations and the names of cards."""
