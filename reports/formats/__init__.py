"""The formats of a check. A format is one file here, with one function of the same name; it is registered nowhere else.

    def NAME(result: Result, context: Context) -> str

>>> "text" in known(), "none" in known()
(True, False)
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping

from pitboss.grammar.quick_start import TYPE_CHECKING, dataclass, field

if TYPE_CHECKING:  # the list of formats is needed at every start
    from pitboss.checker.findings.result import Result


@dataclass(frozen=True, slots=True)
class Context:
    """Options for the presentation of a result."""

    texts: Mapping[str, str] = field(default_factory=dict)  # document name → its text, for excerpts
    color: bool = False
    floor: bool = False  # list each item that must be seen on the floor
    everything: bool = False  # list each finding in full
    width: int = 100  # columns
    exit_code: int = 0


def known() -> tuple[str, ...]:
    names = (name.removesuffix(".py") for name in os.listdir(os.path.dirname(__file__)) if name.endswith(".py"))
    return tuple(sorted(name for name in names if not name.startswith("_")))


def render(name: str, result: Result, context: Context) -> str:
    """Return the result in the format with this name, which must exist."""
    render: Callable[[Result, Context], str] = getattr(importlib.import_module(f"{__name__}.{name}"), name)
    return render(result, context)
