"""Exact odds: the rules in force on a day → what every wager is worth, counted hand by hand."""
