"""The examples of clauses: for each version one case, in `law explain --examples`, on the site and in `law diff --examples`."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from pitboss.advice.turned_examples import TurnedExamples
from pitboss.cases import examples_of
from pitboss.checker.read.case_text import rows_of
from pitboss.compiler.model import clause_examples
from pitboss.compiler.model.clause_examples import BREACHED, MET, ClauseExamples, TurnedExample
from pitboss.reports.site.examples import add_examples
from pitboss.reports.site.page_data import SitePages, VersionView
from pitboss.reports.turned_json import turned_data
from pitboss.rulebook import load_round_clauses
from tests.support.product import (
    changes_data,
    load_catalog,
    load_examples,
    load_rulebook,
    main,
    site_pages,
)
from tests.support.soak import count

Captured = pytest.CaptureFixture[str]
DAYS = ("2006-06-18", "2006-06-19")  # the dealer may elect to hit soft 17
STREAK = ("2001-01-15", "2001-01-16")  # the streak wager is authorized
NOTHING_TO_SHOW = {  # kinds of clauses of which no filing and no record is an example
    "chance", "charge", "deal", "definition", "independent", "left", "permission", "rank", "ranking", "result", "sight",
}  # fmt: skip


@cache
def examples() -> ClauseExamples:
    return load_examples()


@cache
def judged() -> TurnedExamples:
    return TurnedExamples(*load_rulebook(), load_round_clauses())


@cache
def turned(first: str, last: str) -> tuple[TurnedExample, ...]:
    changes = changes_data(load_catalog(), first, last)
    clauses = [clause["id"] for section in changes["sections"] for clause in section["clauses"]]
    return (*judged().of(clauses, examples(), first, last),)


def test_versions_without_an_example_have_nothing_to_show() -> None:
    clauses = [c for section in load_catalog().sections for p in section.provisions for c in p.clauses]
    lacking = [c for c in clauses for v in c.versions if examples().of(c.id, v.since) is None]
    assert [c.id for c in lacking if c.kind not in NOTHING_TO_SHOW] == [
        "19:47-2.1/from_split-follows",  # what follows from a number of rows needs evidence where the record differs
        "19:47-2.19(c)/progressive_blackjack-pays-gross",  # the three say what a payout includes, counts or rounds
        "19:47-2.23(a)2/match_the_dealer-pays-each",
        "19:47-11.13(b)6/pgp_rng_wager-rounds",
        "19:47-11.14(d)/pgp_progressive-pays-gross",
    ]


def test_nearly_all_examples_pass_with_one_value_and_fail_with_the_other() -> None:
    verdicts = Counter((one.met, one.breached) for one in examples().examples)
    assert verdicts["pass", "fail"] > 0.98 * sum(verdicts.values())
    assert {breached for _, breached in verdicts} == {"fail", "open", ""}


def test_an_example_is_of_a_version_that_is_in_force_on_its_day() -> None:
    versions = {
        (c.id, v.since): v for s in load_catalog().sections for p in s.provisions for c in p.clauses for v in c.versions
    }
    assert [one for one in examples().examples if not versions[one.clause, one.since].in_force(one.on(MET).day)] == []


def test_the_whole_rulebook_finds_the_breach_of_an_example() -> None:
    """Cases are judged by their own clause alone; an example is filed and audited as a whole."""
    begins = load_catalog().begins or ""
    breaches = [one for one in examples().examples if one.breached == "fail" and one.on(BREACHED).day >= begins]
    for one in random.Random(13).sample(breaches, count(10, soak=len(breaches))):
        assert one.clause in judged().failing(one.on(BREACHED), one.on(BREACHED).day), one
        assert one.clause not in judged().failing(one.on(MET), one.on(MET).day), one


def test_the_file_is_read_as_it_is_written() -> None:
    written = clause_examples.dumps(examples().examples)
    assert clause_examples.loads(written) == examples()
    assert written == clause_examples.dumps(clause_examples.loads(written).examples)


def test_another_file_is_refused() -> None:
    other = gzip.compress(b'{"schema": "tiles"}')
    with pytest.raises(ValueError, match="these are no examples: tiles"):
        clause_examples.loads(other)


def test_the_cases_of_other_rules_are_their_examples(tmp_path: Path) -> None:
    """A pair that passes and fails is chosen before a shorter one, on which the clause does not apply."""
    clause = "19:47-2.22(l)/streak-bars-multiple_action"
    short = f"- clause: {clause}\n  as of: 2007-01-01\n  filing: |\n    a: [[1|2]]\n  first: not applicable\n  fails at: 1:1\n"
    pair = f"- clause: {clause}\n  as of: 2007-01-01\n  filing: |\n    pits: [[1|2]]\n  fails at: 1:1\n"
    (tmp_path / "mine.cases.yaml").write_text(short + pair)
    (example,) = examples_of(load_catalog(), tmp_path).examples
    assert (example.clause, example.met, example.values) == (clause, "pass", ("1", "2"))
    assert examples_of(load_catalog(), tmp_path, section="19:47-2.3").examples == ()


@pytest.mark.parametrize(
    ("days", "clause", "became_lawful"),
    [
        (STREAK, "19:47-2.22(a)/streak-authorised", True),
        (STREAK, "19:47-2.22(e)/result_lost", False),
        (("2007-03-18", "2007-03-19"), "19:47-20.5(c)1/one_hand", False),
    ],
    ids=["an authority that began", "a rule on rounds that began", "a rule on filings that began"],
)
def test_examples_that_turn_are_lawful_on_one_day_and_fail_by_the_clause_on_the_other(
    days: tuple[str, str], clause: str, became_lawful: bool
) -> None:
    assert (clause, became_lawful) in {(one.example.clause, one.became_lawful) for one in turned(*days)}
    for one in turned(*days):
        assert judged().failing(one.example, one.lawful_on) == set()
        assert one.example.clause in judged().failing(one.example, one.fails_on)


def test_an_example_that_leaves_open_what_the_new_clause_depends_on_does_not_turn() -> None:
    """A dealer who draws on a soft 17 became lawful only where the licensee so elected, which the example does not state."""
    assert turned(*DAYS) == ()


def test_the_command_lists_them(capsys: Captured) -> None:
    assert main(["law", "diff", *STREAK, "--examples"]) == 0
    text = capsys.readouterr().out
    assert "\nexamples that were lawful before, unlawful after\n  19:47-2.22(e)/result_pushed\n    pits: [{" in text
    assert "\nexamples that were unlawful before, lawful after\n  19:47-2.22(a)/streak-authorised\n    pits: [{" in text
    assert "returned: {blackjack_wager: 10}, hand_result: won}\n" in text


def test_json_has_what_the_text_lists(capsys: Captured) -> None:
    assert main(["law", "diff", *DAYS, "--examples", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["examples"] == turned_data(turned(*DAYS)) == []
    for one, data in zip(turned(*STREAK), turned_data(turned(*STREAK)), strict=True):
        assert (data["clause"], data["lawful_on"], data["unlawful_on"]) == (
            one.example.clause,
            one.lawful_on,
            one.fails_on,
        )
        assert json.loads(json.dumps(data["filing"]))["pits"] and data["rows"] == rows_of(
            one.example.rows, one.example.day
        )


def test_an_explanation_shows_what_passes_and_what_fails(capsys: Captured) -> None:
    assert main(["law", "explain", "2.22(l)", "--examples"]) == 0
    out = capsys.readouterr().out
    assert (
        "\nexample of 19:47-2.22(l)/streak-bars-multiple_action\n"
        "  on 2007-01-01 this passes with surrender and fails with multiple_action, in place of ___\n"
        "    pits: [{name: A, tables: [{number: 1, game: blackjack, wagers: [streak], options: [ ___ ]}]}]\n"
    ) in out
    assert "example of 19:47-2.22(a)" not in out


def test_examples_are_text(capsys: Captured) -> None:
    assert main(["law", "explain", "2.22(l)", "--examples", "--format", "json"]) == 2
    assert "--examples is text" in capsys.readouterr().err


def versions(model: SitePages) -> dict[tuple[str, str | None], VersionView]:
    return {
        (clause["id"], version["since"]): version
        for section in model["sections"] for provision in section["provisions"]
        for group in provision["groups"] for clause in group["clauses"] for version in clause["versions"]
    }  # fmt: skip


def test_the_site_shows_the_breach_first() -> None:
    model = site_pages(load_catalog())
    assert not any(view["examples"] for view in versions(model).values())
    add_examples(model["sections"], examples())
    views = versions(model)
    breach, lawful = views["19:47-2.22(l)/streak-bars-multiple_action", "2001-01-16"]["examples"]
    assert (breach["words"], lawful["words"]) == ("fails on 2007-01-01", "passes on 2007-01-01")
    assert "options: [ multiple_action ]" in breach["filing"] and "submission: {" in breach["filing"]
    rows = views["19:47-5.1(e)7/roulette_seven_color-wins", "2009-06-15"]["examples"][0]["rows"]
    assert json.loads(rows[0])["paid"] == {"roulette_seven_color": 0}
