"""Steps on a table as edits of the documents of its filing: a place, what is written there, and what should be.

An edit is made where the fact is written if that place is the table's own, or if every table that reads the place takes the same
step; otherwise the table gets an entry of its own, which prevails over defaults. What is added to one list is one edit, with its figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from pitboss.checker.filing.locate import Written
from pitboss.checker.filing.model import FiledTable, Filing, Path
from pitboss.checker.filing.typed_values import as_named
from pitboss.checker.filing.vocabulary import Type, Vocabulary
from pitboss.checker.findings.fact_text import element_type, show, show_named
from pitboss.checker.runtime.cures import Act, Pay, Provide, Set, Step, Withdraw, words
from pitboss.checker.runtime.operations import offers_of

SAFE, CHOICE = "safe", "choice"
LISTS = ("wagers", "options", "variation")


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a filing. It never touches attestations, approvals, events, documents or statements."""

    place: Path  # index of the document, then keys and indices; of a new entry, where it will be
    old: object  # None: not written there
    new: object  # None: the entry is removed
    kind: (
        str  # safe: raises figures to a floor and adds nothing to represent; choice: drops, adds or restates something
    )
    words: str  # "withdraw the streak wager"


def edits(
    filing: Filing, tables: Sequence[FiledTable], steps: Sequence[Step], names: Sequence[str], vocabulary: Vocabulary,
    asks: Callable[[FiledTable, Step], bool] = lambda table, step: False,
) -> tuple[Edit, ...]:  # fmt: skip
    """The edits of the documents, whose file names are given, by which these tables take the steps. `asks`: whether another
    table asks for a step too, so that it may be taken where both read it.
    """
    written = filing.written
    assert isinstance(written, Written)
    found: dict[Path, Edit] = {}
    instead: dict[Path, tuple[Path, list[Edit]]] = {}  # where a table gets its own entry → the default, and its edits
    for step in _merged(steps, vocabulary):
        sharers = [t for t in filing.tables if t.game == tables[0].game]
        for table in tables:
            for edit in _of_step(written, table, step, names, vocabulary):
                made = [edit]
                if edit.place[: len(table.path)] != table.path:
                    same = [t for t in sharers if _reads(written, t, step, edit.place, names, vocabulary)]
                    if not all(t in tables or all(asks(t, one) for one in _parts(step)) for t in same):
                        made = list(_own_payouts(written, table, step, edit))
                        home, default = _home(written, table, step, edit, vocabulary)
                        if not made and home:
                            instead.setdefault(home, (default, []))[1].append(
                                replace(edit, place=(0, *edit.place[len(default) :]))
                            )
                            continue
                        made = made or [edit]
                for each in made:
                    found.setdefault(each.place, each)
    for home, (default, inside) in instead.items():
        whole = edited([written.at(default)], inside)[0]
        kind = SAFE if all(edit.kind == SAFE for edit in inside) else CHOICE
        found[home] = Edit(home, None, whole, kind, "; ".join(dict.fromkeys(edit.words for edit in inside)))
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Addition:
    """Offers that one list of a table gets, with what is filed of each."""

    key: str  # wagers
    offers: tuple[tuple[Provide, tuple[Set | Pay, ...]], ...]


def _merged(steps: Sequence[Step], vocabulary: Vocabulary) -> Iterator[Step | _Addition]:
    """The steps, those that add to one list as one."""
    added: dict[str, list[Provide]] = {}
    for step in steps:
        if isinstance(step, Provide) and step.fact[0] == "offers":
            kind = vocabulary.names[step.fact[1]].kind
            added.setdefault(kind if kind == "variation" else f"{kind}s", []).append(step)
    within: dict[str, list[Set | Pay]] = {step.fact[1]: [] for some in added.values() for step in some}
    for step in steps:
        if isinstance(step, Set | Pay) and (offer := _fact(step)[1:2]) and offer[0] in within:
            within[offer[0]].append(step)
        elif not (isinstance(step, Provide) and step.fact[0] == "offers"):
            yield step
    for key, some in added.items():
        yield _Addition(key, tuple((step, tuple(within[step.fact[1]])) for step in some))


def _parts(step: Step | _Addition) -> tuple[Step, ...]:
    """The steps for which another table must ask, so that an edit may be made where both read it."""
    return tuple(provide for provide, _ in step.offers) if isinstance(step, _Addition) else (step,)


