"""Core expressions as Python expressions on settled rounds, in a set of operations that a function receives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.compiler.emit.expressions import Module, Writer, constant, values
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Relation

SIGNATURE = "(t: Facts, ops: Operations[C, W])"


class RoundModule(Module):
    """The module of the clauses on rounds; `functions` of clauses are those of the terms that name their conditions."""

    def __init__(self, book: core.Rulebook, functions: Mapping[str, str]) -> None:
        super().__init__(book, "rounds", {})
        self.functions = functions

    def writer(self, name: str) -> Writer:
        return RoundWriter(self, name)

    def head(self, name: str, means: core.Expr) -> str:
        return f"def {name}{SIGNATURE} -> {'Truth' if self.writer(name).is_truth(means) else 'Cell'} | C:"

    def given(self, prefix: str) -> str:
        return "t, ops"


class RoundWriter(Writer):
    """Writes expressions in the operations that a function receives; several comparisons of one recorded fact as one operation."""

    def __init__(self, module: RoundModule, name: str) -> None:
        super().__init__(module, name, "ops.")
        self.functions = module.functions

    def term(self, name: str) -> str:
        if function := self.functions.get(name):
            return f"{function}(t, ops)"
        return super().term(name)

    def recorded(self, name: str) -> str:
        return self.call("fact", "t", constant(name))

    def both(self, truths: Iterable[str]) -> str:
        parts = [*truths]
        return "False" if "False" in parts else super().both(parts)

    def either(self, truths: Iterable[str]) -> str:
        return super().either(part for part in truths if part != "False")

    def write(self, e: core.Expr) -> str:
        if isinstance(e, core.AnyOf) and (found := _alternatives(self.book, e)):
            fact, constants = found
            return self.call("among", self.write(fact), constant(values(constants)))
        return super().write(e)


def _alternatives(book: core.Rulebook, any_of: core.AnyOf) -> tuple[core.Fact, tuple[core.Const, ...]] | None:
    """The fact that is one of these values in every alternative; None if they ask anything else. A set may have several of them."""
    facts, constants = set[core.Fact](), list[core.Const]()
    for item in any_of.items:
        match item:
            case core.Compare(Relation.EQUAL, core.Fact(of=None, derived=False) as fact, core.Const() as value):
                facts.add(fact)
                constants.append(value)
            case _:
                return None
    field = book.fields.get(next(iter(facts)).name) if len(facts) == 1 else None
    if (
        field is None
        or not {*field.owners} <= {"round", "seat", "hand"}
        or field.type.items
        or field.type.kind == "cards"
    ):
        return None
    return facts.pop(), tuple(constants)
