"""YAML to plain data, in one pass over the parser's events, within limits of depth, size and expansion.

>>> parse("wagers: [{pays: 6:5}]", "f.yaml", Limits())[0]
{'wagers': [{'pays': '6:5'}]}
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from pitboss.checker.read.decoding import EMPTY, UNFIT, place, quoted, unfit
from pitboss.checker.read.document import Data
from pitboss.checker.read.limits import Limits
from pitboss.checker.read.scalars import NUMBER, TooLong, plain, too_long
from pitboss.checker.read.yaml_errors import cut_amounts, explained, tag_directive
from pitboss.checker.read.yaml_event_places import first_keys
from pitboss.checker.read.yaml_events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
    YAMLError,
    YamlEvent,
    events,
    spot,
)
from pitboss.checker.read.yaml_lines import AliasLinks
from pitboss.grammar.diagnostics import Diagnostic, Place, Rejected
from pitboss.grammar.quick_start import TYPE_CHECKING, dataclass, field

if TYPE_CHECKING:
    from typing import Final

_STR: Final = "tag:yaml.org,2002:str"
_OPEN: Final = -1


@dataclass(slots=True)
class _Anchor:
    at: int
    before: int
    size: int = _OPEN
    value: Data = None


@dataclass(slots=True)
class _Loader:
    text: str
    file: str
    limits: Limits
    next: Callable[[], YamlEvent | None]
    count: int = 0
    links: AliasLinks = field(default_factory=AliasLinks)
    anchors: dict[str, _Anchor] = field(default_factory=dict)
    heights: dict[int, tuple[int, Data]] = field(default_factory=dict)
    words: dict[str, str | int | Decimal | bool | None] = field(default_factory=dict)
    twice: list[tuple[int, str, Place]] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def document(self) -> Data:
        get = self.next
        get()
        event = get()
        if event.__class__ is StreamEndEvent:
            raise self.stop("E012", "the file is empty", Place(self.file, 1, 1), EMPTY)
        event = get()
        assert event
        data = self.node(event, 0)
        if data is None and event.start_mark.index == event.end_mark.index:
            raise self.stop("E012", "the file is empty", Place(self.file, 1, 1), EMPTY)
        while (event := get()).__class__ is DocumentEndEvent:
            pass
        if event.__class__ is DocumentStartEvent:
            self.wrong("E021", "a second document begins here", event, help="one file holds one document")
        return data

    def node(self, event: YamlEvent, depth: int) -> Data:
        kind = event.__class__
        if kind is AliasEvent:
            return self.alias(event, depth)
        anchor = None
        if event.anchor:
            anchor = self.anchors[event.anchor] = _Anchor(event.start_mark.index, self.count)
        if event.tag is not None and (kind is not ScalarEvent or event.tag != _STR):
            self.wrong("E022", "a filing has no tags", event, help="put a text that begins with ! in quotes")
        self.count += 1
        value: Data
        if kind is ScalarEvent:
            value = self.scalar(event)
        elif depth >= self.limits.depth:
            raise self.too_deep(event)
        else:
            value = self.mapping(event, depth + 1) if kind is MappingStartEvent else self.sequence(depth + 1)
        if self.count > self.limits.nodes:
            raise self.too_many(event)
        if anchor:
            anchor.size, anchor.value = self.count - anchor.before, value
        return value

    def scalar(self, event: YamlEvent) -> str | int | Decimal | bool | None:
        word, limits = event.value, self.limits
        if not event.style and event.tag is None:
            try:
                value = self.words[word] = plain(word, limits.digits, limits.scalar)
                return value
            except TooLong as error:
                self.wrong(error.code, str(error), event)
        elif len(word) > limits.scalar:
            self.wrong("E053", too_long(word, limits.scalar), event)
        elif bad := UNFIT.search(word):
            self.wrong("E011", unfit(bad[0]), event)
        return word

    def sequence(self, depth: int) -> list[Data]:
        get, words, node, room = self.next, self.words, self.node, self.limits.nodes
        here: list[Data] = []
        while (kind := (event := get()).__class__) is not SequenceEndEvent:
            assert event
            if kind is ScalarEvent and not event.style and not event.anchor and event.tag is None:
                self.count += 1
                word = event.value
                here.append(words[word] if word in words else self.scalar(event))
                if self.count > room:
                    raise self.too_many(event)
            else:
                here.append(node(event, depth))
        return here

    def mapping(self, start: YamlEvent, depth: int) -> dict[str, Data]:
        get, words, node, room = self.next, self.words, self.node, self.limits.nodes
        here: dict[str, Data] = {}
        merge: tuple[YamlEvent, Data] | None = None
        while (kind := (event := get()).__class__) is not MappingEndEvent:
            assert event
            if kind is ScalarEvent and not event.style and not event.anchor and event.tag is None:
                word = event.value
                found: Data = words[word] if word in words else self.scalar(event)
            else:
                found = node(event, depth) if kind is ScalarEvent else None
            at = event
            key = found if isinstance(found, str) else self.not_text(event)
            if key in here or (merge and key == "<<"):
                self.twice.append((start.start_mark.index, key, self.spot(event)))
                if len(self.twice) >= self.limits.problems:
                    raise Rejected(*self.problems)
            event = get()
            assert event
            if event.__class__ is ScalarEvent and not event.style and not event.anchor and event.tag is None:
                self.count += 1
                word = event.value
                value: Data = words[word] if word in words else self.scalar(event)
                if self.count > room:
                    raise self.too_many(event)
            else:
                value = node(event, depth)
            if key == "<<" and not at.style:
                merge = (at, value)
            else:
                here[key] = value
        if merge:
            self.merge(here, *merge)
        return here

    def merge(self, here: dict[str, Data], key: YamlEvent, value: Data) -> None:
        supplied = []
        for source in value if isinstance(value, list) else [value]:
            if not isinstance(source, dict):
                self.wrong("E025", "'<<' takes a mapping, or a list of mappings", key)
                return
            new = source.keys() - here.keys()
            supplied.append(frozenset(new))
            here.update((name, source[name]) for name in source if name in new)
        self.links.merges[key.start_mark.index] = (isinstance(value, list), tuple(supplied))

    def alias(self, event: YamlEvent, depth: int) -> Data:
        anchor = self.anchors.get(event.anchor or "")
        if anchor is None:
            hint = "put a text that begins with * in quotes, or write the anchor in front of the value that is meant"
            raise self.stop(
                "E023", f"nothing is anchored as {quoted('&' + str(event.anchor))} above", self.spot(event), hint
            )
        if anchor.size == _OPEN:
            related = (("the anchor, which is still open", place(self.text, self.file, anchor.at)),)
            message = "this alias is inside what it repeats"
            raise Rejected(*self.problems, Diagnostic("E024", message, self.spot(event), related))
        if depth + self.height(anchor.value) > self.limits.depth:
            raise self.too_deep(event)
        self.count += anchor.size
        if self.count > self.limits.nodes:
            raise self.too_many(event)
        self.links.aliases[event.start_mark.index] = anchor.at
        return anchor.value

    def height(self, value: Data) -> int:
        """The depth of a finished value; each value is measured once."""
        if not isinstance(value, (dict, list)):
            return 0
        if id(value) not in self.heights:
            inside = value.values() if isinstance(value, dict) else value
            self.heights[id(value)] = (1 + max(map(self.height, inside), default=0), value)
        return self.heights[id(value)][0]

    def spot(self, event: YamlEvent) -> Place:
        return spot(self.text, self.file, event)

    def stop(self, code: str, message: str, at: Place, help: str = "") -> Rejected:
        return Rejected(*self.problems, Diagnostic(code, message, at, help=help))

    def wrong(self, code: str, message: str, event: YamlEvent | None, help: str = "") -> None:
        assert event
        here = place(self.text, self.file, event.start_mark.index) if code in ("E021", "E022") else self.spot(event)
        self.problems.append(Diagnostic(code, message, here, help=help))
        if len(self.problems) >= self.limits.problems:
            raise Rejected(*self.problems)

    def not_text(self, event: YamlEvent) -> str:
        if event.__class__ is not ScalarEvent:
            raise self.stop("E051", "a key is text, not an alias, a list or a mapping", self.spot(event))
        if NUMBER.fullmatch(event.value):
            return event.value  # `2: 3 to 1` names the row 2
        message = f"the key {quoted(event.value)} is not text" if event.value else "a key is missing before this ':'"
        self.wrong("E051", message, event, f'write "{event.value}" in quotes' if event.value else "")
        return event.value

    def too_deep(self, event: YamlEvent) -> Rejected:
        message = f"more than {self.limits.depth} lists and mappings inside one another"
        return self.stop("E052", message, self.spot(event))

    def too_many(self, event: YamlEvent) -> Rejected:
        aliases = ", with aliases counted as often as they are used" if self.links.aliases else ""
        return self.stop("E055", f"more than {self.limits.nodes:,} values in one file{aliases}", self.spot(event))


def parse(text: str, file: str, limits: Limits) -> tuple[Data, AliasLinks]:
    """The data of a text with one document, and where its aliases are; `Rejected` carries its faults."""
    if directive := tag_directive(text, file):
        raise Rejected(*directive)
    loader = _Loader(text, file, limits, events(text))
    data: Data = None
    try:
        data = loader.document()
        problems = [*loader.problems, *cut_amounts(text, file)]
    except Rejected as rejected:
        problems = list(rejected.diagnostics)
    except YAMLError as error:
        problems = [*loader.problems, explained(error, text, file)]
    problems += first_keys(text, file, loader.twice)
    if problems:
        raise Rejected(*sorted(problems, key=lambda problem: problem.place.line))
    return data, loader.links
