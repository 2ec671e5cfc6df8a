"""The events that a filing declares, and the changes that a comparison with the previous filing shows.

>>> lead_minutes("30 minutes"), lead_minutes("2 days"), lead_minutes("soon")
(30, 2880, None)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction

from pitboss.checker.filing.facts import Numbers
from pitboss.checker.filing.field_reader import FieldReader
from pitboss.checker.filing.model import Event, FiledTable, Filing, Path
from pitboss.checker.filing.scalar_values import YES_NO, shown
from pitboss.checker.filing.statements import ANY, TEXT, StatementReader
from pitboss.checker.filing.vocabulary import Type
from pitboss.checker.runtime.operations import Facts, offers_of
from pitboss.grammar.quick_start import regex

EVENT_KINDS = {
    "start": "start", "withdrawal": "withdrawal", "change": "change", "increase": "increase", "decrease": "decrease",
    "offered": "start", "withdrawn": "withdrawal", "changed": "change", "raised": "increase", "lowered": "decrease",
}  # fmt: skip
LEAD_TEXT = regex(r"([0-9]{1,6}) (minute|hour|day|week)s?")
MINUTES = {"minute": 1, "hour": 60, "day": 1440, "week": 10080}
EVENT_TYPES: dict[str, Type] = {
    "id": TEXT, "kind": ("one_of", tuple(EVENT_KINDS)), "subject": ANY, "on": ("moment",), "tables": ANY, "notice": ANY,
}  # fmt: skip
NOTICE_TYPES: dict[str, Type] = {"on": ("moment",), "at": ("moment",), "lead": ANY, "written": ("flag",), "to": ANY}


def lead_minutes(text: object) -> int | None:
    found = LEAD_TEXT.fullmatch(" ".join(text.lower().split())) if isinstance(text, str) else None
    return int(found[1]) * MINUTES[found[2]] if found else None


def declared_events(
    reader: FieldReader, statement_reader: StatementReader, items: Iterator[tuple[Path, object]]
) -> Iterator[Event]:
    ids: dict[str, Path] = {}
    for path, raw in items:
        entry = reader.record(raw, path, "'kind', 'subject' and 'on'", EVENT_TYPES, "kind", "subject", "on")
        subject = statement_reader.subject(entry["subject"], (*path, "subject")) if entry else None
        if not entry or not subject:
            continue
        kind, on = EVENT_KINDS[entry["kind"]], entry["on"]
        given = entry.get("id")
        if given in ids:
            message = f"two events have the id {shown(given)}"
            reader.fault("E206", message, (*path, "id"), "", False, ("the first", ids[given]))
        name = given or unused(f"{kind} of {subject} on {on}", ids)
        ids.setdefault(name, path)
        where = Numbers()
        if "tables" in entry:
            where = statement_reader.everything(statement_reader.selected(entry["tables"], (*path, "tables")))
        notice = notice_facts(reader, entry.get("notice"), on, (*path, "notice"))
        facts = {"kind": kind, "subject": subject, "on": on, "tables": where, "notice": notice}
        yield Event(name, facts, path)


def unused(name: str, ids: Mapping[str, Path]) -> str:
    """The id of an event that has none: its subject and kind, with a number if an earlier event has that name."""
    made, number = name, 2
    while made in ids:
        made, number = f"{name} ({number})", number + 1
    return made


def notice_facts(reader: FieldReader, raw: object, on: str, path: Path) -> object:
    """The notice of an event: None if the filing does not mention one, False if none was given, else its facts."""
    answer = YES_NO.get(raw.lower()) if isinstance(raw, str) else raw
    if raw is None or answer is False:
        return answer
    if answer is True:
        return {}
    if not isinstance(raw, dict):
        reader.misfit_container(raw, "no, or a mapping with 'on', 'lead', 'written' and 'to'", path)
        return None
    entry = reader.record(raw, path, "'on', 'lead', 'written' and 'to'", NOTICE_TYPES) or {}
    facts: Facts = {}
    if entry.get("lead") is not None:
        facts["lead_minutes"] = lead_minutes(entry["lead"])
        if facts["lead_minutes"] is None:
            message = f"{shown(entry['lead'])} is not a length of time"
            reader.fault("E205", message, (*path, "lead"), 'write it as "30 minutes" or "2 days"')
    recorded = minutes_between(entry.get("at") or entry.get("on"), on)
    if recorded is not None:  # a recorded time takes precedence over a stated lead
        facts["lead_minutes"] = recorded
    if entry.get("written") is not None:
        facts["written"] = entry["written"]
    if entry.get("to") is not None:
        to, at = entry["to"], (*path, "to")
        listed = [(name, (*at, i)) for i, name in enumerate(to)] if isinstance(to, list) else [(to, at)]
        names = [reader.value(name, ("name",), where) for name, where in listed]
        facts["to"] = tuple(name for name in names if name)
    return {key: value for key, value in facts.items() if value is not None}


def minutes_between(earlier: str | None, later: str) -> int | None:
    """The length of time from one to the other. Two moments give it exactly; two days leave it open by up to a day."""
    if earlier is None or "T" not in earlier or "T" not in later:
        return None
    times = datetime.fromisoformat(earlier), datetime.fromisoformat(later)
    if (times[0].tzinfo is None) != (times[1].tzinfo is None):
        return None
    return int((times[1] - times[0]).total_seconds() // 60)


# ---- against the previous filing


def differences(
    old: Filing,
    new: Filing,
    declared_kinds: Mapping[str, tuple[str, ...]] | None = None,
    unread: tuple[bool, bool] = (False, False),
) -> tuple[Event, ...]:
    """The changes in the new filing that it does not declare: one event for all tables with the same subject and kind.

    A change can often be named in several ways. `declared_kinds` is `Vocabulary.events`, and the law's own name is
    used.
    Changed payouts of an offer are a change of `payouts of NAME`, or of NAME if that is what requires a notice.
    `unread`: whether a file or a column of each could not be read. What an error may hide is neither new nor gone.
    """
    before = {table.number: table for table in old.tables}
    after = {table.number: table for table in new.tables}
    hidden_before, hidden_now = _Hidden(old, unread[0]), _Hidden(new, unread[1])
    found: dict[tuple[str, str], dict[str, Path]] = {}
    for number in {**after, **before}:
        was, now = before.get(number), after.get(number)
        hidden = {"start": hidden_before.offer_of(was), "withdrawal": hidden_now.offer_of(now)}
        for ways, place in table_changes(was, now):
            if len(place) == 2 and hidden[ways[0][1]]:
                continue
            named = [way for way in ways if way[1] in (declared_kinds or {}).get(way[0], ())] or ways[:1]
            path = new.written(now, place) if now or not was else new.written(None, ("pits", was.pit))
            for way in named:
                found.setdefault(way, {}).setdefault(number, path)
    ids = {event.id: event.path for event in new.events}
    events = []
    for (subject, kind), where in found.items():
        declared = [e.tables for e in new.events if (e.facts["subject"], e.facts["kind"]) == (subject, kind)]
        left = {number: path for number, path in where.items() if not any(number in tables for tables in declared)}
        if left:
            name = unused(f"{kind} of {subject} against the previous filing", ids)
            path = ids[name] = next(iter(left.values()))
            facts: Facts = {
                "kind": kind,
                "subject": subject,
                "on": new.effective,
                "tables": Numbers(left),
                "notice": None,
            }
            events.append(Event(name, facts, path))
    return tuple(events)


class _Hidden:
    """What errors of a filing may hide. `unread`: a file or a column could not be read, and may have anything."""

    def __init__(self, filing: Filing, unread: bool) -> None:
        faults = [path for _, path in filing.faults]
        rows = {table.path for table in filing.tables}
        listed = [path for path in faults if path[1:2] in ((), ("pits",)) or not isinstance(path[1], str)]
        self.everything = unread
        self.entries = {start for path in faults for start in _starts(path)}  # that have an error, or contain one
        self.tables = filing.not_read > 0 or any(rows.isdisjoint(_starts(path)) for path in listed)

    def offer_of(self, table: FiledTable | None) -> bool:
        """Whether an offer of the table may be hidden; without one, whether a table may be."""
        if self.everything or table is None:
            return self.everything or self.tables
        return table.path in self.entries or table.defaults in self.entries


def _starts(path: Path) -> Iterator[Path]:
    return (path[:length] for length in range(1, len(path) + 1))


def table_changes(
    was: FiledTable | None, now: FiledTable | None
) -> Iterator[tuple[list[tuple[str, str]], tuple[str, ...]]]:
    """Yield the names of each change, as (subject, kind), and its place in the facts."""
    old_offers, new_offers = offered_fields(was), offered_fields(now)
    for name in sorted(new_offers.keys() - old_offers.keys()):
        yield [(name, "start")], ("offers", name)
    for name in sorted(old_offers.keys() - new_offers.keys()):
        yield [(name, "withdrawal")], ("offers", name)
    for name in sorted(new_offers.keys() & old_offers.keys()):
        for field in sorted(new_offers[name].keys() & old_offers[name].keys()):
            a, b = old_offers[name][field], new_offers[name][field]
            if a != b and field not in ("paytable", "payout_stakes"):
                kinds = dict.fromkeys((*changed_kinds(a, b), "change"))
                yield [(s, k) for s in (f"{field} of {name}", name) for k in kinds], ("offers", name, field)
    if was and now:
        old_fields, new_fields = own_fields(was), own_fields(now)
        for field in sorted(new_fields.keys() & old_fields.keys()):
            a, b = old_fields[field], new_fields[field]
            if a != b:
                yield [(field, kind) for kind in ["change", *changed_kinds(a, b)]], (field,)


FACTS_OF_FLOOR = (
    "offers",
    "equipment",
    "at_once",
    "part",
    "closed",
    "posted",
    "attested",
    "approved",
    "licensee_offers",
    "pit_offers",
)


def own_fields(table: FiledTable) -> dict[str, list[object]]:
    """Every value in use of each field of the table itself."""
    return values_in_use([{k: v for k, v in facts.items() if k not in FACTS_OF_FLOOR} for facts in table.variants])


def offered_fields(table: FiledTable | None) -> dict[str, dict[str, list[object]]]:
    variants = table.variants if table else ()
    names = dict.fromkeys(name for facts in variants for name in offers_of(facts))
    return {name: values_in_use([offers_of(facts)[name] for facts in variants]) for name in names}


def values_in_use(many: list[Facts]) -> dict[str, list[object]]:
    found: dict[str, list[object]] = {}
    for facts in many:
        for field, value in facts.items():
            known = found.setdefault(field, [])
            if value not in known:
                known.append(value)
    return found


def changed_kinds(was: list[object], now: list[object]) -> list[str]:
    """The kinds of a change: always "change"; also a raise or a reduction if the values can be compared."""
    before, after = _numbers(was), _numbers(now)
    if len(before) < len(was) or len(after) < len(now):
        return ["change"]
    if (max(after), min(after)) == (max(before), min(before)):
        return ["change"]
    return ["increase" if (max(after), min(after)) > (max(before), min(before)) else "decrease", "change"]


def _numbers(values: list[object]) -> list[int | Fraction]:
    return [value for value in values if isinstance(value, int | Fraction) and type(value) in (int, Fraction)]
