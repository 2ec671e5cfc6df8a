"""Syntax trees to a resolved, typed, dated rulebook, and from it every target."""
