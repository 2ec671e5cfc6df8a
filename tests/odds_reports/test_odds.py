"""What `pitboss law odds` prints, byte for byte, of odds that were counted by hand; the same as CSV; and as a drawing."""

from __future__ import annotations

import copy
import csv
import io
import os
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.reports.html_page import _environment
from tests.support import output_safety
from tests.support.product import charted, odds_chart, odds_csv, odds_view
from tests.support.product import odds_text as odds

HERE = Path(__file__).parent
REPORTED = HERE / "odds.txt"

Json = dict[str, Any]
HOSTILE = '=cmd|"pwned"!A1</title><script>alert("pwned")</script>\x1b[31m\u202e\nfail 19:47-9.9: forged'


def test_the_text_is_as_expected(data: Json) -> None:
    """`REWRITE=1 pytest tests/odds_reports` writes it anew."""
    reported = odds(data)
    if os.environ.get("REWRITE"):
        REPORTED.write_text(reported, "utf-8")
    assert reported == REPORTED.read_text("utf-8")


def test_the_contributions_come_to_what_the_house_keeps(data: Json) -> None:
    """By hand: 1 in 36 at 12, 10 at 1, 24 lost make 2 of 36 for the house."""
    (block,) = odds_view(data["wagers"][0])["blocks"]
    assert [o["rows"][0]["contribution"] for o in block["outcomes"]] == [
        "+33.3333%",
        "+27.7778%",
        "0.0000%",
        "-66.6667%",
    ]
    assert (block["figures"][0]["edge"], block["figures"][0]["contribution"]) == ("1/18", "-5.5556%")


def test_figures_with_other_outcomes_are_not_side_by_side(data: Json) -> None:
    wager = copy.deepcopy(data["wagers"][0])
    wager["figures"][1]["outcomes"][0]["title"] = "three lamps"
    assert [[f["label"] for f in b["figures"]] for b in odds_view(wager)["blocks"]] == [[[]], [[]]]
    assert [b["same"][0] for b in odds_view(wager)["blocks"]] == [{"title": "sets", "value": n} for n in ("1", "2")]


def test_what_is_paid_by_a_meter_has_no_figure_of_its_own(data: Json) -> None:
    wager = copy.deepcopy(data["wagers"][0])
    wager["figures"][0]["outcomes"][0] |= {"pays": "meter", "net": None}
    reported = odds({**data, "wagers": [wager]})
    assert "  both lamps  1        1      2.7778%  1/36   meter\n" in reported


def test_nothing_to_report() -> None:
    assert odds({"as_of": "2004-01-01", "rulebook": "d", "wagers": [], "undetermined": []}).count("\n") == 1


# ---- CSV


def test_every_row_of_the_csv_states_its_figure(data: Json) -> None:
    rows = list(csv.DictReader(io.StringIO(odds_csv(data))))
    assert len(rows) == 2 * 4 + 2 * 3 + 1 and all(None not in row for row in rows)
    for row in rows[:-1]:
        assert Fraction(int(row["ways"]), int(row["of"])) == pytest.approx(float(row["probability"]), rel=1e-15)
    for start, many in ((0, 4), (4, 4), (8, 3), (11, 3)):
        some = rows[start : start + many]
        kept = sum(Fraction(int(r["ways"]), int(r["of"])) * Fraction(int(r["net"]), int(r["net over"])) for r in some)
        assert {Fraction(int(r["advantage"]), int(r["advantage over"])) for r in some} == {-kept}
    assert [r["outcomes proved"] for r in rows] == ["yes"] * 8 + ["no"] * 6 + [""]
    assert rows[-1]["not determined because"] == data["undetermined"][0]["because"]
    assert rows[0]["given"] == "sets: 1; oil: whale" and rows[3]["net"] == "-1"


# ---- the drawing


def drawn(*wagers: Json, scale: str = "") -> ET.Element:
    chart = odds_chart([charted(odds_view(w)) for w in wagers], "c")
    assert chart["log"] is (scale == "log")
    return ET.fromstring(svg(chart))


def svg(chart: Json) -> str:
    """As the pages have it; the drawing is a macro of theirs."""
    text = str(_environment().from_string('{% import "odds.html.j2" as odds %}{{ odds.chart(it) }}').render(it=chart))
    return text[text.index("<svg") : text.index("</svg>") + 6]


def worth(name: str, *edges: str) -> Json:
    """A wager with these advantages; how they come about is not the drawing's concern."""
    outcome = {"name": "lost", "title": "lost", "count": 1, "probability": "1", "pays": "lost", "net": "-1"}
    figure = {"readings": [], "space": "1", "outcomes": [outcome], "hit": "0", "edge_decimal": "", "decision": None}
    given = [[{"name": "sets", "title": "sets", "value": str(n)}] for n in range(len(edges))]
    figures = [figure | {"given": g, "edge": e} for g, e in zip(given, edges, strict=True)]
    return {"wager": name, "title": name, "game": "tiles", "cites": [], "figures": figures}


