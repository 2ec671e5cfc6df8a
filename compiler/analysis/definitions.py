"""R216: no term, ranking or derived value is defined by itself. R218: a term that changes has a meaning wherever it is read."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model import core
from pitboss.compiler.model.query import changing_terms, through_terms
from pitboss.grammar.diagnostics import Diagnostic, Place

MOST = 40  # definitions, each read by the one before it: evaluators follow them by recursion


def circular_definitions(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report terms, rankings and derived values whose meaning refers back to them."""
    reads = _reads(book)
    for name, (place, _) in _definitions(book).items():
        reached, todo = set[str](), [name]
        while todo:
            step = todo.pop()
            todo += reads[step] - reached
            reached |= reads[step]
        if name in reached:
            through = ", ".join(sorted(reached - {name}))
            message = f"'{name}' is defined by itself" + (f", through {through}" if through else "")
            yield Diagnostic("R216", message, place, help="define it in other terms")


def deep_definitions(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report definitions that are the first of their chain to have too many others below them, one below the other."""
    reads, definitions = _reads(book), _definitions(book)
    depth, level, steps = dict.fromkeys(reads, 0), {*reads}, 0
    while level and steps <= len(reads):  # what is left then is circular
        steps += 1
        level = {name for name, others in reads.items() if others & level}
        depth |= dict.fromkeys(level, steps)
    for name in (name for name in reads if depth[name] == MOST + 1 and name not in level):
        message = f"'{name}' is defined through a chain of {MOST + 1} others; at most {MOST} are followed"
        yield Diagnostic("R216", message, definitions[name][0], help="define it in fewer steps")


def _reads(book: core.Rulebook) -> dict[str, set[str]]:
    """By definition: the definitions that it reads itself."""
    definitions = _definitions(book)
    return {
        name: {_name(node) for node in _walk(*exprs) if isinstance(node, _READ)} & definitions.keys()
        for name, (_, exprs) in definitions.items()
    }


_READ = (core.Term, core.RankingRef, core.Fact)


def _name(node: core.Expr) -> str:
    """The name by which an expression reads a definition."""
    return node.name if isinstance(node, core.Term | core.RankingRef) else str(node)


def _walk(*exprs: core.Expr) -> Iterator[core.Expr]:
    """The expressions and their parts of the same round: a value may follow from its own value in the round before."""
    waiting = [*exprs]
    while waiting:
        expr = waiting.pop()
        if not isinstance(expr, core.Earlier):
            yield expr
            waiting += core.children(expr)


def _definitions(book: core.Rulebook) -> dict[str, tuple[Place, tuple[core.Expr, ...]]]:
    """The place of each term, ranking and derived value, and what it means on any day; no two of them share a name."""
    derived: dict[str, Place] = {}
    recorded: dict[str, tuple[core.Expr, ...]] = {}  # what follows in a round, where it is not recorded
    for clause in book.clauses:
        name = str(clause.subject)
        for version in clause.versions:
            duties = [r.duty for r in version.readings if isinstance(r.duty, core.Derives)]
            derived |= {name: version.place} if duties else {}
            if duties and name not in book.derivations:
                recorded[name] = (*recorded.get(name, ()), *(e for duty in duties for e in core.expressions(duty)))
    meanings: dict[str, tuple[core.Expr, ...]] = {name: (meaning,) for name, meaning in book.terms.items()}
    for name, versions in changing_terms(book).items():
        meanings[name] += tuple(meaning for version in versions for meaning in version.duty.applies)
    return {
        **{name: (book.names[name].place, exprs) for name, exprs in meanings.items()},
        **{name: (ranking.place, core.ranked_by(ranking)) for name, ranking in book.rankings.items()},
        **{name: (derived[name], (value,)) for name, value in book.derivations.items()},
        **{name: (derived[name], exprs) for name, exprs in recorded.items()},
    }


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
