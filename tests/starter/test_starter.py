"""A starter is a filing: it loads, has no fault, and everything that it leaves open is reported as missing."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.product import (
    FAIL,
    OPEN,
    Catalog,
    CompiledClause,
    CompiledRulebook,
    Fault,
    Filing,
    Vocabulary,
    assemble,
    judge,
    lower,
    read,
    read_catalog,
    read_corpus,
    resolve,
)
from tests.support.product import compiled_files as files_of
from tests.support.product import starter_filing as starter

TESTS = Path(__file__).parents[1]
RULES = TESTS / "madeup" / "rules", TESTS / "schema" / "rules"
GAMES = ("tiles", "discs")


@dataclass(frozen=True)
class Made:
    vocabulary: Vocabulary
    clauses: tuple[CompiledClause, ...]
    schema: dict[str, Any]
    catalog: Catalog

    def starter(self, game: str) -> str:
        return starter(self.vocabulary, game, self.clauses, self.catalog)

    def filing(self, text: str, folder: Path) -> tuple[Filing, tuple[Fault, ...]]:
        (folder / "filing.yaml").write_text(text)
        source = read(folder / "filing.yaml")
        assert source.problems == ()
        return assemble(source.documents, self.vocabulary)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("vocabulary")
    with as_file(files("pitboss") / "rulespecs" / "vocabulary.rules") as file:
        shutil.copy(file, folder)
    book = lower(resolve(read_corpus(folder, *RULES)).rulebook)
    names: dict[str, Any] = {}
    compiled = files_of(book)
    for name, text in compiled.items():
        if name == "vocabulary.py" or name.startswith("s"):
            exec(text, names)
    clauses = tuple(c for name, listed in names.items() if name.startswith("CLAUSES_") for c in listed)
    return Made(
        names["VOCABULARY"], clauses, json.loads(compiled["filing.schema.json"]), read_catalog(compiled["catalog.json"])
    )


def uncommented(text: str) -> str:
    """What the operator makes of it who offers everything."""
    return re.sub(r"^( +)# ([a-z_]+|\"[^\"]+\"):", r"\1\2:", text, flags=re.M)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_a_filing_without_fault(game: str, made: Made, tmp_path: Path) -> None:
    filing, faults = made.filing(made.starter(game), tmp_path)
    assert faults == ()
    assert [(t.number, t.game) for t in filing.tables] == [("1", game)]
    assert not filing.certified and filing.effective is None


@pytest.mark.parametrize("game", GAMES)
def test_it_fits_the_schema_that_its_first_line_names(game: str, made: Made, tmp_path: Path) -> None:
    text = made.starter(game)
    assert text.startswith("# yaml-language-server: $schema=./filing.schema.json\n")
    (tmp_path / "filing.yaml").write_text(text)
    (document,) = read(tmp_path).documents
    jsonschema.Draft202012Validator(made.schema).validate(document.data)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("day", ["2001-03-01", "2006-01-01"])
def test_what_it_leaves_open_needs_evidence(game: str, day: str, made: Made, tmp_path: Path) -> None:
    filing, _ = made.filing(made.starter(game), tmp_path)
    verdicts = judge(filing, CompiledRulebook(made.clauses, None, None, ""), day).verdicts
    reported = {v.verdict for v in verdicts}
    assert "needs evidence" in reported and not reported & {FAIL, OPEN}
    requested = {v.clause.id for v in verdicts if v.verdict == "needs evidence"}
    assert {"tiles": "1:1-9.1(f)/opening-elected", "discs": "1:1-9.2(b)1/fee-at-most"}[game] in requested


@pytest.mark.parametrize("game", GAMES)
def test_every_comment_can_become_an_entry(game: str, made: Made, tmp_path: Path) -> None:
    filing, faults = made.filing(uncommented(made.starter(game)), tmp_path)
    assert {f.path[-2] for f in faults} == {"payouts"}  # an outcome that is there must pay something
    offers = {n.name for n in made.vocabulary.named("wager", "option").values() if n.game == game}
    assert filing.tables[0].variants[0]["offers"].keys() == offers


@pytest.mark.parametrize("game", GAMES)
def test_what_must_be_offered_is_there(game: str, made: Made, tmp_path: Path) -> None:
    filing, _ = made.filing(made.starter(game), tmp_path)
    assert list(filing.tables[0].variants[0]["offers"]) == [{"tiles": "tile_wager", "discs": "high_disc"}[game]]


def test_without_the_rulebook_nothing_is_presumed_to_be_offered(made: Made, tmp_path: Path) -> None:
    filing, faults = made.filing(starter(made.vocabulary, "tiles"), tmp_path)
    assert (filing.tables[0].variants[0]["offers"], faults) == ({}, ())


@pytest.mark.parametrize(
    ("key", "about"),
    [
        ("opening", "who opens (1:1-9.1(f)): left or right"),
        ("decks", "decks of cards in use: a whole number from 1 on"),
        ("# selection", "which of the printed tables the licensee selected: option_1 or option_2"),
    ],
)
def test_a_key_is_reported_with_title_citation_and_values(key: str, about: str, made: Made) -> None:
    reported = re.findall(rf"^ +{key}: +# (.*)$", made.starter("tiles"), flags=re.M)
    assert reported == [about]


def test_it_requires_nothing_of_another_game(made: Made) -> None:
    keys = set(re.findall(r"^[ #]*-? ?([a-z_]+):", made.starter("tiles"), flags=re.M))
    assert not keys & {"fee", "felt", "disc_box", "high_disc", "late_call", "cards", "method", "opened"}


@pytest.mark.parametrize(
    ("game", "left_out", "kept"),
    [
        ("tiles", {"denominations", "cutting_cards", "stakes"}, {"decks", "boxes", "minimum", "maximum"}),
        ("discs", {"decks", "boxes", "denominations", "cutting_cards", "stakes"}, {"fee", "added", "minimum", "maximum"}),
    ],
)  # fmt: skip
def test_it_requests_nothing_that_no_clause_of_the_game_refers_to(
    game: str, left_out: set[str], kept: set[str], made: Made
) -> None:
    keys = set(re.findall(r"^[ #]*-? ?([a-z_]+):", made.starter(game), flags=re.M))
    assert not keys & left_out and keys >= kept
    late_call = re.search(r"late_call:.*\n((?: {12}.*\n)*)", made.starter("discs"))
    assert late_call and not late_call[1], "an option that pays nothing and has no limits"


def test_it_is_the_same_every_time(made: Made) -> None:
    assert made.starter("discs") == made.starter("discs")
