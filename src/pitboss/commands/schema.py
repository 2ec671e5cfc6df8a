"""`pitboss schema`: the shape of a filing, from the rulebook; `--of check`, that of what is told of one in JSON."""

from __future__ import annotations

import argparse
import sys

from pitboss.book import COMPILED, HERE, fresh

FOLDER, SUFFIX = HERE / "reports" / "schemas", ".schema.json"


def run(arguments: argparse.Namespace) -> int:
    path = FOLDER / f"{arguments.of}{SUFFIX}"
    if arguments.of == "filing":
        fresh()
        path = COMPILED / "filing.schema.json"
    known = ["filing", *sorted(each.name.removesuffix(SUFFIX) for each in FOLDER.glob(f"*{SUFFIX}"))]
    if arguments.of not in known:
        sys.stderr.write(f"pitboss: --of knows {', '.join(known)}; not {arguments.of}\n")
        return 2
    sys.stdout.write(path.read_text(encoding="utf-8"))
    return 0
