"""Searches the witnesses of clauses with the checker itself, and keeps what it found."""
