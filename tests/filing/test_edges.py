"""Places of faults, codes, what a standalone validator needs of these modules, and inputs nobody thought of."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.checker.filing.merge_documents import LIST_SECTIONS, MAP_SECTIONS, references
from pitboss.checker.filing.scalar_values import a_payout, an_amount
from pitboss.compiler.emit.standalone import _strip
from tests.support.product import FAULT_CODES, Misfit, Vocabulary, assemble, place_faults, typed
from tests.support.soak import examples

CHECKER = Path(__file__).parents[2] / "checker"
EMBEDDED = (
    "runtime/operations",
    "runtime/awards",
    "filing/model",
    "filing/vocabulary",
    "filing/scalar_values",
    "filing/typed_values",
    "filing/field_reader",
    "filing/facts",
    "filing/offers",
    "filing/table_facts",
    "filing/merge_documents",
    "filing/statements",
    "filing/merge_statements",
    "filing/locate",
    "filing/events",
    "filing/assemble",
    "filing/unknown_provisions",
    "filing/document_digests",
)
OWN = EMBEDDED[3:]
PACKAGES = ("runtime", "filing", "judging", "findings", "runs")


# ---- places


def test_faults_have_file_line_and_column(file_text: Callable[[str], Any]) -> None:
    _, faults, source = file_text("""submission: {id: 1}
pits:
- name: A
  tables:
  - {number: 1, game: tiles, dekcs: 6}
  - {number: 1, game: tiles, decks: six}
- {name: B, tables: {file: b.csv}}
%%% b.csv
number,game,decks
2,tiles,eight
""")
    assert [(f.code, f.message) for f in faults] == [
        ("E201", "unknown key 'dekcs'"),
        ("E206", "two tables have the number '1'"),
        ("E205", "'six' is not a whole number from 1 on"),
        ("E205", "'eight' is not a whole number from 1 on"),
    ]
    reported = place_faults(source, faults)
    assert [(Path(d.place.file).name, d.place.line, d.place.column, d.code) for d in reported] == [
        ("b.csv", 2, 9, "E205"),
        ("filing.yaml", 5, 30, "E201"),
        ("filing.yaml", 6, 14, "E206"),
        ("filing.yaml", 6, 37, "E205"),
    ]
    assert reported[1].help == "did you mean 'decks'?"
    assert [(words, p.line, p.column) for words, p in reported[2].related] == [("the first", 5, 14)]


def test_a_document_is_looked_at_once_for_values_and_once_for_keys() -> None:
    class Document:
        name = "f"
        data = {
            "pits": [{"name": "A", "tables": [{"number": n, "game": "tiles", "dekcs": 1} for n in ("x", "x", "y")]}]
        }
        looks: list[bool] = []

        def places(self, paths: Any, key: bool = False) -> Any:
            from tests.support.product import Place

            self.looks.append(key)
            return {path: Place("f", 1, 1) for path in paths}

    class Source:
        documents = (Document(),)

    _, faults = assemble(Source.documents, Vocabulary({}, {}, {}, {}, (), {}))
    assert len(place_faults(Source(), faults)) == len(faults) > 3
    assert sorted(Document.looks) == [False, True]


def test_every_code_is_declared_and_shown_to_occur() -> None:
    own = (*OWN, "filing/inspection")  # which no standalone validator needs
    given = {word for name in own for word in FAULT_CODES if f'"{word}"' in (CHECKER / f"{name}.py").read_text()}
    cases = "".join(path.read_text() for path in (Path(__file__).parent / "bad").glob("*.txt"))
    assert given | {"E214"} == set(FAULT_CODES), "E214 counts the faults that are not reported one by one"
    cases += "".join(
        (Path(__file__).parent / f"test_{name}.py").read_text() for name in ("provisions", "filed_documents")
    )
    worksheets = (Path(__file__).parents[1] / "audit" / "test_worksheet.py").read_text()
    shown = [f"! {code} " in cases or f'"{code}", "answer"' in worksheets for code in FAULT_CODES]
    assert [code for code, seen in zip(FAULT_CODES, shown, strict=True) if not seen] == ["E214"]
    assert "error E214" in (Path(__file__).parents[1] / "read" / "test_hostile.py").read_text()


def test_every_key_is_documented() -> None:
    page = (CHECKER.parent / "docs" / "filings.md").read_text()
    assert [word for word in (*LIST_SECTIONS, *MAP_SECTIONS, *FAULT_CODES) if f"`{word}`" not in page] == []


def test_the_example_of_the_page_is_a_filing(file_text: Callable[[str], Any]) -> None:
    page = (CHECKER.parent / "docs" / "filings.md").read_text()
    texts = [block.partition("```")[0] for block in page.split("```yaml\n")[1:]]
    sheet = page.split("```csv\n")[1].partition("```")[0]
    filing, faults, _ = file_text("\n".join(texts) + f"%%% pit-b.csv\n{sheet}")
    assert [fault.message for fault in faults] == []
    assert [table.number for table in filing.tables] == ["101", "102", "201", "202"]
    assert all(facts["closed"] for table in filing.tables for facts in table.variants)


def test_references_name_the_files_to_read(file_text: Callable[[str], Any]) -> None:
    _, _, source = file_text("""
