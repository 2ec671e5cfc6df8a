"""What the three targets that read records of rounds do: audit them, and report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from zlib import crc32

from pitboss.checker.rounds.sound_parquet import require_sound
from pitboss.reports.rounds_csv import rounds_csv
from pitboss.reports.rounds_text import rounds_text
from tests.fuzz.harness import Faulty
from tests.support.product import LawIndex, Lot, NoRecords, audit_rounds, load_law, lots, lots_in_columns, rounds_json

ROUNDS = Path(__file__).parents[1] / "rounds"
ENGINES: tuple[Callable[[LawIndex, str], Iterator[Lot]], ...] = (lots, lots_in_columns)


@cache
def law(filing: str) -> LawIndex:
    found, errors = load_law([str(ROUNDS / filing)], [])
    assert not errors
    return found


def audit(path: Path, filing: str) -> None:
    """Audit the file: each row that is set aside has its place and a reason, and the reports of both engines are equal.

    The columnar engine has a fixed cost, so it takes part in one of eight inputs.
    """
    reports = []
    for engine in ENGINES if crc32(path.read_bytes()) % 8 == 0 else ENGINES[:1]:
        index, aside = law(filing), []
        try:
            require_sound([path])
            found = audit_rounds(path.name, index, engine(index, str(path)), aside.append)
        except NoRecords as fault:
            if not str(fault).startswith(path.name) and path.name not in str(fault):
                raise Faulty(f"a fault without a file: {fault}") from None
            reports.append(str(fault))
            continue
        for one in aside:
            if not one.reason or not one.place.rpartition(":")[2].isdigit():
                raise Faulty(f"a row without a place: {one}")
        made = [rounds_text(found), rounds_json(found), rounds_csv(found)]
        reports.append("".join(made))
        reports[-1].encode("utf-8", "surrogatepass")
    if len({*reports}) > 1:
        raise Faulty("the engines differ")
