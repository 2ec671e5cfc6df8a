"""R216: the definition of a term does not use the term itself. R218: a term that changes has a meaning wherever it is read."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model import core
from pitboss.compiler.model.query import changing_terms, through_terms
from pitboss.grammar.diagnostics import Diagnostic


def circular_definitions(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report terms whose meaning refers back to them."""
    means = {
        name: {node.name for node in core.walk(meaning) if isinstance(node, core.Term) and node.name in book.terms}
        for name, meaning in book.terms.items()
    }
    for name in means:
        reached, todo = set[str](), [name]
        while todo:
            step = todo.pop()
            todo += means[step] - reached
            reached |= means[step]
        if name in reached:
            through = ", ".join(sorted(reached - {name}))
            message = f"'{name}' is defined by itself" + (f", through {through}" if through else "")
            yield Diagnostic("R216", message, book.names[name].place, help="define it in other terms")


def changing_meanings(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report terms that change and have no condition on some days, or that a ranking or a value of all days reads."""
    changing = changing_terms(book)
    for name, versions in changing.items():
        for version in versions:
            if not version.duty.applies:
                message = f"'{name}' stands for a condition on other days, and here only for words"
                yield Diagnostic("R218", message, version.place, help="state what it means in each version")
    read = {f"the ranking '{one.name}'": core.ranked_by(one) for one in book.rankings.values()}
    read |= {f"the value of '{name}'": (value,) for name, value in book.derivations.items()}
    for what, exprs in read.items() if changing else ():
        names = {node.name for node in through_terms(book, *exprs) if isinstance(node, core.Term)}
        for name in sorted(names & changing.keys()):
            message = f"{what} is the same on all days, and reads '{name}', which changes"
            yield Diagnostic(
                "R218", message, changing[name][-1].place, help="give the term another name from that day on"
            )
