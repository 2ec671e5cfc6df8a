"""`pitboss report`: the files it writes, its exit codes, and that nothing in them is obeyed by what opens them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.checker.findings.findings import at_tables
from tests.support import hostile_filing
from tests.support.audit_data import audit_data
from tests.support.product import audit_csv, audit_html, audit_markdown, main, worksheet_html
from tests.support.product import worksheet_csv as worksheet

ROOT = Path(__file__).parents[2]
TROUBLED = str(ROOT / "examples/boardwalk-troubled")
WRITTEN = ["audit.html", "audit.json", "audit.md", "findings.csv", "worksheet.csv", "worksheet.html", "worksheet.xlsx"]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ---- the command


def test_it_writes_every_form_and_reports_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", TROUBLED, "--out", str(tmp_path / "deep/out")]) == 1
    assert names(tmp_path / "deep/out") == WRITTEN
    wrote, _, counts, *overview = capsys.readouterr().out.splitlines()
    folder = tmp_path / "deep/out"
    assert wrote == f"wrote {len(WRITTEN)} files to {folder}"
    assert len(overview) < 45 and f"read the report  open {folder / 'audit.html'} in a browser" in overview
    assert counts.startswith(
        "57 fail, 12 open, 9 needs evidence, 3 to be seen on the floor, 1 approved: 86 tables, as of 2007-01-01"
    )
    data = json.loads((tmp_path / "deep/out/audit.json").read_bytes())
    assert data["command"] == f"pitboss report {TROUBLED} --out {tmp_path / 'deep/out'}"
    assert (data["as_of"], data["as_of_from"]) == ("2007-01-01", "filing")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([], 0),
        (["--fail-on", "open"], 1),
        (["--as-of", "2006-01-01"], 1),
        (["--as-of", "2007-02-30"], 2),
        (["--fail-on", "x"], 2),
    ],
)
def test_it_exits_as_the_check_does(options: list[str], code: int, tmp_path: Path) -> None:
    clean = str(ROOT / "examples/boardwalk")
    assert main(["report", clean, "--out", str(tmp_path), *options]) == code
    assert main(["check", clean, *options]) == code


def test_it_can_be_made_again_by_the_command_that_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shlex

    monkeypatch.chdir(tmp_path)
    main(
        ["report", TROUBLED, "--out", "my out", "--as-of", "2006-12-31", "--previous", str(ROOT / "examples/boardwalk")]
    )
    first = {path.name: path.read_bytes() for path in (tmp_path / "my out").iterdir()}
    data = json.loads(first["audit.json"])
    assert data["as_of_from"] == "option"
    main(shlex.split(data["command"])[1:])
    assert {path.name: path.read_bytes() for path in (tmp_path / "my out").iterdir()} == first


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [("f.yaml", "pits: [\n", "E020"), ("misspelt.yaml", None, "E001"), ("folder", None, "E001")],
)
def test_of_a_filing_of_which_nothing_can_be_read_nothing_is_written(
    name: str, text: str | None, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    (tmp_path / "out").mkdir()
    (tmp_path / "out/audit.md").write_text("the last report")
    assert main(["report", str(tmp_path / name), "--out", str(tmp_path / "out")]) == 2
    assert [p.read_text() for p in (tmp_path / "out").iterdir()] == ["the last report"]
    stated = capsys.readouterr().out
    assert (
        code in stated
        and stated.endswith("No document could be read; no report was written.\n")
        and "wrote" not in stated
    )
    assert main(["report", str(tmp_path / name), "--out", str(tmp_path / "new")]) == 2
    assert not (tmp_path / "new").exists()


def test_a_filing_that_can_be_read_in_part_is_reported_with_its_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "filing").mkdir()
    (tmp_path / "filing/a.yaml").write_text("pits: [\n")
    (tmp_path / "filing/b.yaml").write_text("submission: {effective: 2007-01-01}\n")
    assert main(["report", str(tmp_path / "filing"), "--out", str(tmp_path / "out")]) == 2
    assert names(tmp_path / "out") == WRITTEN
    data = json.loads((tmp_path / "out/audit.json").read_bytes())
    assert [p["code"] for p in data["filing"]["problems"]] == ["E020", "E203"]
    assert "E020" in capsys.readouterr().out and "E020" in (tmp_path / "out/audit.md").read_text()


def test_it_does_not_write_into_the_filing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f.yaml").write_text("submission: {effective: 2007-01-01}\npits: []\n")
    assert main(["report", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "inside the filing" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["report", TROUBLED, "--out", str(tmp_path / "file/out")]) == 2
    assert "file/out cannot be used: Not a directory" in capsys.readouterr().err


def test_a_browser_is_started_without_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser made for the test writes down its arguments; the PDF of an earlier run stays if the next one fails."""
    browser = tmp_path / "browser"
    browser.write_text(
        f"#!{sys.executable}\nimport sys\n"
        "pdf = next(a for a in sys.argv if a.startswith('--print-to-pdf=')).partition('=')[2]\n"
        "open(pdf, 'w').write('\\n'.join(sys.argv[1:]))\n"
    )
    browser.chmod(0o755)
    monkeypatch.setenv("PITBOSS_CHROMIUM", str(browser))
    out = tmp_path / "out; touch x $(touch y)"
    command = ["report", str(ROOT / "tests/rounds/wheel.yaml"), "--fail-on", "none", "--pdf", "--out", str(out)]
    assert main(command) == 0
    given = (out / "audit.pdf").read_text().splitlines()
    assert given[-1] == (out / "audit.html").as_uri()
    assert ("--no-sandbox" in given) == (os.geteuid() == 0)
    assert json.loads((out / "audit.json").read_bytes())["command"].count(" --pdf ") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["browser", out.name]
    monkeypatch.setenv("PITBOSS_CHROMIUM", "false")
    assert main(command) == 2
    assert (out / "audit.pdf").read_text().splitlines() == given and names(out) == sorted([*WRITTEN, "audit.pdf"])


