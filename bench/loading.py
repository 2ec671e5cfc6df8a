"""How fast filings are read, in MB/s: `PYTHONPATH=src python bench/read.py`.

The lower bound is the parser's own work: its events drained, first without any Python object, then with them.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from pitboss.checker.read import Document, read
from pitboss.checker.read.yaml_events import CParser, events

TABLE = """\
      - number: BJ-{n}
        game: blackjack
        decks: 6
        cards: {{backs: [red, blue], joker: false}}
        limits: {{minimum: 15.00, maximum: 5000}}
        wagers:
          - {{wager: main, paytable: bj-3-2, minimum: 15, maximum: 5000}}
          - wager: insurance
            pays: 2:1
          - wager: pairs
            paytable: pairs-a
            minimum: 1.00
            maximum: 100
        shuffler: continuous
        options: [surrender, double after split]
"""


def filing(tables: int) -> str:
    """A filing of pits with twenty tables each."""
    pits = (
        f"  - pit: P{pit}\n    tables:\n" + "".join(TABLE.format(n=n) for n in range(pit * 20, pit * 20 + 20))
        for pit in range(tables // 20)
    )
    return "submission: {id: S-1, effective: 2024-01-01}\npits:\n" + "".join(pits)


def best(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest of several runs."""
    seconds = []
    for _ in range(times):
        gc.collect()
        start = perf_counter()
        work()
        seconds.append(perf_counter() - start)
    return min(seconds)


def drain(text: str) -> None:
    get = events(text)
    gc.disable()
    while get() is not None:
        pass
    gc.enable()


def main() -> None:
    with TemporaryDirectory() as folder:
        for tables in (1_200, 22_000):
            text = filing(tables)
            size = len(text.encode()) / 1e6
            path = Path(folder, "filing.yaml")
            path.write_text(text)
            document = read(path).documents[0]
            as_json = Path(folder, "filing.json")
            as_json.write_text(json.dumps(document.data, default=float))
            other = read(as_json).documents[0]
            print(f"{tables:,} tables, {size:.2f} MB of YAML")
            rows: list[tuple[str, float, Callable[[], object]]] = [
                ("events without objects", size, lambda text=text: CParser(text).raw_parse()),  # type: ignore[misc]
                ("events, drained", size, lambda text=text: drain(text)),  # type: ignore[misc]
                ("read YAML", size, lambda path=path: read(path)),  # type: ignore[misc]
                ("read JSON", as_json.stat().st_size / 1e6, lambda path=as_json: read(path)),  # type: ignore[misc]
            ]
            for name, megabytes, work in rows:
                print(f"  {name:24}{megabytes / best(work, 5 if tables < 5_000 else 3):8.1f} MB/s")
            for each in (document, other):
                report_places(each, tables)


def report_places(document: Document, tables: int) -> None:
    for name, pits in (
        ("first", [0]),
        ("middle", [tables // 40]),
        ("last", [tables // 20 - 1]),
        ("all", range(tables // 20)),
    ):
        paths = [("pits", pit, "tables", 19, "wagers", 2, "maximum") for pit in pits]
        print(f"  places, {document.format:5}{name:12}{1000 * best(lambda: document.places(paths), 2):8.1f} ms")  # noqa: B023


if __name__ == "__main__":
    main()
