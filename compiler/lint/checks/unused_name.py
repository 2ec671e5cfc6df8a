"""L501 A definition or a declared name is not used.

What: A section of definitions defines a term whose words occur nowhere else in the rules, or the rules declare an offer,
    equipment or an irregularity that no clause mentions.
Why: A definition without use regulates nothing; its rule was repealed, renamed or is missing.
Example: A section defines a determinant card, and no available section speaks of one.
Remedy: Look for the provision that used it; strike the definition if it is gone.
Register: unused term.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model import core
from pitboss.compiler.model.core import SubjectKind


def unused_name(law: LawUnderLint) -> Iterator[LintFinding]:
    """Defined terms whose words no other statement has, and names that no clause but their own declaration mentions."""
    uses = _Uses(law)
    for name in law.book.names.values():
        section = law.book.section(name.cite.partition("(")[0])
        if name.kind is SubjectKind.TERM:
            unused = section is not None and "definition" in section.title.lower() and uses.words_are_unused(name)
        else:
            unused = name.kind is not SubjectKind.GAME and name.name not in uses.names
        if unused:
            what = "the definition of" if name.kind is SubjectKind.TERM else f"the {name.kind.value}"
            words = uses.term(name) if name.kind is SubjectKind.TERM else name.title
            yield LintFinding(
                name.cite, "", name.place, f"nothing uses {what} '{words}'", "look for the provision that used it",
                printed=(words,),
            )  # fmt: skip


class _Uses:
    """What the clauses mention, by name and in words."""

    def __init__(self, law: LawUnderLint) -> None:
        self.law = law

    @cached_property
    def names(self) -> set[str]:
        """Every name that a clause mentions, apart from declarations."""
        found: set[str] = set()
        for stated in self.law.stated:
            duty = stated.duty
            if not isinstance(duty, core.Defined):
                found |= {duty.subject.name, duty.subject.of or ""}
            for node in core.walk(*core.expressions(duty)):
                match node:
                    case core.Fact(name, of):
                        found |= {name, of or ""}
                    case core.Offered(name) | core.Term(name):
                        found.add(name)
                    case core.Const(core.ValueKind.NAME, str(name)):
                        found.add(name)
                    case core.Member(values=values):
                        found |= {str(value.value) for value in values}
        for meaning in (*self.law.book.terms.values(), *self.law.book.derivations.values()):
            found |= {str(getattr(node, "name", "")) for node in core.walk(meaning)}
        return found

    @cached_property
    def words(self) -> list[tuple[str, str]]:
        """(name of what it is about, words) of every statement and title."""
        book = self.law.book
        found = [(n.name, n.title) for n in book.names.values()] + [(f.name, f.title) for f in book.fields.values()]
        for stated in self.law.stated:
            duty = stated.duty
            if isinstance(duty, core.Attested | core.Permitted | core.Left | core.Defined | core.LeadsTo):
                found.append((duty.subject.name, duty.words))
            found.append((stated.clause.name, stated.clause.name.replace("_", " ")))
        return [(about, words.lower().replace("-", " ")) for about, words in found]

    def words_are_unused(self, name: core.Name) -> bool:
        """Whether a term is no computed one, and no other statement has its words."""
        if name.name in self.names or name.name in self.law.book.terms:
            return False
        words = self.term(name)
        own = (name.name, f"{name.name}-defined")
        return not any(words in text for about, text in self.words if about not in own) and not self._of_a_name(name)

    def term(self, name: core.Name) -> str:
        """The words of a term: its name without the prefix of its game and without `term`."""
        parts = [part for part in name.name.split("_") if part != "term"]
        section = name.cite.partition("(")[0]
        others = [
            other.name for other in self.law.book.names.values() if other.cite.startswith(section) and other is not name
        ]
        shared = sum(other.startswith(f"{parts[0]}_") for other in others)
        return " ".join(parts[1:] if len(parts) > 1 and shared > max(2, len(others) / 2) else parts)

    def _of_a_name(self, name: core.Name) -> bool:
        """Whether the definition states what a declared name is, for example equipment, that the rules use."""
        return any(
            f" {other.title} is" in name.title
            for other in self.law.book.names.values()
            if other is not name and other.name in self.names
        )