def percent_of(value: str | None) -> float:
    assert value is not None
    return float(value.removesuffix("%"))


def test_the_drawing_is_reported_in_words_and_every_figure_is_a_dot(data: Json) -> None:
    root = drawn(*data["wagers"])
    title, desc = root[0], root[1]
    assert root.get("role") == "img" and root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert desc.text == (
        "From the least house advantage to the most: lantern wager 2.00% to 5.56%; trio wager 7.29% to 9.46%."
    )
    assert [t.text for t in root.iterfind("g/circle/title")] == [
        "lantern wager, 2.0000% (sets: 2, oil: whale)", "lantern wager, 5.5556% (sets: 1, oil: whale)",
        "trio wager, 7.2851% (read as: best payout)", "trio wager, 9.4570% (read as: best rank)",
    ]  # fmt: skip


def test_the_least_comes_first_and_no_line_of_text_meets_another(data: Json) -> None:
    root = drawn(worth("dear", "1/4"), worth("fair", "0"), worth("cheap", "1/100", "1/50"))
    assert [g[0].text for g in root.iterfind("g")] == ["fair", "cheap", "dear"]
    heights = [float(g[0].get("y") or 0) for g in root.iterfind("g")]
    assert all(b - a >= 30 for a, b in zip(heights, heights[1:], strict=False))
    places = [percent_of(t.get("x")) for t in root.iterfind("text")]
    assert all(b - a > 8 for a, b in zip(places, places[1:], strict=False))


def test_a_scale_starts_at_zero_and_dots_are_in_proportion() -> None:
    root = drawn(worth("a", "1/20", "1/10"))
    near, far = (percent_of(c.get("cx")) for c in root.iter("circle"))
    assert [t.text for t in root.iterfind("text")] == ["0%", "2%", "4%", "6%", "8%", "10%"]
    assert near == 50.0 and far == 99.2


def test_small_figures_next_to_great_ones_are_drawn_by_powers() -> None:
    root = drawn(worth("a", "1/1000"), worth("b", "1/4"), worth("c", "1/100"), scale="log")
    assert [t.text for t in root.iterfind("text")] == ["0.1%", "1%", "10%", "50%"]
    assert all(0 < percent_of(c.get("cx")) < 100 for c in root.iter("circle"))


@pytest.mark.parametrize("edges", [("-1/10", "1/10"), ("-1/5", "-1/10"), ("0",), ("1",), ("-3", "1/1000")])
def test_any_figure_has_its_place(edges: tuple[str, ...]) -> None:
    root = drawn(worth("a", *edges))
    assert all(0 <= percent_of(c.get("cx")) <= 100 for c in root.iter("circle"))
    assert [line.get("class") for line in root.iterfind("line")].count("zero") == any(e[0] == "-" for e in edges)
    assert 1 <= sum(1 for _ in root.iterfind("text")) <= 9


# ---- words of others


def poisoned(data: Json) -> Json:
    """Every word that comes out of rules is hostile; names of wagers are names."""
    made = copy.deepcopy(data)
    for w in made["wagers"]:
        w |= {"title": HOSTILE, "cites": [HOSTILE]}
        w["partition"]["counterexample"] = [HOSTILE]
        for f in w["figures"]:
            f["decision"] = HOSTILE
            for each in (*f["given"], *f["outcomes"]):
                each["title"] = HOSTILE
            for given in f["given"]:
                given["value"] = HOSTILE + given["value"]
            for outcome in f["outcomes"]:
                outcome["pays"] = HOSTILE
            for reading in f["readings"]:
                reading["ground"] = HOSTILE
    for u in made["undetermined"]:
        u |= {"title": HOSTILE, "because": HOSTILE}
    return made


def test_words_of_others_are_harmless_in_every_form(data: Json) -> None:
    made = poisoned(data)
    assert list(output_safety.lines(odds(made))) == []
    assert (
        list(
            output_safety.lines(
                odds(made, color=True)
                .replace("\x1b[1m", "")
                .replace("\x1b[2m", "")
                .replace("\x1b[31m", "")
                .replace("\x1b[0m", "")
            )
        )
        == []
    )
    assert list(output_safety.table(odds_csv(made))) == []
    root = drawn(*made["wagers"])
    assert {e.tag for e in root.iter()} <= {"svg", "title", "desc", "g", "line", "text", "circle"}
    assert list(output_safety.characters(svg(odds_chart([charted(odds_view(w)) for w in made["wagers"]], "c")))) == []
