"""The checker cannot import the compiler, so each has its own enumeration of scopes and bases: their values are the same."""

from __future__ import annotations

import json

from tests.support.product import ClauseBasis, ClauseKind, ClauseScope, Verdict, core, load_rulebook


def values(enumeration: type[core.Scope | core.Basis | ClauseBasis | ClauseScope]) -> set[str]:
    return {member.value for member in enumeration}


def test_the_compiler_and_the_checker_have_the_same_scopes_and_bases():
    assert values(ClauseScope) == values(core.Scope) - {core.Scope.NONE.value}  # such a clause is not judged at all
    assert values(ClauseBasis) == values(core.Basis)


def test_the_compiled_clauses_hold_members():
    for clause in load_rulebook()[0].clauses:
        assert type(clause.kind) is ClauseKind and type(clause.scope) is ClauseScope, clause.id
        assert type(clause.basis) is ClauseBasis, clause.id


def test_a_verdict_is_written_as_its_value():
    verdict = Verdict.NEEDS
    assert f"{verdict} {str(verdict)} {json.dumps({verdict: verdict})}" == (
        'needs evidence needs evidence {"needs evidence": "needs evidence"}'
    )
