"""Write the table of lint codes into docs/lint.md: `python -m tests.lint.codes_table`, or `make lint-docs`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from tests.support.product import (
    LawUnderLint,
    lint_checks,
    lint_data,
    load_catalog,
    load_core,
)
from tests.support.verdicts import command

PAGE = Path(__file__).parents[2] / "docs" / "lint.md"
START, END = "<!-- lint codes: make lint-docs -->\n", "<!-- end of the lint codes -->\n"


def with_table(page: str, by_odds: Mapping[str, int] | None = None) -> str:
    """The text of docs/lint.md with the table of the checks between its markers, and what each finds in the law.

    `by_odds`: the findings of the checks that need exact odds; without it they stay as the page has them.
    """
    before, _, rest = page.partition(START)
    table, _, after = rest.partition(END)
    stated = by_odds or {code: int(count) for code, count in re.findall(r"^\| (L\d+) .* \| (\d+) \|$", table, re.M)}
    totals = lint_data(LawUnderLint(load_core(), load_catalog()), [])["totals"]
    counts = {**stated, **totals["by_code"]}
    rows = [
        f"| {check.code} | `{check.name}` | {check.title} | {', '.join(check.kinds)} |{' yes' if check.needs_odds else ''} "
        f"| {counts.get(check.code, 0)} |\n"
        for check in lint_checks()
    ]
    head = "| code | name | the law | explained by entries of the kind | odds | found |\n|---|---|---|---|---|--:|\n"
    foot = (
        f"\nWithout odds: {totals['findings']} findings, {totals['new']} of them new. They stand at {totals['register_found']} of the "
        f"{totals['register_entries']:,} entries of the register.\n"
    )
    return f"{before}{START}{head}{''.join(rows)}{foot}{END}{after}"


def found_by_odds() -> dict[str, int]:
    """The number of findings of each check that needs exact odds; minutes of CPU."""
    codes = [check.code for check in lint_checks() if check.needs_odds]
    _, out = command("law", "lint", "--odds", "--select", ",".join(codes), "--format", "json")
    found: dict[str, int] = json.loads(out)["totals"]["by_code"]
    return {code: found[code] for code in codes}


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text("utf-8"), found_by_odds()), "utf-8")
