"""What was not judged is not clean: the summary states it, and `--fail-on unjudged` exits with 1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.product import main

CARDS, WHEEL = (str(Path(__file__).parent / name) for name in ("cards.yaml", "wheel.yaml"))
ROW = {"table": "1", "moment": "2007-01-01T12:00:00", "seat": "1", "stake": {"punto_player": 50}}
WHOLE = Path(__file__).parents[1] / "fuzz/corpus/json_lines/dealt.jsonl"


def audited(records: Path, capsys: pytest.CaptureFixture[str], *more: str, filing: str = CARDS) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["rounds", "audit", str(records), "--filing", filing, *more])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("engine", ["plain", "columnar"])
def test_clauses_are_counted_by_the_rows_that_had_their_facts(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = tmp_path / "r.jsonl"
    bare = [{"round": f"2-{n}", **ROW} for n in range(3)]
    records.write_text(WHOLE.read_text() + "".join(json.dumps(row) + "\n" for row in bare))
    found = json.loads(audited(records, capsys, "--engine", engine, "--format", "json")[1])
    needs = {one["clause"]: one["verdicts"].get("needs evidence", 0) for one in found["clauses"]}
    some = [many for clause, many in needs.items() if many and clause not in found["never_judged"]]
    every, never = sum(not many for many in needs.values()), len(found["never_judged"])
    assert found["facts_known"] == {"in_every_row": every, "in_some_rows": len(some), "in_no_row": never}
    assert every and some and never, "the sample has each of them"
    text = audited(records, capsys, "--engine", engine)[1]
    between = f"{min(some)} to {max(some)} rows" if min(some) != max(some) else f"{max(some)} rows"
    stated = f"\n{every} of {len(needs)} clauses had all their facts in every row, {len(some)} lacked some in {between}, {never} lacked"
    assert stated in text


def test_the_exit_code_can_depend_on_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare, empty = tmp_path / "bare.jsonl", tmp_path / "empty.jsonl"
    bare.write_text(json.dumps({"round": "1", **ROW}) + "\n")
    empty.write_text("")
    dealt = tmp_path / "dealt.jsonl"
    assert (
        main(["rounds", "deal", "roulette", "--rounds", "3", "--seats", "1", "--filing", WHEEL, "--out", str(dealt)])
        == 0
    )
    for records, filing, unjudged, needs in ((bare, CARDS, 1, 1), (empty, CARDS, 1, 0), (dealt, WHEEL, 0, 0)):
        assert audited(records, capsys, filing=filing)[0] == 0
        assert audited(records, capsys, "--fail-on", "fail,unjudged", filing=filing)[0] == unjudged, records
        assert audited(records, capsys, "--fail-on", "needs evidence", filing=filing)[0] == needs, records
    assert "nothing judged" in audited(empty, capsys)[1]
