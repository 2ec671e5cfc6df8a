"""`pitboss schema`: the shape of a filing or of a row of a record of rounds, from the rulebook; or of what a command tells as JSON."""

from __future__ import annotations

import argparse
import sys

from pitboss.book import COMPILED, HERE, fresh
from pitboss.commands.trouble import refuse

FOLDER, SUFFIX = HERE / "reports" / "schemas", ".schema.json"


def run(arguments: argparse.Namespace) -> int:
    fresh()
    compiled = {path.name.removesuffix(SUFFIX): path for path in COMPILED.glob(f"*{SUFFIX}")}
    known = compiled | {path.name.removesuffix(SUFFIX): path for path in FOLDER.glob(f"*{SUFFIX}")}
    if arguments.of not in known:
        return refuse(f"--of knows {', '.join(sorted(known))}; not {arguments.of}")
    sys.stdout.write(known[arguments.of].read_text(encoding="utf-8"))
    return 0
