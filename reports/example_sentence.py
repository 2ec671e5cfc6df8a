"""An example of a clause in words."""

from __future__ import annotations

from pitboss.compiler.model.clause_examples import VERBS, ClauseExample


def sentence(example: ClauseExample) -> str:
    """The verdicts on both values of an example.

    >>> sentence(ClauseExample("1:1-2.1(a)/sets", None, "2004-01-01", "sets: [[6|]]"))
    'on 2004-01-01 this passes with 6 and fails with nothing'
    """
    day = "this" if "[[" in example.day else f"on {example.day} this"
    if not example.breached:
        return f"{day} {VERBS[example.met]}; nothing breaches it"
    first, second = (value or "nothing" for value in example.values)
    return f"{day} {VERBS[example.met]} with {first} and {VERBS[example.breached]} with {second}"
