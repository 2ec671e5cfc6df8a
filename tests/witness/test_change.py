"""`law diff --examples`, `law explain --examples` and the examples on the site."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from pitboss.compiler.witness.entries import Example, Witness
from pitboss.compiler.witness.turned import Changed
from pitboss.reports.example_sentence import sentence
from pitboss.reports.site.examples import add_examples
from pitboss.reports.site.page_data import SitePages, VersionView
from pitboss.reports.turned_text import turned_text
from pitboss.witnesses.follow_change import turned_filings
from pitboss.witnesses.search import standing
from tests.support.product import (
    FAIL,
    changes_data,
    load_catalog,
    load_core,
    load_rulebook,
    load_witnesses,
    main,
    site_pages,
)

Captured = pytest.CaptureFixture[str]
DAYS = ("2006-06-18", "2006-06-19")  # the dealer may elect to hit soft 17
STREAK = ("2001-01-15", "2001-01-16")  # the streak wager is authorized


@cache
def changed(first: str, last: str) -> Changed:
    changes = changes_data(load_catalog(), first, last)
    return turned_filings(changes, load_witnesses(), load_core(), *load_rulebook())


@pytest.mark.parametrize(
    ("days", "clause"),
    [(DAYS, "19:47-2.12(b)/dealer_draws-among"), (STREAK, "19:47-2.22(a)/streak-authorised")],
    ids=["a rule that ended", "an authority that began"],
)
def test_filings_that_turn_are_lawful_on_one_day_and_fail_by_the_clause_on_the_other(
    days: tuple[str, str], clause: str
) -> None:
    assert clause in {one.clause for one in changed(*days).turned}
    for one in changed(*days).turned:
        before, after = (standing(one.filing, *load_rulebook(), day) for day in (one.lawful_on, one.unlawful_on))
        assert before is not None and after is not None
        assert not before.amiss, one
        assert {clause for verdict, clause, _ in after.amiss if verdict == FAIL} == {one.clause}
        assert one.became_lawful == (one.lawful_on == days[1])


def test_a_clause_without_such_a_filing_is_counted() -> None:
    found = changed(*STREAK)
    assert "19:47-2.22(l)/streak-bars-multiple_action" in found.without  # before, the authority was missing as well
    assert not {one.clause for one in found.turned} & {*found.without}


def test_both_directions_have_a_title() -> None:
    (one, *_) = changed(*STREAK).turned
    other = replace(one, lawful_on=one.unlawful_on, unlawful_on=one.lawful_on)
    text = turned_text(load_catalog(), Changed((one, other), ("x",)))
    assert text.count("19:47-2.22(a)/streak-authorised") == 2
    assert "\nsmallest filings that were lawful before, unlawful after\n" in text
    assert "\nsmallest filings that were unlawful before, lawful after\n" in text
    assert text.endswith("\n1 changed clause on filings alone turns no known filing\n")


def test_the_command_lists_them(capsys: Captured) -> None:
    assert main(["law", "diff", *DAYS, "--examples", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)["examples"]
    assert [one["clause"] for one in data] == [one.clause for one in changed(*DAYS).turned]
    assert {*data[0]} == {"clause", "lawful_on", "unlawful_on", "filing"}


def test_an_explanation_shows_what_fails_and_what_passes(capsys: Captured) -> None:
    assert main(["law", "explain", "2.22(l)", "--examples"]) == 0
    out = capsys.readouterr().out
    assert (
        "examples of 19:47-2.22(l)/streak-bars-multiple_action\n  fails on 2011-06-08: Blackjack, the lawful table with "
        in out
    )
    assert "(not alone: 19:47-2.18(a)/multiple_action-bars-streak fails)" in " ".join(out.split())
    assert "\n  passes on 2011-06-08: Blackjack, the lawful table with streak wager" in out
    assert "examples of 19:47-2.22(a)" not in out


def test_examples_are_text(capsys: Captured) -> None:
    assert main(["law", "explain", "2.22(l)", "--examples", "--format", "json"]) == 2
    assert "--examples is text" in capsys.readouterr().err


def versions(model: SitePages) -> dict[tuple[str, str | None], VersionView]:
    return {
        (clause["id"], version["since"]): version
        for section in model["sections"] for provision in section["provisions"]
        for group in provision["groups"] for clause in group["clauses"] for version in clause["versions"]
    }  # fmt: skip


def test_the_site_has_both_examples_of_each_version() -> None:
    catalog, witnesses = load_catalog(), load_witnesses()
    model = site_pages(catalog)
    assert not any(view["examples"] for view in versions(model).values())
    add_examples(catalog, model["sections"], witnesses)
    views = {key: version["examples"] for key, version in versions(model).items()}
    for one in (*witnesses.found, *witnesses.unshown):
        shown = views[one.of.clause, one.of.since]
        assert [view["example"] for view in shown] == [example.value for example in Example]
        view = next(view for view in shown if view["example"] == one.example)
        assert view["words"] == sentence(catalog, one)
        if isinstance(one, Witness):
            assert json.loads(view["filing"]) == witnesses.filing(one)
