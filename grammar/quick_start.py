"""Stand-ins for parts of the standard library that would cost every check milliseconds: `dataclasses`, `typing`, compiled patterns.

The standard `dataclass` writes the text of each method and executes it: half a millisecond for a class, and six for the import, at
every start. Here the methods are closures over the names of the fields. A class is frozen or not, has slots, and at most a base of
the same kind. To type checkers these are the names of `dataclasses`, and its functions work on the objects.

>>> @dataclass(frozen=True, slots=True)
... class Seat:
...     number: int
...     player: str = "nobody"
...     cards: list[str] = field(default_factory=list, repr=False)
>>> Seat(2), replace(Seat(2), player="bank") == Seat(player="bank", number=2)
(Seat(number=2, player='nobody'), True)
>>> @dataclass(frozen=True, slots=True)
... class BankSeat(Seat):
...     share: int = 1
>>> BankSeat(3, share=2), field_names(BankSeat), BankSeat(3) == Seat(3)
(BankSeat(number=3, player='nobody', share=2), ('number', 'player', 'cards', 'share'), False)
>>> class Spot(NamedTuple):
...     line: int
...     column: int = 1
>>> line, column = Spot(7)
>>> line, column, Spot(7)._replace(line=8), regex("[0-9]+").fullmatch("21")[0]
(7, 1, Spot(line=8, column=1), '21')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter, itemgetter

TYPE_CHECKING = False  # that of `typing` costs its import

_UNSET = object()


class _Field:
    """What a class states about one of its fields."""

    __slots__ = ("default", "default_factory", "repr", "compare")

    def __init__(
        self,
        *,
        default: object = _UNSET,
        default_factory: Callable[[], object] | None = None,
        repr: bool = True,
        compare: bool = True,
    ) -> None:
        self.default, self.default_factory, self.repr, self.compare = default, default_factory, repr, compare


class _Fields:
    """The fields of a class as `dataclasses` describes them, made when one of its functions first reads them."""

    def __get__(self, instance: object, owner: type) -> object:
        import dataclasses

        described = []
        types = {name: of for kind in owner.__mro__ for name, of in kind.__dict__.get("__annotations__", {}).items()}
        for name, one in _described(owner).items():
            given = {"default": one.default} if one.default is not _UNSET else {}
            given |= {"default_factory": one.default_factory} if one.default_factory else {}
            described.append((name, types[name], dataclasses.field(**given, repr=one.repr, compare=one.compare)))  # type: ignore[call-overload]
        # Its methods, which nobody calls, would be written and executed as text.
        bare = dataclasses.make_dataclass(
            owner.__name__, described, namespace={"__doc__": ""}, init=False, repr=False, eq=False
        )
        made = vars(bare)["__dataclass_fields__"]
        type.__setattr__(owner, "__dataclass_fields__", made)
        return made


def _described(owner: type) -> dict[str, _Field]:
    found: dict[str, _Field] = owner.__dict__["_described"]
    return found


def _dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True, order: bool = False, repr: bool = True
) -> Callable[[type], type]:
    """Return the decorator of a class whose annotations are the fields of its objects."""

    def made(given: type) -> type:
        (base,) = given.__bases__
        assert slots and (base is object or "_described" in base.__dict__), f"{given.__name__} is no record"
        members = dict(given.__dict__)
        own: dict[str, object] = members.get("__annotations__", {})
        above = {} if base is object else _described(base)
        fields = above | {name: _field(members.pop(name, _UNSET)) for name in own}
        names = tuple(fields)
        members.pop("__dict__", None), members.pop("__weakref__", None)
        members |= {
            "__slots__": tuple(own),
            "__match_args__": names,
            "_described": fields,
            "__dataclass_fields__": _Fields(),
        }
        members.setdefault("__reduce__", _reduce)
        compared = _attributes(tuple(name for name, one in fields.items() if one.compare))
        if repr:
            members.setdefault("__repr__", _repr(tuple(name for name, one in fields.items() if one.repr)))
        if eq and "__eq__" not in members:
            members["__eq__"] = _equal(compared)
            members["__hash__"] = _hashed(compared) if frozen else None
        if order:
            members["__lt__"] = _less(compared)
        if frozen:
            members |= {"__setattr__": _cannot_assign, "__delattr__": _cannot_delete}
        cls = type(given)(given.__name__, given.__bases__, members)
        type.__setattr__(cls, "__init__", _init(cls, names, fields))
        return cls

    return made


def _field(stated: object) -> _Field:
    return stated if isinstance(stated, _Field) else _Field(default=stated)


def _init(cls: type, names: tuple[str, ...], fields: dict[str, _Field]) -> Callable[..., None]:
    setters = tuple(
        [getattr(cls, name).__set__ for name in names]
    )  # those of the slots, also where the class is frozen
    bound, count = _binder(cls.__name__, names, fields), len(names)

    def __init__(self: object, *given: object, **named: object) -> None:
        if named or len(given) != count:
            given = bound(given, named)
        for put, value in zip(setters, given):  # noqa: B905 (both have the length of `names`)
            put(self, value)

    return __init__


def _binder(cls: str, names: tuple[str, ...], fields: dict[str, _Field]) -> Callable[..., tuple[object, ...]]:
    """A function from the arguments of a call to a value for each field, in order."""
    usual = {name: one.default for name, one in fields.items() if one.default is not _UNSET}
    made = [(name, one.default_factory) for name, one in fields.items() if one.default_factory]
    pick, count = _values(names), len(names)
    least = next((at for at, name in enumerate(names) if name in usual), count)  # what a call without names must give
    last = tuple(map(usual.get, names)) if not made and usual.keys() >= {*names[least:]} else None

    def bound(given: tuple[object, ...], named: dict[str, object]) -> tuple[object, ...]:
        if last is not None and not named and least <= len(given) < count:
            return given + last[len(given) :]
        found = {**usual, **dict(zip(names, given)), **named}  # noqa: B905 (the rest has defaults, or is named)
        for name, make in made:
            if name not in found:
                found[name] = make()
        try:
            if len(found) == len(names) >= len(given) and named.keys().isdisjoint(names[: len(given)]):
                return pick(found)
        except KeyError:
            pass
        raise TypeError(f"{cls}({', '.join(names)}) was given {len(given)} values and {', '.join(named) or 'no names'}")

    return bound


def _values(names: tuple[str, ...]) -> Callable[[Mapping[str, object]], tuple[object, ...]]:
    """A function that returns the values of names."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda found: tuple([found[name] for name in names])