def test_rules_of_ones_own(tmp_path: Path) -> None:
    madeup = ROOT / "tests/madeup"
    rules = ["--rules", str(madeup / "words"), "--rules", str(madeup / "rules")]
    assert main(["report", str(madeup / "floor.yaml"), "--out", str(tmp_path), *rules]) == 1
    data = json.loads((tmp_path / "audit.json").read_bytes())
    assert {f["section"] for f in data["findings"]} == {"1:1-9.1"} == {*data["scope"]["judged"]} - {"1:1"}


# ---- harmless


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory, report: Any) -> dict[str, Any]:
    """A filing whose every string is an attack; and the rest of the account poisoned, whatever a reader refuses today."""
    data: dict[str, Any] = report(hostile_filing.filing(tmp_path_factory.mktemp("hostile")), "2007-01-01").data
    kinds = [*hostile_filing.ATTACKS.values(), *hostile_filing.CONTROLS.values()]
    for n, f in enumerate(data["findings"]):
        text = kinds[n % len(kinds)]
        f |= {"headline": text, "expected": text, "actual": text, "why": [text], "cure": text, "pits": [text]}
        f["related"] = [{"what": text, "place": None}]
    for n, row in enumerate(data["filing"]["certifications"]):
        row |= {"by": kinds[n], "role": hostile_filing.ALL, "on": hostile_filing.ALL}
    data["filing"] |= {"licensee": hostile_filing.ALL, "id": hostile_filing.ALL, "name": hostile_filing.ALL}
    data["command"] = hostile_filing.ALL
    return data


def test_no_cell_is_a_formula(hostile: dict[str, Any]) -> None:
    for text in (audit_csv(hostile), worksheet(hostile)):
        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
        assert len({len(row) for row in rows}) == 1 and len(rows) > 10
        cells = [cell for row in rows for cell in row if cell]
        assert [cell for cell in cells if cell[0] in "=+-@\t\r\n"] == []
        assert any(cell.startswith(("'=", "'+", "'-", "'@")) for cell in cells)
        assert [c for c in text.removeprefix("\ufeff").replace("\r\n", "") if not c.isprintable()] == []


def test_markdown_formats_nothing_and_calls_nobody(hostile: dict[str, Any]) -> None:
    text = audit_markdown(hostile)
    assert "pwned" in text and len(text) < 65_536
    own = re.sub(r"</?(details|summary|code)( open)?>|<br>|<!-- -->", "", text)
    assert re.findall(r"<[a-zA-Z/!?]", own) == []
    assert re.findall(r"@(?!<!-- -->)\w", text) == []
    assert re.findall(r"(?<!\\)\](?:\(|\[)", own) == []
    assert "://" not in text
    assert re.findall(r"javascript:(?!<!-- -->)", text, re.I) == re.findall(r"(?!)", text)
    assert [
        line
        for line in own.splitlines()
        if re.match(r"\s*(#{1,6}\s|```|~~~|>|\|)", line) and "pwned" in line and line[:3] != "## "
    ] == []
    assert len(re.findall(r"(?<!\\)`", own)) % 2 == 0
    assert [c for c in text.replace("\n", "") if not c.isprintable()] == []


def test_the_worksheet_for_paper_runs_nothing(hostile: dict[str, Any]) -> None:
    text = worksheet_html(hostile)
    assert "pwned" in text and "<script" not in text and "onerror=" not in re.sub(r">[^<]*<", "><", text)
    assert (
        re.findall(
            r"<(?!/?(?:html|head|meta|title|style|body|a|header|p|h1|h2|b|code|span|main|section|small|div|table|thead|tbody|tr|th|td)\b|!doctype)",
            text,
        )
        == []
    )
    assert [c for c in text.replace("\n", "") if not c.isprintable()] == []


def test_a_long_audit_states_what_it_leaves_out(report: Any) -> None:
    data = report("examples/lighthouse-troubled").data
    text = audit_markdown({**data, "findings": data["findings"] * 4})
    assert len(text) <= 60_000
    shown = text.count("\n- **")
    left = sum(int(n) for n in re.findall(r"and ([0-9]+) more, in `audit.html`", text))
    relied = sum(r["matters"] for of in data["relied"].values() for r in of)
    assert shown - relied + left == 4 * len(data["findings"])


def test_like_errors_and_like_findings_are_shown_once(tmp_path: Path) -> None:
    """A workbook has a row for each table: what is wrong in a whole column must not fill the first pages."""
    data = audit_data()
    (problem,) = data["filing"]["problems"]
    at = {"file": "f.xlsx", "line": 2, "column": 3}
    data["filing"]["problems"] = [{**problem, "place": {**at, "line": n, "cell": f"Tables!C{n}"}} for n in range(2, 30)]
    first, *others = data["findings"]
    again = [{**first, "id": f"f-again-{n}", "rank": 100 + n, "tables": [f"again {n}"]} for n in range(12)]
    again = [
        {**f, "notice": f["notice"].replace(at_tables(tuple(first["tables"])), at_tables((f["tables"][0],)))}
        for f in again
    ]
    data["findings"] = [first, *others, *again]
    page = audit_html(data)
    assert page.count("no such field") == 1 and "27 more cells: C3 to C29" in page
    assert (
        page.count('class="finding v-') == len(data["findings"])
        and len(re.findall(r'class="finding [^"]* again"', page)) == 12
    )
    assert '</a></span></td><td class="num">13</td>' in page and "12 more findings, at " in page
    assert audit_markdown(data).count("no such field") == 1
