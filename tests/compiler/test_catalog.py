"""The catalog: every provision of a made-up section, its kinds, its clauses and the citations both ways."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.compiler.catalog.lookup import found, suggestion
from tests.support import rule_documents
from tests.support.product import (
    Catalog,
    ProvisionEntry,
    catalog_entry_data,
    coverage_data,
    dump_catalog,
    read_catalog,
    serial,
)
from tests.support.product import emit_catalog as catalog
from tests.support.product import resolved_citation as resolved

HERE = Path(__file__).parent

TEXT = (HERE / "law.rules").read_text()


@pytest.fixture(scope="module")
def law() -> Catalog:
    return catalog(rule_documents.book(TEXT, "law.rules"))


def provision(law: Catalog, citation: str, label: str) -> ProvisionEntry:
    section = next(s for s in law.sections if s.citation == citation)
    return next(p for p in section.provisions if p.label == label)


def test_the_document_is_sound() -> None:
    assert rule_documents.problems(TEXT) == []


def test_the_same_rules_make_the_same_bytes() -> None:
    assert dump_catalog(catalog(rule_documents.book(TEXT))) == dump_catalog(catalog(rule_documents.book(TEXT)))


def test_the_written_catalog_is_read_again(law: Catalog) -> None:
    assert read_catalog(dump_catalog(law)) == law


@pytest.mark.parametrize("text", ["", "[]", "{}", "[[],3]", '[[["Requirement"]],["R",0]]', '[[["Catalog"]],["R",0]]'])
def test_what_is_no_catalog_is_rejected(text: str) -> None:
    with pytest.raises(serial.Corrupt):
        read_catalog(text)


def test_every_label_has_an_entry_in_the_laws_order(law: Catalog) -> None:
    first, second = law.sections
    assert [p.label for p in first.provisions] == [
        "(a)",
        "(b)",
        "(b)1",
        "(b)2",
        "(c)",
        "(d)",
        "(e)",
        "(f)",
        "(g)1",
    ]
    assert [p.label for p in second.provisions] == [""]


@pytest.mark.parametrize(
    ("label", "kinds"),
    [
        ("(a)", ["filing", "definition"]),
        ("(b)", ["filing", "round"]),
        ("(b)1", ["filing"]),
        ("(c)", ["filing"]),
        ("(d)", ["attested"]),
        ("(e)", ["permission"]),
        ("(f)", ["not checkable"]),
        ("(g)1", ["filing"]),
    ],
)
def test_a_provision_states_what_became_of_it(law: Catalog, label: str, kinds: list[str]) -> None:
    assert list(provision(law, "1:1-9.1", label).kinds) == kinds


def test_versions_carry_their_dates_basis_and_words(law: Catalog) -> None:
    versions = provision(law, "1:1-9.1", "(c)").clauses[0].versions
    reported = [(v.since, v.until, v.basis, v.ground, v.operative, v.source) for v in versions]
    assert reported == [
        ("2001-03-01", "2005-07-01", "firm", "", None, "law.rules:26"),
        ("2005-09-01", None, "inferred", "the layout is of that day", "2005-09-01", "law.rules:27"),
    ]
    assert versions[1].words == "The boxes must be no more than 8, unless the sets in use are 1."
    assert versions[1].conditions == ("the sets in use are not 1",)


def test_readings_carry_their_ground_and_their_own_rule(law: Catalog) -> None:
    clause = next(c for c in provision(law, "1:1-9.1", "(g)1").clauses if c.kind == "bound")
    strict, mild = clause.versions[0].readings
    assert (strict.name, strict.ground, strict.expected) == ("strict", "as printed", "at least 2")
    assert (mild.name, mild.ground, mild.expected) == ("mild", "as the note has it", "at least 1")


def test_a_table_is_rows_of_text_and_a_block_is_at_its_own_label_too(law: Catalog) -> None:
    pays = next(c for c in provision(law, "1:1-9.1", "(b)").clauses if c.kind == "payout")
    tables = pays.versions[0].tables
    assert [(t.label, t.title) for t in tables] == [("(b)1", "sets in use: 1"), ("(b)2", "sets in use: 2")]
    assert tables[0].rows == (("Hand", "Option A", "Option B"), ("Trio", "5 1/2 to 1", "6 to 1"))
    (part,) = provision(law, "1:1-9.1", "(b)2").parts
    assert (part.of, part.tables[0].rows[1]) == ("1:1-9.1(b)", ("Trio", "7 to 1", "$5"))


def test_citations_go_both_ways(law: Catalog) -> None:
    cites = provision(law, "1:1-9.1", "(a)").cites
    assert [(c.printed, c.reading, c.target, c.available, c.role) for c in cites] == [
        ("1:2-9.2", "1:1-9.2", "1:1-9.2", True, "per"),
        ("1:1-8.3(c)", None, "1:1-8.3(c)", False, "per"),
    ]
    assert cites[0].ground == "no such chapter"
    assert next(s for s in law.sections if s.citation == "1:1-9.2").cited_by == ("1:1-9.1(a)",)
    assert provision(law, "1:1-9.1", "(b)1").cited_by == ("1:1-9.1(c)",)
    assert provision(law, "1:1-9.1", "(c)").cites[0].role == "except"
    known = {"title": "", "listed_by": "", "misprint_of": []}
    assert [catalog_entry_data(missing) for missing in law.missing] == [
        {"citation": "1:1-8.3(c)", "section": "1:1-8.3", "label": "(c)", "cited_by": ["1:1-9.1(a)"], **known},
        {
            "citation": "1:2-9.2",
            "section": "1:2-9.2",
            "label": "",
            "cited_by": ["1:1-9.1(a)"],
            **known,
            "misprint_of": ["1:1-9.2"],
        },
    ]


def test_coverage_counts_and_gives_reasons(law: Catalog) -> None:
    data = coverage_data(law, "9")
    assert data["totals"]["provisions"] == 10
    assert data["totals"]["executable"] == 7
    assert data["totals"]["by_kind"]["cited, text not available"] == 0
    assert coverage_data(law, None)["totals"]["by_kind"]["cited, text not available"] == 1
    assert coverage_data(law, "8")["totals"]["sections"] == 0
    limits = [(x["provision"], x["kind"], x["says"], x["reason"]) for x in data["limits_not_executable"]]
    assert limits == [
        ("1:1-9.1(d)", "attested", "three", "people must see it on the floor; an attestation is required"),
        ("1:1-9.1(f)", "not checkable", "never", "no machine sees thoughts"),
    ]
    assert data["left"] == [{"provision": "1:1-9.1(f)", "reason": "no machine sees thoughts"}]


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("1:1-9.1(b)2", ("1:1-9.1", "(b)2")),
        ("9.1(b)2", ("1:1-9.1", "(b)2")),
        ("N.J.A.C. 1:1-9.1 (B)2", ("1:1-9.1", "(b)2")),
        ("9.1(g)", ("1:1-9.1", "(g)")),
        ("9.2", ("1:1-9.2", "")),
        ("9.1(q)", None),
        ("9", None),
        ("", None),
    ],
)
def test_a_citation_is_found_as_people_type_it(law: Catalog, typed: str, place: tuple[str, str] | None) -> None:
    known = found(law, typed)
    assert (known and (known[0].citation, known[1])) == place


@pytest.mark.parametrize(
    ("typed", "near"),
    [("9.1(b)3", "1:1-9.1(b)"), ("1:1-9.3", "1:1-9."), ("9.11(e)", "1:1-9.1(e)"), ("nothing", "")],
)
def test_an_unknown_citation_has_a_neighbour(law: Catalog, typed: str, near: str) -> None:
    assert suggestion(law, typed).startswith(near) and bool(suggestion(law, typed)) == bool(near)


def test_forms_of_a_citation() -> None:
    assert resolved("N.J.S.A. 5:12-69e", "1:1-9.1") == ("N.J.S.A. 5:12-69e", "")
    assert resolved("1:1-8.3", "1:1-9.1") == ("1:1-8.3", "")
    assert resolved("8.3A(b)", "1:1-9.1") == ("1:1-8.3A", "(b)")
    assert resolved("(c)1ii", "1:1-9.1") == ("1:1-9.1", "(c)1ii")
