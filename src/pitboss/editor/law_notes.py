"""What the law states about a name, in Markdown, for a hover or a completion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.compiler.catalog.lookup import found
from pitboss.compiler.model.catalog_entries import Catalog, ClauseEntry, VersionEntry
from pitboss.reports.explain_text import explain

_CLAUSES = 8  # that one note has


@dataclass(frozen=True, slots=True)
class LawOnDay:
    """The rulebook as an editor needs it, and the date of the check."""

    vocabulary: Vocabulary
    catalog: Catalog
    day: str
    _by_name: dict[str, list[tuple[str | None, ClauseEntry, VersionEntry]]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def title(self, name: str) -> str:
        """A name in words."""
        named, field = self.vocabulary.names.get(name), self.vocabulary.fields.get(name)
        return named.title if named else field.title if field else name.replace("_", " ")

    def citation(self, name: str) -> str:
        """The provision that declares a name."""
        named, field = self.vocabulary.names.get(name), self.vocabulary.fields.get(name)
        return named.cite if named else field.cite if field else ""

    def about(self, name: str, game: str | None, offer: str = "") -> Iterator[tuple[ClauseEntry, VersionEntry]]:
        """The clauses in force that are on a name, at a game, and on an offer where it is a field of that."""
        if not self._by_name:
            for section in self.catalog.sections:
                for clause in section.clauses:
                    if clause.kind != "definition" and (version := clause.active(self.day)) is not None:
                        for each in dict.fromkeys(clause.about):
                            self._by_name.setdefault(each, []).append((section.game, clause, version))
        for of, clause, version in self._by_name.get(name, ()):
            if (game is None or of in (None, game)) and (not offer or offer in clause.about):
                yield clause, version

    def provisions(self) -> dict[str, str]:
        """The provisions with a clause in force, in the order of the law, each with the title of its section."""
        return {
            clause.id.partition("/")[0]: section.title
            for section in self.catalog.sections
            for clause in section.clauses
            if clause.kind != "definition" and clause.active(self.day) is not None
        }


def note_on(law: LawOnDay, name: str, game: str | None, offer: str = "") -> str:
    """What a name means, what the law requires of it on the date, and since when; empty for a name that the rulebook does not have."""
    if name not in law.vocabulary.names and name not in law.vocabulary.fields:
        return ""
    citation = law.citation(name)
    lines = [f"**{_upper(law.title(name))}**" + (f" ({citation})" if citation[:1].isdigit() else "")]
    stated = dict.fromkeys(_stated(clause, version) for clause, version in law.about(name, game, offer))
    lines += list(stated)[:_CLAUSES]
    if len(stated) > _CLAUSES:
        lines.append(f"*and {len(stated) - _CLAUSES} more*")
    if not stated:
        lines.append(f"*no clause in force on {law.day} is about it by itself*")
    return "\n\n".join(lines)


def _stated(clause: ClauseEntry, version: VersionEntry) -> str:
    provision = clause.id.partition("/")[0]
    dates = f"since {version.since}" if version.since else "since ever"
    before = [v.since for v in clause.versions if v is not version and (v.since or "") < (version.since or "")]
    changed = f", {len(before)} earlier version{'s' if len(before) > 1 else ''}" if before else ""
    ends = f", until {version.until}" if version.until else ""
    readings = "".join(f"\n  - reading *{r.name.replace('_', ' ')}*: {r.words}" for r in version.readings)
    return f"{provision}: {version.words} *({dates}{ends}{changed})*{readings}"


def note_on_provision(law: LawOnDay, citation: str) -> str:
    """A provision as `pitboss law explain` shows it; empty if the rulebook does not have it."""
    text = explain(law.catalog, citation) if found(law.catalog, citation) else None
    return f"```text\n{text}```" if text else ""


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
