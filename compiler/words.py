"""Clauses in plain words: what a report says of a rule, what was expected, and what would cure a breach.

Nothing here is the law's own sentence; it is made from the clause, so it cannot drift from it.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from pitboss.compiler.model import Check, Rulebook, Said
from pitboss.grammar import tree as t

_COMPARE = {"=": "is", "!=": "is not", "<": "is below", ">": "is above", "<=": "is at most", ">=": "is at least"}
_VERBS = {"wins": "wins", "loses": "loses", "stays": "stays in play", "returns": "is returned", "advances": "advances"}


def rule(book: Rulebook, check: Check) -> str:
    """
    >>> from pitboss.compiler.model import Rulebook
    >>> rule(Rulebook((), {}, {}, (), (), None, "", "", {}), Check(t.Path("decks"), t.MustOffer(True)))
    'Decks may not be offered.'
    """
    said = f"{subject(book, check.subject)} {_predicate(book, check)}".strip()
    if isinstance(check.predicate, Said) and check.predicate.words:
        said = check.predicate.words
    where = [_plain(book, c) for c in check.conditions if not isinstance(c, t.Not)]
    unless = [_plain(book, c.item) for c in check.conditions if isinstance(c, t.Not)]
    if where:
        said += (", when " if isinstance(check.predicate, t.Result) else ", where ") + " and ".join(where)
    if unless:
        said += ", unless " + ", or unless ".join(unless)
    return said[:1].upper() + said[1:] + ("" if said.endswith(".") else ".")


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
        case _:
            return ""


def cure(book: Rulebook, check: Check) -> str:
    who = subject(book, check.subject)
    match check.predicate:
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
        case t.Literal():
            return e.text.replace("_", " ")
        case t.Path():
            return subject(book, e) if e.name in book.fields or e.name in book.names else e.name.replace("_", " ")
        case t.Extreme(which, left, right):
            return f"the {which} of {quantity(book, left)} and {quantity(book, right)}"
        case t.Arithmetic(operator, left, right):
            word = {"+": "plus", "-": "less", "*": "times", "/": "divided by"}[operator]
            return f"{quantity(book, left)} {word} {quantity(book, right)}"
        case t.Cards(which, count):
            return f"the {which} {count} cards"
        case t.Pattern(count, what):
            return f"{count} of a {what}"
        case t.Call(name, arguments):
            inner = ", ".join(
                f"{a.name} {quantity(book, a.value)}" if a.name else quantity(book, a.value) for a in arguments
            )
            return f"{name.replace('_', ' ')}({inner})"
        case _:
            return condition(book, e)


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
        case t.Not(item):
            return f"not ({condition(book, item)})"
        case t.All(items):
            return " and ".join(condition(book, i) for i in items)
        case t.Any(items):
            return "(" + " or ".join(condition(book, i) for i in items) + ")"
        case _:
            return quantity(book, e)


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
    rows = "; ".join(f"{row[1].text} for {row[0].text}" for row in check.table.body) if check.table else ""
    return f"{mode.removesuffix('_by').replace('_', ' ')} {rows}"


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
    return f"{word} {values[0]}{by}" if values else f"{word} the table{by}"


def _notice(notice: t.Notice) -> str:
    lead = f"{notice.lead[0]} {notice.lead[1]}' " if notice.lead else ""
    written = "written " if notice.written else ""
    to = f" to {', '.join(notice.to)}" if notice.to else ""
    return f"{lead}{written}notice{to} before {' or '.join(notice.before)}"


def _predicate(book: Rulebook, check: Check) -> str:
    match check.predicate:
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
            return "needs approval"
        case t.Draws(by):
            return f"draws by {' and '.join(b.replace('_', ' ') for b in by)}"
        case Said(what, values):
            listed = ", ".join(v.text.replace("_", " ") for v in values)
            return {
                "authorised": "may be offered only while authorised", "elected": f"must be stated, and be one of {listed}",
                "ranked": f"must rank {listed}, highest first",
                "outcome": "is reached", "irregular": f"leads to {listed}", "attested": "", "defined": "", "permitted": "", "left": "",
            }[what]  # fmt: skip
        case _:
            return ""