def edited(documents: Sequence[object], some: Iterable[Edit]) -> list[object]:
    """Copies of the documents' data with the edits; removals last and from the end, so that indices stay true.

    What YAML shares through aliases is copied apart: an edit is of one place.
    """
    made = [_apart(document) for document in documents]
    order = sorted(some, key=lambda e: (e.new is None, [-s if isinstance(s, int) else 0 for s in e.place]))
    for edit in order:
        *way, last = edit.place
        holder: object = made
        for step in way:
            if isinstance(holder, dict):
                holder = holder.setdefault(step, {})
            elif isinstance(holder, list) and isinstance(step, int):
                holder = holder[step]
        if isinstance(holder, dict):
            if edit.new is None:
                holder.pop(last, None)
            else:
                holder[last] = deepcopy(edit.new)
        elif isinstance(holder, list) and isinstance(last, int):
            if edit.new is None:
                del holder[last]
            else:
                holder[last : last + 1] = [deepcopy(edit.new)]
    return made


def value_at(data: object, steps: Path) -> object:
    """The value at a path of plain data; None if there is none."""
    for step in steps:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


def _apart(data: object) -> object:
    if isinstance(data, dict):
        return {key: _apart(value) for key, value in data.items()}
    return [_apart(item) for item in data] if isinstance(data, list) else data


def is_safe(step: Step, payouts: object) -> bool:
    """Whether a step only raises payouts that are filed."""
    if not isinstance(step, Pay) or not isinstance(payouts, dict):
        return False
    return all(
        law is not None and isinstance(known := payouts.get(row), tuple) and known[0] == law[0] and known[1] < law[1]
        for row, law in step.rows
    )


def _reads(
    written: Written,
    table: FiledTable,
    step: Step | _Addition,
    place: Path,
    names: Sequence[str],
    vocabulary: Vocabulary,
) -> bool:
    """Whether the fact of a step is written for another table at the same place."""
    return any(e.place == place for e in _of_step(written, table, step, names, vocabulary))


def _of_step(
    written: Written, table: FiledTable, step: Step | _Addition, names: Sequence[str], vocabulary: Vocabulary
) -> Iterator[Edit]:
    """The edits of a step where its fact is written."""
    sheet = names[int(table.path[0])].endswith(".csv")
    said = _said(step, vocabulary)

    def edit(place: Path, new: object, kind: str = CHOICE) -> Edit:
        cell = sheet and place[: len(table.path)] == table.path
        return Edit(place, written.at(place), _cell(new) if cell else new, kind, said)

    match step:
        case Withdraw(offer):
            place = written(table, ("offers", offer))
            cell = place[: len(table.path) + 1]
            listed = written.at(cell)
            if sheet and place[: len(table.path)] == table.path and isinstance(listed, str):  # a cell lists its offers
                rest = [each for each in listed.split(";") if as_named(each.strip()) != offer]
                yield edit(cell, [each.strip() for each in rest])
            elif written.at(place) is not None and place[-1] not in LISTS or place[-1] == "variation":
                yield edit(place, None)
        case Provide(("equipment", name)):
            yield edit(_beyond(written, table, ("equipment", name)), True)
        case _Addition(key, offers):
            place = written(table, ("offers", offers[0][0].fact[1]))
            place = place if place[-1] == key else (*table.path, key)
            listed = written.at(place)
            entries = {provide.fact[1]: _entry(more, vocabulary) for provide, more in offers}
            if sheet and any(entries.values()):
                return  # a cell lists offers without figures
            if isinstance(listed, dict) or listed is None and any(entries.values()):
                yield edit(place, {**(listed or {}), **entries})
            else:
                word = key.removesuffix("s")
                yield edit(
                    place,
                    [*_listed(listed), *({word: name, **entry} if entry else name for name, entry in entries.items())],
                )
        case Set(fact, _, _, (value, *_)):
            place = _beyond(written, table, fact)
            yield edit(place, _entered(written.at(place), value, _type(step, vocabulary)))
        case Pay(wager, rows):
            payouts = next((own.get("payouts") for f in table.variants if (own := offers_of(f).get(wager))), None)
            kind = SAFE if is_safe(step, payouts) else CHOICE
            for row, law in rows:
                place = _beyond(written, table, ("offers", wager, "payouts", row))
                yield edit(place, None if law is None else show(law), kind)
        case Provide() | Set() | Act():
            return  # offers are added together, and the rest is for people
        case _:
            assert_never(step)


