"""`pitboss init GAME`: write a filing template."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches
from pathlib import Path

from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.commands.errors import report_error
from pitboss.commands.outputs import write_files
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.rulebook import COMPILED, load_catalog, load_rulebook


def run(arguments: argparse.Namespace) -> int:
    from pitboss.reports.starter_filing import starter

    book, vocabulary = load_rulebook()
    games = vocabulary.named("game")
    if arguments.game not in games:
        near = get_close_matches(arguments.game, list(games), 1)
        hint = f"did you mean {near[0]}?" if near else f"its games are {', '.join(games)}"
        return report_error(f"no game '{arguments.game}' in the rulebook; {hint}")
    text = starter(vocabulary, arguments.game, book.clauses, load_catalog())
    if arguments.format == "xlsx":
        required = (c.id for c in book.clauses if c.kind == ClauseKind.APPROVAL and c.game == arguments.game)
        return _workbook(arguments, text, vocabulary, tuple(dict.fromkeys(required)))
    if not arguments.out:
        sys.stdout.write(text)
        return 0
    out = Path(arguments.out)
    if (out / "filing.yaml").exists():
        return report_error(f"{out / 'filing.yaml'} exists and is not overwritten; give another folder")
    schema = Path(COMPILED, "filing.schema.json").read_text(encoding="utf-8")
    write_files(out, (("filing.yaml", text), ("filing.schema.json", schema)))
    sys.stdout.write(
        f"wrote {out / 'filing.yaml'} and {out / 'filing.schema.json'}; complete the filing, then run pitboss check {out}\n"
    )
    return 0


def _workbook(arguments: argparse.Namespace, text: str, vocabulary: Vocabulary, provisions: tuple[str, ...]) -> int:
    """Write the starter as a workbook; its keys without a value are columns to fill in."""
    from pitboss.checker.read import yaml_load
    from pitboss.checker.read.limits import USUAL
    from pitboss.reports.filing_xlsx import filing_xlsx

    if not arguments.out:
        return report_error("a workbook is not text: name its folder with --out")
    out = Path(arguments.out)
    if (out / "filing.xlsx").exists():
        return report_error(f"{out / 'filing.xlsx'} exists and is not overwritten; give another folder")
    data = yaml_load.load(text, "starter", USUAL).data
    assert isinstance(data, dict)
    write_files(out, [("filing.xlsx", filing_xlsx(data, vocabulary, arguments.game, provisions))])
    sys.stdout.write(f"wrote {out / 'filing.xlsx'}; complete the filing, then run pitboss check {out}\n")
    return 0
