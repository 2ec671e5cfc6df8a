"""Witnesses of clauses: which facts can meet or breach a duty, the filings that show it, and how they are stored."""
