"""`dataclass`, `field` and `replace` as in `dataclasses`, for the modules that every check imports.

The standard decorator writes the text of each method and executes it: half a millisecond for a class, and six for the import, at
every start. Here the methods are closures over the names of the fields. A class is frozen or not, has slots, and no base that is
a record. To type checkers these are the names of `dataclasses`, and its functions work on the objects.

>>> @dataclass(frozen=True, slots=True)
... class Seat:
...     number: int
...     player: str = "nobody"
...     cards: list[str] = field(default_factory=list, repr=False)
>>> Seat(2), replace(Seat(2), player="bank") == Seat(player="bank", number=2)
(Seat(number=2, player='nobody'), True)
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

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
        for name, one in _described(owner).items():
            given = {"default": one.default} if one.default is not _UNSET else {}
            given |= {"default_factory": one.default_factory} if one.default_factory else {}
            described.append((name, owner.__annotations__[name], dataclasses.field(**given, repr=one.repr, compare=one.compare)))  # type: ignore[call-overload]
        made = vars(dataclasses.make_dataclass(owner.__name__, described))["__dataclass_fields__"]
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
        assert slots and given.__bases__ == (object,), f"{given.__name__} is no record"
        members = dict(given.__dict__)
        names = tuple(members.get("__annotations__", ()))
        fields = {name: _field(members.pop(name, _UNSET)) for name in names}
        members.pop("__dict__", None), members.pop("__weakref__", None)
        members |= {"__slots__": names, "__match_args__": names, "_described": fields, "__dataclass_fields__": _Fields()}
        members.setdefault("__reduce__", _reduce)
        compared = _values(tuple(name for name, one in fields.items() if one.compare))
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
    setters = tuple([getattr(cls, name).__set__ for name in names])  # those of the slots, also where the class is frozen
    count = len(names)
    defaults = {name: one for name, one in fields.items() if one.default is not _UNSET or one.default_factory}

    def __init__(self: object, *given: object, **named: object) -> None:
        if named or len(given) != count:
            given = _bound(cls, names, defaults, given, named)
        for put, value in zip(setters, given):  # noqa: B905 (both have the length of `names`)
            put(self, value)

    return __init__


def _bound(
    cls: type, names: tuple[str, ...], defaults: dict[str, _Field], given: tuple[object, ...], named: dict[str, object]
) -> tuple[object, ...]:
    """A value for each field, in order."""
    values = [*given]
    for name in names[len(given) :]:
        if name in named:
            values.append(named.pop(name))
        elif name in defaults:
            one = defaults[name]
            values.append(one.default_factory() if one.default_factory else one.default)
        else:
            raise TypeError(f"{cls.__name__}() needs a value for {name!r}")
    if named or len(given) > len(names):
        raise TypeError(f"{cls.__name__}() was given {', '.join(map(repr, named)) or 'too many values'}")
    return tuple(values)


def _values(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """A function that returns the values of fields."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda one: tuple([getattr(one, name) for name in names])


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
    return type(record)(**({name: getattr(record, name) for name in _described(type(record))} | changes))


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:
    dataclass, field, replace = _dataclass, _Field, _changed
