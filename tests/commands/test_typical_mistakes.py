"""What people typically write wrong in a filing, and the whole message of each mistake: place, cause and cure.

Each must help a person who knows the floor and not YAML.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.product import load_filing, load_rulebook

# what, text, message. A tab is written ~. Indented lines are keys of a table, of roulette unless they name a game;
# a text without pits has one table of roulette. An empty message: the text is in order.
MISTAKES = [
    (
        "an American date",
        "submission: {effective: 7/1/2010}",
        "E205 1:25 '7/1/2010' is not a day of the calendar | write 2010-07-01: year, month, day",
    ),
    (
        "a date in words",
        "submission: {effective: 'July 1, 2010'}",
        "E205 1:25 'July 1, 2010' is not a day of the calendar | write 2010-07-01: year, month, day",
    ),
    (
        "a date with two digits",
        "submission: {effective: 10-07-01}",
        "E205 1:25 '10-07-01' is not a day of the calendar | write it as 2024-07-01: year, month, day",
    ),
    (
        "a day that does not exist",
        "submission: {effective: 2010-02-30}",
        "E205 1:25 '2010-02-30' is not a day of the calendar | write it as 2024-07-01: year, month, day",
    ),
    (
        "an amount with a comma in braces",
        "  wagers: {roulette_red: {minimum: $2,500}}",
        'E026 6:38 a comma separates inside [ ] and { }: $2,500 is read as $2 and 500 | write "$2,500" in quotes',
    ),
    (
        "an amount with a comma in a list",
        "  denominations: [$1, $2,500]",
        'E026 6:25 a comma separates inside [ ] and { }: $2,500 is read as $2 and 500 | write "$2,500" in quotes',
    ),
    (
        "an amount in words",
        "  wagers: {roulette_red: {maximum: 500 dollars}}",
        "E205 6:38 '500 dollars' is not an amount of money, to the cent | write \"$500\"",
    ),
    (
        "a payout as a number",
        "  wagers: {roulette_straight: {pays: 35}}",
        'E205 6:40 35 is not a payout | write "35 to 1"',
    ),
    (
        "a payout with a colon",
        "  wagers: {roulette_straight: {pays: '35:1'}}",
        "E205 6:40 '35:1' is not a payout | write \"35 to 1\"",
    ),
    (
        "a payout with a slash",
        "  wagers: {roulette_straight: {pays: 35/1}}",
        "E205 6:40 '35/1' is not a payout | write \"35 to 1\"",
    ),
    (
        "a payout with a hyphen",
        "  wagers: {roulette_straight: {pays: 35-to-1}}",
        "E205 6:40 '35-to-1' is not a payout | write \"35 to 1\"",
    ),
    (
        "a percentage without its sign",
        "  game: punto_banco\n  punto_vigorish: 5",
        'E205 6:21 5 is not one of 4%, 5% | write "5%" with its sign',
    ),
    (
        "a percentage as a fraction",
        "  game: punto_banco\n  punto_vigorish: 0.05",
        'E205 6:21 0.05 is not one of 4%, 5% | write "5%" with its sign',
    ),
    (
        "a misspelled key",
        "  wagres: [roulette_red]",
        "E201 6:5 unknown key 'wagres' | did you mean 'wagers'?",
    ),
    (
        "a misspelled wager",
        "  wagers: [roulette_rde]",
        "E204 6:14 there is no wager 'roulette_rde' | did you mean 'roulette_red'?",
    ),
    (
        "an unknown wager",
        "  wagers: [zebra]",
        "E204 6:14 there is no wager 'zebra' | pitboss init GAME lists those of a game; one that no rule names is other:NAME",
    ),
    (
        "a wager by a title of several games",
        "  wagers: [Tie bet]",
        "E204 6:14 several wagers are called 'Tie bet' | write punto_tie or mini_tie",
    ),
    (
        "an option among the wagers",
        "  game: blackjack\n  wagers: [surrender]",
        "E204 6:14 'surrender' is an option, not a wager | write it under 'options'",
    ),
    (
        "an unknown game",
        "  game: poker",
        "E204 5:11 there is no game 'poker' | the games are craps, blackjack, punto_banco, chemin_de_fer, roulette, minibaccarat, "
        "pai_gow_poker, spanish_21, three_card_poker, double_attack_blackjack, four_card_poker, texas_holdem_bonus",
    ),
    (
        "a misspelled game",
        "  game: roulete",
        "E204 5:11 there is no game 'roulete' | did you mean 'roulette'?",
    ),
    (
        "a game with its spelling",
        "  game: Black Jack",
        "E204 5:11 there is no game 'Black Jack' | did you mean 'blackjack'?",
    ),
    (
        "a tab before a key",
        "  wagers:\n~~- roulette_red",
        "E020 7:3 a tab is not allowed here | indent with spaces, and put a space after a colon",
    ),
    (
        "a tab after a colon",
        "pits:~\n~- name: A",
        "E020 2:1 a tab is not allowed here | indent with spaces, and put a space after a colon",
    ),
    (
        "one wager without a list",
        "  wagers: roulette_red",
        "E202 6:13 expected a list of wagers, or a mapping of them, not 'roulette_red' | put it in brackets: [roulette_red]",
    ),
    (
        "a number in quotes",
        "  game: blackjack\n  decks: '6'",
        "E205 6:12 '6' is not a whole number from 1 on | write it without quotes",
    ),
    (
        "a number in words",
        "  game: blackjack\n  decks: six",
        "E205 6:12 'six' is not a whole number from 1 on | write 6",
    ),
    (
        "a range",
        "  game: blackjack\n  decks: 6-8",
        "E205 6:12 '6-8' is not a whole number from 1 on | list the values that are in use, as [6, 8]",
    ),
    (
        "on for yes",
        "  equipment: {card_reader: on}",
        "E205 6:30 'on' is not yes or no | write \"yes\"",
    ),
    (
        "a choice in other words",
        "  roulette_wheel: two zeros",
        "E205 6:21 'two zeros' is not one of single_zero, double_zero, double_zero_as_single | did you mean 'double_zero'?",
    ),
    (
        "a choice in letters of the trade",
        "  game: blackjack\n  dealer_draws: S17",
        "E205 6:19 'S17' is not one of stands_on_soft_17, hits_soft_17 | write one of these; a choice that is none of them is "
        "other:s17, and fails",
    ),
    (
        "yes as a letter",
        "  equipment: {card_reader: Y}",
        "E205 6:30 'Y' is not yes or no | write \"yes\"",
    ),
    (
        "an amount in thousands",
        "  wagers: {roulette_red: {maximum: 2.5k}}",
        "E205 6:38 '2.5k' is not an amount of money, to the cent | write \"$2,500\"",
    ),
    (
        "both limits in one",
        "  wagers: {roulette_red: {minimum: 25-50}}",
        "E205 6:38 '25-50' is not an amount of money, to the cent | write one amount: the lowest wager and the highest wager are two "
        "fields",
    ),
    (
        "a number with its unit",
        "  game: blackjack\n  decks: 6 decks",
        "E205 6:12 '6 decks' is not a whole number from 1 on | write 6",
    ),
    (
        "a payout by its name",
        "  wagers: {roulette_red: {pays: even money}}",
        "E205 6:35 'even money' is not a payout | write \"1 to 1\"",
    ),
    (
        "a percentage that may be a share",
        "  game: blackjack\n  wagers: {progressive_blackjack: {meter_rate: 0.05}}",
        'E205 6:50 0.05 is not a percentage | write "5%" or "0.05%", whichever is meant',
    ),
    (
        "a missing game",
        "pits: [{name: A, tables: [{number: 1}]}]",
        "E203 1:27 'game' is missing | add 'game:' with its value",
    ),
    (
        "the same table twice",
        "pits: [{name: A, tables: [{number: 1, game: roulette}, {number: 1, game: roulette}]}]",
        "E206 1:65 two tables have the number '1' | give each table a number of its own",
    ),
    (
        "a key twice",
        "  roulette_wheel: single_zero\n  roulette_wheel: double_zero",
        "E050 7:5 the key 'roulette_wheel' is written twice | remove one of the two",
    ),
    (
        "a section that is not there",
        "table: [{number: 1, game: roulette}]",
        "E201 1:1 unknown key 'table' | tables are listed under 'pits', each pit with its 'tables'",
    ),
    (
        "an unknown paytable",
        "  wagers: {roulette_red: {paytable: Vegas}}",
        "E204 6:39 there is no paytable 'Vegas' | define it under 'paytables'",
    ),
    (
        "a table that is not there",
        "approvals: [{instrument: L, sha256: '" + "0" * 64 + "', provision: 5.1(f), from: 2010-01-01, tables: 12}]",
        "E204 1:150 there is no table '12' | did you mean '1'?",
    ),
    (
        "a provision without its form",
        "attestations: [{provision: section five, answer: yes, by: B, on: 2010-01-01}]",
        "E205 1:28 'section five' is not a provision | write it as 2.2(d)3",
    ),
    (
        "a title in place of a name",
        "  wagers: {Red wager: {pays: 1 to 1}, Black: {pays: 1 to 1}}",
        "",
    ),
    (
        "a variation as pitboss prints it",
        "  game: blackjack\n  variation: 6 to 5 blackjack",
        "",
    ),
    (
        "a game with a word more",
        "  game: Black Jack Switch",
        "E204 5:11 there is no game 'Black Jack Switch' | the games are craps, blackjack, punto_banco, chemin_de_fer, roulette, "
        "minibaccarat, pai_gow_poker, spanish_21, three_card_poker, double_attack_blackjack, four_card_poker, texas_holdem_bonus; "
        "a variation of blackjack is filed as 'variation: six_to_five'; no rule is about any other",
    ),
    (
        "a longer game misspelled",
        "  game: double atack blackjack",
        "E204 5:11 there is no game 'double atack blackjack' | did you mean 'double_attack_blackjack'?",
    ),
    (
        "a clause with a space",
        "attestations: [{provision: 2.10(c)/doubledown card, answer: yes, by: B, on: 2010-01-01}]",
        "E205 1:28 'doubledown card' is not the name of a clause | write 2.10(c), or a name that `pitboss explain '2.10(c)'` lists",
    ),
    (
        "a quote that does not end",
        'submission: {id: "abc}',
        "E020 1:18 this quote is never closed | end the text with the same quote",
    ),
    (
        "a bracket that does not end",
        "  denominations: [$1, $5",
        "E020 6:20 this '[' is never closed, or a comma is missing | write a comma between two entries, and ] after the last one",
    ),
    (
        "a list that is indented too far",
        "pits:\n- name: A\n   tables:\n  - number: 1\n    game: roulette",
        "E020 3:10 a key where the value of the lines above goes on | indent it as the keys that it belongs to; if a line above is a key "
        "without its ':', write the ':'",
    ),
    (
        "a section without its colon",
        "pits\n- name: A\n  tables: []",
        "E020 2:7 a key where the value of the lines above goes on | indent it as the keys that it belongs to; if a line above is a key "
        "without its ':', write the ':'",
    ),
    (
        "a merge that was not finished",
        "<<<<<<< HEAD\npits: []\n=======\npits: [1]\n>>>>>>> other",
        "E020 1:1 two versions of this file were merged and differ here | keep one of the two versions, and remove the lines that "
        "begin with <<<<<<<, ======= and >>>>>>>",
    ),
    (
        "an alias of nothing",
        "  wagers: *standard",
        "E023 6:13 nothing is anchored as '&standard' above | put a text that begins with * in quotes, or write the anchor in front of the "
        "value that is meant",
    ),
    (
        "no pits",
        "pits:",
        "E203 1:1 'pits' is missing: a filing must list tables | list the pits under 'pits', each with its 'name' and its 'tables'",
    ),
    (
        "pits that are no list",
        "pits: {A: [{number: 1, game: roulette}]}",
        "E202 1:7 expected a list of pits, not a mapping | begin each entry with '- '",
    ),
    (
        "one table that is no list",
        "pits: [{name: A, tables: {number: 1, game: roulette}}]",
        "E202 1:26 expected a list of tables, not a mapping | begin each table with '- '",
    ),
    (
        "the same pit twice",
        "pits: [{name: A, tables: [{number: 1, game: roulette}]}, {name: A, tables: [{number: 2, game: roulette}]}]",
        "E206 1:65 two pits are called 'A' | list all of its tables under one",
    ),
    (
        "the same wager twice",
        "  wagers: [roulette_red, roulette_red]",
        "E206 6:28 'roulette_red' is listed twice | remove one of the two",
    ),
    (
        "values without brackets",
        "  denominations: $1 $5 $25",
        "E202 6:20 expected a list, not '$1 $5 $25' | put the values in brackets, with commas between them",
    ),
    (
        "half a deck",
        "  game: blackjack\n  decks: 6.5",
        "E205 6:12 6.5 is not a whole number from 1 on | write it as 6, without a fraction",
    ),
    (
        "the lowest wager above the highest",
        "  wagers: {roulette_red: {minimum: $500, maximum: $25}}",
        "E215 6:38 the lowest wager is above the highest one | $500 is above $25: correct one of the two",
    ),
    (
        "a line without its colon",
        "  roulette_wheel single_zero",
        "E020 6:5 a line without ': ' among lines that are 'key: value' | write 'key: value', or indent the line if it continues the "
        "one above",
    ),
    (
        "a money amount as a percentage",
        "  wagers: {roulette_red: {minimum: 5%}}",
        "E205 6:38 '5%' is not an amount of money, to the cent | write it as \"$2,500\" or 2500",
    ),
    (
        "quotes of a word processor",
        "  game: \u201croulette\u201d",
        "",
    ),
]

# what, name, bytes, message
FILES = [
    ('nothing', 'f.yaml', b'', 'E012 1:1 the file is empty | pitboss init GAME writes a filing to begin with'),
    ('nothing but a comment', 'f.yaml', b'# later\n', 'E012 1:1 the file is empty | pitboss init GAME writes a filing to begin with'),
    ('UTF-16', 'f.yaml', 'pits: []'.encode('utf-16'), 'E010 1:1 the file is UTF-16, not UTF-8 | save it again as UTF-8'),
    (
        'Windows-1252', 'f.yaml', b'submission: {id: Caf\xe9}',
        "E010 1:21 byte 20 of the file, 0xe9, is not UTF-8 | in Windows-1252 it would be '\u00e9'; save the file again as UTF-8",
    ),
    (
        'a Word file', 'f.docx', b'PK\x03\x04',
        'E005 1:1 this kind of file is not read | save it as one of .yaml, .yml, .json, .csv, .xlsx',
    ),
    (
        'a Word file under another name', 'f.yaml', b'PK\x03\x04' + bytes(9),
        'E010 1:1 the file is a Word, Excel or ZIP file, not text | save a workbook as .xlsx, a text as plain text in UTF-8',
    ),
    (
        'an old workbook as CSV', 'f.csv', b'\xd0\xcf\x11\xe0\xa1\xb1',
        'E010 1:1 the file is an old Word or Excel file, not text | save a workbook as .xlsx, a text as plain text in UTF-8',
    ),
    (
        'JSON in single quotes', 'f.json', b"{'pits': []}",
        'E030 1:2 a key in double quotes should be here | write double quotes in place of single ones',
    ),
    (
        'JSON with a comment', 'f.json', b'{"pits": [] // none\n}',
        'E030 1:13 a comma or a closing bracket should be here | JSON has no comments: remove it, or save the file as .yaml',
    ),
    ('YAML as JSON', 'f.json', b'pits: []', 'E030 1:1 a value should be here | if this is YAML, save the file as .yaml'),
    ('a byte order mark', 'f.yaml', b'\xef\xbb\xbfpits: [{name: A, tables: []}]', ''),
]  # fmt: skip


def whole(text: str) -> str:
    text = text.replace("~", "\t") + "\n"
    if not text.startswith("  "):
        return text if "pits:" in text else text + "pits: [{name: A, tables: [{number: 1, game: roulette}]}]\n"
    keys = text if "  game:" in text else f"  game: roulette\n{text}"
    return "pits:\n- name: A\n  tables:\n  - number: 1\n" + "".join(f"  {line}\n" for line in keys.splitlines())


@pytest.mark.parametrize(("text", "message"), [pytest.param(*case[1:], id=case[0]) for case in MISTAKES])
def test_a_typical_mistake_has_place_cause_and_cure(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_text(whole(text))
    _, _, problems = load_filing(str(tmp_path / "f.yaml"), *load_rulebook())
    stated = [f"{p.code} {p.place.line}:{p.place.column} {p.message} | {p.help}" for p in problems]
    assert stated == ([message] if message else [])
    assert not message or message.partition(" | ")[2], "a mistake without a cure"


@pytest.mark.parametrize(("name", "raw", "message"), [pytest.param(*case[1:], id=case[0]) for case in FILES])
def test_a_file_of_another_kind_has_place_cause_and_cure(name: str, raw: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(raw)
    _, _, problems = load_filing(str(tmp_path / name), *load_rulebook())
    stated = [f"{p.code} {p.place.line}:{p.place.column} {p.message} | {p.help}" for p in problems]
    assert stated[:1] == ([message] if message else [])
