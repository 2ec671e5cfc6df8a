"""`python -m tests.mutation.examples SECTION ...`: searches, for each mutant that survived `make mutate`, a case that notices it.

The records and filings of the cases are varied in one value. Two variations of one place, of which the rules let one pass (or exempt
it) and breach the other, are a case; it notices a mutant that judges one of them otherwise. Whether the rules are right about
them is for a reader of the law to decide, so that what is found is printed as a question, without its verdicts.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import yaml

from tests.mutation import kill
from tests.mutation.judged import kept
from tests.mutation.kill import rules
from tests.mutation.mutants import Mutant
from tests.mutation.recompile import Recompiled, reparsed
from tests.mutation.relevant import influences
from tests.support import rule_cases
from tests.support.product import RecordRow, assemble, core, facts_of, judge, judge_in_sequence, parse, query
from tests.support.round_cases import RoundCase, faults_of, row_of, section_of
from tests.support.rule_cases import VALUES, Case, book_of, load_rulebook

AnyCase = Case | RoundCase
SECONDS = 5.0  # of CPU, for one mutant
MOST = 40  # values tried in one place
SUITS = "hdcs"
BREACH, FINE = ("fail", "open"), ("pass", "not applicable", "needs evidence")


@dataclass(eq=False)
class Text:
    """A case without a bar: a filing, or a table and a record, on a day."""

    clause: str
    day: str
    table: str
    body: str
    rounds: bool

    @property
    def parts(self) -> tuple[str, str, str]:
        return self.day, self.table, self.body


@dataclass(eq=False)
class Place:
    """One place of a text, and the values that are tried there; the class of each by the rules."""

    text: Text
    part: int
    start: int
    end: int
    found: dict[str, str] = field(default_factory=dict)

    def filled(self, value: str) -> Text:
        parts = [*self.text.parts]
        parts[self.part] = parts[self.part][: self.start] + value + parts[self.part][self.end :]
        return Text(self.text.clause, *parts, self.text.rounds)

    def barred(self, first: str, second: str) -> Text:
        """The text with both values; a space parts the bars from the brackets of a list."""
        part = self.text.parts[self.part]
        before, after = part[: self.start].endswith("["), part[self.end :].startswith("]")
        return self.filled(" " * before + f"[[{first}|{second}]]" + " " * after)

    def case(self, first: str, second: str) -> AnyCase:
        """The case of two values of the place."""
        barred = self.barred(first, second)
        verdict, stated = self.found[second], self.found[first]
        if barred.rounds:
            return RoundCase(barred.clause, barred.day, barred.table, barred.body, verdict, 1, "", stated)
        return Case(barred.clause, barred.day, barred.body, verdict, "", "", stated)


def texts_of(case: AnyCase) -> list[Text]:
    """Both sides of a case."""
    rounds = isinstance(case, RoundCase)
    parts = (
        case.day,
        flow(case.table) if isinstance(case, RoundCase) else "",
        case.round if isinstance(case, RoundCase) else case.filing,
    )
    return [Text(case.clause, *(VALUES.sub(rf"\{side}", part) for part in parts), rounds) for side in (1, 2)]


def flow(table: str) -> str:
    """A table as a line of YAML without quotes, where it needs none."""
    return re.sub(r'"([A-Za-z$][\w$%. -]*|\$?\d[\d.]*(%| (to|for) \d+))"', r"\1", table)


# ---- the verdicts of a text


def class_of(verdicts: set[str]) -> str:
    """What a case can state of a text with these verdicts; empty if nothing."""
    if not verdicts - {"not applicable"}:
        return "not applicable"
    if "fail" in verdicts:
        return "fail"
    if "open" in verdicts:
        return "open"
    if "pass" in verdicts:
        return "pass"
    return "needs evidence" if "needs evidence" in verdicts else ""


class Rulings:
    """Judges texts by the rules, or by a mutant of them."""

    def __init__(self, made: Any) -> None:
        self.made = made
        self.settlements = kill.Settlements(rules(), made)
        self.filings = kill.JudgedFilings(made)
        self.terms = kill.Terms(made) if made.changed else None

    def of(self, clause: str, text: Text) -> set[str]:
        return self._on_rounds(clause, text) if text.rounds else self._on_filing(clause, text)

    def _on_filing(self, clause: str, text: Text) -> set[str]:
        filing = _filing(text.body)
        if filing is None:
            return {"unreadable"}
        if (
            self.terms
            and self.terms.changed
            and self.terms.filing_is_misread(Case(clause, text.day, text.body, "", "", ""))
        ):
            return {"unreadable"}
        if self.made.changed:
            clauses = self.filings.clauses.get(clause, [])
            known = self.filings.known
            if any(one.kind == "authority" for one in clauses):
                mine = {*self.made.changed}
                clauses = [
                    *(c for c in known.clauses if c.id not in mine),
                    *(c for some in self.filings.clauses.values() for c in some),
                ]
            book = replace(known, clauses=tuple(clauses))
        else:
            book = book_of(clause)
        return {str(v.verdict) for v in judge(filing, book, text.day).verdicts if v.clause.id == clause}

    def _on_rounds(self, clause: str, text: Text) -> set[str]:
        found: set[str] = set()
        rows = _rows(text)
        if rows is None:
            return {"unreadable"}
        as_case = RoundCase(clause, text.day, text.table, text.body, "", 1, "")
        if self.terms and self.terms.changed and self.terms.record_is_misread(as_case):
            return {"unreadable"}
        for game, facts, facts_of_rows in rows:
            for row in judge_in_sequence(partial(self.settlements.of, clause, game, facts), facts_of_rows):
                found |= {str(row[clause])} if clause in row else set()
        return found


_READ: dict[Any, Any] = {}


def _filing(body: str) -> Any:
    if body not in _READ:
        source = kill.source_of(body)
        filing, faults = assemble(source.documents, load_rulebook()[1])
        _READ[body] = None if faults or source.problems else filing
    return _READ[body]


def _rows(text: Text) -> Any:
    key = text.parts
    if key not in _READ:
        try:
            game, zeros, form, variants = kill.table_of(text.table, text.day)
            start = {"round": "1", "table": "1", "moment": f"{text.day}T20:00"}
            rows = [form.read({**start, **row_of(line)}, "").facts for line in text.body.splitlines()]
            _READ[key] = [
                (game, facts, [facts_of({**facts, **zeros, "zeros": zeros}, RecordRow(row, "")) for row in rows])
                for facts in variants
            ]
        except Exception:  # noqa: BLE001 - a value that cannot be read is no candidate
            _READ[key] = None
    return _READ[key]


@cache
def original() -> Rulings:
    made = SimpleNamespace(core=rules().original.core, changed=[], parts=set())
    rulings = Rulings(made)
    rulings.settlements.clauses = rules().original.clauses
    return rulings


# ---- the places of a text, and values for them


def scalars(text: Text) -> Iterator[tuple[int, tuple[str, ...], int, int]]:
    """(part, keys above it, start, end) of each value."""
    yield 0, ("as of",), 0, len(text.day)
    if text.table:
        for keys, start, end in _scalars_in(text.table):
            yield 1, ("table", *keys), start, end
    if text.rounds:
        at = 0
        for line in text.body.splitlines(keepends=True):
            for keys, start, end in _scalars_in(line):
                yield 2, keys, at + start, at + end
            at += len(line)
    else:
        for keys, start, end in _scalars_in(text.body):
            yield 2, keys, start, end


def _scalars_in(text: str) -> Iterator[tuple[tuple[str, ...], int, int]]:
    waiting: list[tuple[tuple[str, ...], Any]] = [((), yaml.compose(text, Loader=yaml.CSafeLoader))]
    while waiting:
        keys, node = waiting.pop(0)
        if isinstance(node, yaml.ScalarNode):
            yield keys, node.start_mark.index, node.end_mark.index
        elif isinstance(node, yaml.SequenceNode):
            waiting = [*((keys, one) for one in node.value), *waiting]
        elif isinstance(node, yaml.MappingNode):
            waiting = [*(((*keys, str(key.value)), value) for key, value in node.value), *waiting]


@cache
def pool(game: str) -> dict[tuple[str, ...], dict[str, None]]:
    """By keys: the values in the cases of a game, those of its own."""
    found: dict[tuple[str, ...], dict[str, None]] = {}
    for cases in (kill.cases_on_filings(), kill.cases_on_rounds()):
        for id, some in cases.items():
            known = rules().original.clauses.get(id)
            if known is None or known.game not in (game, None):
                continue
            for case in some:
                for text in texts_of(case):
                    for part, keys, start, end in scalars(text):
                        if part:
                            found.setdefault(_kind(keys), {})[text.parts[part][start:end]] = None
    return found


def _kind(keys: tuple[str, ...]) -> tuple[str, ...]:
    """What is stated at a place: the field, without the wager that it is stated for."""
    return (
        keys[-2:-1]
        if len(keys) > 1 and keys[-2] in ("stake", "paid", "collected", "returned", "settled_as")
        else keys[-1:]
    )


def candidates(text: Text, part: int, keys: tuple[str, ...], old: str, hints: tuple[str, ...]) -> list[str]:
    """Values to try instead of one: those that cases have there, those near it, and those that the rule names."""
    if part == 0:
        return [hint for hint in hints if re.fullmatch(r"\d{4}-\d\d-\d\d", hint)]
    if keys[-1] in ("number", "name", "by", "id", "licensee", "provision") or keys[-1] == "game":
        return []
    game = rules().original.clauses[text.clause].game or ""
    quote = '"' if old.startswith('"') else ""
    bare = old.strip('"')
    known = [one.strip('"') for one in pool(game).get(_kind(keys), ())]
    made: list[str] = []
    figure = re.search(r"\d[\d,]*(\.\d+)?", bare)
    if re.fullmatch(r"(true|false|yes|no)", bare):
        made = ["true", "false"] if bare in ("true", "false") else ["yes", "no"]
    elif _cards(bare):
        made = [*_near_cards(bare)]
        known = [one for one in known if _cards(one)]
    elif figure and re.fullmatch(r"\$?\d[\d,]*(\.\d+)?(%| (to|for) \d+)?", bare):
        value = float(figure[0].replace(",", ""))
        numbers = [float(h) for h in hints if re.fullmatch(r"\d+(\.\d+)?", h)]
        near = [value - 1, value + 1, 0, 1, value * 2, value / 2, value - 0.01, value + 0.01]
        near += [n + step for n in numbers for step in (0, 1, -1)]
        for n in near:
            if n >= 0:
                made.append(bare[: figure.start()] + f"{n:.2f}".rstrip("0").rstrip(".") + bare[figure.end() :])
    else:
        made = [hint for hint in hints if re.fullmatch(r"[a-z]\w+", hint)]
        if keys[-1] in LISTS:
            made = [n for n in made if n in offers(game, keys[-1])] + [*offers(game, keys[-1])]
        declared = rules().original.core.fields.get(keys[-1])
        made += [str(v.value) for v in getattr(getattr(declared, "type", None), "values", ())]
    both = [*dict.fromkeys(one for one in (*made, *known) if one != bare and "|" not in one and "]" not in one)]
    if len(both) > MOST:
        both = both[: MOST // 2] + Random(5).sample(both[MOST // 2 :], MOST // 2)
    return [f"{quote}{one}{quote}" for one in both]


LISTS = {"wagers": "wager", "options": "option", "equipment": "equipment"}


@cache
def offers(game: str, part: str) -> dict[str, None]:
    """The names that a list of a table can have."""
    kind = "variation" if part == "variation" else LISTS[part]
    names = rules().original.core.names.values()
    return {n.name: None for n in names if str(n.kind) == kind and n.game in (None, game)}


def _cards(text: str) -> bool:
    return bool(re.fullmatch(r"((A|[2-9]|10|J|Q|K)[hdcs]|Jk)( ((A|[2-9]|10|J|Q|K)[hdcs]|Jk))*", text))


def _near_cards(text: str) -> Iterator[str]:
    cards = text.split()
    extra = [f"{rank}{suit}" for rank in ("5", "10", "A", "2", "K") for suit in "hc" if f"{rank}{suit}" not in cards]
    yield " ".join(reversed(cards))
    for number, card in enumerate(cards):
        rest = [*cards[:number], *cards[number + 1 :]]
        if rest:
            yield " ".join(rest)
        if card == "Jk":
            continue
        for rank in ("A", "2", "5", "6", "9", "10", "K", "8", "7"):
            new = f"{rank}{card[-1]}"
            yield " ".join([*cards[:number], new, *cards[number + 1 :]])
        for suit in SUITS:
            yield " ".join([*cards[:number], card[:-1] + suit, *cards[number + 1 :]])
    for one in extra:
        yield " ".join([*cards, one])


def insertions(text: Text, names: tuple[str, ...]) -> Iterator[tuple[int, int, str, tuple[str, ...]]]:
    """(part, position, opening of the entry, keys) for facts that the clause reads and the text lacks."""
    fields = rules().original.core.fields
    for part, body in ((1, text.table), (2, text.body)):
        if not body:
            continue
        spans: list[tuple[int, int]] = []
        if part == 2 and text.rounds:
            at = 0
            for line in body.splitlines(keepends=True):
                spans.append((at, at + len(line.rstrip())))
                at += len(line)
        elif part == 1:
            spans.append((0, len(body.rstrip())))
        else:
            node = yaml.compose(body, Loader=yaml.CSafeLoader)
            spans += [*_tables_in(node)]
        for start, end in spans:
            have = body[start:end]
            for name in names:
                known = fields.get(name)
                if known is None or re.search(rf"\b{name}\b", have):
                    continue
                of_round = bool({"round", "seat", "hand"} & {*known.owners})
                if of_round != (part == 2 and text.rounds) or not of_round and "table" not in known.owners:
                    continue
                yield part, end - 1, f", {name}: ", (name,)


def skeletons(text: Text, clause: str) -> Iterator[tuple[Text, int, int, int, list[str]]]:
    """Texts, with the part and span of a place and its values, where an offer or equipment that the clause names is there or not.

    A table that lists both its wagers and its options offers nothing else; of equipment a filing states yes or no.
    """
    part = 1 if text.table else 2
    body = text.parts[part]
    spans = [(0, len(body.rstrip()))] if part == 1 else [*_tables_in(yaml.compose(body, Loader=yaml.CSafeLoader))]
    for start, end in spans:
        have = body[start:end]
        for name, kind in sorted(_offers_in(clause)):
            key = next((key for key, of in LISTS.items() if of == kind), "")
            if kind == "variation" and "variation:" not in have:
                made, mark = (
                    have[:-1] + f", variation: {name}" + "}",
                    (len(have) - 1, len(have) - 1 + len(f", variation: {name}")),
                )
            elif kind == "equipment":
                if found := re.search(r", equipment: \[([\w, ]*)\]", have):
                    have = have[: found.start()] + have[found.end() :]
                others = [
                    one for one in (found[1] if found else "").replace(" ", "").split(",") if one not in ("", name)
                ]
                head = have[:-1] + f", equipment: {{{''.join(f'{one}: yes, ' for one in others)}{name}: "
                made, mark = head + "yes}}", (len(head), len(head) + 3)
            elif key:
                for missing in ("wagers", "options"):
                    if f"{missing}:" not in have:
                        have = have[:-1] + f", {missing}: []" + "}"
                if found := re.search(rf"\b{key}: \[[^\[\]{{}}]*\b{name}\b", have):
                    made, mark = have, (found.end() - len(name), found.end())
                elif found := re.search(rf"\b{key}: \[", have):
                    comma = "" if have[found.end()] == "]" else ", "
                    made, mark = (
                        have[: found.end()] + name + comma + have[found.end() :],
                        (found.end(), found.end() + len(name + comma)),
                    )
                else:
                    continue
            else:
                continue
            parts = [*text.parts]
            parts[part] = body[:start] + made + body[end:]
            low, high = start + mark[0], start + mark[1]
            values = ["yes", "no"] if kind == "equipment" else [made[mark[0] : mark[1]], ""]
            yield Text(text.clause, *parts, text.rounds), part, low, high, values


def deletions(text: Text) -> Iterator[tuple[int, int, int]]:
    """(part, start, end) of entries of maps and lists that can be left out."""
    for part in (1, 2):
        body = text.parts[part]
        if not body:
            continue
        lines = body.splitlines(keepends=True) if part == 2 and text.rounds else [body]
        at = 0
        for line in lines:
            waiting = [yaml.compose(line, Loader=yaml.CSafeLoader)]
            while waiting:
                node = waiting.pop(0)
                entries: list[tuple[int, int]] = []
                if isinstance(node, yaml.MappingNode):
                    entries = [(k.start_mark.index, v.end_mark.index) for k, v in node.value]
                    waiting = [*(v for _, v in node.value), *waiting]
                elif isinstance(node, yaml.SequenceNode):
                    entries = [(one.start_mark.index, one.end_mark.index) for one in node.value]
                    waiting = [*node.value, *waiting]
                for number, (start, end) in enumerate(entries):
                    if re.match(r"(game|number|name|pits|tables)\b", line[start:end]) or not line[start:end].strip():
                        continue
                    if number:
                        start = entries[number - 1][1]
                    elif len(entries) > 1:
                        end = entries[1][0]
                    yield part, at + start, at + end
            at += len(line)


TWO = (  # two rows of one round: of two players, of two hands of one seat, of two seats of one player
    ("seat: 1, player: a", "seat: 2, player: b"),
    ("seat: 1, player: a, hand: 1", "seat: 1, player: a, hand: 2"),
    ("seat: 1, player: a", "seat: 2, player: a"),
)


def doubled(text: Text) -> Iterator[Text]:
    """A record of one row, with a second row that is like it except for its place."""
    if text.rounds and len(text.body.splitlines()) == 1 and not re.search(r"\b(seat|player|hand|round):", text.body):
        row = text.body.strip()[1:]
        for first, second in TWO:
            yield replace(text, body=f"{{{first}, {row}\n{{{second}, {row}\n")


def _tables_in(node: Any) -> Iterator[tuple[int, int]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == "tables" and isinstance(value, yaml.SequenceNode):
                yield from ((one.start_mark.index, one.end_mark.index) for one in value.value)
            else:
                yield from _tables_in(value)
    elif isinstance(node, yaml.SequenceNode):
        for one in node.value:
            yield from _tables_in(one)


def values_of_field(game: str, name: str, hints: tuple[str, ...], quoted: bool) -> list[str]:
    declared = rules().original.core.fields[name]
    made = [str(v.value) for v in getattr(declared.type, "values", ())]
    kind = declared.type.kind
    made += {"flag": ["true", "false"], "count": ["0", "1", "2", "3"], "number": ["0", "1"], "money": ["0", "10"]}.get(
        kind, []
    )
    made += [hint for hint in hints if re.fullmatch(r"[a-z]\w+", hint)] if kind in ("name", "text") and not made else []
    made += [one.strip('"') for one in pool(game).get((name,), ())]
    made = [*dict.fromkeys(made)][:12]
    return [f'"{one}"' if quoted and not re.fullmatch(r"\d+|true|false", one) else one for one in made]


# ---- search


class Search:
    """Cases of a section that notice mutants."""

    def __init__(self, deadline: float = float("inf")) -> None:
        self.places: dict[Any, tuple[list[Place], Iterator[Place]]] = {}
        self.chosen: list[tuple[Place, str, str, list[Mutant]]] = []
        self.valid: dict[Any, bool] = {}

    def places_of(self, clause: str, hints: tuple[str, ...], kind: str) -> Iterator[Place]:
        """Those of the clause, judged as they are asked for."""
        key = clause, hints, kind
        if key not in self.places:
            self.places[key] = ([], self._places(clause, hints, kind))
        known, more = self.places[key]
        yield from known
        for place in more:
            known.append(place)
            yield place

    def _places(self, clause: str, hints: tuple[str, ...], kind: str) -> Iterator[Place]:
        cases: list[AnyCase] = [*kill.cases_on_filings().get(clause, ()), *kill.cases_on_rounds().get(clause, ())]
        cases = cases if len(cases) <= 6 else [*cases[:2], *Random(4).sample(cases[2:], 4)]
        texts = {text.parts: text for case in cases for text in texts_of(case)}
        if kind == "scope":
            for text in [*texts.values()]:
                for two in doubled(text):
                    yield from self._values(two, hints, named=True)
        order = (
            [self._values, self._entries]
            if kind in ("number", "operator", "mode", "date", "cell")
            else [self._entries, self._values]
        )
        for several in order:
            for text in texts.values():
                yield from several(text, hints)
        for text in texts.values():  # two changes: a fact less, and another value
            for part, start, end in deletions(text):
                if part == 2:
                    parts = [*text.parts]
                    parts[2] = parts[2][:start] + parts[2][end:]
                    yield from self._values(Text(text.clause, *parts, text.rounds), hints, rows=True)

    def _values(self, text: Text, hints: tuple[str, ...], rows: bool = False, named: bool = False) -> Iterator[Place]:
        """One value in place of another; where asked, in the rows, or of a fact that the rule names."""
        for part, keys, start, end in scalars(text):
            if (part == 2 or not rows) and (not named or keys[-1] in hints):
                old = text.parts[part][start:end]
                if some := candidates(text, part, keys, old, hints):
                    yield self._judged(Place(text, part, start, end), [old, *some])

    def _entries(self, text: Text, hints: tuple[str, ...]) -> Iterator[Place]:
        """A fact or an offer more, or one less."""
        for skeleton, part, start, end, values in skeletons(text, text.clause):
            yield self._judged(Place(skeleton, part, start, end), values)
        for part, start, end in deletions(text):
            if not {"|", "]"} & {*text.parts[part][start:end]}:
                yield self._judged(Place(text, part, start, end), [text.parts[part][start:end], ""])
        game = rules().original.clauses[text.clause].game or ""
        for part, at, opening, keys in insertions(text, tuple(sorted(_facts_of(text.clause)))):
            values = values_of_field(game, keys[0], hints, False)
            yield self._judged(Place(text, part, at, at), ["", *(opening + value for value in values)])

    def _judged(self, place: Place, values: list[str]) -> Place:
        rulings = original()
        for value in values:
            text = place.filled(value)
            try:
                place.found[value] = class_of(rulings.of(text.clause, text))
            except Exception:  # noqa: BLE001 - not a text that can be judged
                place.found[value] = ""
            if place.found[value] == "not applicable" and text.rounds and _rows(text) is None:
                place.found[value] = ""
            if not text.rounds and _filing(text.body) is None:
                place.found[value] = ""
        return place

    def notice(self, mutant: Mutant, made: Recompiled, hints: tuple[str, ...]) -> bool:
        rulings, ends = Rulings(made), time.process_time() + SECONDS
        spare: Any = None  # a pair of which the first lacks evidence
        for place, first, second, known in self.chosen:
            if self._differs(rulings, place, first) or self._differs(rulings, place, second):
                known.append(mutant)
                return True
        for clause in _clauses(mutant, made, rulings):
            for place in self.places_of(clause, hints, mutant.kind):
                if time.process_time() > ends:
                    return self._take(spare)
                fine = sorted(
                    (v for v, c in place.found.items() if c in FINE), key=lambda v: FINE.index(place.found[v])
                )
                breach = [v for v, c in place.found.items() if c in BREACH]
                if not fine or not breach:
                    continue
                for value in (*breach, *fine):
                    if time.process_time() > ends:
                        break
                    if self._differs(rulings, place, value):
                        others = breach if value in fine else fine
                        others = sorted(others, key=lambda v: (*FINE, *BREACH).index(place.found[v]))
                        for other in others[:4]:
                            first, second = (value, other) if value in fine else (other, value)
                            if spare and place.found[first] == "needs evidence":
                                continue
                            if self._sound(place, first, second):
                                if place.found[first] != "needs evidence":
                                    self.chosen.append((place, first, second, [mutant]))
                                    return True
                                spare = spare or (place, first, second, [mutant])
                                break
        return self._take(spare)

    def _take(self, spare: Any) -> bool:
        if spare:
            self.chosen.append(spare)
        return bool(spare)

    def _differs(self, rulings: Rulings, place: Place, value: str) -> bool:
        text = place.filled(value)
        if not text.rounds and text.clause not in rulings.made.changed:
            return False
        try:
            return class_of(rulings.of(text.clause, text)) != place.found[value]
        except Exception:  # noqa: BLE001 - a mutant that cannot be judged is noticed otherwise
            return False

    def _sound(self, place: Place, first: str, second: str) -> bool:
        """Whether the real audit finds the case as it is; a first record may breach nothing else."""
        key = place.text.parts, place.start, first, second
        if key not in self.valid:
            case = place.case(first, second)
            if isinstance(case, RoundCase):
                rows = len(case.round.splitlines())
                self.valid[key] = any(not _faults(replace(case, at=at)) for at in range(1, rows + 1))
            else:
                self.valid[key] = bool(_where(case))
        return self.valid[key]


def _faults(case: RoundCase) -> list[str]:
    try:
        return faults_of(case)
    except AssertionError:
        return ["not read"]


def _where(case: Case) -> str:
    """The place of the finding; empty if there is none, or if the first filing is not as stated."""
    with TemporaryDirectory() as folder:
        try:
            lawful = rule_cases.verdicts_of(case, 1, Path(folder))
            if not rule_cases.as_stated(case.first, lawful) or "open" in lawful:
                return ""
            found = rule_cases.reported(rule_cases.judged(case, 2, Path(folder)), case.clause)
        except AssertionError:
            return ""
    return next((one.removeprefix(f"{case.verdict} ") for one in found if one.startswith(case.verdict)), "")


@cache
def _facts_of(clause: str) -> frozenset[str]:
    book = rules().original.core
    known = book.clauses and rules().original.clauses[clause]
    exprs = [e for v in known.versions for r in v.readings for e in core.expressions(r.duty)]
    found = {getattr(one, "name", "") for one in query.through_terms(book, *exprs)}
    return frozenset(name for name in found if isinstance(name, str) and name in book.fields)


@cache
def _offers_in(clause: str) -> frozenset[tuple[str, str]]:
    book = rules().original.core
    known = rules().original.clauses[clause]
    exprs = [e for v in known.versions for r in v.readings for e in core.expressions(r.duty)]
    found = query.through_terms(book, *exprs)
    return frozenset((one.name, str(one.kind)) for one in found if isinstance(one, core.Offered))


def _clauses(mutant: Mutant, made: Recompiled, rulings: Rulings) -> Iterator[str]:
    """The clauses whose verdict may differ, of those that have cases."""
    old = rules().original.clauses
    filings, rounds = kill.cases_on_filings(), kill.cases_on_rounds()
    for id in made.changed:
        if id in old and (id in filings or id in rounds):
            yield id
    section = rules().sections.get(mutant.file)
    here = [book[id] for id in made.changed for book in (old, rulings.settlements.clauses) if id in book]
    if any(map(influences, here)):
        for id in (id for id in rounds if section_of(id) == section and id not in made.changed):
            if rulings.settlements.relevant_in(old[id].game or "").depends(id, made.changed):
                yield id


def hints_of(mutant: Mutant) -> tuple[str, ...]:
    """The words and figures of the mutated line and of the change."""
    text = rules().texts[mutant.file].splitlines()
    lines = [text[mutant.line - 1 + step] for step in (0, 1) if mutant.line - 1 + step < len(text)]
    words = re.findall(
        r"\d{4}-\d\d-\d\d|\d+(?:\.\d+)?|[a-z]\w+", re.sub(r'"[^"]*"', "", " ".join([*lines, mutant.new]))
    )
    return tuple(dict.fromkeys(words))


def made_of(mutant: Mutant) -> Recompiled:
    base = rules()
    text, whole = mutant.applied(base.texts[mutant.file]), base.original.trees[mutant.file]
    parsed = (
        parse(text, mutant.file) if "\n" in mutant.old + mutant.new else reparsed(text, mutant.file, whole, mutant.line)
    )
    return Recompiled(base.original, parsed.tree)


@dataclass(frozen=True)
class Found:
    """A case that notices mutants: both values in their place, the verdicts on them, and where the finding is."""

    text: Text
    first: str
    second: str
    at: str
    noticed: tuple[Mutant, ...]


def search(some: list[Mutant]) -> tuple[list[Found], list[Mutant]]:
    """Cases that notice mutants, and the mutants for which none is found."""
    kill.warm()
    searching = Search()
    left = [mutant for mutant in some if not searching.notice(mutant, made_of(mutant), hints_of(mutant))]
    found = []
    for place, first, second, noticed in searching.chosen:
        case = place.case(first, second)
        if isinstance(case, RoundCase):
            at = str(next(n for n in range(1, len(case.round.splitlines()) + 1) if not _faults(replace(case, at=n))))
        else:
            at = _where(case)
        found.append(Found(place.barred(first, second), place.found[first], place.found[second], at, tuple(noticed)))
    return found, left


def question(number: int, found: Found) -> str:
    """A case without its verdicts."""
    lines = [f"table: {found.text.table}"] * found.text.rounds + found.text.body.splitlines()
    return "\n".join(
        [f"## {number}: {found.text.clause}, as of {found.text.day}", "", *(f"    {line}" for line in lines), ""]
    )


def main(*sections: str) -> int:
    for section in sections:
        file = next(file for file in rules().texts if file.endswith(f"/{section.replace(':', '-')}.rules"))
        survivors = [one.mutant for one in kept(file).values() if one.by == kill.SURVIVED]
        found, left = search(survivors)
        print(*(question(number, one) for number, one in enumerate(found, 1)), sep="\n")
        print(
            f"{section}: {len(found)} questions on {len(survivors) - len(left)} of {len(survivors)} survivors",
            file=sys.stderr,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
