"""What both commits judge, taken from the older one: its cases, examples, filings of tests, and rounds that it deals.

Cases of a section are judged together, each at a table of its own, because a check or an audit of each alone takes four times as long.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from tests.support.round_cases import row_of
from tests.support.rule_cases import FRAME, VALUES, as_yaml, items_of

Job: TypeAlias = dict[str, Any]  # {"name": …, "command": […]}

EXAMPLES = ("boardwalk", "boardwalk-troubled", "lighthouse", "lighthouse-troubled")
DAYS = ("1980-01-01", "1989-01-01", "1994-01-01", "1999-01-01", "2004-06-01", "2006-02-01", "2007-07-01",
        "2009-06-01", "2011-01-01")  # fmt: skip
OWN_RULES = {  # filings of tests with rules of their own
    "madeup/floor.yaml": (("madeup/words", "madeup/rules"), "2006-01-01"),
    "timeline/filing.yaml": (("madeup/words", "timeline/rules"), "2006-01-01"),
}
DEALT = {  # filings of tests → game and number of rounds to deal, about 20,000 rows in all
    "box.yaml": ("blackjack", 700),
    "tables/blackjack.yaml": ("blackjack", 1_100),
    "cards.yaml": ("punto_banco", 2_000),
    "chemin.yaml": ("chemin_de_fer", 1_300),
    "four.yaml": ("four_card_poker", 1_600),
    "mini.yaml": ("minibaccarat", 1_600),
    "seven.yaml": ("pai_gow_poker", 500),
    "tables/pai_gow_poker.yaml": ("pai_gow_poker", 700),
    "three.yaml": ("three_card_poker", 1_600),
    "wheel.yaml": ("roulette", 1_900),
}
DEAL = ["--seed", "1", "--seats", "2", "--mistakes", "0.25"]
SIDES = {1: "first", 2: "second"}  # the value before the bar of a case, and the one behind it
PLACED = {"round", "table", "moment", "sequence"}
SECONDS = 86_400  # of a day


def write(tree: Path, folder: Path, pitboss: Callable[..., subprocess.CompletedProcess[str]]) -> list[Job]:
    """Write what the commit in `tree` is judged by into a folder; `pitboss` runs its command."""
    return [*_rounds(tree, folder, pitboss), *_cases(tree, folder), *_filings(tree)]  # the longest first


def _check(name: str, filing: Path, *options: str) -> Job:
    return {"name": name, "command": ["check", str(filing), *options, "--no-config", "--format", "json"]}


def _audit(name: str, records: Path, filing: Path) -> Job:
    return {"name": name, "command": ["rounds", "audit", str(records), "--filing", str(filing), "--format", "json"]}


# ---- filings


def _filings(tree: Path) -> Iterator[Job]:
    """The examples on several days and before each other, and the filings of tests."""
    for name in EXAMPLES:
        filing = tree / "examples" / name
        other = filing.with_name(name.removesuffix("-troubled") if "troubled" in name else f"{name}-troubled")
        yield _check(f"examples/{name}", filing)
        yield _check(f"examples/{name}, previous {other.name}", filing, "--previous", str(other))
        yield from (_check(f"examples/{name} as of {day}", filing, "--as-of", day) for day in DAYS)
    for filing in sorted((tree / "tests").rglob("*.yaml")):
        name = filing.relative_to(tree / "tests").as_posix()
        folders, day = OWN_RULES.get(name, ((), ""))
        options = [option for rules in folders for option in ("--rules", str(tree / "tests" / rules))]
        if "\npits:" in filing.read_text("utf-8"):
            yield _check(f"tests/{name}", filing, *options, *(["--as-of", day] if day else []))


# ---- cases


def _cases(tree: Path, folder: Path) -> Iterator[Job]:
    for path in sorted((tree / "rulespecs").rglob("*.cases.yaml")):
        section = path.name.removesuffix(".cases.yaml")
        items = items_of(path)
        filings = [item for item in items if "filing" in item]
        rounds = [item for item in items if "round" in item]
        yield from _filing_cases(section, filings, folder)
        if rounds:
            yield _round_cases(section, rounds, folder)


def _side(text: object, side: int) -> str:
    return VALUES.sub(lambda match: match[side], str(text))


def _filing_cases(section: str, items: list[Any], folder: Path) -> Iterator[Job]:
    """One filing for each day, with one table for each distinct filing of a case; a case with several tables or events is alone."""
    days: dict[str, dict[str, dict[str, None]]] = {}  # day → texts
    for item in items:
        for side in SIDES:
            days.setdefault(_side(item["as of"], side), {}).setdefault(_side(item["filing"], side), {})
    for day, texts in days.items():
        together: dict[str, Any] = {**as_yaml(FRAME), "pits": [], "attestations": []}
        for number, text in enumerate(texts, 1):
            filing = as_yaml(text)
            if not _has_one_table(filing):
                yield _filed(f"{section} as of {day}, {number}", {**as_yaml(FRAME), **filing}, day, folder)
                continue
            (pit,) = filing["pits"]
            together["pits"].append({**pit, "name": f"{number}", "tables": [{**pit["tables"][0], "number": number}]})
            together["attestations"] += [{**each, "tables": [number]} for each in filing.get("attestations", ())]
        if together["pits"]:
            yield _filed(f"{section} as of {day}", together, day, folder)


def _has_one_table(filing: Any) -> bool:
    return (
        filing.keys() <= {"pits", "attestations"}
        and [len(pit.get("tables", ())) for pit in filing["pits"]] == [1]
        and not any("tables" in each for each in filing.get("attestations", ()))
    )


def _filed(name: str, filing: Any, day: str, folder: Path) -> Job:
    file = folder / f"{name.replace(' ', '_')}.json"
    file.write_text(json.dumps(filing, default=float, indent=1), "utf-8")
    return _check(f"cases {name}", file, "--as-of", day)


def _round_cases(section: str, items: list[Any], folder: Path) -> Job:
    """One record of all cases of a section, and the filing of their tables.

    Cases on equal tables share one. Each is earlier than the case before it, so that neither is the round before the other; a case
    that states its rounds or times has a table of its own.
    """
    tables: dict[str, tuple[int, Any]] = {}
    written: dict[tuple[str, str, str], None] = {}
    lines: list[dict[str, Any]] = []
    for number, item in enumerate(items, 1):
        for side, which in SIDES.items():
            day, rows = _side(item["as of"], side), _side(item["round"], side)
            table = as_yaml(_side(item["table"], side)) if isinstance(item["table"], str) else item["table"]
            spec = json.dumps(table, default=float, sort_keys=True)
            if (spec, day, rows) in written:
                continue
            written[spec, day, rows] = None
            several = [row_of(line) for line in rows.splitlines()]
            apart = f" {number} {which}" if any(PLACED & row.keys() for row in several) else ""
            at, _ = tables.setdefault(f"{day}{spec}{apart}", (len(tables) + 1, table))
            second = SECONDS - 1 - len(written)
            place = {"moment": f"{day}T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"}
            name = f"of case {number} ({item['clause'].partition(':')[2]}, {which})"
            for row in several:
                stated = f"{row['round']} {name}" if "round" in row else name
                lines.append({**place, **row, "round": stated, "table": str(at)})
    filing = as_yaml(FRAME)
    filing["submission"] |= {"effective": min(str(line["moment"])[:10] for line in lines)}
    filing["pits"] = [{"name": f"{n}", "tables": [{**table, "number": n}]} for n, table in tables.values()]
    floor, record = folder / f"{section}.floor.json", folder / f"{section}.jsonl"
    floor.write_text(json.dumps(filing, default=float, indent=1), "utf-8")
    record.write_text("".join(f"{json.dumps(line, default=str)}\n" for line in lines), "utf-8")
    return _audit(f"cases on rounds {section}", record, floor)


# ---- rounds


def _rounds(tree: Path, folder: Path, pitboss: Callable[..., subprocess.CompletedProcess[str]]) -> Iterator[Job]:
    """The rounds kept for golden sets and tests, and newly dealt ones, a quarter with a mistake."""
    floors = tree / "tests" / "rounds"
    for name, (game, rounds) in DEALT.items():
        filing, out = floors / name, folder / f"dealt-{name.replace('/', '-')}.jsonl"
        made = pitboss(
            "rounds", "deal", game, "--rounds", str(rounds), "--filing", str(filing), "--out", str(out), *DEAL
        )
        assert made.returncode == 0, made.stderr
        yield _audit(f"{rounds} rounds dealt of {name}", out, filing)
    stems = {
        path.relative_to(floors).with_suffix("").as_posix().replace("/", "-"): path for path in floors.rglob("*.yaml")
    }
    for record in sorted((tree / "tests" / "golden" / "rounds").glob("*.csv")):
        stem = record.stem if record.stem in stems else record.stem.partition("-")[0]
        yield _audit(f"tests/golden/rounds/{record.name}", record, stems[stem])
    for record in sorted((tree / "tests" / "differential" / "rounds").glob("*.jsonl")):
        yield _audit(f"tests/differential/rounds/{record.name}", record, stems[_floor_of(record.stem, stems)])


def _floor_of(record: str, stems: dict[str, Path]) -> str:
    """The filing of a record `GAME-FILING`."""
    name = record.partition("-")[2]
    return name if name in stems else f"tables-{name}"
