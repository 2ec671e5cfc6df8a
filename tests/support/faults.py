"""Faults in the product, one function at a time: each function of a module returns another value than it computed.

The code object of the function is replaced, so that every module that imported the function, and every table that holds it,
runs the fault.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from inspect import isclass, isgenerator
from types import CodeType, FunctionType, ModuleType
from typing import Any

ORIGINAL, FAULTY = "_function_without_fault", "_faulty_call"  # names in the globals of a function while it has a fault


@dataclass(frozen=True)
class Target:
    """A function or a method that is defined in a module."""

    name: str
    function: FunctionType

    def __str__(self) -> str:
        return self.name


def modules(*names: str) -> list[ModuleType]:
    """Modules by name, and all modules of a package."""
    found = []
    for name in names:
        module = importlib.import_module(name)
        inner = pkgutil.iter_modules(module.__path__) if hasattr(module, "__path__") else ()
        found += [importlib.import_module(f"{name}.{one.name}") for one in inner] or [module]
    return found


def targets(*names: str) -> dict[str, Target]:
    """Every function and method that is written in the modules, by name without `pitboss.`."""
    found: dict[str, Target] = {}
    for module in modules(*names):
        own = {v.__name__: v for v in vars(module).values() if isclass(v) and v.__module__ == module.__name__}
        own = {name: one for name, one in own.items() if not getattr(one, "_is_protocol", False)}
        for holder, prefix in ((module, ""), *((one, f"{name}.") for name, one in own.items())):
            for attribute, value in vars(holder).items():
                function = _function(value)
                if function is None or function.__module__ != module.__name__:
                    continue
                if function.__code__.co_filename == module.__file__ and function.__name__ != "<lambda>":
                    name = f"{module.__name__}.{prefix}{attribute}".removeprefix("pitboss.")
                    found[name] = Target(name, function)
    return found


def _function(value: Any) -> FunctionType | None:
    """The function that was written: inside a property, a class method or a cache."""
    for attribute in ("fget", "__func__", "func", "__wrapped__"):
        value = getattr(value, attribute, None) or value
    return value if isinstance(value, FunctionType) else None


class Kind(Enum):
    """What a fault does."""

    CHANGES = "returns another value than it computed"
    NEGATES = "returns a number with the other sign"
    SKIPS = "does nothing and returns None"


@dataclass
class Fault:
    """A fault in a function. `acts`: whether it has returned another value than the function."""

    kind: Kind
    acts: bool = False

    def call(self, original: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """What the function returns instead."""
        if self.kind == Kind.SKIPS:
            self.acts = True
            return None
        value = original(*args, **named)
        if isgenerator(value):
            value = [*value]
            made = iter(changed(value) if self.kind == Kind.CHANGES else value)
            self.acts |= self.kind == Kind.CHANGES and bool(value)
            return made
        if self.kind == Kind.CHANGES:
            made = changed(value)
        else:
            made = -value if isinstance(value, int | Fraction) and not isinstance(value, bool | Enum) else value
        self.acts |= made is not value
        return made


def changed(value: Any, depth: int = 0) -> Any:
    """Another value of the same type; the same object where nothing can be changed in it."""
    match value:
        case None:
            return None
        case bool():
            return not value
        case Enum():
            members = [*type(value)]
            return members[(members.index(value) + 1) % len(members)]
        case int() | Fraction() | float():
            return value + 1
        case str():
            return f"{value}?"
        case tuple() | list():
            return _without_last(value)
        case dict():
            return dict([*value.items()][:-1]) if value else value
        case set() | frozenset():
            return type(value)(sorted(value, key=repr)[:-1]) if value else value
    if depth > 3 or isclass(value):
        return value
    if is_dataclass(value):
        return _other_field(value, depth)
    match type(value).__module__.partition(".")[0]:
        case "polars" | "numpy":
            return _other_array(value)
        case "pitboss" if not callable(value):
            return _other_attribute(value, depth)
    return value


def _without_last(value: Any) -> Any:
    if not value:
        return value
    if hasattr(value, "_fields"):  # a named tuple
        made = [*value]
        for n, part in enumerate(made):
            if (other := changed(part)) is not part:
                made[n] = other
                return type(value)(*made)
        return value
    return value[:-1]


def _other_field(value: Any, depth: int) -> Any:
    """The dataclass with the last of its compared fields changed in which something can be."""
    for field in reversed(fields(value)):
        if field.compare and field.init:
            other = changed(found := getattr(value, field.name), depth + 1)
            if other is not found:
                return replace(value, **{field.name: other})
    return value


def _other_attribute(value: Any, depth: int) -> Any:
    """A copy of an object with the first of its attributes changed in which something can be."""
    names = [name for one in type(value).__mro__ for name in getattr(one, "__slots__", ())] or [*vars(value)]
    for name in sorted(names, key="values".__ne__):
        other = changed(found := getattr(value, name, None), depth + 1)
        if other is not found:
            made = copy(value)
            setattr(made, name, other)
            return made
    return value


def _other_array(value: Any) -> Any:
    """An array or a column with every entry changed."""
    if hasattr(value, "dtype") and str(value.dtype) in ("bool", "Boolean"):
        return ~value
    try:
        return value + 1
    except Exception:  # no numbers
        return value.reverse() if hasattr(value, "reverse") else value


@contextmanager
def fault_in(target: Target, kind: Kind) -> Iterator[Fault]:
    """The product with a fault in a function."""
    function, fault = target.function, Fault(kind)
    code = function.__code__
    original = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
    original.__kwdefaults__ = function.__kwdefaults__
    space = function.__globals__
    space[ORIGINAL], space[FAULTY] = original, fault.call
    function.__code__ = _replacement(space, len(code.co_freevars))
    forget()
    try:
        yield fault
    finally:
        function.__code__ = code
        del space[ORIGINAL], space[FAULTY]
        forget()


def _replacement(space: dict[str, Any], many: int) -> CodeType:
    """The code of a function that calls the fault, with as many free variables as the code that it replaces."""
    free = ", ".join(f"free_{n}" for n in range(many))
    made: dict[str, Any] = {}
    text = (
        f"def within({free}):\n"
        f"    def faulty(*args, **named):\n"
        f"        ({free})\n"
        f"        return {FAULTY}({ORIGINAL}, *args, **named)\n"
        f"    return faulty\n"
    )
    exec(text, space, made)
    return made["within"](*[None] * many).__code__  # type: ignore[no-any-return]


_CACHED = ("pitboss.compiler.oracle", "pitboss.grammar", "pitboss.compiler.front.resolve")


def forget() -> None:
    """Empty the caches of the product's functions, save of those that get no fault and of the oracle."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] in ("pitboss", "pitboss_rules") and not name.startswith(_CACHED):
            for value in [*vars(module).values()]:
                if callable(getattr(value, "cache_clear", None)):
                    value.cache_clear()
            if name == "pitboss.compiler.odds.win_chance":
                module._known.clear()


@contextmanager
def called(into: set[CodeType]) -> Iterator[None]:
    """Collects the code of every Python function that is called."""
    before = sys.getprofile()

    def note(frame: Any, event: str, _: Any) -> None:
        if event == "call":
            into.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)
