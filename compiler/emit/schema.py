"""Rulebook → JSON Schema 2020-12 of a filing, for editors and for machines that write filings.

The schema describes shape only, over all dates; it does not decide whether a value complies. It accepts everything that the
checker's reader accepts, including names in any spelling, so that an editor never contradicts the command line.
"""

from __future__ import annotations

import json

from pitboss.compiler.emit.value_shapes import (
    LEAD,
    NAMED,
    OTHER,
    PROVISION,
    SCALARS,
    SHA256,
    Schema,
    a_list,
    about,
    an_object,
    by_part,
    canonical,
    choices,
    either,
    names,
    one_or_list,
    or_nothing,
    reference,
    spelled,
)
from pitboss.compiler.model.core import Rulebook
from pitboss.compiler.model.filing_terms import FiledType, FilingTerms, filing_terms
from pitboss.grammar.json_types import Json

_DATE, _FLAG, _MOMENT, _PAYOUT, _TEXT = (SCALARS[kind] for kind in ("date", "flag", "moment", "payout", "text"))
_STATEMENTS = ("layout", "sign", "guide", "brochure")
_EVENTS = ("start", "withdrawal", "change", "increase", "decrease")
_EVENTS_AS_SAID = ("offered", "withdrawn", "changed", "raised", "lowered")
_KINDS = {"wager": ("wager",), "option": ("option", "variation")}  # what the two lists of offers contain


def schema(book: Rulebook) -> str:
    """The schema as JSON text. It is generated from the terms that the checker reads, so that the two cannot differ."""
    return json.dumps(_Filing(filing_terms(book)).schema(), indent=1, ensure_ascii=False) + "\n"


