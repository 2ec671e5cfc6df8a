"""A submission of 120 tables and eight games goes through a spreadsheet program: workbook → check → worksheet → report.

LibreOffice saves the workbook and the worksheets again, as a compliance officer does; nothing that pitboss reads may change by it.
"""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.starter.test_filled import DAY, VOCABULARY, completed, lawful, starter
from tests.support.product import filing_workbook, main

OFFICE = shutil.which("libreoffice")
GAMES = (
    "craps", "blackjack", "punto_banco", "roulette", "minibaccarat", "pai_gow_poker", "three_card_poker", "four_card_poker",
)  # fmt: skip
EACH = 15

pytestmark = [pytest.mark.soak, pytest.mark.skipif(not OFFICE, reason="NOT RUN: no LibreOffice here")]


def saved_again(path: Path, form: str, folder: Path) -> Path:
    command = [
        str(OFFICE),
        f"-env:UserInstallation=file://{folder}/profile",
        "--headless",
        "--convert-to",
        form,
        "--outdir",
        str(folder),
    ]
    subprocess.run([*command, str(path)], check=True, capture_output=True, timeout=300)
    return folder / f"{path.stem}.{form}"


def submission(folder: Path) -> dict[str, Any]:
    """Fifteen tables of each game; every third has one fact that the law forbids or the filing leaves open."""
    made: dict[str, Any] = {"pits": [], "approvals": []}
    for n, game in enumerate(GAMES, start=1):
        data = completed(starter(game), folder, everything=False)
        lawful(data, folder)
        table = data["pits"][0]["tables"][0]
        made["submission"] = {**made.get("submission", {}), **data["submission"]}
        made["approvals"] += data["approvals"]
        tables = [{**table, "number": f"{n}{number:02}"} for number in range(1, EACH + 1)]
        for changed in tables[::3]:
            changed["equipment"] = {}
            changed.pop("decks", None)
        made["pits"].append({"name": f"Pit {n}", "tables": tables})
    return made


def checked(path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    main(["check", str(path), "--as-of", DAY, "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert not any(p["code"].startswith("E") for p in report["problems"]), report["problems"][:3]
    return sorted((f["code"], f["verdict"], tuple(f["tables"])) for f in report["findings"])


def test_120_tables_survive_a_spreadsheet_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = submission(tmp_path)
    for name in ("plain", "book", "again", "saved", "report"):
        (tmp_path / name).mkdir()
    (tmp_path / "plain/filing.json").write_text(json.dumps(data))
    (tmp_path / "book/filing.xlsx").write_bytes(filing_workbook(data, VOCABULARY))
    expected = checked(tmp_path / "plain/filing.json", capsys)
    assert sum(len(tables) for _, _, tables in expected) > EACH
    assert checked(tmp_path / "book/filing.xlsx", capsys) == expected
    again = saved_again(tmp_path / "book/filing.xlsx", "xlsx", tmp_path / "again")
    assert checked(again, capsys) == expected

    main(["report", str(again), "--as-of", DAY, "--out", str(tmp_path / "report")])
    sheet = saved_again(tmp_path / "report/worksheet.csv", "xlsx", tmp_path / "saved")
    sheet = saved_again(sheet, "csv", tmp_path / "saved")
    rows = list(csv.DictReader(sheet.open(encoding="utf-8-sig", newline="")))
    assert len({row["table"] for row in rows if row["table"]}) == EACH * len(GAMES)
    for row in rows:
        if not row["clause"] and row["table"]:
            row.update({"answer": "yes", "by": "I. Spector", "on": "7/1/2010"})
    with (tmp_path / "saved/filled.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    filled = saved_again(tmp_path / "saved/filled.csv", "xlsx", tmp_path / "again")
    main(["report", str(again), "--as-of", DAY, "--out", str(tmp_path / "report"), "--inspection", str(filled)])
    audit = json.loads((tmp_path / "report/audit.json").read_text())
    assert audit["filing"]["problems"] == []
    assert [r["count"] for r in audit["floor"]["reconciled"] if r["state"] == "seen"] == [EACH * len(GAMES)]