def _beyond(written: Written, table: FiledTable, fact: tuple[str, ...]) -> Path:
    """Where a fact is written, or where it would be."""
    for end in range(len(fact), 0, -1):
        place = written(table, fact[:end])
        value = written.at(place)
        if (
            end == len(fact)
            and (len(fact) == 1 or place != written(table, fact[:-1]))
            and value is not None
            and place != table.path
        ):
            return place
        there = end < 3 or place != written(
            table, fact[: end - 1]
        )  # else it is the offer, which does not state the field
        if end < len(fact) and isinstance(value, dict) and place != table.path and there:
            rest = fact[end:]
            if fact[0] == "offers" and end == 2 and rest[0] == "payouts" and "pays" in value and "payouts" not in value:
                rest = ("pays", *rest[1:])
            return (*place, *rest)
        if end == 3 and place[-1] in ("pays", "payouts") and value is not None and not isinstance(value, dict):
            return place  # one figure, for the only outcome
        if end < len(fact) and isinstance(value, str) and end == 2:  # an offer that is only named
            return (*place, *fact[end:])
    return (*table.path, *fact)


def _said(step: Step | _Addition, vocabulary: Vocabulary) -> str:
    if isinstance(step, _Addition):
        return "; ".join(_said(one, vocabulary) for provide, more in step.offers for one in (provide, *more))
    if isinstance(step, Set) and step.values:  # the edit states one of the lawful values
        step = replace(step, to=show_named(step.values[0], _type(step, vocabulary), vocabulary))
    return words((step,))


def _type(step: Set, vocabulary: Vocabulary) -> Type:
    return vocabulary.fields[step.fact[2] if step.fact[0] == "offers" else step.fact[0]].type


def _entry(steps: Iterable[Set | Pay], vocabulary: Vocabulary) -> dict[str, object]:
    """What is filed of an offer that is added."""
    entry: dict[str, object] = {}
    for step in steps:
        if isinstance(step, Pay):
            paid = {row: show(law) for row, law in step.rows if law is not None}
            entry |= {"payouts": paid} if len(paid) > 1 else {"pays": next(iter(paid.values()))} if paid else {}
        elif step.values:
            entry[step.fact[2]] = _entered(None, step.values[0], _type(step, vocabulary))
    return entry


def _own_payouts(written: Written, table: FiledTable, step: Step | _Addition, edit: Edit) -> Iterator[Edit]:
    """The edits that give a table payouts of its own in place of those of a named paytable."""
    if isinstance(step, Pay):
        offer = written(table, ("offers", step.wager))
        entry = written.at(offer)
        if offer[: len(table.path)] == table.path and isinstance(entry, dict) and "paytable" in entry:
            facts = next(own for f in table.variants if (own := offers_of(f).get(step.wager)))
            filed = facts.get("payouts")
            paid = {**(filed if isinstance(filed, dict) else {}), **dict(step.rows)}
            yield Edit((*offer, "paytable"), entry["paytable"], None, edit.kind, edit.words)
            shown = {row: show(law) for row, law in paid.items() if law}
            yield Edit((*offer, "payouts"), entry.get("payouts"), shown, edit.kind, edit.words)


def _home(
    written: Written, table: FiledTable, step: Step | _Addition, edit: Edit, vocabulary: Vocabulary
) -> tuple[Path, Path]:
    """Where the table gets an entry of its own in place of the default in which the edit is, and that default; () if it is in none."""
    fact = _fact(step)
    key = fact[0]
    if key == "offers":
        known = vocabulary.names.get(fact[1])
        key = {"option": "options", "variation": "variation"}.get(known.kind if known else "", "wagers")
    default = written.paths.get(("defaults", table.game, key))
    if default is None or edit.place[: len(default)] != default:
        return (), ()
    return (*table.path, key), default


def _fact(step: Step | _Addition) -> tuple[str, ...]:
    match step:
        case _Addition(_, offers):
            return offers[0][0].fact
        case Withdraw(name) | Pay(name):
            return ("offers", name)
        case Provide(fact) | Set(fact):
            return fact
        case Act():
            return ("",)


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else [] if value is None else [value]


def _cell(value: object) -> object:
    """A value as a cell of a CSV table."""
    if isinstance(value, list):
        return "; ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


def _entered(known: object, value: object, of: Type) -> object:
    """A value as a filing writes it, in place of another one."""
    if of[0] in ("set_of", "list_of"):
        return [_entered(None, each, element_type(of)) for each in (value if isinstance(value, tuple) else (value,))]
    if isinstance(known, dict):
        return {key: _entered(None, value, element_type(of, 2)) for key in known}
    if isinstance(value, bool):
        return value
    if of[0] in ("count", "number") and isinstance(value, int | Fraction):
        return int(value) if Fraction(value).denominator == 1 else str(float(value))
    return str(value) if of[0] == "one_of" and isinstance(value, str) else show(value, of)
