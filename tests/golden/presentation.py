"""The presentation set: prose, pages and generated code. It changes only in commits that state so.

Text whose differences a reviewer reads is stored unchanged; of bulky files only a digest is stored. Line numbers of rules and
the digest of the rulebook are left out, so that an edit of one rule does not show up everywhere.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.golden.semantic import AUDITED, ROUNDS
from tests.support.verdicts import COMPILED, command, load_catalog

TROUBLED = ("boardwalk-troubled", "lighthouse-troubled")
EXPLAINED = ("19:47-1.6(d)", "19:47-2.2(d)1", "19:47-2.10(c)", "19:47-2.13(a)", "19:47-2.22(l)", "19:47-3.7", "19:47-5.4(c)",
             "19:47-7.5(b)", "19:47-11.10(e)", "19:47-20.6(d)", "19:47-27.9(a)")  # fmt: skip
WITH_SUBCOMMANDS = {
    (): "check report law explain compare verify schema init rules rounds fix lsp serve completion",
    ("law",): "explain coverage ground drift site odds history diff register matrix sets may why lint",
    ("rounds",): "audit deal",
    ("rules",): "fmt compile",
}
FORMATS = ("code_scanning", "github", "gitlab", "intoto", "json", "junit", "sarif", "text")
SCHEMAS = ("filing", "rounds", "check", "odds", "rounds-report", "timeline")

_LINE = re.compile(r"(\.rules):\d+")


def text(*arguments: str) -> str:
    code, out = command(*arguments)
    assert code in (0, 1), (arguments, code)
    return _plain(out)


def _plain(content: str) -> str:
    """
    >>> _plain(f"fishing.rules:21 by the rulebook {_rulebook()[:12]}")
    'fishing.rules by the rulebook RULEBOOK'
    """
    return re.sub(f"{_rulebook()[:12]}[0-9a-f]*", "RULEBOOK", _LINE.sub(r"\1", content))


@cache
def _rulebook() -> str:
    return load_catalog().digest


def findings(example: str) -> str:
    return text("check", f"examples/{example}", "--all")


def breaches(name: str) -> str:
    return text("rounds", "audit", f"{ROUNDS}/{name}.csv", "--filing", f"tests/rounds/{AUDITED[name]}.yaml")


def explain() -> str:
    return "\n".join(f"$ pitboss law explain '{cite}'\n{text('law', 'explain', cite)}" for cite in EXPLAINED)


def sentences() -> str:
    """Every clause in words; a version that reads like the one before it is left out."""
    lines = []
    for clause in load_catalog().clauses:
        words = dict.fromkeys(version.words for version in clause.versions)
        lines += [f"{clause.id}: {each}\n" for each in words]
    return "".join(lines)


def help_screens() -> str:
    screens = [()] + [(*above, one) for above, below in WITH_SUBCOMMANDS.items() for one in below.split()]
    return "\n".join(f"$ pitboss {' '.join((*s, '--help'))}\n{text(*s, '--help')}" for s in screens)


def digests() -> str:
    return "".join(f"{_digest(content)}  {name}\n" for name, content in sorted(_bulky()))


def _bulky() -> Iterator[tuple[str, str]]:
    for path in Path(COMPILED).iterdir():
        if path.is_file() and path.name not in ("sources.digest", "parser.json"):  # of the compiler and of lark
            yield f"compiled/{path.name}", path.read_text("utf-8")
    with TemporaryDirectory() as folder:
        text("law", "site", "--out", f"{folder}/site", "--no-odds")
        text("report", "examples/boardwalk-troubled", "--out", f"{folder}/report")
        for path in Path(folder).rglob("*"):
            if (
                path.is_file() and path.suffix != ".xlsx"
            ):  # its bytes depend on the library; worksheet.csv has the same rows
                yield path.relative_to(folder).as_posix(), _without(folder, path.read_text("utf-8"))
    for name in FORMATS:
        yield f"check/{name}", text("check", "examples/boardwalk-troubled", "--format", name)
    for name in SCHEMAS:
        yield f"schema/{name}", text("schema", "--of", name)
    for command_ in ("coverage", "register"):
        yield f"law/{command_}", text("law", command_)
    for section in ("2.2", "2.18", "11.15"):
        yield f"law/history {section}", text("law", "history", section)
    yield "law/diff", text("law", "diff", "2004-01-01", "2007-01-01", "examples/boardwalk-troubled")
    for game in ("blackjack", "roulette"):
        yield f"law/matrix {game}", text("law", "matrix", game)
        yield f"init/{game}", text("init", game)


def _without(folder: str, content: str) -> str:
    """
    >>> _without("/x/tmp_a", r"--out /x/tmp_a, in Markdown --out /x/tmp\\_a")
    '--out FOLDER, in Markdown --out FOLDER'
    """
    return re.sub(re.escape(folder).replace("_", r"\\?_"), "FOLDER", content)


def _digest(content: str) -> str:
    return hashlib.sha256(_plain(content).encode()).hexdigest()[:16]


SETS = {
    **{f"findings/{name}.txt": (findings, name) for name in TROUBLED},
    **{f"breaches/{name}.txt": (breaches, name) for name in ("box", "seven", "wheel")},
    "explain.txt": (explain,),
    "sentences.txt": (sentences,),
    "help.txt": (help_screens,),
    "digests.txt": (digests,),
}
