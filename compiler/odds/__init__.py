"""Computes the exact odds of every wager under the rules in force on a day, by enumerating hands."""
