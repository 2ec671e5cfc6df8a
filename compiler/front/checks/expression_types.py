"""R204, R215 of expressions: money is compared with money, percent with percent; functions get arguments of their types."""

from __future__ import annotations

from pitboss.compiler.front.lower import RANK_OF_NAME, SUIT_OF_NAME
from pitboss.compiler.front.walk import cell_key, fault, offered_kind, sentences, simple, within
from pitboss.compiler.model.functions import CALLABLE
from pitboss.compiler.model.spelling import nearest
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.resolved_rulebook import ResolvedRulebook

SUITS = (*SUIT_OF_NAME.values(), *SUIT_OF_NAME)
ORDERED = ("number", "money", "percent", "odds", "ratio", "date", "time")
PLAIN = ("number", "percent", "odds", "ratio")  # without a unit: a product of them has none either
_LITERAL = {"odds_to": "odds", "odds_for": "odds"}
_TYPE = {"count": "number", "game": "name", "variation": "name", "equipment": "name"}
_IN_WORDS = {
    "number": "a number", "money": "an amount of money", "percent": "a percentage", "odds": "odds", "ratio": "a ratio",
    "flag": "yes or no", "name": "a name", "cards": "cards", "payouts": "payouts", "text": "a text", "date": "a day",
    "time": "a time", "meter": "a share of a meter", "rank": "a rank", "suit": "a suit",
    "ranking": "a ranking", "chances": "chances of amounts, stake by stake",
}  # fmt: skip
PAYOUT_KINDS = ("odds_to", "odds_for", "money", "meter")


def literal_kind(value: t.Literal) -> str:
    return _LITERAL.get(value.kind, value.kind)


def type_kind(of: t.TypeNode) -> str:
    """
    >>> type_kind(t.TypeNode("set_of", (), (t.TypeNode("count"),)))
    'number'
    """
    if of.items:
        return type_kind(of.items[-1])
    if of.kind == "one_of":
        return literal_kind(of.values[0])
    return _TYPE.get(of.kind, of.kind)


def kind_in_words(kind: str) -> str:
    return _IN_WORDS.get(kind, kind)


def compatible(a: str | None, b: str | None) -> bool:
    if a is None or b is None or a == b:
        return True
    return "ratio" in (a, b) and a in PLAIN and b in PLAIN


