"""The checks of lint, discovered from the folder `checks`: the docstring of a module is the explanation page of its code.

    \"\"\"L101 A citation names a provision that does not exist.

    What: …
    Why: …
    Example: …
    Remedy: …
    Register: kinds of entries of the register that explain a finding
    Needs: odds
    \"\"\"

The last two lines are optional. The file has one public function, which has the name of the file and takes the law.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding

_CHECKS = Path(__file__).parent / "checks"
_HEAD = re.compile(r"(L\d{3}) (.+\.)")
_PART = re.compile(r"^(What|Why|Example|Remedy|Register|Needs): ", re.M)


@dataclass(frozen=True, slots=True)
class LintCheck:
    """A code with its explanation, and the function that finds it."""

    code: str
    name: str
    title: str
    what: str
    why: str
    example: str
    remedy: str
    kinds: tuple[str, ...]  # of entries of the register
    needs_odds: bool
    find: Callable[[LawUnderLint], Iterable[LintFinding]]


@cache
def lint_checks() -> tuple[LintCheck, ...]:
    """Every check, in the order of the codes."""
    names = [path.stem for path in _CHECKS.glob("*.py") if path.stem != "__init__"]
    return tuple(sorted(map(_check, names), key=lambda check: check.code))


def _check(name: str) -> LintCheck:
    module = import_module(f"{__package__}.checks.{name}")
    head, _, body = (module.__doc__ or "").partition("\n")
    found = _HEAD.fullmatch(head)
    assert found, f"{name}: the docstring begins with a code and a sentence"
    words = iter(_PART.split(body)[1:])
    parts = {part: " ".join(text.split()) for part, text in zip(words, words, strict=True)}
    return LintCheck(
        found[1], name.replace("_", "-"), found[2], parts["What"], parts["Why"], parts["Example"], parts["Remedy"],
        tuple(kind.strip() for kind in parts.get("Register", "").rstrip(".").split(",") if kind.strip()),
        "Needs" in parts, getattr(module, name),
    )  # fmt: skip
