"""Check casino table-game filings against the regulation, clause by clause.

>>> __version__.count(".")
2
"""

# The build reads the version from this line. Nothing is imported here, so every command starts fast.
__version__ = "0.1.0"