class Typing:
    def __init__(self, book: ResolvedRulebook) -> None:
        self.book = book
        self.problems: list[Diagnostic] = []

    def problem(self, code: str, message: str, place: Place, help: str = "") -> None:
        self.problems.append(fault(code, message, place, help))

    # ---- conditions

    def condition(self, e: t.Expr) -> None:
        kind = self.of(e)
        if kind not in ("flag", None):
            self.problem(
                "R204", f"this is {kind_in_words(kind)} and no condition", e.place, "compare it with something"
            )

    def of(self, e: t.Expr) -> str | None:
        """The kind of an expression; None if a name in it is unknown, which another check reports."""
        match e:
            case t.NotNode(item):
                self.condition(item)
                return "flag"
            case t.All(items) | t.Any(items):
                for item in items:
                    self.condition(item)
                return "flag"
            case t.ComparisonNode(operator, left, right):
                self.meet(operator, left, right, e.place)
                return "flag"
            case t.Among(path, values):
                for value in values:
                    self.meet("=", path, value, value.place)
                return "flag"
            case t.OfferedNode():
                return "flag"
            case t.Pattern(count, what):
                if what not in ("rank", "suit"):
                    self.problem(
                        "R215",
                        f"cards are counted by rank or suit, not by '{what}'",
                        e.place,
                        f"write: {count} of a rank",
                    )
                return "flag"
            case t.Literal():
                return literal_kind(e)
            case t.CardsNode():
                return "cards"
            case t.Call():
                return self.call(e)
            case t.Path():
                return self.path(e)
            case t.Over():
                return self.over(e)
            case t.Extreme(which, left, right):
                a, b = self.of(left), self.of(right)
                if not compatible(a, b):
                    self.problem(
                        "R204",
                        f"the {which} of {kind_in_words(a or '')} and {kind_in_words(b or '')} cannot be computed",
                        e.place,
                    )
                return a or b
            case t.Arithmetic(operator, left, right):
                return self.arithmetic(operator, self.of(left), self.of(right), e.place)
        return None

    def path(self, e: t.Path) -> str | None:
        book = self.book
        if e.name in book.fields:
            return type_kind(book.fields[e.name].type)
        if e.name in book.definitions:
            return self.meaning(e.name)
        if e.name in CALLABLE and not e.of and e.name not in book.names:
            function = CALLABLE[e.name]
            if not function.implicit:
                self.problem(
                    "R215", f"{e.name} needs its arguments", e.place, f"write: {e.name}({', '.join(function.params)})"
                )
            return function.result
        if e.name == "rest" and not e.of:
            return "cards"
        kind = offered_kind(book, e.name)
        if kind == "define":
            self.problem(
                "R204",
                f"'{e.name}' is defined in words only and cannot be reckoned with",
                e.place,
                "give the definition a `means`",
            )
            return None
        if kind == "game":
            return "name"
        return "flag" if kind else None

    def over(self, e: t.Over) -> str | None:
        """The kind of a fold: a count is a number; a sum has the kind of its summands."""
        if e.where is not None:
            self.condition(e.where)
        kind = "number" if e.value is None else self.of(e.value)
        if kind == "cards" and e.where is None and e.rows in ("hands", "own hands", "seats", "boxes"):
            return kind
        if kind is not None and _power(kind) is None:
            self.problem(
                "R204", f"there is no sum of {kind_in_words(kind)}", e.place, "count the rows, or add up an amount"
            )
            return None
        return kind

    def meaning(self, name: str, seen: frozenset[str] = frozenset()) -> str | None:
        means = self.book.definitions[name]
        if isinstance(means, t.Path) and means.name in self.book.definitions:
            return None if means.name in seen else self.meaning(means.name, seen | {name})
        quiet = Typing(self.book)
        if name in seen or any(isinstance(p, t.Path) and p.name == name for p in within(means)):
            return None
        return (
            quiet.of(means) if not isinstance(means, t.NotNode | t.All | t.Any | t.ComparisonNode | t.Among) else "flag"
        )

    def meet(self, operator: str, left: t.Expr, right: t.Expr, place: Place) -> None:
        for field, value in ((left, right), (right, left)):
            if self.names_a_value(field, value):
                if operator not in ("=", "!="):
                    self.problem("R204", f"names have no order: {field} is one of a list", place, "use = or !=")
                return
        a, b = self.of(left), self.of(right)
        if {a, b} in ({"rank", "number"}, {"rank"}, {"suit", "name"}, {"suit"}):
            return
        if not compatible(a, b):
            help = "odds are compared with odds, money with money" if {a, b} & {"odds", "money"} else ""
            self.problem("R204", f"{kind_in_words(a or '')} is compared with {kind_in_words(b or '')}", place, help)
        elif operator not in ("=", "!=") and not {a, b} - {None} <= {*ORDERED}:
            self.problem("R204", f"{kind_in_words(a or b or '')} has no order", place, "use = or !=")

    def names_a_value(self, field: t.Expr, value: t.Expr) -> bool:
        if not isinstance(field, t.Path) or not isinstance(value, t.Path) or value.of or value.name in self.book.fields:
            return False
        of = simple(self.book, field.name)
        return of is not None and type_kind(of) == "name"

    # ---- quantities

    def arithmetic(self, operator: str, a: str | None, b: str | None, place: Place) -> str | None:
        if a is None or b is None:
            return None
        for kind in (a, b):
            if _power(kind) is None:
                self.problem("R204", f"{kind_in_words(kind)} cannot be reckoned with", place)
                return None
        if operator in ("+", "-"):
            if not compatible(a, b):
                word = "added to" if operator == "+" else "taken from"
                self.problem("R204", f"{kind_in_words(b)} cannot be {word} {kind_in_words(a)}", place)
                return None
            return a if b == "ratio" else b
        if operator == "mod" and a == b:
            return a
        power = (_power(a) or 0) + (_power(b) or 0) * (1 if operator == "*" else -1)
        if power:
            return "money" if power == 1 else f"money^{power}"
        if a == b == "number":
            return "number" if operator == "*" else "ratio"
        if operator == "/" and b == "number":
            return a
        return b if operator == "*" and a == "number" else a if operator == "*" and b == "number" else "ratio"

    def call(self, e: t.Call) -> str | None:
        function = CALLABLE.get(e.name)
        if function is None:
            return None
        more = ("...",) if function.variadic else ()
        usage = f"{e.name}({', '.join((*function.params, *more, *(f'{n}: ...' for n in function.named)))})"
        plain = [a for a in e.arguments if a.name is None]
        if len(plain) < len(function.params) or len(plain) > len(function.params) and not function.variadic:
            count = f"{len(function.params)} argument{'s' if len(function.params) > 1 else ''}"
            count += " or more" if function.variadic else ""
            self.problem("R215", f"{e.name} takes {count}, here are {len(plain)}", e.place, f"write: {usage}")
            return function.result
        if function.result == "payout":
            return self.row_kind(plain[0].value, plain[1].value)
        takes = function.params + function.params[-1:] * (len(plain) - len(function.params))
        for expected, argument in zip(takes, plain, strict=True):
            self.argument(e, expected, argument, usage)
        for argument in e.arguments:
            if argument.name and argument.name not in function.named:
                self.problem(
                    "R215",
                    f"{e.name} has no argument '{argument.name}'",
                    e.place,
                    nearest(argument.name, function.named) or f"write: {usage}",
                )
            elif argument.name:
                self.argument(e, function.named[argument.name], argument, usage)
        names = [a.name for a in e.arguments if a.name]
        if len(names) != len(set(names)):
            self.problem("R215", f"{e.name} is given one argument twice", e.place)
        return function.result

    def argument(self, call: t.Call, expected: str, argument: t.Argument, usage: str) -> None:
        value = argument.value
        if expected == "ranking":
            if not isinstance(value, t.Path) or value.name not in self.book.rankings:
                node = f"'{value}' is no ranking" if isinstance(value, t.Path) else "this is no ranking"
                help = nearest(str(value), self.book.rankings) or f"write: {usage}"
                self.problem("R215", node, value.place, help)
            return
        if expected == "row":
            of = self.book.rankings.get(str(call.arguments[0].value))
            ranks = [rank.name for rank in of.ranks] if of else []
            if of and str(value) not in ranks:
                help = nearest(str(value), ranks) or f"write: {usage}"
                self.problem("R215", f"'{value}' is no rank of {call.arguments[0].value}", value.place, help)
            return
        if expected == "wager":
            if offered_kind(self.book, value.name if isinstance(value, t.Path) and not value.of else "") != "wager":
                self.problem("R215", f"{call.name} applies to a wager", call.place, f"write: {usage}")
            return
        if isinstance(value, t.Path) and value.name not in self.book.fields:
            if expected == "suit" and value.name in SUITS:
                return
            if expected == "rank" and value.name in RANK_OF_NAME:
                return
        kind = self.of(value)
        if expected == kind == "chances" and isinstance(value, t.Path) and not self.book.fields[value.name].type.items:
            kind = "chances of amounts"  # of no stake
        if expected == "rank" and kind == "number" and isinstance(value, t.Literal) and not 1 <= value.value <= 13:  # type: ignore[operator]
            self.problem("R215", f"there is no card of rank {value.text}", value.place, "ranks are 1 to 13")
        elif kind not in (None, expected) and not (expected == "rank" and kind == "number"):
            self.problem(
                "R215",
                f"{call.name} asks for {kind_in_words(expected)}, not {kind_in_words(kind or '')}",
                call.place,
                f"write: {usage}",
            )
        elif kind is None and expected in ("rank", "suit") and isinstance(value, t.Path):
            known = SUITS if expected == "suit" else (*RANK_OF_NAME, *SUIT_OF_NAME)
            self.problem("R215", f"'{value}' is no {expected}", value.place, nearest(value.name, known))

    def row_kind(self, wager: t.Expr, outcome: t.Expr) -> str | None:
        """The kind of payout(W, OUTCOME): odds or money, as in the law's own row."""
        name = str(getattr(wager, "name", ""))
        row = str(getattr(outcome, "name", getattr(outcome, "text", "")))
        for s in sentences(self.book):
            if isinstance(s.predicate, t.PaysNode) and any((p.of or p.name) == name for p in s.subjects):
                for table in (s.table, *(b.table for b in s.blocks)):
                    for cells in table.body if table else ():
                        if cells[0].value and cell_key(cells[0]) == row and len(cells) > 1 and cells[1].value:
                            return literal_kind(cells[1].value)
        return None


def _power(kind: str) -> int | None:
    """The power of money in an arithmetic kind."""
    if kind == "money":
        return 1
    if kind.startswith("money^"):
        return int(kind[6:])
    return 0 if kind in PLAIN else None
