"""Formats the smallest cures of tables as text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from pitboss.reports.sanitize import safe
from pitboss.reports.view_data import CuresView, EditView
from pitboss.reports.wrap import wrapped

_LONGEST = 48  # letters of a value that are shown


def cures_text(found: Sequence[CuresView]) -> str:
    """
    >>> edit = {"file": "f.yaml", "place": ["decks"], "line": 3, "column": 5, "old": 5, "new": 6, "words": "set decks to 6"}
    >>> cure = {"kind": "choice", "edits": [edit], "then": ["1:1-1.2: The decks must be posted."]}
    >>> cured = {"tables": ["7"], "breaches": ["1:1-1.1/decks"], "cures": [cure], "missing": []}
    >>> print(cures_text([cured, {**cured, "tables": ["8"], "cures": [], "missing": ["1:1-1.3: Decks must be new."]}]), end="")
    Table 7 breaches 1:1-1.1
      choice: set decks to 6
        f.yaml:3:5: decks: 5 → 6
        then show: 1:1-1.2: The decks must be posted.
    Table 8 breaches 1:1-1.1
      no edit of the filing cures this
        1:1-1.3: Decks must be new.
    """
    return (
        "\n".join("\n".join(_lines(each)) for each in found) + "\n"
        if found
        else "no table breaches a clause that an edit cures\n"
    )


def _lines(found: CuresView) -> Iterator[str]:
    several = len(found["tables"]) > 1
    cites = dict.fromkeys(breach.partition("/")[0] for breach in found["breaches"])
    yield from wrapped(
        "",
        safe(
            f"{'Tables' if several else 'Table'} {', '.join(found['tables'])} breach{'' if several else 'es'} {', '.join(cites)}"
        ),
    )
    if not found["cures"]:
        see = "" if found["missing"] else " without a new finding; see the findings of `pitboss check`"
        yield f"  no edit of the filing cures this{see}"
        for each in found["missing"]:
            yield from wrapped("    ", safe(each))
    for number, cure in enumerate(found["cures"]):
        words = "; ".join(dict.fromkeys(edit["words"] for edit in cure["edits"]))
        yield from wrapped(f"  {'or ' if number else ''}{cure['kind']}: ", safe(words))
        yield from dict.fromkeys(map(_edit, cure["edits"]))  # tables that share a line share its edit
        for each in cure["then"]:
            yield from wrapped("    then show: ", safe(each))


def _edit(edit: EditView) -> str:
    key = ".".join(str(step) for step in edit["place"][-2:] if isinstance(step, str)) or "entry"
    place = f"{edit['file']}:{edit.get('cell') or '{line}:{column}'.format(**edit)}"
    return safe(f"    {place}: {key}: {_change(edit)}")


def _change(edit: EditView) -> str:
    if edit["new"] is None:
        return f"remove {_shown(edit['old'])}"
    return f"{'' if edit['old'] is None else _shown(edit['old']) + ' → '}{_shown(edit['new'])}"


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
