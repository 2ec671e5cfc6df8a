"""Bugs injected into the generated validators of a filing, one at a time: the interpreter's answers reveal each of them."""

from __future__ import annotations

import inspect
import random
import re
from dataclasses import replace
from typing import Any

import pytest

from tests.support.differential.compare import compare
from tests.support.differential.compiled_evaluator import GENERATED, VERSIONS
from tests.support.differential.random_facts import judged

from .test_differential import book

pytestmark = pytest.mark.soak  # it guards the comparison with the interpreter, no answer of the product

BUGS = {  # what is looked for in a function's text, and what is put in its place
    "a negation is lost": (r"\bno\(", "bool("),
    "at least becomes at most": (r"\bat_least\(", "at_most("),
    "at most becomes at least": (r"\bat_most\(", "at_least("),
    "and becomes or": (r"\bboth\(", "either("),
    "an offer is another": (r'offered\(t, "', 'offered(t, "un'),
    "equipment is another": (r'present\(t, "', 'present(t, "un'),
    "a field is another": (r't\.get\("', 't.get("un'),
    "a list loses its first": (r"among\((.*?), \([^,()]+, ", r"among(\1, (None, "),
    "an attestation of another": (r'attested\(t, "', 'attested(t, "un'),
    "exact becomes a floor": (r"\bpays_exactly\b", "pays_at_least"),
    "a floor becomes exact": (r"\bpays_at_least\b", "pays_exactly"),
}
CLAUSES = 60  # that get each bug
EACH = 400  # cases with each verdict, enough to meet the bug


def injected(check: Any, bug: tuple[str, str]) -> Any:
    """The function with the bug in it, or None where there is no place for it."""
    text, places = re.subn(bug[0], bug[1], inspect.getsource(check), count=1)
    if not places:
        return None
    space = dict(vars(inspect.getmodule(check)))
    from pitboss.checker.runtime import operations

    made: dict[str, Any] = {}
    exec(text, {**vars(operations), **space}, made)
    return next(iter(made.values()))


@pytest.mark.parametrize("name", BUGS)
def test_a_bug_in_the_generated_code_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [c for c in book().clauses if judged(c) and c.scope != "round" and len(c.versions) == 1]
    clauses = [c for c in runs if len(VERSIONS.get(c.id, ())) == 1]
    random.Random(name).shuffle(clauses)
    tried = 0
    for clause in clauses:
        compiled = VERSIONS[clause.id][0]
        if compiled.readings or compiled.check is None or tried == CLAUSES:
            continue
        wrong = injected(compiled.check, BUGS[name])
        if wrong is None:
            continue
        tried += 1
        monkeypatch.setitem(VERSIONS, clause.id, [replace(compiled, check=wrong)])
        assert compare(book(), clause, GENERATED, EACH).differences, f"{name}, in {clause.id}"
    assert tried
