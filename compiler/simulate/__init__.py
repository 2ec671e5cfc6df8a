"""Deals lawful rounds of a game and mutates them until they breach a clause."""
