"""`pitboss fix`: what it changes, what it leaves as it is, and that a fix keeps its promise."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from tests.support.broken_filings import Data, broken, cured, judged
from tests.support.product import check_texts, fixes_of, load_rulebook, main, sound
from tests.support.soak import examples

FILING = """\
# The lantern, 2007
submission:
  id: 7
  licensee: "The Lantern"
  effective: 2007-06-01
  certifications:
  - {by: A. Person, role: casino manager, on: 2007-05-01}
paytables:
  long run: {wager: streak, payouts: {2: 3 to 1, 3: 7 to 1, 4: 17 to 1, 5: 35 to 1}}  # 5 was 35
pits:
- name: A
  tables:
  - &first
    number: 101
    game: blackjack
    decks: 8
    splits: 5   # house rule
    wagers:
    - blackjack_wager   # required
    - {wager: streak, paytable: long run}
    - wager: insurance
      pays: 2 to 1
    # options
    options:
      resplit:
      shared_boxes: {players_per_box: 4}
  - {<<: *first, number: 102, options: [resplit, multiple_action]}
"""


@pytest.fixture
def filing(tmp_path: Path) -> Path:
    path = tmp_path / "filing.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + FILING.encode())
    return path


def fixed(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    code = main(["fix", str(path), *options])
    return code, capsys.readouterr().out


def choices(out: str) -> dict[str, list[str]]:
    """Table → the cures to choose from."""
    found: dict[str, list[str]] = {}
    for line in out.splitlines():
        if match := re.match(r"choose  tables? ([^:,]+)", line):
            found[match[1]] = alternatives = []
        elif match := re.match(r"  (\d+)  (.*)", line):
            alternatives.append(match[2])
    return found


def test_a_payout_below_the_floor_is_raised_and_nothing_else_changes(filing, capsys):
    code, out = fixed(filing, capsys)
    assert code == 1
    assert [line for line in out.splitlines() if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")] == [
        "-  long run: {wager: streak, payouts: {2: 3 to 1, 3: 7 to 1, 4: 17 to 1, 5: 35 to 1}}  # 5 was 35",
        "+  long run: {wager: streak, payouts: {2: 3 to 1, 3: 7 to 1, 4: 17 to 1, 5: 37 to 1}}  # 5 was 35",
    ]
    assert "safe  pay at least 37 to 1, tables 101, 102" in out
    assert filing.read_bytes().endswith(FILING.encode())


def test_write_changes_the_file_byte_by_byte(filing, capsys):
    fixed(filing, capsys, "--write")
    assert filing.read_bytes() == b"\xef\xbb\xbf" + FILING.replace("5: 35", "5: 37").encode()


def test_a_choice_offers_alternatives_and_is_taken_only_when_it_is_chosen(filing, capsys):
    offered = choices(fixed(filing, capsys)[1])
    assert offered["101"] == [
        "set the players to a box of box sharing to 1",
        "set the players to a box of box sharing to 3",
    ]
    fixed(filing, capsys, "--choose", "101=2", "--write")
    assert "players_per_box: 3}" in filing.read_text()
    assert "101" not in choices(fixed(filing, capsys)[1])


def test_a_table_that_shares_a_list_gets_its_own(filing, capsys):
    filing.write_text(shared := FILING.replace("[resplit, multiple_action]", "[multiple_action]"))
    ways = choices(fixed(filing, capsys)[1])["102"]
    number = next(n for n, way in enumerate(ways, 1) if "withdraw streak wager" in way)
    fixed(filing, capsys, "--choose", f"102={number}", "--write")
    *before, last = filing.read_text().splitlines()
    assert before == shared.replace("5: 35", "5: 37").splitlines()[:-1]
    assert last == (
        "  - {<<: *first, number: 102, options: [multiple_action], splits: 1,"
        " wagers: [blackjack_wager, {wager: insurance, pays: 2 to 1}]}"
    )


def test_the_filing_and_the_rules_are_those_of_check(filing, capsys, monkeypatch):
    monkeypatch.chdir(filing.parent)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")  # 2026-09-21
    east, pits = FILING.partition("pits:\n")[::2]
    filing.write_text(east)
    (filing.parent / "east.yaml").write_text(f"pits:\n{pits}")
    (filing.parent / "pitboss.toml").write_text('paths = ["filing.yaml", "east.yaml"]\nas-of = 2007-01-15\n')
    assert main(["fix"]) == 1
    out = capsys.readouterr().out
    assert "5: 37 to 1" in out and "choose  table 101: 19:47-2.13(a)\n" in out
    rule = "until 2027-01-31 because the signs are on order"
    assert main(["fix", "--ignore", f"19:47-2.22(j) {rule}"]) == 1
    out = capsys.readouterr().out
    assert "37 to 1" not in out and "19:47-2.22(j)" in out.partition("Choose with")[2] and "choose  table 101" in out
    assert main(["fix", "--select", f"19:47-2.22(j) {rule}", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["as_of"], found["ignored"][0]["select"]) == ("2007-01-15", ["19:47-2.22(j)"])
    assert [(group["tables"], len(group["cures"])) for group in found["tables"]] == [(["101"], 1), (["102"], 1)]
    assert main(["fix", "--select", f"19:47-2.1(zz) {rule}"]) == 2 and "'19:47-2.1(zz)'" in capsys.readouterr().err
    assert main(["fix", "--alternatives", "--write"]) == 2 and "only list cures" in capsys.readouterr().err


def test_standard_input_gives_a_difference(filing, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(FILING.encode())))
    assert main(["fix", "-", "--choose", "101=1"]) == 1
    out = capsys.readouterr().out
    assert (
        out.startswith("--- standard input\n+++ standard input\n")
        and "5: 37 to 1" in out
        and "players_per_box: 1" in out
    )


def test_it_says_what_must_change_on_the_floor_and_which_notice_is_due(filing, capsys):
    filing.write_text(FILING.replace("[resplit, multiple_action]", "[resplit, surrender, six_to_five]"))
    ways = choices(fixed(filing, capsys)[1])["102"]
    number = next(n for n, way in enumerate(ways, 1) if "withdraw surrender" in way)
    out = fixed(filing, capsys, "--choose", f"102={number}")[1]
    assert "A filing is a representation: the tables on the floor must change with it." in out
    assert [
        line.split(":")[0] + ":" + line.split(":")[1] for line in out.splitlines() if line.startswith("notice")
    ] == ["notice  19:47-2.8(c)"]


def test_what_people_must_do_is_not_edited(filing, capsys):
    filing.write_text(
        FILING + "attestations:\n- {provision: 19:47-2.2(a), answer: no, by: B, on: 2007-05-01, basis: observed}\n"
    )
    before = filing.read_text()
    fixed(filing, capsys, "--write")
    assert filing.read_text().partition("attestations:")[2] == before.partition("attestations:")[2]


def test_a_faulty_filing_is_not_guessed_at(filing, capsys):
    filing.write_text(FILING.replace("decks: 8", "decks: eight"))
    assert main(["fix", str(filing)]) == 2
    assert "correct the errors first" in capsys.readouterr().err


def test_an_unknown_choice_is_an_error(filing, capsys):
    assert main(["fix", str(filing), "--choose", "999=1"]) == 2
    assert main(["fix", str(filing), "--choose", "one"]) == 2


STYLES = ("block", "flow", "json")


def written(table: Data, day: str, style: str) -> str:
    certified = {"by": "A. Person", "role": "counsel", "on": "1980-01-01"}
    data = {
        "submission": {"id": "1", "effective": day, "certifications": [certified]},
        "pits": [{"name": "A", "tables": [table]}],
    }
    if style == "json":
        return json.dumps(data, indent=1)
    yaml, stream = YAML(typ="safe", pure=True), io.StringIO()
    yaml.default_flow_style = style == "flow"
    yaml.width = 10_000
    yaml.dump(data, stream)
    lines = stream.getvalue().splitlines()
    return "".join(f"{line}  # {number}\n" for number, line in enumerate(lines))


@pytest.mark.parametrize("game", ["blackjack", "pai_gow_poker", "minibaccarat", "three_card_poker", "roulette"])
def test_a_fix_is_the_cure_and_leaves_the_rest_as_it_is(game, tmp_path_factory):
    folder = tmp_path_factory.mktemp(game)

    @examples(2)
    @given(broken(game), st.sampled_from(STYLES), st.randoms(use_true_random=False))
    def holds(drawn, style, random):
        day, table = drawn
        book, vocabulary = load_rulebook()
        path = folder / ("filing.json" if style == "json" else "filing.yaml")
        path.write_text(text := written(table, day, style))

        def recheck(unsaved):
            return check_texts(str(path), unsaved, book, vocabulary, None)

        before = recheck({})
        failed = [finding for finding in before.result.findings if finding.verdict == "fail"]
        for finding in random.sample(failed, min(3, len(failed))):
            for fix in fixes_of(before, finding, vocabulary):
                made = sound(before, (fix,), recheck)
                expected = cured(table, fix.step, vocabulary)
                if made is None or expected is None:
                    continue
                (new,) = made.texts.values()
                again = json.loads(new) if style == "json" else YAML(typ="safe", pure=True).load(new.decode())
                result = judged(again["pits"][0]["tables"][0], day, book, vocabulary)
                wanted = judged(expected, day, book, vocabulary)
                assert verdicts(result) == verdicts(wanted), (fix, text)
                assert outside(fix, text, new.decode())

    holds()


def verdicts(result):
    return sorted((finding.code, finding.verdict) for finding in result.findings)


def outside(fix, old: str, new: str) -> bool:
    """Whether the text before the first and after the last edit is the same, byte for byte."""
    spans = [(start, end) for some in fix.edits.values() for start, end, _ in some]
    first, last = min(start for start, _ in spans), max(end for _, end in spans)
    return old[:first] == new[:first] and new.endswith(old[last:])
