"""Rulebook → JSON Schema 2020-12 of a filing, for editors and for machines that write filings.

The schema describes shape only, over all dates; it does not decide whether a value complies. It accepts everything that the
checker's reader accepts, including names in any spelling, so that an editor never contradicts the command line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

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
    any_spelling,
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
from pitboss.compiler.model.filing_terms import FiledName, FiledType, FilingTerms, filing_terms
from pitboss.grammar.json_types import Json

_DATE, _FLAG, _MOMENT, _NAME, _PAYOUT, _TEXT = (
    reference(kind) for kind in ("date", "flag", "moment", "name", "payout", "text")
)
_STATEMENTS = ("layout", "sign", "guide", "brochure")
_EVENTS = ("start", "withdrawal", "change", "increase", "decrease")
_EVENTS_AS_SAID = ("offered", "withdrawn", "changed", "raised", "lowered")
_KINDS = {"wager": ("wager",), "option": ("option", "variation")}  # what the two lists of offers contain


def schema(book: Rulebook) -> str:
    """The schema as JSON text. It is generated from the terms that the checker reads, so that the two cannot differ."""
    return _lines(_Filing(filing_terms(book)).schema(), "properties", "$defs") + "\n"


def _lines(of: Mapping[str, Json], *opened: str) -> str:
    """JSON with a line for each key; the mappings below the `opened` keys are written likewise."""
    parts = []
    for key, value in of.items():
        below = value if key in opened and isinstance(value, dict) else None
        text = _lines(below) if below else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        parts.append(f"{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}"


class _Filing:
    def __init__(self, known: FilingTerms) -> None:
        self.known = known
        self.defs: dict[str, Schema] = dict(SCALARS)
        self.fields_of: dict[tuple[str, bool], dict[str, Schema]] = {}

    def schema(self) -> Schema:
        """The schema of one document: a filing, a part of one, or a list of tables that a part refers to."""
        self.defs["tables"] = self._selectors()
        self.defs["subject"] = self._subjects()
        numbered = {"number": {**_TEXT, **about("table number, as on the floor plan")}, "game": self._named("game")}
        self.defs["table"] = an_object({**numbered, **self._table()}, *numbered, allOf=list(self._by_game()))
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
        if (owner, choice) not in self.fields_of:
            self.fields_of[owner, choice] = self._described(owner, choice)
        return self.fields_of[owner, choice]

    def _described(self, owner: str, choice: bool) -> dict[str, Schema]:
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
                of = {**of, **about(field.title, field.cite)}
                found[name] = self._field(name, of) if choice else of
        return found

    def _field(self, name: str, of: Schema) -> Schema:
        """A reference to the definition of a field, which many offers share; it may be without a value."""
        self.defs.setdefault(f"field:{name}", or_nothing(of))
        return reference(f"field:{name}")

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
        return self._named(kind) if kind in NAMED else (reference(kind) if kind in SCALARS else {"not": {}})

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
            "properties": {
                name: {**of, "allOf": [reference(f"table:{name}")], **about(game.title, game.cite)}
                for name, game in games.items()
            },
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
        variation = one_or_list(any_spelling(self.known.named("variation")))
        own = {
            "variation": {**variation, **about("variation of the game in use, or several")},
            "wagers": {**self._offers("wager"), **about("every wager on offer")},
            "options": {**self._offers("option"), **about("every option and variation on offer")},
            "equipment": {**self._equipment(), **about("equipment that is there, or yes and no by name")},
        }
        return {**{key: of for key, of in fields.items() if key not in ("number", "game", *own)}, **own}

    def _by_game(self) -> Iterator[Schema]:
        """What an editor offers at a table of each game. It excludes nothing: whether an offer is lawful is for the check."""
        for game in self.known.named("game"):
            known = {
                word: {n: of for n, of in self.known.named(*kinds).items() if of.game in (game, None)}
                for word, kinds in {**_KINDS, "variation": ("variation",)}.items()
            }
            offers = {f"{word}s": self._offered(word, known[word]) for word in _KINDS if known[word]}
            variation: Schema = {"anyOf": [_suggested(known["variation"]), a_list(_suggested(known["variation"])), {}]}
            self.defs[f"table:{game}"] = {
                "properties": {**offers, **({"variation": variation} if known["variation"] else {})}
            }
            yield {
                "if": {"properties": {"game": any_spelling([game])}, "required": ["game"]},
                "then": reference(f"table:{game}"),
            }

    def _offered(self, word: str, known: Mapping[str, FiledName]) -> Schema:
        """A list or a mapping of the offers of a game."""
        by_name = {
            name: {**or_nothing(self._offer(word, name)), **about(of.title, of.cite)} for name, of in known.items()
        }
        mapping: Schema = {"type": "object", "properties": {word: _suggested(known)}}
        return {
            "anyOf": [a_list({"anyOf": [_suggested(known), mapping]}), {"type": "object", "properties": by_name}, {}]
        }

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
        """Every declared offer in any spelling; which of them an editor offers depends on the game."""
        if f"{word}s" not in self.defs:
            known = self.known.named(*_KINDS[word])
            by_name: Schema = {
                "type": "object",
                "patternProperties": {
                    **{f"^(?:{spelled(name)})$": or_nothing(self._offer(word, name)) for name in known},
                    f"^(?:{OTHER})$": or_nothing(self._offer(word, "other")),
                },
                "additionalProperties": False,
                "errorMessage": f"Each key must be a declared {word}, or other:NAME for one that no rule names.",
            }
            described = about(f"name of {' or '.join(_KINDS[word])}, or other:NAME")
            self.defs[word] = {**any_spelling(known, OTHER), **described}
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
        return {
            "pays": self._field("pays", pays), "payouts": self._payouts_of(name), "paytable": self._field("paytable", paytable),
        }  # fmt: skip

    def _payouts_of(self, name: str) -> Schema:
        """A payout for each outcome, for the whole table or for each part of it."""
        label = f"payouts:{name if name in self.known.outcomes else 'other'}"
        self.defs.setdefault(label, self._payouts(name))
        several: Schema = {"not": {"additionalProperties": {"type": "null"}}}
        described = about("what each outcome pays")
        return self._field(
            label, {**either(reference(label), self._by_part(label, reference(label), **several)), **described}
        )

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
        selection = {**_NAME, **about("which of the printed tables it is")}
        payment = {key: of for key, of in self._payment().items() if key != "paytable"}
        wager: Schema = {"anyOf": [{"enum": known}, any_spelling(known, OTHER)]}
        made = an_object({"wager": wager, "selection": selection, **payment}, "wager")
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
        pattern = rf"^\s*(?:(?:{fields})(?: of (?:{offers}|other:[\s\S]*))?|{offers}|other:[\s\S]*)\s*$"
        whole = [*self.known.postable, *self.known.events, *self.known.names, *self.known.fields]
        described = about("a name, or FIELD of NAME")
        message = "This must be a declared name or field, or FIELD of NAME, as maximum of NAME."
        spelling = {"type": "string", "pattern": pattern, "errorMessage": message}
        return {"anyOf": [{"enum": list(dict.fromkeys(whole))}, spelling], **described}

    def _statement(self) -> Schema:
        entry = {"kind": choices(_STATEMENTS), "about": one_or_list(reference("subject")), "says": _TEXT}
        return an_object({**entry, "tables": reference("tables")}, *entry)

    def _event(self) -> Schema:
        addressees = one_or_list(_NAME)
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
    return {"if": {"properties": {word: any_spelling(offers)}, "required": [word]}}


def _suggested(known: Iterable[str]) -> Schema:
    return {"enum": list(known)}


def _simple(of: FiledType) -> set[str]:
    """The simple types that a type is made of."""
    if of[0] == "one_of":
        return set()
    return {str(of[0])}.union(*(_simple(part) for part in of[1:] if isinstance(part, tuple)))
