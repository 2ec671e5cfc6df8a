"""`pitboss schema`: the shape of a filing, from the rulebook."""

from __future__ import annotations

import argparse
import sys

from pitboss.book import COMPILED, fresh


def run(arguments: argparse.Namespace) -> int:
    fresh()
    sys.stdout.write((COMPILED / "filing.schema.json").read_text(encoding="utf-8"))
    return 0
