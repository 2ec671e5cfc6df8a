"""Rulebook → the columnar kernel: the functions of `rounds.py` in words that stand for whole columns."""

from __future__ import annotations

from pitboss.compiler.model import Rulebook
from pitboss.compiler.targets.rounds import rounds


def columnar(book: Rulebook) -> str:
    return rounds(book, "columns")
