"""Reading a filing, against the bare parsers: libyaml without any Python object, and `json`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.measure import Goal, Measurement, Sizes, fastest, installed
from pitboss.checker.read import read

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
        for pit in range(-(-tables // 20))
    )
    return "submission: {id: S-1, effective: 2024-01-01}\npits:\n" + "".join(pits)


def measure(sizes: Sizes) -> Iterator[Measurement]:
    """Megabytes per second of CPU."""
    text = filing(sizes.yaml_tables)
    with TemporaryDirectory() as folder:
        path, as_json = Path(folder, "filing.yaml"), Path(folder, "filing.json")
        path.write_text(text)
        size = path.stat().st_size / 1e6
        took, source = fastest(lambda: read(path), sizes.runs)
        data: Any = source.documents[0].data
        libyaml = installed("yaml._yaml")
        events = size / fastest(lambda: libyaml.CParser(text).raw_parse(), sizes.runs)[0] if libyaml else None
        goal = Goal(0.2, at_least=True)
        yield Measurement("load clean YAML", size / took, "MB/s", goal, "libyaml, events only", events)
        as_json.write_text(json.dumps(data, default=float))
        size = as_json.stat().st_size / 1e6
        took, other = fastest(lambda: read(as_json), sizes.runs)
        assert other.documents[0].data == data
        bare = size / fastest(lambda: json.loads(as_json.read_bytes()), sizes.runs)[0]
        yield Measurement("load JSON", size / took, "MB/s", None, "json.loads", bare)
