"""Write the table of lint codes into docs/lint.md: `python -m tests.lint.codes_table`, or `make lint-docs`."""

from __future__ import annotations

from pathlib import Path

from tests.support.product import lint_checks

PAGE = Path(__file__).parents[2] / "docs" / "lint.md"
START, END = "<!-- lint codes: make lint-docs -->\n", "<!-- end of the lint codes -->\n"


def with_table(page: str) -> str:
    """The text of docs/lint.md with the table of the checks between its markers."""
    before, _, rest = page.partition(START)
    rows = [
        f"| {check.code} | `{check.name}` | {check.title} | {', '.join(check.kinds)} |{' yes' if check.needs_odds else ''} |\n"
        for check in lint_checks()
    ]
    head = "| code | name | the law | explained by entries of the kind | odds |\n|---|---|---|---|---|\n"
    return f"{before}{START}{head}{''.join(rows)}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")