pits: [{name: A, tables: {file: lists/a.csv}}, {name: B, tables: [{number: 1, game: tiles}, {file: ./b.csv}]}, 7]
%%% lists/a.csv
number,game
""")
    found = [(path, name.split("/test_")[-1].partition("/")[2]) for path, name in references(source.documents)]
    assert found == [
        ((0, "pits", 0, "tables", "file"), "lists/a.csv"),
        ((0, "pits", 1, "tables", 1, "file"), "b.csv"),
    ]


# ---- standalone


def test_no_name_is_defined_twice() -> None:
    first: dict[str, str] = {}
    for path in sorted(p for p in CHECKER.rglob("*.py") if p.parent.name in PACKAGES):
        own = path.relative_to(CHECKER).with_suffix("").as_posix()
        for node in ast.parse(path.read_text()).body:
            names = [node.name] if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            for name in names:
                known = first.setdefault(name, own)
                assert not (known != own and {known, own} & set(OWN)), f"{name}: {known}, {own}"


@pytest.mark.parametrize("name", OWN)
def test_it_can_be_embedded(name: str) -> None:
    """Standard library only; from the checker only modules before it, and nothing renamed."""
    text = (CHECKER / f"{name}.py").read_text()
    assert len(text.splitlines()) < 300
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss"):
            assert not any(alias.asname for alias in node.names)
            module = (node.module or "").removeprefix("pitboss.checker.").replace(".", "/")
            assert module in (*EMBEDDED[: EMBEDDED.index(name)], "pitboss/grammar/quick_start")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
            assert (module or "").partition(".")[0] in sys.stdlib_module_names


def test_embedded_one_after_another_they_work(vocabulary: Vocabulary) -> None:
    texts = [_strip("grammar/quick_start.py", (CHECKER.parent / "grammar" / "quick_start.py").read_text())]
    texts += [_strip(f"checker/{name}.py", (CHECKER / f"{name}.py").read_text()) for name in EMBEDDED]
    space: dict[str, Any] = {"__name__": "standalone"}
    module = type(sys)("standalone")
    sys.modules["standalone"] = module
    try:
        exec(compile("from __future__ import annotations\n" + "\n".join(texts), "standalone", "exec"), module.__dict__)
        space = module.__dict__
        file = type(
            "File", (), {"name": "f", "data": {"pits": [{"name": "A", "tables": [{"number": 1, "game": "tiles"}]}]}}
        )
        filing, faults = space["assemble"]([file], vocabulary)
        assert faults == () and filing.tables[0].variants[0]["game"] == "tiles"
    finally:
        del sys.modules["standalone"]


# ---- whatever comes


@given(st.integers(0, 10**9), st.sampled_from(["{}", "${}", "{:,}", "${:,}.00", "{}.0", "$ {}"]))
def test_money_in_any_form_is_the_same(amount: int, form: str) -> None:
    assert an_amount(form.format(amount)) == an_amount(amount) == an_amount(Decimal(amount)) == amount


@given(st.fractions(0, 1000, max_denominator=100), st.integers(1, 20))
def test_odds_are_net_however_written(odds: Fraction, staked: int) -> None:
    whole, rest = divmod(odds, 1)
    mixed = f"{whole} {rest.numerator}/{rest.denominator}"
    assert a_payout(f"{mixed} to {staked}") == ("odds", odds / staked)
    assert a_payout(f"{mixed} for {staked}") == ("odds", odds / staked - 1)


KINDS = ["count", "number", "money", "percent", "odds", "payout", "flag", "text", "name", "date", "time", "moment"]
SCALAR = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.decimals(),
    st.floats(),
    st.text(max_size=30),
    st.from_regex(r"[$]?[0-9 ,./:-]{0,12}(%| to 1| for 1)?", fullmatch=True),
)
DATA = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)


@given(
    st.sampled_from(
        [(kind,) for kind in KINDS]
        + [("one_of", ("a", "4%")), ("set_of", ("money",)), ("map_of", ("count",), ("number",))]
    ),
    DATA,
)
def test_a_value_is_typed_or_a_misfit(of: Any, value: Any) -> None:
    try:
        found = typed(value, of)
    except Misfit as misfit:
        assert misfit.message
    else:
        assert found is not None and hash(str(found)) is not None
        if of[0] == "count":
            assert type(found) is int and found >= 1


KEYS = st.sampled_from(
    [
        *LIST_SECTIONS,
        *MAP_SECTIONS,
        "name",
        "number",
        "game",
        "tables",
        "decks",
        "wagers",
        "wager",
        "options",
        "equipment",
        "payouts",
        "pays",
        "paytable",
        "provision",
        "answer",
        "by",
        "on",
        "kind",
        "subject",
        "notice",
        "to",
        "file",
        "pit",
        "tiles",
        "pairs",
        "certifications",
        "about",
    ]
)
WORDS = st.sampled_from(
    ["tiles", "pairs", "A", 1, "all", "yes", "9.1(a)", "start", "2024-01-01", "3 to 1", "a.csv", "other:x", None]
)
FILINGS = st.recursive(
    WORDS | SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=40
)


def assembled(vocabulary: Vocabulary, data: Any) -> None:
    """Nothing is raised, every fault's path leads somewhere, and every fact has a place."""
    file = type("File", (), {"name": "f.yaml", "data": data})
    filing, faults = assemble([file], vocabulary)
    for fault in faults:
        assert fault.code in FAULT_CODES
        value: Any = [data]
        for step in fault.path:
            value = value[step]  # every path leads somewhere
    for table in filing.tables:
        for fact in (("decks",), ("offers",), ("offers", "pairs", "payouts", "pair"), ("equipment", "lamp")):
            assert filing.written(table, fact)[0] == 0


