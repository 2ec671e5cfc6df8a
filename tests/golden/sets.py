"""Every golden file by its path, and what produces it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

from tests.golden import presentation, semantic

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SETS: dict[str, tuple[Callable[..., str], ...]] = {
    f"{kind}/{name}": made
    for kind, sets in (("semantic", semantic.SETS), ("presentation", presentation.SETS))
    for name, made in sets.items()
}
SLOW = frozenset(f"semantic/audit/{name}.txt" for name in ("money", "tables-blackjack", "tables-pai_gow_poker"))


def produce(name: str) -> str:
    make, *arguments = SETS[name]
    with chdir(ROOT):  # the sets name filings from there
        return make(*arguments)


def committed() -> set[str]:
    return {
        path.relative_to(HERE).as_posix()
        for kind in ("semantic", "presentation")
        for path in (HERE / kind).rglob("*")
        if path.is_file()
    }