class _Filing:
    def __init__(self, known: FilingTerms) -> None:
        self.known = known
        self.defs: dict[str, Schema] = {}

    def schema(self) -> Schema:
        """The schema of one document: a filing, a part of one, or a list of tables that a part refers to."""
        self.defs["tables"] = self._selectors()
        self.defs["subject"] = self._subjects()
        numbered = {"number": {**_TEXT, **about("table number, as on the floor plan")}, "game": self._named("game")}
        self.defs["table"] = an_object({**numbered, **self._table()}, *numbered)
        paper = {"path": _TEXT, "kind": _TEXT, "sha256": SHA256}
        sections: dict[str, tuple[Schema, str]] = {
            "submission": (self._submission(), "what is submitted, by whom, from when on"),
            "paytables": ({"type": "object", "additionalProperties": self._paytable()}, "paytables by name"),
            "defaults": (self._defaults(), "values for every table of a game that does not state its own"),
            "pits": (a_list(self._pit()), "pits and their tables"),
            "statements": (a_list(self._statement()), "what a layout, sign, guide or brochure states"),
            "events": (a_list(self._event()), "what changes, when, and who was notified"),
            "attestations": (a_list(self._attestation()), "what somebody saw on the floor, or states of it"),
            "approvals": (a_list(self._approval()), "instruments of approval"),
            "documents": (a_list(an_object(paper, *paper)), "documents of the submission"),
        }
        properties = {name: {**of, **about(title)} for name, (of, title) in sections.items()}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "A filing of table games",
            "description": "The shape only; `pitboss check` decides whether a filing complies.",
            **an_object(properties, type=["object", "array"], items=reference("table")),
            "$defs": dict(sorted(self.defs.items())),
        }

    # ---- fields of a scope

    def _named(self, *kinds: str) -> Schema:
        return names(self.known.named(*kinds))

    def _fields(self, owner: str, choice: bool = False) -> dict[str, Schema]:
        """With `choice`, a scalar may be a list of alternatives, and any value except a mapping may differ by part of the table."""
        found = {}
        for name, field in self.known.of(owner).items():
            if "cards" not in _simple(field.type):
                of = self._type(field.type)
                kind = field.type[0]
                if choice and kind in (*SCALARS, *NAMED, "one_of"):
                    label = name if kind == "one_of" else str(kind)
                    of = either(one_or_list(of, minItems=1), self._by_part(label, of))
                elif choice and kind in ("set_of", "list_of"):
                    of = either(of, self._by_part(name, of))
                found[name] = {**of, **about(field.title, field.cite)}
        return found

    def _by_part(self, label: str, of: Schema, **more: Json) -> Schema:
        """Values that are in use at once, each in a part of the table."""
        self.defs.setdefault(f"{label}:by_part", by_part(of, **more))
        return reference(f"{label}:by_part")

    def _type(self, of: FiledType) -> Schema:
        match of:
            case ("one_of", tuple(listed), *elected):
                return choices(listed, elected=bool(elected))
            case ("set_of" | "list_of", tuple(item)):
                return a_list(self._type(item))
            case ("map_of", tuple(key), tuple(value)):
                return {"type": "object", "propertyNames": self._key(key), "additionalProperties": self._type(value)}
            case ("chances",):
                return {**self._type(("map_of", ("money",), ("chance",))), "minProperties": 1}
        kind = str(of[0])
        return self._named(kind) if kind in NAMED else SCALARS.get(kind, {"not": {}})

    def _key(self, of: FiledType) -> Schema:
        """Map keys are text, including figures."""
        if of[0] == "count":
            return {"pattern": "^0*[1-9][0-9]*$"}
        if of[0] == "one_of" and isinstance(of[1], tuple):
            return choices(tuple(map(str, of[1])))
        return self._type(of)

    # ---- what is submitted

    def _submission(self) -> Schema:
        certificate = {"by": _TEXT, "role": _TEXT, "on": _DATE}
        described = "who certifies that the lists of wagers and options are complete"
        own = {
            "id": _TEXT,
            "effective": {**_DATE, **about("the day from which it holds")},
            "supersedes": {**_TEXT, **about("the submission that it takes the place of")},
            "certifications": {**a_list(or_nothing(an_object(certificate))), **about(described)},
        }
        return an_object({"licensee": _TEXT, **self._fields("licensee"), **own})

    def _defaults(self) -> Schema:
        self.defs["defaults"] = an_object(self._table())
        of, games = or_nothing(reference("defaults")), self.known.named("game")
        return {
            "type": "object",
            "properties": {name: {**of, **about(game.title, game.cite)} for name, game in games.items()},
            "patternProperties": {f"^(?:{spelled(name)})$": of for name in games},
            "additionalProperties": False,
        }

    def _pit(self) -> Schema:
        sheet = an_object({"file": _TEXT}, "file", **about("a file that is a list of tables, CSV or other"))
        row: Schema = {"if": {"type": "object", "required": ["file"]}, "then": sheet, "else": reference("table")}
        tables = {"if": {"type": "object"}, "then": sheet, "else": a_list(row), **about("its tables")}
        return an_object(
            {**self._fields("pit"), "name": {**_TEXT, **about("name of the pit")}, "tables": tables}, "name", "tables"
        )

    def _table(self) -> dict[str, Schema]:
        fields = self._fields("table", choice=True)
        variation = {**one_or_list(self._named("variation")), **about("variation of the game in use, or several")}
        own = {
            "variation": variation,
            "wagers": {**self._offers("wager"), **about("every wager on offer")},
            "options": {**self._offers("option"), **about("every option and variation on offer")},
            "equipment": {**self._equipment(), **about("equipment that is there, or yes and no by name")},
        }
        return {**{key: of for key, of in fields.items() if key not in ("number", "game", *own)}, **own}

    def _equipment(self) -> Schema:
        known, flag = self.known.named("equipment"), or_nothing(_FLAG)
        there = {name: {**flag, **about(n.title, n.cite)} for name, n in known.items()}
        by_name: Schema = {
            "type": "object",
            "properties": there,
            "propertyNames": names(known),
            "additionalProperties": flag,
        }
        return {"anyOf": [a_list(names(known)), by_name]}

    # ---- offers: a list of names and mappings, or a mapping by name

    def _offers(self, word: str) -> Schema:
        if f"{word}s" not in self.defs:
            known = self.known.named(*_KINDS[word])
            of = {name: or_nothing(self._offer(word, name)) for name in known}
            other = {f"^(?:{OTHER})$": or_nothing(self._offer(word, "other"))}
            by_name: Schema = {
                "type": "object",
                "properties": {name: {**of[name], **about(n.title, n.cite)} for name, n in known.items()},
                "patternProperties": {**{f"^(?:{spelled(name)})$": of[name] for name in known}, **other},
                "additionalProperties": False,
            }
            self.defs[word] = {**names(known, OTHER), **about(f"name of {' or '.join(_KINDS[word])}, or other:NAME")}
            listed = a_list({"anyOf": [reference(word), self._listed(word, list(known))]})
            self.defs[f"{word}s"] = {"anyOf": [listed, by_name]}
        return reference(f"{word}s")

    def _offer(self, word: str, name: str) -> Schema:
        """The schema of one offer; offers without fields and outcomes of their own share it."""
        special = self._own(word, name) or name in self.known.outcomes or name in self.known.selections
        label = f"{word}:{name if special else 'other'}"
        self.defs[label] = an_object({**self._payment(name), **self._facts(word, name)})
        return reference(label)

    def _own(self, word: str, name: str) -> list[str]:
        """Fields that only the offer of this name has."""
        return [field for field in self._fields(name) if field not in self._fields(word)]

    def _facts(self, word: str, *offers: str) -> dict[str, Schema]:
        fields = {key: of for owner in (word, *offers) for key, of in self._fields(owner, choice=True).items()}
        headings = self.known.selections.get(offers[0]) if len(offers) == 1 else None
        if headings and "selection" in fields:
            fields["selection"] = {**fields["selection"], "examples": list(headings)}
        return {key: of for key, of in fields.items() if key not in ("payouts", "pays", "paytable")}

    def _payment(self, name: str = "") -> dict[str, Schema]:
        pays = either({**_PAYOUT, **about("what it pays, where there is one figure")}, self._by_part("payout", _PAYOUT))
        paytable = either({**_TEXT, **about("the paytable in use")}, self._by_part("text", _TEXT))
        return {"pays": pays, "payouts": self._payouts_of(name), "paytable": paytable}

    def _payouts_of(self, name: str) -> Schema:
        """A payout for each outcome, for the whole table or for each part of it."""
        label = f"payouts:{name if name in self.known.outcomes else 'other'}"
        self.defs.setdefault(label, self._payouts(name))
        several: Schema = {"not": {"additionalProperties": {"type": "null"}}}
        return {
            **either(reference(label), self._by_part(label, reference(label), **several)),
            **about("what each outcome pays"),
        }

    def _payouts(self, name: str) -> Schema:
        outcomes = self.known.outcomes.get(name)
        if not outcomes:
            return {"type": "object", "propertyNames": {"pattern": "[A-Za-z0-9]"}, "additionalProperties": _PAYOUT}
        pattern = f"^(?:{'|'.join([*(spelled(canonical(outcome)) for outcome in outcomes), OTHER])})$"
        made = an_object({}, patternProperties={pattern: _PAYOUT})
        return {**made, "properties": dict.fromkeys(outcomes, _PAYOUT)}

    def _listed(self, word: str, known: list[str]) -> Schema:
        """A mapping that names its offer: all keys of offers, except those that the named offer does not have."""
        own: dict[str, list[str]] = {}
        for name in known:
            for field in self._own(word, name):
                own.setdefault(field, []).append(name)
        made = an_object({word: reference(word), **self._payment(), **self._facts(word, *known)}, word)
        keys: list[Schema] = [
            {**_if_named(word, *having), "else": {"properties": {field: False}}} for field, having in own.items()
        ]
        narrow = [*keys, *self._by_outcome(word, known)]
        return {**made, "allOf": narrow} if narrow else made

    def _by_outcome(self, word: str, known: list[str]) -> list[Schema]:
        named = [name for name in known if name in self.known.outcomes]
        payouts: dict[str, Schema] = {
            name: {"properties": {"payouts": or_nothing(self._payouts_of(name))}} for name in named
        }
        return [{**_if_named(word, name), "then": payouts[name]} for name in named]

    def _paytable(self) -> Schema:
        known = list(self.known.named("wager", "option", "variation"))
        selection = {**SCALARS["name"], **about("which of the printed tables it is")}
        payment = {key: of for key, of in self._payment().items() if key != "paytable"}
        made = an_object({"wager": names(known, OTHER), "selection": selection, **payment}, "wager")
        paid: list[Schema] = [
            {"required": [key], "properties": {key: {"not": {"type": "null"}}}} for key in ("payouts", "pays")
        ]
        narrow = self._by_outcome("wager", known)
        return {**made, "anyOf": paid, **({"allOf": narrow} if narrow else {})}

    # ---- statements about tables

    def _selectors(self) -> Schema:
        by_place = an_object({"pit": _TEXT, "game": self._named("game")}, minProperties=1)
        described = about("which tables: all, a number, {pit: NAME}, {game: NAME}, or a list of these")
        return {"anyOf": [{"enum": ["all"]}, _TEXT, by_place, a_list({"anyOf": [_TEXT, by_place]})], **described}

    def _subjects(self) -> Schema:
        """A pattern for NAME, or FIELD of NAME; only ` of ` is literal."""
        fields, offers = (
            "|".join(spelled(name).replace("[^A-Za-z0-9]+[oO][fF][^A-Za-z0-9]+", "_[oO][fF]_") for name in known)
            for known in (self.known.fields, self.known.names)
        )
        pattern = rf"^\s*(?:(?:(?:{fields}) of )?(?:{offers}|other:[\s\S]*)|{fields})\s*$"
        whole = [*self.known.postable, *self.known.events, *self.known.names, *self.known.fields]
        described = about("a name, or FIELD of NAME")
        return {"anyOf": [{"enum": list(dict.fromkeys(whole))}, {"type": "string", "pattern": pattern}], **described}

    def _statement(self) -> Schema:
        entry = {"kind": choices(_STATEMENTS), "about": one_or_list(reference("subject")), "says": _TEXT}
        return an_object({**entry, "tables": reference("tables")}, *entry)

    def _event(self) -> Schema:
        addressees = one_or_list(SCALARS["name"])
        notice = an_object({"on": _MOMENT, "at": _MOMENT, "lead": LEAD, "written": _FLAG, "to": addressees})
        given = {"anyOf": [_FLAG, notice], **about("no, or when, how long before, in what form, and to whom")}
        what = {"kind": choices((*_EVENTS, *_EVENTS_AS_SAID)), "subject": reference("subject"), "on": _MOMENT}
        return an_object({"id": _TEXT, **what, "tables": reference("tables"), "notice": given}, *what)

    def _attestation(self) -> Schema:
        entry = {"provision": PROVISION, "answer": _FLAG, "by": _TEXT, "on": _MOMENT}
        more = {"tables": reference("tables"), "basis": choices(("represented", "observed")), "note": _TEXT}
        return an_object({**entry, **more}, *entry)

    def _approval(self) -> Schema:
        entry = {"instrument": _TEXT, "sha256": SHA256, "provision": PROVISION, "from": _DATE}
        value: Schema = about("the value approved, as it would be filed")
        more = {"tables": reference("tables"), "until": _DATE, "conditions": one_or_list(_TEXT), "by": _TEXT}
        return an_object({**entry, "value": value, **more}, *entry)


def _if_named(word: str, *offers: str) -> Schema:
    return {"if": {"properties": {word: names(offers)}, "required": [word]}}


def _simple(of: FiledType) -> set[str]:
    """The simple types that a type is made of."""
    if of[0] == "one_of":
        return set()
    return {str(of[0])}.union(*(_simple(part) for part in of[1:] if isinstance(part, tuple)))
