"""Clauses in plain words: what a report says of a rule, what was expected, and what would cure a breach.

Nothing here is the law's own sentence; it is made from the clause, so it cannot drift from it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

from pitboss.compiler.model.cards import RANKS
from pitboss.compiler.model.rulebook import Check, Rulebook, Said
from pitboss.grammar import tree as t

_COMPARE = {"=": "is", "!=": "is not", "<": "is below", ">": "is above", "<=": "is at most", ">=": "is at least"}
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
_ALIKE = {
    "suited": "of one suit",
    "same_rank": "of one rank",
    "same_color": "of one color",
    "consecutive": "in sequence",
}
_BEFORE = {
    "start": "starts", "change": "is changed", "withdrawal": "is withdrawn", "increase": "is raised", "decrease": "is lowered",
}  # fmt: skip
_OFFERED = ("game", "wager", "option", "variation", "equipment")
_VERBS = {"wins": "wins", "loses": "loses", "stays": "stays in play", "returns": "is returned", "advances": "advances"}


def rule(book: Rulebook, check: Check) -> str:
    """
    >>> from pitboss.compiler.model.rulebook import Rulebook
    >>> rule(Rulebook((), {}, {}, (), (), None, "", "", {}), Check(t.Path("decks"), t.MustOffer(True)))
    'Decks may not be offered.'
    """
    said = f"{subject(book, check.subject)} {_predicate(book, check)}".strip()
    if isinstance(check.predicate, Said) and check.predicate.words:
        said = check.predicate.words + (
            f", which {_predicate(book, check)}" if check.predicate.what == "irregular" else ""
        )
    said += given(book, check)
    return said[:1].upper() + said[1:] + ("" if said.endswith(".") else ".")


def given(book: Rulebook, check: Check) -> str:
    """When a rule holds, as the end of its sentence; nothing when it always does.

    >>> from pitboss.compiler.model.rulebook import Rulebook
    >>> check = Check(t.Path("decks"), t.MustOffer(), (t.Not(t.Offered(t.Path("tiles"), False)),))
    >>> given(Rulebook((), {}, {}, (), (), None, "", "", {}), check)
    ', unless tiles is offered'
    """
    where = [_plain(book, c) for c in check.conditions if not isinstance(c, t.Not)]
    unless = [_plain(book, c.item) for c in check.conditions if isinstance(c, t.Not)]
    told = ""
    if where:
        told = (", when " if isinstance(check.predicate, t.Result) else ", where ") + " and ".join(where)
    if unless:
        told += ", unless " + ", or unless ".join(unless)
    return told


def _plain(book: Rulebook, e: t.Expr) -> str:
    """A condition by itself needs no brackets."""
    return " or ".join(condition(book, i) for i in e.items) if isinstance(e, t.Any) else condition(book, e)


def expected(book: Rulebook, check: Check) -> str:
    """What the subject should be, short enough to stand beside what it is."""
    match check.predicate:
        case t.Limit():
            return _limit(book, check)
        case t.Bars((other,)):
            return f"not together with {title(book, other)}"
        case t.Requires((other,)):
            return title(book, other)
        case t.MustOffer(negated):
            return "not offered" if negated else "offered"
        case t.Pays():
            return _pays(book, check)
        case t.Rounds(direction, to, (amount,)):
            return f"{quantity(book, amount)}, rounded {direction} to {to.text}"
        case t.Same():
            return "the same at each of them"
        case t.Notice():
            return _notice(check.predicate)
        case t.Posting():
            return "posted at the table"
        case t.Approval():
            return "approved by an instrument in force"
        case Said("elected", values):
            return "one of " + ", ".join(v.text for v in values)
        case Said("authorised"):
            return "authorised on that day"
        case Said("ranked", values):
            return " > ".join(v.text for v in values)
        case Said("attested"):
            return "seen and attested"
        case Said("irregular", values):
            return _became(book, values)
        case _:
            return ""


def _became(book: Rulebook, values: tuple[t.Literal, ...]) -> str:
    return " or ".join(title(book, value.text) for value in values)


def cure(book: Rulebook, check: Check) -> str:
    who = subject(book, check.subject)
    match check.predicate:
        case t.Limit("follows"):
            return f"state {who} as it follows from what is filed, or put that right"
        case t.Limit():
            return f"set {who} to {_limit(book, check)}"
        case t.Bars((other,)):
            return f"withdraw {who} or {title(book, other)} at this table"
        case t.Requires((other,)):
            return f"add {title(book, other)}, or withdraw {who}"
        case t.MustOffer(negated):
            return f"{'withdraw' if negated else 'offer'} {who}"
        case t.Pays():
            return f"pay {_pays(book, check)}"
        case t.Same(_, scope):
            return f"use one and the same at every such table of the {scope}"
        case Said("elected", values):
            return "state one of " + ", ".join(v.text for v in values)
        case Said("authorised"):
            return f"withdraw {who}"
        case t.Posting():
            return "post it, and file the statement or an attestation"
        case t.Approval():
            return "file the instrument of approval"
        case t.Notice():
            return "give the notice, and record it with the event"
        case Said("attested"):
            return "see it on the floor, and file an attestation"
        case _:
            return ""


def title(book: Rulebook, name: str) -> str:
    known = book.names.get(name) or book.fields.get(name)
    return known.title if known else name.replace("_", " ")


def subject(book: Rulebook, path: t.Path) -> str:
    if path.before:
        return f"{subject(book, replace(path, before=False))} in the round before"
    if path.of in ("licensee", "pit"):
        return f"{title(book, path.name)} anywhere in the {'pit' if path.of == 'pit' else 'casino'}"
    return f"{title(book, path.name)} of the {title(book, path.of)}" if path.of else title(book, path.name)


def value(v: Fraction | str | date) -> str:
    """
    >>> value(Fraction(5, 2)), value(Fraction(6))
    ('5/2', '6')
    """
    return str(v)


def quantity(book: Rulebook, e: t.Expr) -> str:
    match e:
        case t.Literal("name", str() as name) if name in book.names and book.names[name].kind in _OFFERED:
            return title(book, name)
        case t.Literal():
            return e.text.replace("_", " ")
        case t.Path():
            known = e.name in book.fields or e.name in book.names
            return subject(book, e) if known else e.name.replace("_", " ")
        case t.Extreme(which, left, right):
            return f"the {which} of {quantity(book, left)} and {quantity(book, right)}"
        case t.Arithmetic(operator, left, right):
            word = {"+": " plus", "-": " less", "*": " times", "/": " divided by", "mod": ", modulo"}[operator]
            return f"{quantity(book, left)}{word} {quantity(book, right)}"
        case t.Cards(which, count, of):
            return f"the {which} {count} cards" + (f" of {title(book, of)}" if of else "")
        case t.Pattern(count, what):
            return f"{count} cards of one {what}"
        case t.Over(rows, value, where):
            whose = rows.replace("own hands", "hands of the seat")
            if isinstance(value, t.Path) and value.name in book.fields and book.fields[value.name].type.kind == "cards":
                return f"{subject(book, value).partition(', in ')[0]} of all {whose}"
            said = "the number of" if value is None else f"the total of {quantity(book, value)} over"
            return f"{said} {whose}" + (f" where {_plain(book, where)}" if where is not None else "")
        case t.Call():
            return _call(book, e)
        case _:
            return condition(book, e)


def _call(book: Rulebook, call: t.Call) -> str:
    """What a word about cards, or about payouts, counts or names."""
    named = {a.name: quantity(book, a.value) for a in call.arguments if a.name}
    match call.name:
        case "points":
            return f"the points of {_cards(book, call.arguments)}" + (f", the ace at {named['ace']}" if named else "")
        case "size":
            return f"the number of {_cards(book, call.arguments)}"
        case "pairs" | "suits":
            return f"the number of {call.name} among {_cards(book, call.arguments)}"
        case "copies":
            return f"how often one card lies in {_all_cards(book, call.arguments)}"
        case "hard_draw" | "soft_draw":
            return (
                f"the highest {call.name.removesuffix('_draw')} total at which {_cards(book, call.arguments)} went on"
            )
        case "strays":
            dealt, set_ = call.arguments[:1], call.arguments[1:]
            return f"the number of cards of {_all_cards(book, set_)} beyond {_cards(book, dealt)}"
        case "rank" | "suit":
            return f"the {call.name} of {_cards(book, call.arguments)}"
        case "count":
            of = [x if x.startswith("the ") else f"the {what} {_card(what, x)}" for what, x in named.items()]
            return f"the number of {_cards(book, call.arguments)} of {' and '.join(of)}"
        case "hit":
            return f"the chance that the {quantity(book, call.arguments[0].value)} wins"
        case "edge":
            wager, awards = (quantity(book, a.value) for a in call.arguments[:2])
            return f"what the house keeps of a stake, by {awards} and how likely the {wager} wins"
        case "smallest" | "largest":
            return f"the {call.name} amount in {quantity(book, call.arguments[0].value)}"
        case "best" | "strength" as what if len(call.arguments) >= 2 and isinstance(call.arguments[0].value, t.Path):
            ranking = book.rankings.get(call.arguments[0].value.name)
            aside = [ranking.title] if ranking and ranking.title else []
            aside += ["by rank and odd card alone"] if "height" in named else []
            said = f"the {'best hand' if what == 'best' else 'strength'} of {_cards(book, call.arguments[1:])}"
            return f"{said} ({', '.join(aside)})" if aside else said
        case "payout" if len(call.arguments) == 2:
            wager, outcome = (quantity(book, a.value) for a in call.arguments)
            return f"the payout of the {wager} for {outcome}"
        case name if name in _ALIKE:
            return condition(book, call)
    inner = ", ".join(
        f"{a.name} {quantity(book, a.value)}" if a.name else quantity(book, a.value) for a in call.arguments
    )
    return f"{call.name.replace('_', ' ')}({inner})"


def _alike(cards: str, name: str, negated: str = "") -> str:
    """
    >>> _alike("the first 2 cards", "suited"), _alike("the hand", "same_rank", " not")
    ('the first 2 cards are of one suit', 'the hand is not of one rank')
    """
    return f"{cards} {'are' if cards.endswith('s') else 'is'}{negated} {_ALIKE[name]}"


def _cards(book: Rulebook, arguments: tuple[t.Argument, ...]) -> str:
    """Which cards, without the order in which they are filed."""
    return quantity(book, arguments[0].value).partition(", in ")[0]


def _all_cards(book: Rulebook, arguments: tuple[t.Argument, ...]) -> str:
    *first, last = [_cards(book, (argument,)) for argument in arguments]
    return f"{', '.join(first)} and {last}" if first else last


def _card(what: str, value: str) -> str:
    """
    >>> _card("rank", "1"), _card("rank", "7"), _card("suit", "hearts")
    ('ace', '7', 'hearts')
    """
    return RANKS[int(value) - 1] if what == "rank" and value in ("1", "11", "12", "13") else value


def condition(book: Rulebook, e: t.Expr) -> str:
    match e:
        case t.Comparison(operator, left, right):
            return f"{quantity(book, left)} {_COMPARE[operator]} {quantity(book, right)}"
        case t.Among(path, values, negated):
            listed = " or ".join(v.text.replace("_", " ") for v in values)
            return f"{subject(book, path)} is {'not ' if negated else ''}{listed}"
        case t.Offered(path, negated):
            known = book.names.get(path.name)
            verb = "in use" if known and known.kind in ("equipment", "variation") else "offered"
            return f"{subject(book, path)} is {'not ' if negated else ''}{verb}"
        case t.Not(t.Offered(path, negated)):
            return condition(book, t.Offered(path, not negated))
        case t.Not(t.Comparison(operator, left, right)):
            return condition(book, t.Comparison(_OPPOSITE[operator], left, right))
        case t.Not(t.Among(path, values, negated)):
            return condition(book, t.Among(path, values, not negated))
        case t.Not(t.Call(name, arguments)) if name in _ALIKE:
            return _alike(_cards(book, arguments), name, " not")
        case t.Call(name, arguments) if name in _ALIKE:
            return _alike(_cards(book, arguments), name)
        case t.Path(name, None) if name in _ALIKE and name not in book.fields:
            return _alike("its cards", name)
        case t.Not(item):
            return f"not ({condition(book, item)})"
        case t.All(items):
            return " and ".join(condition(book, i) for i in items)
        case t.Any(items):
            return "(" + " or ".join(condition(book, i) for i in items) + ")"
        case _:
            return quantity(book, e)


def _lots(lots: tuple[tuple[t.Literal, int], ...]) -> str:
    """
    >>> _lots(tuple((t.Literal("number", Fraction(n), str(n)), 1) for n in range(1, 7)))
    '1 to 6, each as likely'
    """
    names = [v.text.replace("_", " ") for v, _ in lots]
    if len({ways for _, ways in lots}) > 1:
        return ", ".join(
            f"{name} in {ways} way{'' if ways == 1 else 's'}" for name, (_, ways) in zip(names, lots, strict=True)
        )
    figures = [v.value for v, _ in lots if isinstance(v.value, Fraction)]
    row = len(figures) == len(lots) > 3 and all(b - a == 1 for a, b in zip(figures, figures[1:], strict=False))
    return (f"{names[0]} to {names[-1]}" if row else ", ".join(names)) + ", each as likely"


def _limit(book: Rulebook, check: Check) -> str:
    assert isinstance(check.predicate, t.Limit)
    mode, values = check.predicate.mode, [quantity(book, v) for v in check.predicate.values]
    match mode:
        case "between":
            return f"between {values[0]} and {values[1]}"
        case "among" | "not_among":
            return ("" if mode == "among" else "not ") + " or ".join(values)
        case "at_least" | "at_most" | "exactly":
            return f"{mode.replace('_', ' ')} {values[0]}"
        case "follows":
            return values[0]
    rows = "; ".join(f"{row[1].text} for {row[0].text}" for row in check.table.body) if check.table else ""
    return f"{mode.removesuffix('_by').replace('_', ' ')} {rows}".removeprefix("follows ")


def _pays(book: Rulebook, check: Check) -> str:
    assert isinstance(check.predicate, t.Pays)
    mode, values = check.predicate.mode, [quantity(book, v) for v in check.predicate.values]
    by = f", by {title(book, check.predicate.by)}" if check.predicate.by else ""
    match mode:
        case "between":
            return f"between {values[0]} and {values[1]}{by}"
        case "one_table_exactly":
            return f"exactly one whole table of those printed{by}"
        case "one_table_at_least":
            return f"no less than one whole table of those printed{by}"
    word = "exactly" if mode == "exactly" else "at least"
    return f"{word} {values[0]}{by}" if values else f"{word} what the table says{by}"


def _notice(notice: t.Notice) -> str:
    lead = f"{notice.lead[0]} {notice.lead[1]}' " if notice.lead else ""
    written = "written " if notice.written else ""
    people = " and ".join("the Commission" if x == "commission" else x.replace("_", " ") for x in notice.to)
    to = f" to {people}" if people else ""
    before = " or ".join(_BEFORE.get(x, x.replace("_", " ")) for x in notice.before)
    return f"{lead}{written}notice{to} before it {before}"


def _predicate(book: Rulebook, check: Check) -> str:
    match check.predicate:
        case t.Limit("not_among"):
            return f"may not be {_limit(book, check).removeprefix('not ')}"
        case t.Limit("follows" | "follows_by"):
            return f"comes to {_limit(book, check)}"
        case t.Limit():
            return f"must be {_limit(book, check)}"
        case t.Bars((other,)):
            return f"may not stand beside {title(book, other)} at one table"
        case t.Requires((other,)):
            return f"requires {title(book, other)}"
        case t.MustOffer(negated):
            return "may not be offered" if negated else "must be offered"
        case t.Independent():
            return "has no bearing on any other wager"
        case t.Pays():
            return f"pays {_pays(book, check)}"
        case t.PaysOnly():
            return "pays only for the best outcome reached"
        case t.PaysEach(name):
            return f"pays for each {name.replace('_', ' ')}"
        case t.PaysGross():
            return "pays amounts of money with the stake in them"
        case t.Shares((amount,)):
            return f"pays shares of {quantity(book, amount)}"
        case t.Rounds(direction, to, (amount,)):
            return f"must be {quantity(book, amount)}, rounded {direction} to {to.text}"
        case t.Rounds(direction, to):
            return f"is rounded {direction} to {to.text}"
        case t.Result(verb):
            return _VERBS[verb]
        case t.Same(game, scope, equal):
            where = f"every {title(book, game)} table" if game else "every table"
            given = f" with equal {' and '.join(title(book, e) for e in equal)}" if equal else ""
            return f"must be the same at {where} of the {scope}{given}"
        case t.Notice():
            return f"needs {_notice(check.predicate)}"
        case t.Posting():
            return "must be posted at the table"
        case t.Approval():
            return "must be approved"
        case t.Charges(name):
            return f"is charged to who made the {title(book, name)}"
        case t.Sees(values):
            return f"is placed with sight of {' and '.join(quantity(book, v) for v in values)}"
        case t.Deal(dealt, decks, jokers):
            hands = ", ".join(f"{count} to {title(book, name)}" for name, count in dealt)
            whence = title(book, decks) if isinstance(decks, str) else f"{decks} deck{'s' if decks > 1 else ''}"
            return f"is dealt: {hands}, from {whence}" + (f" with {jokers} joker" if jokers else "")
        case t.Chance(_, lots):
            return f"is, by chance, {_lots(lots)}"
        case Said(what, values):
            listed = ", ".join(v.text.replace("_", " ") for v in values)
            return {
                "authorised": "may be offered only while the law allows it", "elected": f"must be stated: one of {listed}",
                "ranked": f"must rank {listed}, highest first", "ordered": f"ranks {listed}, highest first",
                "outcome": "is reached", "irregular": f"leads to {_became(book, values)}",
                "attested": "", "defined": "", "permitted": "", "left": "",
            }[what]  # fmt: skip
        case _:
            return ""
