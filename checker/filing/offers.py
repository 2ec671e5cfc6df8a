"""The offers of a table: wagers and options with their paytables, variations and equipment.

>>> from pitboss.checker.filing.vocabulary import Named, Vocabulary
>>> reader = FieldReader(Vocabulary({}, {"lantern": Named("wager", "lantern", "lantern", None, "")}, {}, {}, (), {}))
>>> Offers(reader).read({"lantern": {"pays": "7 to 1"}}, (0, "wagers"), "wagers")
{'lantern': {'payouts': {'win': ('odds', 7)}}}
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.checker.filing.facts import Settled
from pitboss.checker.filing.field_reader import Choice, FieldReader, Parts
from pitboss.checker.filing.model import Path
from pitboss.checker.filing.scalar_values import an_amount, canonical, shown
from pitboss.checker.filing.typed_values import as_named, stake_part
from pitboss.checker.runtime.operations import Facts
from pitboss.grammar.quick_start import dataclass

OFFER_LISTS = {"wagers": ("wager",), "options": ("option", "variation")}  # key of a table → kinds of names in it
OWN_KEYS = ("payouts", "pays", "paytable")


@dataclass(frozen=True, slots=True)
class FiledPaytable:
    wager: str
    facts: Facts  # payouts, and selection where stated
    path: Path


class Offers:
    def __init__(self, reader: FieldReader) -> None:
        self.reader = reader
        # None: the paytable has a fault, so its content is unknown
        self.paytables: dict[str, FiledPaytable | None] = {}
        self._seen: dict[tuple[str, str], Facts] = {}

    def read(self, value: object, path: Path, key: str) -> dict[str, Facts] | None:
        """Offers by name; None if the list as a whole could not be read."""
        kinds = OFFER_LISTS[key]
        found: dict[str, Facts] = {}
        for name_path, name, raw, on_key in self._entries(value, path, kinds):
            known = self.reader.named(name, kinds, name_path, on_key)
            if known is None:
                continue
            if known in found:
                self.reader.fault("E206", f"{shown(known)} is listed twice", name_path, "remove one of the two", on_key)
            found[known] = self._once(known, raw, (*path, name_path[len(path)]), kinds[0])
        return found if isinstance(value, list | dict) else None

    def _entries(self, value: object, path: Path, kinds: tuple[str, ...]) -> Iterator[tuple[Path, object, Facts, bool]]:
        """Yield (path of the name, name, filed content, whether the name is a key)."""
        word = kinds[0]
        if isinstance(value, dict):
            for name, raw in value.items():
                yield (*path, name), name, self.reader.mapping(raw, (*path, name), f"what is offered as {name}"), True
        elif isinstance(value, list):
            for i, item in enumerate(value):
                if not isinstance(item, dict):
                    yield (*path, i), item, {}, False
                elif self.reader.has(item, (*path, i), word):
                    rest = {k: v for k, v in item.items() if k != word}
                    yield (*path, i, word), item[word], rest, False
        else:
            help = f"put it in brackets: [{value}]" if isinstance(value, str) else ""
            self.reader.misfit_container(value, f"a list of {word}s, or a mapping of them", path, help)

    def _once(self, name: str, raw: Facts, path: Path, owner: str) -> Facts:
        """The facts of an offer. Offers with equal text share one object, and so do payouts; their cache keys differ."""
        key = (name, repr(raw))
        if key in self._seen:
            return self._seen[key]
        before = len(self.reader.faults)
        facts = Settled(self._offer(name, raw, path, owner))
        if len(self.reader.faults) == before:
            self._seen[key] = facts
        return facts

    def _offer(self, name: str, raw: dict[str, object], path: Path, owner: str) -> Facts:
        reader, facts = self.reader, dict[str, object]()
        fields = reader.fields(owner, name)
        for key, value in raw.items():
            if key not in OWN_KEYS and key not in fields:
                reader.unknown_key(key, (*path, key), (*OWN_KEYS, *fields))
            elif value is not None and key not in OWN_KEYS:
                facts[key] = reader.choice(value, fields[key], (*path, key))
        if raw.get("payouts") is not None or raw.get("pays") is not None:
            facts["payouts"] = self.payouts(name, raw, path)
        if raw.get("paytable") is not None:
            self._use(name, raw, facts, path)
        if facts.get("payouts"):
            _by_stake(facts)
        if limits_cross(facts.get("minimum"), facts.get("maximum")):
            related = ("the highest", (*path, "maximum"))
            low, high = raw.get("minimum"), raw.get("maximum")
            stated = "" if isinstance(low, list | dict) or isinstance(high, list | dict) else f"{low} is above {high}: "
            help = f"{stated}correct one of the two"
            reader.fault("E215", "the lowest wager is above the highest one", (*path, "minimum"), help, False, related)
            facts["minimum"] = facts["maximum"] = None
        return {key: value for key, value in facts.items() if value is not None}

    def payouts(self, name: str, raw: dict[str, object], path: Path) -> dict[str, object] | None:
        """Payouts from `payouts: {outcome: payout}`, or from `pays:` for a single figure; for parts of the table, or
        for all of it.
        None if a row could not be read."""
        key = (name, repr((raw.get("payouts"), raw.get("pays"))))
        if key in self._seen:
            return self._seen[key]
        before = len(self.reader.faults)
        rows = self._rows(name, raw, path)
        if len(self.reader.faults) > before:
            return None
        self._seen[key] = rows
        return rows

    def _rows(self, name: str, raw: dict[str, object], path: Path) -> dict[str, object]:
        rows, single = raw.get("payouts"), raw.get("pays")
        if rows is not None and single is not None:
            related = ("the other", (*path, "payouts"))
            self.reader.fault("E206", "either 'pays' or 'payouts', not both", (*path, "pays"), "", True, related)
            return {}
        key, value = ("payouts", rows) if single is None else ("pays", single)
        read = self._listed if single is None else self._single
        if isinstance(value, dict) and (single is not None or any(isinstance(item, dict) for item in value.values())):
            return self.reader.parts(value, (*path, key), lambda item, at: read(name, item, at)) or {}
        return read(name, value, (*path, key))

    def _single(self, name: str, value: object, path: Path) -> dict[str, object]:
        payout = self.reader.value(value, ("payout",), path)
        return Settled({"win": payout} if payout else {})

    def _listed(self, name: str, rows: object, path: Path) -> dict[str, object]:
        found: dict[str, object] = {}
        law = {canonical(outcome): outcome for outcome in self.reader.vocabulary.outcomes.get(name, ())}
        for outcome, value in self.reader.mapping(rows, path, "a payout for each outcome").items():
            at = (*path, outcome)
            known = self._outcome(name, outcome, law, at)
            if known in found:
                self.reader.fault("E206", f"the outcome {shown(known)} is here twice", at, "", True)
            payout = self.reader.value(value, ("payout",), at)
            if known and payout:
                found[known] = payout
        return Settled(found)

    def _outcome(self, name: str, outcome: str, law: dict[str, str], path: Path) -> str | None:
        words = as_named(outcome)
        if words[6:] and words.startswith("other:"):
            return words
        if words in law or not law and words:
            return law.get(words, words)
        self.reader.fault(
            "E204", f"{shown(name)} has no outcome {shown(outcome)}", path, self.reader.near(words, law), True
        )
        return None

    def _use(self, name: str, raw: dict[str, object], facts: Facts, path: Path) -> None:
        """Take payouts and selection from a named paytable; anything that the offer itself states must agree."""
        at, requested = (*path, "paytable"), raw["paytable"]
        if isinstance(requested, dict):
            used = self.reader.parts(requested, at, lambda label, where: self._paytable(name, label, where)) or Parts()
            if not used:
                return
            if any(facts.get(key) is not None for key in ("payouts", "selection")):
                message = "a paytable for each part, and payouts or a selection stated here, may differ"
                self.reader.fault("E208", message, at, "state one of them")
                return
            if any(known and isinstance(known[1].get("payouts"), Parts) for known in used.values()):
                message = "a paytable that itself has payouts for several parts is for the whole table"
                self.reader.fault("E208", message, at, "name one paytable")
                return
            facts["paytable"] = Parts({part: known and known[0] for part, known in used.items()})
            for key in ("payouts", "selection"):
                facts[key] = Parts({part: known and known[1].get(key) for part, known in used.items()})
        elif known := self._paytable(name, requested, at):
            label, facts["paytable"] = known[0], known[0]
            for key, value in known[1].items():
                if facts.setdefault(key, value) not in (None, value):
                    own = (*path, "pays" if key == "payouts" and "pays" in raw else key)
                    message = f"the {key} stated here and those of the paytable {shown(label)} differ"
                    paytable = self.paytables[label]
                    related = [("the paytable", paytable.path)] if paytable else []
                    self.reader.fault("E208", message, own, "state one of them", False, *related)
                    facts[key] = None

    def _paytable(self, name: str, requested: object, at: Path) -> tuple[str, Facts] | None:
        """The name and the facts of a named paytable; None if the wager has no such paytable."""
        label = self.reader.value(requested, ("text",), at) if not isinstance(requested, list) else None
        if label is None or label not in self.paytables:
            if isinstance(requested, list):
                self.reader.misfit_container(requested, "the name of one paytable", at)
            elif label is not None:
                known = (
                    f"the paytables of this filing are {', '.join(self.paytables)}"
                    if self.paytables
                    else "define it under 'paytables'"
                )
                help = self.reader.near(label, self.paytables) or known
                self.reader.fault("E204", f"there is no paytable {shown(label)}", at, help)
            return None
        paytable = self.paytables[label]
        if paytable is not None and paytable.wager != name:
            message = f"the paytable {shown(label)} is of {shown(paytable.wager)}, not of {shown(name)}"
            self.reader.fault("E208", message, at, "", False, ("the paytable", paytable.path))
        usable = paytable is not None and paytable.wager == name
        return label, paytable.facts if paytable and usable else {}

    # ---- paytables, variations, equipment

    def paytable(self, raw: object, path: Path) -> FiledPaytable | None:
        before = len(self.reader.faults)
        entry = self.reader.mapping(raw, path, "'wager' and 'payouts'")
        for key in entry:
            if key not in ("wager", "selection", "payouts", "pays"):
                self.reader.unknown_key(key, (*path, key), ("wager", "selection", "payouts", "pays"))
        if len(self.reader.faults) > before or not self.reader.has(entry, path, "wager"):
            return None
        wager = self.reader.named(entry["wager"], ("wager", "option", "variation"), (*path, "wager"))
        if wager is None:
            return None
        facts: Facts = {"payouts": self.payouts(wager, entry, path)}
        if entry.get("selection") is not None:
            facts["selection"] = self.reader.value(entry["selection"], ("name",), (*path, "selection"))
        if len(self.reader.faults) > before or not (entry.get("pays") or self.reader.has(entry, path, "payouts")):
            return None
        return FiledPaytable(wager, facts, path)

    def variation(self, value: object, path: Path) -> object:
        """Read one name, or several that are in use."""
        listed = value if isinstance(value, list) else [value]
        at = [(*path, i) if isinstance(value, list) else path for i in range(len(listed))]
        found = [self.reader.named(name, ("variation",), where) for name, where in zip(listed, at, strict=True)]
        names = tuple(sorted({name for name in found if name}))
        return None if None in found or not names else names[0] if len(names) == 1 else names

    def equipment(self, value: object, path: Path) -> dict[str, bool] | None:
        """Read a list of what is there, or a mapping of names to yes and no."""
        found: dict[str, bool] = {}
        if not isinstance(value, list | dict):
            self.reader.misfit_container(value, "a list of names, or a mapping of names to yes or no", path)
        elif isinstance(value, list):
            for i, item in enumerate(value):
                if name := self.reader.named(item, ("equipment",), (*path, i)):
                    found[name] = True
        else:
            for key, item in value.items():
                name = self.reader.named(key, ("equipment",), (*path, key), True)
                there = None if item is None else self.reader.value(item, ("flag",), (*path, key))
                if name and there is not None:
                    found[name] = there
        return found


def limits_cross(least: object, most: object) -> bool:
    """Whether a lowest wager is above the highest one, whichever alternatives are in use; in one part of the table is enough.

    >>> limits_cross(50, 20), limits_cross(Choice((50, 10)), 20), limits_cross(Parts({"left": 50, "right": 10}), 20)
    (True, False, True)
    """
    if type(least) is int and type(most) is int:
        return least > most
    lows, highs = _by_part(least), _by_part(most)
    shared = lows.keys() & highs.keys()
    return any(
        min(lows[low]) > max(highs[high])
        for low in shared or lows for high in ((low,) if shared else highs)
    )  # fmt: skip


def _by_part(limit: object) -> dict[str, list[int | Fraction]]:
    """The amounts of a limit that can be in use in each part of the table; "" is the whole of it."""
    parts = limit if isinstance(limit, Parts) else {"": limit}
    amounts = {
        part: [v for v in (value if isinstance(value, Choice) else (value,)) if isinstance(v, int | Fraction)]
        for part, value in parts.items()
    }
    return {part: some for part, some in amounts.items() if some}


def _by_stake(facts: Facts) -> None:
    """State for which stakes the payouts hold: an amount as part is the only stake of its payouts; otherwise all
    stakes.
    """
    payouts, stakes = facts["payouts"], facts.get("stakes")
    if isinstance(payouts, Parts) and all(part.startswith("$") for part in payouts):
        for stake in stakes if isinstance(stakes, tuple) else ():
            payouts.setdefault(stake_part(stake), None)
        own = {part: (an_amount(part),) for part in payouts}
        facts.setdefault("payout_stakes", Parts(own))
    elif stakes is not None:
        facts.setdefault("payout_stakes", stakes)
