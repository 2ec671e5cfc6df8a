"""Compares a copy of the regulation with the rulebook, and lists what a new print would change."""