def places_within(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    for step in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield from places_within(data[step], (*path, step))


SOUND = {
    "submission": {
        "licensee": "The House",
        "effective": "2024-01-01",
        "certifications": [{"by": "A", "role": "b", "on": "2024-01-01"}],
    },
    "paytables": {"big": {"wager": "pairs", "selection": "option_1", "payouts": {"pair": "3 to 1"}}},
    "defaults": {"tiles": {"decks": 6, "options": [], "wagers": [{"wager": "pairs", "paytable": "big"}]}},
    "pits": [
        {
            "name": "A",
            "tables": [
                {
                    "number": 1,
                    "game": "tiles",
                    "decks": [6, 8],
                    "denominations": [5, "$25"],
                    "equipment": ["lamp"],
                    "variation": "night_tiles",
                },
                {
                    "number": 2,
                    "game": "tiles",
                    "cap_by_decks": {"6": 500},
                    "wagers": {"lantern": {"pays": "7 to 1", "maximum": 100}},
                },
            ],
        }
    ],
    "statements": [
        {"kind": "sign", "about": ["maximum of pairs"], "says": "x", "tables": [1, {"pit": "A", "game": "tiles"}]}
    ],
    "events": [
        {
            "kind": "start",
            "subject": "lantern",
            "on": "2024-01-01",
            "notice": {"lead": "2 days", "written": True, "to": ["cage"]},
        }
    ],
    "attestations": [{"provision": "9.1(g)", "answer": True, "by": "A", "on": "2024-01-01"}],
    "approvals": [
        {
            "instrument": "I",
            "sha256": "0" * 64,
            "provision": "9.1",
            "from": "2024-01-01",
            "value": [5],
            "conditions": ["x"],
        }
    ],
    "documents": [{"path": "a", "kind": "b", "sha256": "0" * 64}],
}


@examples(200)
@given(st.sampled_from(list(places_within(SOUND))), FILINGS)
def test_a_sound_filing_with_anything_at_one_place(vocabulary: Vocabulary, where: tuple[Any, ...], what: Any) -> None:
    data = deepcopy(SOUND)
    inside: Any = data
    for step in where[:-1]:
        inside = inside[step]
    inside[where[-1]] = what
    assembled(vocabulary, data)


@examples(200)
@given(st.dictionaries(st.sampled_from([*LIST_SECTIONS, *MAP_SECTIONS]), st.lists(FILINGS, max_size=3) | FILINGS))
def test_any_data_is_assembled_and_every_fault_has_a_place(vocabulary: Vocabulary, data: Any) -> None:
    assembled(vocabulary, data)
