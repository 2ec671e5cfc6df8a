"""Steps on a table as edits of the documents of its filing: a place, what is written there, and what should be.

An edit is made where the fact is written if that place is the table's own, or if every table that reads the place takes the same
step; otherwise the table gets an entry of its own, which prevails over defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction

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
    kind: str  # safe: raises figures to a floor and adds nothing to represent; choice: drops, adds or restates something
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
    for step in steps:
        sharers = [t for t in filing.tables if t.game == tables[0].game]
        for table in tables:
            for edit in _of_step(written, table, step, names, vocabulary):
                made = [edit]
                if edit.place[: len(table.path)] != table.path:
                    same = [t for t in sharers if _reads(written, t, step, edit.place, names, vocabulary)]
                    if not all(t in tables or asks(t, step) for t in same):
                        made = list(_overriding(written, table, step, edit, vocabulary))
                for each in made:
                    found.setdefault(each.place, each)
    return tuple(found.values())


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
                holder[last:last + 1] = [deepcopy(edit.new)]
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
    written: Written, table: FiledTable, step: Step, place: Path, names: Sequence[str], vocabulary: Vocabulary
) -> bool:
    """Whether the fact of a step is written for another table at the same place."""
    return any(e.place == place for e in _of_step(written, table, step, names, vocabulary))


def _of_step(
    written: Written, table: FiledTable, step: Step, names: Sequence[str], vocabulary: Vocabulary
) -> Iterator[Edit]:
    """The edits of a step where its fact is written."""
    sheet = names[int(table.path[0])].endswith(".csv")
    if isinstance(step, Set) and step.values:  # the edit states one of the lawful values
        of = vocabulary.fields[step.fact[2] if step.fact[0] == "offers" else step.fact[0]].type
        step = replace(step, to=show_named(step.values[0], of, vocabulary))
    said = words((step,))

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
        case Provide((_, name)):
            kind = vocabulary.names[name].kind
            key = f"{kind}s" if kind != "variation" else "variation"
            place = written(table, ("offers", name))
            place = place if place[-1] == key else (*table.path, key)
            listed = written.at(place)
            more = {**listed, name: {}} if isinstance(listed, dict) else [*_listed(listed), name]
            yield edit(place, more)
        case Set(fact, _, _, (value, *_)):
            place = _beyond(written, table, fact)
            yield edit(place, _entered(written.at(place), value, of))
        case Pay(wager, rows):
            payouts = next((own.get("payouts") for f in table.variants if (own := offers_of(f).get(wager))), None)
            kind = SAFE if is_safe(step, payouts) else CHOICE
            for row, law in rows:
                place = _beyond(written, table, ("offers", wager, "payouts", row))
                yield edit(place, None if law is None else show(law), kind)


def _beyond(written: Written, table: FiledTable, fact: tuple[str, ...]) -> Path:
    """Where a fact is written, or where it would be."""
    for end in range(len(fact), 0, -1):
        place = written(table, fact[:end])
        value = written.at(place)
        if end == len(fact) and (len(fact) == 1 or place != written(table, fact[:-1])) and value is not None and place != table.path:
            return place
        if end < len(fact) and isinstance(value, dict) and place != table.path:
            rest = fact[end:]
            if fact[0] == "offers" and end == 2 and rest[0] == "payouts" and "pays" in value and "payouts" not in value:
                rest = ("pays", *rest[1:])
            return (*place, *rest)
        if end == 3 and place[-1] in ("pays", "payouts") and value is not None and not isinstance(value, dict):
            return place  # one figure, for the only outcome
        if end < len(fact) and isinstance(value, str) and end == 2:  # an offer that is only named
            return (*place, *fact[end:])
    return (*table.path, *fact)


def _overriding(
    written: Written, table: FiledTable, step: Step, edit: Edit, vocabulary: Vocabulary
) -> Iterator[Edit]:
    """The edits at the table itself: its own payouts, or the whole entry of the default, with the change."""
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
            return
    fact = _fact(step)
    key = fact[0]
    if key == "offers":
        known = vocabulary.names.get(fact[1])
        key = {"option": "options", "variation": "variation"}.get(known.kind if known else "", "wagers")
    default = written.paths.get(("defaults", table.game, key))
    if default is None or edit.place[: len(default)] != default:
        yield edit
        return
    inside = replace(edit, place=(0, *edit.place[len(default) :]))
    whole = edit.new if edit.place == default else edited([written.at(default)], [inside])[0]
    yield replace(edit, place=(*table.path, key), old=None, new=whole)


def _fact(step: Step) -> tuple[str, ...]:
    match step:
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
