"""R216: the definition of a term does not use the term itself."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model import core
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
