"""A part of the core with other expressions in the place of some."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from operator import is_
from typing import TypeVar, cast, get_args

from pitboss.compiler.model import core
from pitboss.grammar.diagnostics import Place

T = TypeVar("T")
_LEAVES = {str, bool, int, date, Fraction, Place, core.Const}
_PLAIN = {"tuple", "None", *(kind.__name__ for kind in _LEAVES)} | {
    name for name, kind in vars(core).items() if isinstance(kind, type) and issubclass(kind, Enum)
}  # what the type of a field names below which no expression can be
_EXPRESSIONS = frozenset(get_args(core.Expr))


def rewritten(node: T, other: Callable[[core.Expr], core.Expr]) -> T:
    """The node with `other` of each of its expressions, from the inside out; what does not change is the same object as before."""
    if node is None or type(node) in _LEAVES:
        return node
    if isinstance(node, tuple):
        parts = tuple([rewritten(part, other) for part in node])
        same = all(map(is_, parts, node))
        return node if same else cast("T", parts)
    if isinstance(node, dict):
        return cast("T", {key: rewritten(part, other) for key, part in node.items()})
    changed = {}
    for name in _parts(type(node)):  # type: ignore[arg-type]  # of a class
        old = getattr(node, name)
        if (new := rewritten(old, other)) is not old:
            changed[name] = new
    made = replace(node, **changed) if changed and is_dataclass(node) and not isinstance(node, type) else node
    return cast("T", other(cast("core.Expr", made))) if type(made) in _EXPRESSIONS else made


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The fields of a class of the core; none where no expression can be below them."""
    if not is_dataclass(kind) or issubclass(kind, core.Field | core.Name | core.Section):
        return ()
    return tuple(f.name for f in fields(kind) if f.init and not set(re.findall(r"\w+", str(f.type))) <= _PLAIN)
