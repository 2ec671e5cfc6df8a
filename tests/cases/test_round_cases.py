"""Every clause on rounds has, with its rules, a record that just passes and one that just fails, one value apart.

The cases were written from the law's text, by readers who had seen neither rules nor code.
"""

from __future__ import annotations

import pytest

from tests.support.round_cases import faults_of, round_cases, section_of
from tests.support.rule_cases import VALUES

SECTIONS = tuple(dict.fromkeys(section_of(case.clause) for case in round_cases()))


@pytest.mark.parametrize("section", SECTIONS)
def test_cases_on_rounds(section: str) -> None:
    found = [(case, faults_of(case)) for case in round_cases() if section_of(case.clause) == section]
    assert [f"{case.clause} as of {case.day}: {fault}" for case, faults in found for fault in faults] == []


def test_a_case_that_states_the_wrong_thing_is_found() -> None:
    """Each case with its two values exchanged is wrong."""
    sample = round_cases()[::50]
    assert len(sample) > 20
    for case in sample:
        turned = type(case)(
            **{**vars(case), **{part: _turned(getattr(case, part)) for part in ("day", "table", "round")}}
        )
        assert faults_of(turned), case


def _turned(text: str) -> str:
    return VALUES.sub(lambda m: f"[[{m[2]}|{m[1]}]]", text)
