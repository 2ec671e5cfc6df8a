"""Exact odds: the rules in force on a day → what every wager is worth, counted hand by hand."""

from pitboss.compiler.odds.odds import odds as odds
