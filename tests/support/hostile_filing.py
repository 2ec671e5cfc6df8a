"""A filing whose every string is an attack, for the tests of anything that reports on a filing.

Three stages, each with what `judged` gives, a result and the texts of the documents:

- `filing(folder)`: read without a fault and judged. The attacks are in names, numbers of tables, offers, instruments, notices;
- `faulty(folder)`: faults in every place, so that attacks are in messages and help; one file has control characters;
- `poisoned(result)`: *every* string of a result that a filing has a hand in, control characters included: what a reader
  refuses today must not be what a report relies on.

`ATTACKS` has each kind of attack once, `ALL` all of them in one line. Each contains `MARK`, so that a test can see that it was printed.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from tests.support.product import (
    Approval,
    Diagnostic,
    Finding,
    Place,
    Read,
    Result,
    Share,
    check,
    load_rulebook,
    load_with_previous,
    locator,
)

MARK = "pwned"
ATTACKS = {
    "element": f"</td></script><script>alert('{MARK}')</script>",
    "attribute": f'" \' ><img src=x onerror=alert(/{MARK}/) style="position:fixed">',
    "entity": f"&lt;{MARK}&gt;&#60;script&#62;&{MARK};<!ENTITY {MARK} SYSTEM 'file:..'>",
    "link": f"[{MARK}](javascript:alert(1)) javascript:alert(2) <a href='JaVaScRiPt:alert(3)'>{MARK}</a>",
    "markdown": f"``` {MARK} ```\n# {MARK}\n| {MARK} |\n![{MARK}](http://{MARK}.invalid/x.png) <{MARK}@x.invalid> **{MARK}** @{MARK}",
    "cdata": f"]]>{MARK}<![CDATA[ --> <!-- {MARK}",
    "formula": f'=HYPERLINK("http://{MARK}.invalid","{MARK}")',
    "formula plus": f"+{MARK}",
    "formula minus": f"-{MARK}",
    "formula at": f"@SUM(1+1)*cmd|' /C {MARK}'!A0",
    "formula tab": f"\t={MARK}",
    "formula return": f"\r={MARK}",
    "command": f"x\n::error file=a,line=1::{MARK}\r::add-mask::{MARK}\r\n##[error]{MARK}",
    "command in a long line": f"{'long ' * 30}::error file=a,line=1::{MARK} ##vso[task.setvariable variable=a]{MARK}",
    "command in a property": f"a,line=9::{MARK}:,%0A%0D%3A%2C%25",
    "path": f"../../../../{MARK}",
    "windows path": f"C:\\..\\{MARK}:x",
    "address": f"file://{MARK}/share?q#f%2e%2e%2f",
    "direction": f"{MARK}\u202egnp.exe\u2066\u2069\u200b\u200f\u00ad",
    "lines": f"{MARK}\nfail 19:47-9.9(z): forged\n\n0 findings\u0085",
    "template": f"{{{{ {MARK} }}}}{{% raw %}}${{{MARK}}}%s%n{{0}}#{{{MARK}}}",
    "wide": f"{MARK}\U0001f3b0\u0301\ufdd0\uffff"[:-1],
}
CONTROLS = {
    "terminal": f"\x1b[31m{MARK}\x1b]0;{MARK}\x07\x1b[2J\x9b31m",
    "null": f"{MARK}\x00\x01\x08\x0b\x0c\x1f\x7f",
    "half": f"{MARK}\ud800\udfff\ufffe\uffff",
    "separators": f"{MARK}\u2028\u2029\ufeff",
}
READABLE = {what: text.replace("\u0085", "") for what, text in ATTACKS.items()}  # a reader lets these in
ALL = " ".join((*ATTACKS.values(), *CONTROLS.values()))
_NAME = f"<img src=x onerror=alert(1)> %0A&\"'=;,#?{MARK}]]> ::error file=a,line=1::\u202e"


def filing(folder: Path) -> Path:
    """Without a fault, with findings of every verdict."""
    a = READABLE
    every = "\n".join(a.values())
    kinds = list(a.values())
    tables = [_table(kinds[i % len(kinds)] + str(i), kinds[(i + 5) % len(kinds)]) for i in range(len(kinds))]
    numbers = [table["number"] for table in tables]
    root = folder / f"a {_NAME}"
    _write(
        root / "submission.json",
        {
            "submission": {
                "id": a["command"], "licensee": every, "effective": "2007-01-01", "supersedes": a["element"],
                "certifications": [{"by": every, "role": a["attribute"], "on": "2006-12-20"}],
            },
            "documents": [{"path": f"x/{a['element'].replace('/', '|')}", "kind": every, "sha256": "0" * 64}],
            "approvals": [
                {
                    "instrument": every, "sha256": "0" * 64, "provision": "2.9(c)/insurance-pays",
                    "value": "1 to 1", "from": "2000-01-01", "until": "2030-01-01", "conditions": [every], "by": every,
                    "tables": numbers[:3],
                },
                {
                    "instrument": every, "sha256": "0" * 64, "provision": "2.2(a)/cutting_card-approved",
                    "from": "2000-01-01", "by": every, "tables": numbers[3:6],
                },
            ],
            "statements": [
                {"kind": kind, "about": ["minimum of sevens", "maximum of sevens"], "says": every, "tables": numbers[:4]}
                for kind in ("sign", "layout")
            ],
            "events": [
                {
                    "id": a["command"], "kind": "offered", "subject": "surrender", "on": "2007-01-01 10:00",
                    "tables": numbers[:2], "notice": {"lead": "1 minute", "written": "no", "to": kinds},
                },
                {"id": every, "kind": "offered", "subject": "early_insurance", "on": "2007-01-01", "notice": False},
            ],
            "attestations": [
                {"provision": "2.2(d)3", "answer": "no", "by": every, "on": "2006-12-21", "note": every, "tables": numbers[:5]},
            ],
        },
    )  # fmt: skip
    pits = [{"name": text, "tables": tables[i::3]} for i, text in enumerate((a["element"], a["direction"], every))]
    _write(root / f"floor {_NAME}.json", {"pits": pits})
    return root


def _table(number: str, name: str) -> dict[str, Any]:
    other = "other:" + name.strip()
    return {
        "number": number, "game": "blackjack", "decks": 5, "decks_per_batch": {name: 8, "blue": 6}, "batches": 2,
        "shuffler_procedures": name,
        "wagers": [
            "blackjack_wager",
            {"wager": other, "pays": "2 to 1"},
            {"wager": "streak", "payouts": {other: "3 to 1"}},
            {"wager": "insurance", "pays": "1 to 1"},
        ],
        "options": [{"option": other}, "surrender", "multiple_action", "early_insurance"],
        "equipment": ["shuffler", "cutting_card"],
    }  # fmt: skip


def faulty(folder: Path) -> Path:
    """The same filing with faults whose messages and help quote the attacks."""
    root = filing(folder)
    kinds = list(READABLE.values())
    _write(
        root / "faults.json",
        {
            **{kind: kind for kind in kinds},
            "submission": {"id": {"a": kinds}, "effective": kinds[0], "licensee": ALL[:20]},
            "defaults": {kind: {"decks": kind} for kind in kinds},
            "documents": [{"path": f"../{kind}", "kind": kind, "sha256": kind} for kind in kinds],
            "approvals": [{"instrument": kind, "sha256": kind, "provision": kind, "from": kind} for kind in kinds],
            "attestations": [{"provision": kind, "answer": kind, "by": kind, "on": kind} for kind in kinds],
            "pits": [{"name": "other", "tables": [{"number": 1, "game": kind, "decks": kind} for kind in kinds]}],
        },
    )
    for i, text in enumerate(CONTROLS.values()):
        (root / f"controls-{i}.yaml").write_bytes(f"a: {text}\n".encode("utf-8", "surrogatepass"))
        _write(root / f"escaped-{i}.json", {"submission": {"supersedes": text}})
    return root


def _write(path: Path, data: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1), "utf-8")


def judged(path: Path) -> tuple[Result, dict[str, str]]:
    """As `pitboss check` does it."""
    book, vocabulary = load_rulebook()
    source, filing, problems, texts, _ = load_with_previous(str(path), None, book, vocabulary)
    assert filing is not None
    documents = tuple((d.name, d.sha256) for d in source.documents)
    result = check(str(path), filing, book, vocabulary, "2007-01-01", documents, locator(source))
    return replace(result, problems=problems), texts


def poisoned(result: Result, text: str = ALL) -> Result:
    """Every string that comes from a filing becomes `text`; strings of the rulebook, digests and verdicts remain."""
    return replace(
        result,
        name=text,
        documents=tuple((f"{text}{i}", sha256) for i, (_, sha256) in enumerate(result.documents)),
        findings=tuple(_poison(f, text) for f in result.findings),
        places={path: _poison(place, text) for path, place in result.places.items()},
        problems=tuple(_poison(p, text) for p in result.problems),
        previous_problems=tuple(_poison(p, text) for p in result.problems),
    )


_OWN = {  # strings that do not come from the filing
    Finding: {"code", "verdict", "clauses", "path", "fingerprint", "evidence"},
    Share: {"clause", "scope", "evidence"},
    Approval: {"provision", "path", "digest", "since", "until"},
    Read: {"basis", "path"},
    Diagnostic: {"code"},
    Place: set[str](),
}


def _poison(value: Any, text: str) -> Any:
    if isinstance(value, str):
        return text
    if is_dataclass(value) and type(value) in _OWN:
        mine = [f.name for f in fields(value) if f.name not in _OWN[type(value)]]
        made = {name: _poison(getattr(value, name), text) for name in mine}
        if isinstance(value, Finding):  # a template, where there is one, with the braces of what is filed doubled
            made["violation"] = value.violation and text.replace("{", "{{").replace("}", "}}")
        return replace(value, **made)  # type: ignore[type-var]
    if isinstance(value, tuple):
        if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], tuple):
            return text, value[1]  # what is related, and the path to it
        return tuple(_poison(each, text) for each in value)
    return value
