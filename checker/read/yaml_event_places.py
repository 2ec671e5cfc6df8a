"""Locates values in a YAML text that the parser has read: a second pass over its events, which stops after the last path."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from pitboss.checker.read.decoding import quoted
from pitboss.checker.read.yaml_events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    YAMLError,
    YamlEvent,
    events,
    spot,
)
from pitboss.checker.read.yaml_lines import AliasLinks
from pitboss.checker.read.yaml_places import Found, Target, Want, behind_merge, trees
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import dataclass, field


class _AllFound(Exception):
    pass


@dataclass(slots=True)
class _Looker:
    text: str
    file: str
    links: AliasLinks
    key: bool
    next: Callable[[], YamlEvent | None]
    roots: dict[int, Want]
    left: int
    found: Found = field(default_factory=dict)

    def note(self, target: Target | None, place: Place, elsewhere: Target | None = None) -> None:
        if target is None or target in self.found:
            return
        self.found[target] = (place, elsewhere)
        self.left -= 1
        if not self.left:
            raise _AllFound

    def node(self, event: YamlEvent, wants: tuple[Want, ...]) -> None:
        kind = event.__class__
        at = event.start_mark.index
        if kind is AliasEvent:
            for want in wants:
                for path, target in want.all():
                    self.note(target, self.spot(event), (self.links.aliases[at], path))
            return
        if event.anchor and at in self.roots:
            wants = (*wants, self.roots.pop(at))
        if not wants and not self.roots:
            self.skip(event)
            return
        flow = kind is not ScalarEvent and event.flow_style
        if not flow:
            for want in wants:
                self.note(want.target, self.spot(event))
        if kind is MappingStartEvent:
            end = self.mapping(wants)
        elif kind is SequenceStartEvent:
            end = self.sequence(wants)
        if flow:
            for want in wants:
                self.note(want.target, spot(self.text, self.file, event, end))

    def sequence(self, wants: tuple[Want, ...]) -> YamlEvent:
        number = 0
        while (event := self.get()).__class__ is not SequenceEndEvent:
            self.node(event, tuple(want.inside[number] for want in wants if number in want.inside))
            number += 1
        return event

    def mapping(self, wants: tuple[Want, ...]) -> YamlEvent:
        while (event := self.get()).__class__ is not MappingEndEvent:
            at, name = event.start_mark.index, event.value
            if event.anchor and at in self.roots:
                self.note(self.roots.pop(at).target, self.spot(event))
            inside = tuple(want.inside[name] for want in wants if name in want.inside)
            if name == "<<" and not event.style:
                inside = behind_merge(self.links, at, wants)
            elif self.key:
                for want in inside:
                    self.note(want.target, self.spot(event))
            self.node(self.get(), inside)
        return event

    def skip(self, event: YamlEvent) -> None:
        depth, get = 0, self.next
        while True:
            kind = event.__class__
            if kind is MappingStartEvent or kind is SequenceStartEvent:
                depth += 1
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                depth -= 1
            if not depth:
                return
            event = get()  # type: ignore[assignment]

    def get(self) -> YamlEvent:
        event = self.next()
        assert event
        return event

    def spot(self, event: YamlEvent) -> Place:
        return spot(self.text, self.file, event)


def find(text: str, file: str, links: AliasLinks, key: bool, targets: set[Target]) -> Found:
    """One pass: the place of each target; if that place is an alias, also the target that it refers to."""
    root, roots = trees(targets)
    get = events(text)
    looker = _Looker(text, file, links, key, get, roots, len(targets))
    get(), get()
    with suppress(_AllFound):
        looker.node(looker.get(), (root,) if root else ())
    return looker.found


def first_keys(text: str, file: str, twice: list[tuple[int, str, Place]]) -> list[Diagnostic]:
    """A problem for each repeated key: (offset of its mapping, key, place of the second)."""
    if not twice:
        return []
    requested = {(at, key) for at, key, _ in twice}
    mappings = {at for at, _ in requested}
    first: dict[tuple[int, str], Place] = {}
    get = events(text)
    open_: list[list[int]] = []  # of each list or mapping: its offset or -1, and its number of nodes so far
    try:
        while (event := get()) is not None and len(first) < len(requested):
            kind = event.__class__
            if kind is MappingEndEvent or kind is SequenceEndEvent:
                open_.pop()
                continue
            if open_:
                at, nodes = open_[-1]
                if at in mappings and nodes % 2 == 0 and (at, event.value) in requested:
                    first.setdefault((at, event.value), spot(text, file, event))
                open_[-1][1] += 1
            if kind is MappingStartEvent or kind is SequenceStartEvent:
                open_.append([event.start_mark.index if kind is MappingStartEvent else -1, 0])
    except YAMLError:
        pass
    return [
        Diagnostic(
            "E050", f"the key {quoted(key)} is written twice", again, (("first written here", first[at, key]),),
            "remove one of the two",
        )
        for at, key, again in twice
    ]  # fmt: skip