def _attributes(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """A function that returns the values of fields."""
    if len(names) == 1:
        value = attrgetter(*names)
        return lambda one: (value(one),)
    return attrgetter(*names) if names else lambda one: ()


def _repr(names: tuple[str, ...]) -> Callable[[object], str]:
    def __repr__(self: object) -> str:
        return f"{type(self).__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"

    return __repr__


def _equal(values: Callable[[object], tuple[object, ...]]) -> Callable[[object, object], object]:
    def __eq__(self: object, other: object) -> object:
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    return __eq__


def _hashed(values: Callable[[object], tuple[object, ...]]) -> Callable[[object], int]:
    return lambda self: hash(values(self))


def _less(values: Callable[[object], tuple[object, ...]]) -> Callable[[object, object], object]:
    def __lt__(self: object, other: object) -> object:
        return values(self) < values(other) if type(other) is type(self) else NotImplemented

    return __lt__


def _reduce(self: object) -> tuple[type, tuple[object, ...]]:
    return type(self), tuple([getattr(self, name) for name in _described(type(self))])


def _cannot_assign(self: object, name: str, value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _cannot_delete(self: object, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _changed(record: object, **changes: object) -> object:
    """A copy of an object with some fields changed."""
    kind = type(record)
    names = field_names(kind) or ()
    if changes.keys() - {*names}:
        raise TypeError(f"{kind.__name__}({', '.join(names)}) was given {', '.join(changes)}")
    return kind(*[changes[name] if name in changes else getattr(record, name) for name in names])


def field_names(kind: type) -> tuple[str, ...] | None:
    """The names of the fields of a dataclass, of this module or of the library; None for any other class."""
    names: tuple[str, ...] | None = getattr(kind, "__match_args__", None)
    return names


class _LazyPattern:
    """A regular expression that is compiled when it is first used."""

    def __init__(self, text: str, flags: int = 0) -> None:
        self._given = text, flags

    def __getattr__(self, name: str) -> object:
        import re

        found: object = getattr(re.compile(*self._given), name)
        self.__dict__[name] = found
        return found


class _NamedTuple(tuple[object, ...]):
    """The base of a tuple with named items, which are the annotations of its class."""

    _fields: tuple[str, ...] = ()
    _bound: Callable[..., tuple[object, ...]]

    def __init_subclass__(cls) -> None:
        names = cls._fields = tuple(cls.__annotations__)
        fields = {name: _field(cls.__dict__.get(name, _UNSET)) for name in names}
        cls._bound = staticmethod(_binder(cls.__name__, names, fields))
        for place, name in enumerate(names):
            setattr(cls, name, property(itemgetter(place)))

    def __new__(cls, *given: object, **named: object) -> _NamedTuple:
        if named or len(given) != len(cls._fields):
            given = cls._bound(given, named)
        return tuple.__new__(cls, given)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join([f'{n}={v!r}' for n, v in zip(self._fields, self, strict=True)])})"

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), tuple(self)

    def _replace(self, **changes: object) -> _NamedTuple:
        return type(self)(**(dict(zip(self._fields, self, strict=True)) | changes))


class _TypedDict(dict[str, object]):
    """The base of a class that describes a mapping; a call of it makes a plain one."""

    def __init_subclass__(cls, total: bool = True) -> None:
        pass

    def __new__(cls, *given: object, **named: object) -> dict[str, object]:  # type: ignore[misc]
        return dict(*given, **named)


LONG = 1 << 23  # bytes, of which the digest takes 27 ms without OpenSSL and 5 ms with it


def sha256(data: bytes) -> str:
    """The SHA-256 of a text, in hexadecimal. OpenSSL, which takes two milliseconds and four megabytes to load, reads only what is long.

    >>> sha256(b"")[:8]
    'e3b0c442'
    """
    return (_short_digest if len(data) < LONG else _long_digest)(data)


def _long_digest(data: bytes) -> str:
    from hashlib import sha256

    return sha256(data).hexdigest()


def _short_digest(data: bytes) -> str:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:  # since Python 3.12
        return _long_digest(data)
    return str(sha256(data).hexdigest())


def _same(kind: object, value: object) -> object:
    return value


def _reached(value: object) -> None:
    raise AssertionError(f"no case for {value!r}")


def _type_variable(name: str, *constraints: object, bound: object = None) -> object:
    return object


if TYPE_CHECKING:
    import re
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
    from typing import NamedTuple as NamedTuple
    from typing import Protocol as Protocol
    from typing import TypedDict as TypedDict
    from typing import TypeVar as TypeVar
    from typing import assert_never as assert_never
    from typing import cast as cast

    regex = re.compile
else:
    assert_never, dataclass, field, replace, regex = _reached, _dataclass, _Field, _changed, _LazyPattern
    NamedTuple, TypedDict, Protocol, TypeVar, cast = _NamedTuple, _TypedDict, object, _type_variable, _same
