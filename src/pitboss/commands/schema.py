"""`pitboss schema`: the shape of a filing or of a row of a record of rounds, from the rulebook; or of what a command tells as JSON."""

from __future__ import annotations

import argparse
import sys

from pitboss.commands.errors import report_error
from pitboss.rulebook import COMPILED, PACKAGE, ensure_compiled

FOLDER, SUFFIX = PACKAGE / "reports" / "schemas", ".schema.json"


def run(arguments: argparse.Namespace) -> int:
    ensure_compiled()
    compiled = {path.name.removesuffix(SUFFIX): path for path in COMPILED.glob(f"*{SUFFIX}")}
    known = compiled | {path.name.removesuffix(SUFFIX): path for path in FOLDER.glob(f"*{SUFFIX}")}
    if arguments.of not in known:
        return report_error(f"--of knows {', '.join(sorted(known))}; not {arguments.of}")
    sys.stdout.write(known[arguments.of].read_text(encoding="utf-8"))
    return 0
