"""The rulebook against the text itself, if it is next to the checkout; and the sensitivity of the comparison.

Errors are injected into copies of the rules: every one must be found.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from pitboss.compiler.ground.checks import compare
from pitboss.compiler.ground.explanations import sift
from pitboss.compiler.ground.fingerprints import seals
from tests.support import misprints, soak
from tests.support.product import (
    Ground,
    Pair,
    drift_data,
    ground_data,
    parse,
    read_cases,
    read_ground,
    sealed,
    transcribe,
)
from tests.support.product import ground_differences as differences
from tests.support.product import tree as t

ROOT = Path(__file__).parents[2]
LAW = ROOT.parent / "shared" / "regulation"
RULES = ROOT / "rulespecs"
ROUNDS = 1  # errors of each kind in each section


pytestmark = pytest.mark.skipif(
    not (LAW.is_dir() and RULES.is_dir()), reason="NOT RUN: the text of the law is not beside this checkout"
)


@pytest.fixture(scope="module")
def ground() -> Ground:
    return read_ground(LAW, RULES)


def test_nothing_differs_that_is_not_explained(ground: Ground) -> None:
    left, _ = differences(ground)
    assert [f"{d.provision} {d.check} {d.difference} {d.line} {d.rules}" for d in left] == []


def test_the_fingerprints_are_those_of_this_text(ground: Ground) -> None:
    assert ground_data(ground)["totals"]["unsealed"] == 0
    assert json.loads(sealed(ground)) == json.loads((RULES / "fingerprints.json").read_text())
    assert drift_data(ground, read_cases(RULES))["changes"] == []


def test_every_provision_of_the_text_is_filed_once(ground: Ground) -> None:
    """No print of a section, and no piece of one, has a label twice or a line that another has."""
    lines = [line.at for part in ground.text.parts for p in part.provisions for line in p.lines]
    lines += [line.at for part in ground.text.parts for line in part.history]
    assert [at for at, count in Counter(lines).items() if count > 1] == []


def found(ground: Ground, section: t.SectionNode, inject: object) -> tuple[bool, bool] | None:
    """Whether an error is found by comparison alone, and at all; None if the changed file states the same."""
    tree = parse(inject.text, section.file).tree  # type: ignore[attr-defined]
    if tree is None:
        return True, True
    if tree == section:
        return None
    assert isinstance(tree, t.SectionNode)
    changed = transcribe(tree)
    pair = Pair(changed, ground.text, tuple(changed if s.citation == section.citation else s for s in ground.sections))
    own = [e for e in ground.explained if e.provision.partition("(")[0] == section.citation]
    compared = compare(pair)
    return bool(sift(compared, own)[0]), bool(sift((*compared, *seals(pair, ground.prints)), own)[0])


def test_every_injected_error_is_found(ground: Ground) -> None:
    injected: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    missed = []
    by_seal: set[str] = set()
    for section in ground.corpus.sections[:: soak.count(2, soak=1)]:
        text = (ROOT / section.file).read_text(encoding="utf-8")
        for number in range(ROUNDS):
            for inject in misprints.plants(text, section.file, Random(f"{section.citation} {number}")):
                seen = found(ground, section, inject)
                if seen is not None:
                    injected[inject.kind] += 1
                    alone[inject.kind] += seen[0]
                    missed += [] if seen[1] else [str(inject)]
                    if inject.kind == "swap" and not seen[0]:
                        by_seal.add(section.citation)
    assert missed == []
    assert injected.total() >= soak.count(150, soak=300)
    assert set(injected) == {"digit", "swap", "citation", "provision", "note"}
    # Not by the seal alone: a text that lacks the figure, the citation or the row gives most of them away.
    assert alone["note"] == injected["note"]
    explained = {e.provision.partition("(")[0] for e in ground.explained}
    assert by_seal <= explained, "a table that is printed as the rules state it reveals a swapped cell by itself"
    assert alone.total() >= 0.75 * injected.total(), (alone, injected)
