"""Table-game filings judged against the regulation, clause by clause.

>>> __version__.count(".")
2
"""

# The build reads the number from this line; nothing is imported here, so that every command starts fast.
__version__ = "0.1.0"
