"""`pitboss schema`: the JSON Schema of filings and round records, from the rulebook, or of a JSON report."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pitboss.commands.errors import report_error
from pitboss.rulebook import COMPILED, PACKAGE, ensure_compiled

REPORT_SCHEMAS, SUFFIX = Path(PACKAGE, "reports", "schemas"), ".schema.json"


def run(arguments: argparse.Namespace) -> int:
    ensure_compiled()
    compiled = {path.name.removesuffix(SUFFIX): path for path in Path(COMPILED).glob(f"*{SUFFIX}")}
    known = compiled | {path.name.removesuffix(SUFFIX): path for path in REPORT_SCHEMAS.glob(f"*{SUFFIX}")}
    if arguments.of not in known:
        return report_error(f"--of: '{arguments.of}' has no schema; use {', '.join(sorted(known))}")
    sys.stdout.write(known[arguments.of].read_text(encoding="utf-8"))
    return 0
