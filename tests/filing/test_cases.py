"""Filings as documents: what each file holds, and what must be found wrong with it, or made of it.

A case is a line `## title`, a text, and expectations. `table:` represents the keys of table 1 of pit A.
`! E205 path` is a fault at that path (`! E201 path key`: on the key), `= table fact: value` a fact.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.support.tile_filings import cases, whole

FAULT = re.compile(r"! (E2\d\d) (\S+)( key)?(?: \| (.+))?")
FACT = re.compile(r"= (\S+) (\S+(?: of \S+)?): (.+)")


def at_path(path: tuple[str | int, ...]) -> str:
    return ".".join(str(step) for step in path)


@pytest.mark.parametrize(("text", "expected"), tuple(cases("bad")))
def test_rejected(text: str, expected: list[str], file_text: Callable[[str], Any]) -> None:
    assert expected, "a case without expectation"
    _, faults, source = file_text(whole(text))
    target = [FAULT.fullmatch(line) for line in expected]
    assert all(target), expected
    assert sorted((f.code, at_path(f.path), f.on_key) for f in faults) == sorted(
        (w[1], w[2], bool(w[3])) for w in target if w
    ), [f.message for f in faults]
    for w in target:
        reported = [f"{f.message}; {f.help}" for f in faults if w and (f.code, at_path(f.path)) == (w[1], w[2])]
        assert w and (not w[4] or any(w[4] in words for words in reported)), reported


@pytest.mark.parametrize(("text", "expected"), tuple(cases("good")))
def test_accepted(text: str, expected: list[str], file_text: Callable[[str], Any]) -> None:
    assert expected, "a case without expectation"
    filing, faults, _ = file_text(whole(text))
    assert faults == ()
    known: dict[str, Any] = {table.number: list(table.variants) for table in filing.tables}
    known |= {"licensee": [filing.licensee], "filing": [{n: getattr(filing, n) for n in filing.__slots__}]}
    for line in expected:
        found = FACT.fullmatch(line)
        assert found, line
        values = []
        for facts in known[found[1]]:
            value = facts
            for step in found[2].split("."):
                if isinstance(value, tuple) and step.isdecimal():
                    value = value[int(step)]
                elif isinstance(value, dict):
                    value = value.get(step, "absent")
                else:
                    value = getattr(value, step)
            values.append(value)
        target = eval(found[3], {"F": Fraction, "absent": "absent"})
        assert (values if isinstance(target, list) else values[0]) == target, line
