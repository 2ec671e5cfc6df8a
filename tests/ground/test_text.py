"""Texts in, provisions out: headings, labels, splices and notes as scans print them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.compiler.ground.figures import figures, shown
from pitboss.compiler.ground.history_notes import printed_notes
from pitboss.compiler.ground.lines import Unreadable, read_lines
from pitboss.compiler.ground.prose_citations import citations
from pitboss.compiler.ground.provisions import Scan, Text
from tests.support.product import lines_of
from tests.support.product import split_provisions as split

HERE = Path(__file__).parent


def text_of(text: str, *scans: Scan) -> Text:
    return split({"a": lines_of(text, "a")}, scans)


def labels(text: str, citation: str = "1:1-9.1") -> list[str]:
    return [p.label for p in text_of(text).provisions(citation)]


def test_the_made_up_text_is_split() -> None:
    made = text_of((HERE / "law.txt").read_text(), Scan("a", 41, 41, "1:1-9.1", "(b)"), Scan("a", 39, 39, ""))
    assert [(p.citation, p.title, [x.label for x in p.provisions], len(p.history)) for p in made.parts] == [
        ("1:1-9", "TILES", [], 3),
        ("1:1-9.1", "Sets of tiles", ["(a)", "(a)1", "(a)2", "(a)2i", "(a)2ii", "(b)"], 3),
        ("1:1-9.2", "(Reserved)", [""], 0),
        ("1:1-9.4", "Payment of pairs", ["(a)", "(b)"], 2),
        ("1:1-9.1", "", ["(b)"], 0),
    ]
    assert [line.text for line in made.aside] == ["STAMP OF A LIBRARY"]
    assert (made.unplaced, made.missing) == ((), ())


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("1:1-9.1 Tiles", "Tiles"),
        ("### 1:1-9.1 Tiles; boxes", "Tiles; boxes"),
        ("**1:1-9.1 Tiles**", "Tiles"),
        ("192:1:1-9.1 Tiles", "Tiles"),
        ("1:1-9.1\tTiles", "Tiles"),
    ],
)
def test_a_heading_is_known_however_it_is_scanned(heading: str, title: str) -> None:
    (part,) = text_of(f"{heading}\n(a) One.").parts
    assert (part.citation, part.title) == ("1:1-9.1", title)


@pytest.mark.parametrize("line", ["1:1-9.3 and the rest of a sentence.", "1:1-9.3(a) and more,", "- 1:1-9.3 Boxes"])
def test_what_is_no_heading_opens_no_section(line: str) -> None:
    assert [p.citation for p in text_of(f"1:1-9.1 Tiles\n(a) As in\n{line}").parts] == ["1:1-9.1"]


def test_contents_are_no_sections_and_what_follows_them_is_not_lost() -> None:
    made = text_of("1:1-9.1\tTiles\n- 1:1-9.2 Boxes\n(c) A page that lost its heading.\n1:1-9.1 Tiles\n(a) One.")
    assert [p.head and p.head.number for p in made.parts] == [4]
    assert [[line.number for line in run] for run in made.unplaced] == [[3]]


def test_labels_go_down_to_roman_numerals_and_come_up_again() -> None:
    text = "1:1-9.1 Tiles\n(a) A:\n1. B:\n - i. C;\nii. D;\n2. E\n(b) F\n(z) G\n(aa) H"
    assert labels(text) == ["(a)", "(a)1", "(a)1i", "(a)1ii", "(a)2", "(b)", "(z)", "(aa)"]


def test_a_capital_i_in_the_place_of_an_l_is_an_l() -> None:
    text = "1:1-9.1 Tiles\n" + "\n".join(f"({c}) X" for c in "abcdefghijk") + "\n(I) Y\n(m) Z"
    assert labels(text)[-3:] == ["(k)", "(l)", "(m)"]


def test_a_reference_at_the_start_of_a_line_is_no_label() -> None:
    assert labels("1:1-9.1 Tiles\n(a) As said in\n\n(b) above, and so on.\n(b) Next.") == ["(a)", "(b)"]


def test_a_page_break_does_not_part_a_provision_or_a_word() -> None:
    (provision,) = text_of("1:1-9.1 Tiles\n(a) Sets are veri-\n\nfied by two").provisions("1:1-9.1")
    assert provision.words == "Sets are verified by two"


def test_notes_are_no_provisions_though_they_begin_with_labels() -> None:
    made = text_of("1:1-9.1 Tiles\n(a) One.\nAmended by R.2001 d.1, effective May 4, 2001.\n(b): new.\n(c) added.\n")
    assert [p.label for p in made.provisions("1:1-9.1")] == ["(a)"]
    assert len(made.parts[0].history) == 3


def test_two_prints_of_a_section_are_two_parts() -> None:
    made = text_of("1:1-9.1 Tiles\n(a) Six.\n1:1-9.2 Boxes\n(a) One.\n1:1-9.1 Tiles\n(a) Eight.")
    assert [[p.words for p in part.provisions] for part in made.sections["1:1-9.1"]] == [["Six."], ["Eight."]]


def test_a_piece_continues_where_its_scan_note_states() -> None:
    made = text_of("1:1-9.1 Tiles\n(a) One.\nof lamps.\n7. Seven.\n(b) Two.", Scan("a", 3, 4, "1:1-8.2", "(e)6ii"))
    assert [(p.label, p.words) for p in made.provisions("1:1-8.2")] == [("(e)6ii", "of lamps."), ("(e)7", "Seven.")]
    assert [p.words for p in made.provisions("1:1-9.1")] == ["One.", "Two."]


def test_a_chapter_has_its_front_matter_and_a_subchapter_its_notes() -> None:
    made = text_of(
        "CHAPTER 1\nTILES\nAuthority\nN.J.S.A. 5:12-5 and 5:12-63c.\nChapter Historical Note\n"
        "Chapter 1 was adopted as R.1978 d.1, effective June 2, 1978.\nCHAPTER TABLE OF CONTENTS\n"
        "SUBCHAPTER 9. TILES\n1:1-9.1\tTiles\nSUBCHAPTER 9. TILES\nPetition for Rulemaking.\n1:1-9.1 Tiles\n(a) One."
    )
    assert [(p.citation, len(p.provisions), len(p.history)) for p in made.parts] == [
        ("1:1", 1, 1),
        ("1:1-9", 0, 1),
        ("1:1-9.1", 1, 0),
    ]


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("at odds of one to one, or 21-to-1", ["1 to 1", "21 to 1"]),
        ("at even money", ["1 to 1"]),
        ("a four or five percent share", ["4%", "5%"]),
        ("10 percent of the meter", ["10% of meter", "10%"]),
        ("an amount of 25 cents, $1,000 or one dollar", ["$0.25", "$1", "$1,000"]),
        ("half of it, twice, one-fifth", ["0.20", "1/2", "2"]),
        ("up to three times (a total of four hands)", ["3", "4"]),
        ("cards from 2 to 10", ["2", "10"]),
        ("under 1:1-2.3(a)1 and (b)2i above, R.2001 d.24", []),
    ],
)
def test_figures_are_read_in_digits_and_in_words(prose: str, expected: list[str]) -> None:
    assert sorted(shown(f) for f in figures(prose)) == sorted(expected)


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("N.J.A.C. 1:1-2.5 and 2.6", ["1:1-2.5", "1:1-2.6"]),
        ("N.J.A.C. 1:1-2.6(e) and (j)", ["1:1-2.6(e)", "1:1-2.6(j)"]),
        ("1:2-1.39B and 1:3-1.10", ["1:2-1.39B", "1:3-1.10"]),
        ("N.J.A.C. 1:1-2.17(a) 1; provided", ["1:1-2.17(a)1"]),
        ("either (c)1 or 2 below", ["(c)1", "(c)2"]),
        ("in (e)6ii above, or in (e)9 and 10 above", ["(e)6ii", "(e)9", "(e)10"]),
        ("subsection (a) of this section", ["(a)"]),
        ("N.J.S.A. 5:12-5, 5:12-63c", ["N.J.S.A. 5:12-5", "N.J.S.A. 5:12-63c"]),
        ("of N.J.A.C. 1:2 or this chapter", ["1:2"]),
    ],
)
def test_citations_are_read_one_by_one(prose: str, expected: list[str]) -> None:
    assert [c.shown for c in citations(prose, "1:1-9.1")] == expected


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("Amended by R.2006 d. 217, effective June 19, 2006.", ["R.2006 d.217 2006-06-19"]),
        ("As amended, R.1980 d.132, eff. March 31, 1980.", ["R.1980 d.132 1980-03-31"]),
        ("As amended, effective: 10/05/09", ["2009-10-05"]),
        ("Effective: 10/19/92", ["1992-10-19"]),
        ("See: 36 N.J.R. 3444(b), 4183(c).", ["36 N.J.R. 3444(b)", "36 N.J.R. 4183(c)"]),
        ("In (a), added a sentence.", []),
    ],
)
def test_notes_are_read_in_both_styles(note: str, expected: list[str]) -> None:
    assert [n.shown for n in printed_notes(lines_of(note, "a"))] == expected


def test_a_folder_that_cannot_be_read_reports_it(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"no \.txt file"):
        read_lines(tmp_path)
    with pytest.raises(Unreadable, match="No such file"):
        read_lines(tmp_path / "nowhere")
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(Unreadable, match=r"a\.txt"):
        read_lines(tmp_path)
