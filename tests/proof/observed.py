"""Values that observe what a program does with them, and so show which values it cannot tell apart.

An evaluator is run on `Figure` and `Word` instead of numbers and names. Both answer comparisons as their values do, and
report each of them to a `Cuts`: a word, the constant that it was compared with; a figure, the linear form whose sign was
asked for (`x - 500`, `x - 5 y`, `x - y + 1/100`). Sums, differences and multiples of figures are figures. Any other use
raises `NotEnumerable`, so that no use remains unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, NoReturn

Path = tuple[Any, ...]  # where a fact stands: ("offers", offer, field)
Number = int | Fraction
Form = tuple[tuple[tuple[Path, Fraction], ...], Fraction]  # coefficients by fact, and the constant

ZERO = Fraction(0)
OTHERS = "something else", "another thing", "a third thing", "a fourth thing", "a fifth thing", "a sixth thing"


class NotEnumerable(Exception):
    """A clause whose facts cannot be cut into classes, with the reason."""


class Cuts:
    """What is known of a clause's comparisons so far: a class is what they cannot tell apart.

    >>> cuts = Cuts(())
    >>> x, y = cuts.figure(("x",), 5), cuts.figure(("y",), 2)
    >>> x > 2 * y, x == 5, cuts.changed
    (True, True, True)
    >>> [str(n) for n in cuts.values(("x",), {})], [str(n) for n in cuts.values(("y",), {("x",): 5})]
    (['4', '5'], ['3/2', '5/2', '7/2'])
    """

    def __init__(self, constants: Iterable[object], amounts: frozenset[str] = frozenset()) -> None:
        self.amounts = amounts  # facts that are not below 0
        self.constants = [*dict.fromkeys(constants)]  # of both programs, for a value that is looked up
        self.words: dict[Path, dict[str, None]] = {}
        self.forms: dict[Form, bool] = {}  # whether its sign was asked for, or only whether it is 0
        self.linked: dict[Path, set[Path]] = {}  # facts that are compared with each other
        self.thresholds: set[tuple[Path, Number | Path, bool]] = (
            set()
        )  # of `forms`, those of one fact and a constant or another
        self.looked: set[Path] = set()  # facts that are the key of a lookup
        self.keys: dict[Path, dict[str, None]] = {}  # the entries of a map that were asked for
        self.required: set[Path] = set()
        self.changed = False
        self._known: dict[Any, Any] = {}  # what follows from all this, until it changes

    def _changed(self) -> None:
        self.changed = True
        self._known.clear()

    def note(self, known: dict[Any, Any], new: Any, value: Any = None) -> None:
        if new not in known:
            known[new] = value
            self._changed()

    def link(self, *paths: Path) -> None:
        for a, b in combinations(paths, 2):
            if b not in self.linked.setdefault(a, set()):
                self.linked[a].add(b)
                self.linked.setdefault(b, set()).add(a)
                self._changed()

    def compared(self, form: Mapping[Path, Fraction], constant: Fraction, ordered: bool) -> None:
        """The sign of a linear form was asked for, or only whether it is 0."""
        if normal := _normal(form, constant):
            if self.forms.get(normal) is not True and self.forms.get(normal) is not ordered:
                self.forms[normal] = ordered
                self._changed()
            self.link(*(path for path, _ in normal[0]))

    def looked_up(self, path: Path, figure: bool) -> None:
        """The value was the key of a lookup: any constant of the programs can be among the keys."""
        if path in self.looked:
            return
        self.looked.add(path)
        for constant in self.constants:
            if figure and isinstance(constant, int | Fraction):
                self.compared({path: Fraction(1)}, -Fraction(constant), False)
            elif not figure and isinstance(constant, str):
                self.note(self.words.setdefault(path, {}), constant)

    def together(self, path: Path) -> list[Path]:
        """The facts that are compared with this one, directly or through others, in a fixed order."""
        if ("together", path) not in self._known:
            found = [path]
            for one in found:  # grows while it is walked
                found += [other for other in self.linked.get(one, ()) if other not in found]
            self._known["together", path] = sorted(found, key=repr)
        return self._known["together", path]  # type: ignore[no-any-return]

    def words_of(self, path: Path, taken: Iterable[str] = ()) -> list[str]:
        """A name of each class: every name that it is compared with, others that are `taken`, and one that nothing else is."""
        if ("words", path) not in self._known:
            named = dict.fromkeys(word for one in self.together(path) for word in self.words.get(one, ()))
            self._known["words", path] = [*named]
        others = [other for other in OTHERS if other in taken]
        return [*self._known["words", path], *OTHERS[: len(others) + 1]]

    def values(self, path: Path, known: Mapping[Path, Number]) -> list[Number]:
        """A number of each class, given the numbers of the facts that come before it in `together`.

        The classes are the cells into which the forms cut the space of the facts that are compared with each other. Cells are
        sampled one coordinate at a time (cylindrical decomposition): at the roots of all forms in which this coordinate is
        the last, and between them. `_forms` adds, for two forms with one last coordinate, the form that says which root is lower.
        Roots at which no sign was asked for, but only whether it is 0, do not divide what lies on both sides.
        """
        key = ("values", path, tuple(known.items()))
        if key not in self._known:
            self._known[key] = self._values(path, known)
        return self._known[key]  # type: ignore[no-any-return]

    def _values(self, path: Path, known: Mapping[Path, Number]) -> list[Number]:
        roots: dict[Fraction, bool] = {}
        for (parts, constant), ordered in self._forms(path).items():
            factors = dict(parts)
            if all(other in known for other in factors if other != path):
                rest = sum((f * known[other] for other, f in factors.items() if other != path), constant)
                root = -rest / factors[path]
                roots[root] = roots.get(root, False) or ordered
        amount = path[0] in self.amounts
        if amount and any(root < 0 for root in roots):
            roots[ZERO] = True
        ends = sorted(roots)
        if not ends:
            return [1]
        ends = [ends[0] - 2, *ends, ends[-1] + 2]
        gaps = [(ends[0], ends[1]), *((a, b) for a, b in zip(ends[1:], ends[2:], strict=False) if roots[a])]
        if amount:  # a record with an amount below 0 is not read
            gaps = [(max(low, ZERO), high) for low, high in gaps if high > 0]
        between = [low + (high - low) / 2 for low, high in gaps]
        return [whole(n) for n in sorted([*roots, *between]) if n >= 0 or not amount]

    def figure(self, path: Path, value: Number) -> Figure:
        """The observed number of a fact."""
        if ("figure", path, value) not in self._known:
            self._known["figure", path, value] = Figure(value, {path: Fraction(1)}, self, only=path)
        return self._known["figure", path, value]  # type: ignore[no-any-return]

    def word(self, path: Path, value: str) -> Word:
        """The observed name of a fact."""
        if ("word", path, value) not in self._known:
            self._known["word", path, value] = Word(value, path, self)
        return self._known["word", path, value]  # type: ignore[no-any-return]

    def _forms(self, path: Path) -> dict[Form, bool]:
        """The forms whose last coordinate this fact is."""
        if ("forms", path) not in self._known:
            order = self.together(path)
            waiting = {form: ordered for form, ordered in self.forms.items() if form[0][0][0] in order}
            for last in reversed(order):
                mine = {form: waiting.pop(form) for form in [*waiting] if last in dict(form[0])}
                self._known["forms", last] = mine
                for a, b in combinations(mine, 2):
                    if form := _eliminated(a, b, last):
                        waiting[form] = waiting.get(form, False) or mine[a] or mine[b]
        return self._known["forms", path]  # type: ignore[no-any-return]


def whole(value: Number) -> Number:
    """Whole numbers as int, as a filing that is read has them."""
    return value.numerator if value.denominator == 1 else value


def _normal(form: Mapping[Path, Fraction], constant: Fraction) -> Form | None:
    """The form with 1 as its first factor, so that equal forms are one; None if it is constant."""
    parts = sorted((path, factor) for path, factor in form.items() if factor)
    if not parts:
        return None
    first = parts[0][1]
    return tuple((path, factor / first) for path, factor in parts), constant / first


def _eliminated(a: Form, b: Form, last: Path) -> Form | None:
    """The form whose sign says which of two forms has the lower root in a coordinate."""
    (of_a, of_b), (rest_a, rest_b) = (dict(a[0]), dict(b[0])), (a[1], b[1])
    scale = of_a[last] / of_b[last]
    parts = {path: of_a.get(path, ZERO) - scale * of_b.get(path, ZERO) for path in {**of_a, **of_b} if path != last}
    return _normal(parts, rest_a - scale * rest_b)


def _refused(kind: str, name: str) -> Any:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise NotEnumerable(f"computes with {kind} ({name.strip('_')})")

    return refuse


_HARMLESS = {
    "__class__", "__new__", "__init__", "__getattribute__", "__setattr__", "__delattr__", "__doc__", "__init_subclass__",
    "__subclasshook__", "__dir__", "__sizeof__", "__class_getitem__", "__module__", "__slots__", "__getstate__", "__abstractmethods__",
}  # fmt: skip


def _guarded(cls: type) -> type:
    """The class, with every method refused that it does not define itself."""
    for name in dir(cls):
        if name not in vars(cls) and name not in _HARMLESS and callable(getattr(cls, name)):
            setattr(cls, name, _refused("a number" if issubclass(cls, int | Fraction) else "a name", name))
    return cls


class _Spelled(int):
    """A numerator that may only be spelled, as the key of a row; reported when the fraction was taken apart."""

    def __str__(self) -> str:
        return format(int.__index__(self))

    __repr__ = __str__


_guarded(_Spelled)


class Figure(Fraction):
    """A number, known as a linear form over facts."""

    __slots__ = ("constant", "cuts", "form", "only", "plain")
    plain: Number
    form: dict[Path, Fraction]
    constant: Fraction
    only: Path | None  # the fact, if it is one alone
    cuts: Cuts

    def __new__(  # type: ignore[override]
        cls, plain: Number, form: dict[Path, Fraction], cuts: Cuts, constant: Fraction = ZERO, only: Path | None = None
    ) -> Figure:
        made: Figure = object.__new__(cls)
        made._numerator, made._denominator = plain.numerator, plain.denominator  # type: ignore[attr-defined]
        made.plain, made.form, made.cuts, made.constant, made.only = plain, form, cuts, constant, only
        return made

    # ---- what it is compared with

    def _against(self, other: object, ordered: bool) -> Number | None:
        """The value of another number, after reporting what is asked of the difference: its sign, or whether it is 0."""
        if isinstance(other, Figure):
            if self.only is None or other.only is None or (self.only, other.only, ordered) not in self.cuts.thresholds:
                if self.only is not None and other.only is not None:
                    self.cuts.thresholds.add((self.only, other.only, ordered))
                form = {p: self.form.get(p, ZERO) - other.form.get(p, ZERO) for p in {**self.form, **other.form}}
                self.cuts.compared(form, self.constant - other.constant, ordered)
            return other.plain
        if isinstance(other, int | Fraction):
            if self.only is None:
                self.cuts.compared(self.form, self.constant - other, ordered)
            elif (self.only, other, ordered) not in self.cuts.thresholds:
                self.cuts.thresholds.add((self.only, other, ordered))
                self.cuts.compared(self.form, Fraction(-other), ordered)
            return other
        return None

    def __eq__(self, other: object) -> bool:
        return self.plain == self._against(other, False)

    def __ne__(self, other: object) -> bool:
        return self.plain != self._against(other, False)

    def __lt__(self, other: Any) -> bool:
        return self.plain < self._ordered(other)

    def __le__(self, other: Any) -> bool:
        return self.plain <= self._ordered(other)

    def __gt__(self, other: Any) -> bool:
        return self.plain > self._ordered(other)

    def __ge__(self, other: Any) -> bool:
        return self.plain >= self._ordered(other)

    def _ordered(self, other: object) -> Number:
        found = self._against(other, True)
        if found is None:
            raise TypeError(f"a number has no order with {other!r}")
        return found

    def __bool__(self) -> bool:
        return self.plain != self._against(0, False)

    def __hash__(self) -> int:
        self._looked_up()
        return hash(self.plain)

    @property
    def numerator(self) -> int:  # type: ignore[override]
        self._looked_up()
        return _Spelled(self.plain.numerator)

    @property
    def denominator(self) -> int:  # type: ignore[override]
        return self.plain.denominator

    def __str__(self) -> str:
        self._looked_up()
        return str(self.plain)

    def __repr__(self) -> str:
        return f"Figure({self.plain})"

    def _looked_up(self) -> None:
        if self.only is None:
            raise NotEnumerable("looks up what it computes")
        self.cuts.looked_up(self.only, True)

    # ---- what it is computed with

    def __add__(self, other: Any) -> Figure:
        if isinstance(other, Figure):
            form = {p: self.form.get(p, ZERO) + other.form.get(p, ZERO) for p in {**self.form, **other.form}}
            return Figure(self.plain + other.plain, form, self.cuts, self.constant + other.constant)
        return Figure(self.plain + other, self.form, self.cuts, self.constant + other)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Figure:
        if isinstance(other, Figure):
            raise NotEnumerable("multiplies two facts")
        scaled = {path: factor * other for path, factor in self.form.items()}
        return Figure(self.plain * other, scaled, self.cuts, self.constant * other)

    __rmul__ = __mul__

    def __neg__(self) -> Figure:
        return self * -1

    def __sub__(self, other: Any) -> Figure:
        return self + -other

    def __rsub__(self, other: Any) -> Figure:
        return -self + other

    def __truediv__(self, other: Any) -> Figure:
        if isinstance(other, Figure):
            raise NotEnumerable("divides two facts")
        return self * (1 / Fraction(other))

    def __copy__(self) -> Figure:
        return self


class Word(str):
    """A name that is a fact."""

    __slots__ = ("cuts", "path", "plain")
    plain: str
    path: Path
    cuts: Cuts

    def __new__(cls, value: str, path: Path, cuts: Cuts) -> Word:
        made = super().__new__(cls, value)
        made.plain, made.path, made.cuts = value, path, cuts
        return made

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Word):
            self.cuts.link(self.path, other.path)
            return self.plain == other.plain
        if isinstance(other, str):
            known = self.cuts.words.setdefault(self.path, {})
            if other not in known:
                self.cuts.note(known, other)
        return self.plain == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        self.cuts.looked_up(self.path, False)
        return hash(self.plain)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return self

    def __repr__(self) -> str:
        return f"Word({self.plain!r})"

    def __copy__(self) -> Word:
        return self


_guarded(Figure)
_guarded(Word)
