"""Dealt rounds with injected mistakes: every mistake is found and named, nothing else is, and all engines agree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.product import main
from tests.support.reported_breaches import reported as reported_breaches
from tests.support.soak import count

HERE = Path(__file__).parent
ROUNDS = str(count(20, soak=160))
GAMES = [("punto_banco", "cards.yaml"), ("roulette", "wheel.yaml")]

MORE = [
    ("minibaccarat", "mini.yaml", count(6, soak=40)),
    ("three_card_poker", "three.yaml", count(6, soak=40)),
    ("four_card_poker", "four.yaml", count(6, soak=40)),
    ("pai_gow_poker", "seven.yaml", count(2, soak=8)),  # seven cards and a joker are slow
    ("chemin_de_fer", "chemin.yaml", count(8, soak=60)),
    ("blackjack", "box.yaml", count(5, soak=40)),
]


@pytest.fixture(scope="module", params=GAMES, ids=[game for game, _ in GAMES])
def dealt(request, tmp_path_factory) -> tuple[str, Path]:
    """A filing, and a folder with rounds of its game and their key."""
    game, filing = request.param
    folder = tmp_path_factory.mktemp(game)
    ask = [
        "rounds",
        "deal",
        game,
        "--rounds",
        ROUNDS,
        "--seed",
        "3",
        "--mistakes",
        "0.4",
        "--filing",
        str(HERE / filing),
    ]
    assert main([*ask, "--out", str(folder / "r.jsonl"), "--key", str(folder / "key.jsonl")]) == 0
    for suffix in ("csv", "parquet"):
        if suffix == "parquet":
            pytest.importorskip("polars")
        assert main([*ask, "--out", str(folder / f"r.{suffix}")]) == 0
    return str(HERE / filing), folder


def stated(capsys, filing: str, records: Path, engine: str, *more: str) -> str:
    """The report without the name of the records and the places in them."""
    capsys.readouterr()
    code = main(["rounds", "audit", str(records), "--filing", filing, "--engine", engine, "--format", "json", *more])
    found = json.loads(capsys.readouterr().out)
    assert code == 1 and found["set_aside"] == 0 and found["rounds"] == int(ROUNDS)
    places = [finding.pop("place") for finding in found["findings"]]
    assert all(place.startswith("r.") for place in places)
    return json.dumps({**found, "records": ""})


def injected_into(folder: Path) -> set[tuple[str, str, str]]:
    """(round, clause, verdict) of the mistakes by the key, as an audit reports them."""
    settled: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for row in map(json.loads, (folder / "r.jsonl").read_text().splitlines()):
        settled.setdefault((row["round"], row["seat"]), set()).update(row.get("settled_as", {}).items())
    key = [json.loads(line) for line in (folder / "key.jsonl").read_text().splitlines()]
    return {(k["round"], *one) for k in key for one in reported_breaches(k["breaches"], settled[k["round"], k["seat"]])}


def test_every_mistake_is_found_and_nothing_else(dealt, capsys):
    filing, folder = dealt
    found = json.loads(stated(capsys, filing, folder / "r.jsonl", "plain"))
    injected = injected_into(folder)
    assert {(f["round"], f["clause"], f["verdict"]) for f in found["findings"]} == injected
    assert len(injected) > 15 and len({clause for _, clause, _ in injected}) > 10


def test_engines_and_forms_agree(dealt, capsys):
    pytest.importorskip("polars")
    filing, folder = dealt
    plain = stated(capsys, filing, folder / "r.jsonl", "plain")
    for name in ("r.csv", "r.parquet"):
        assert stated(capsys, filing, folder / name, "plain") == plain
    for name in ("r.jsonl", "r.csv", "r.parquet"):
        assert stated(capsys, filing, folder / name, "columnar") == plain


@pytest.mark.parametrize(("game", "filing", "rounds"), MORE)
def test_other_games_too(game, filing, rounds, tmp_path, capsys):
    pytest.importorskip("polars")
    ask = [
        "rounds",
        "deal",
        game,
        "--rounds",
        str(rounds),
        "--seed",
        "1",
        "--mistakes",
        "0.5",
        "--filing",
        str(HERE / filing),
    ]
    assert main([*ask, "--out", str(tmp_path / "r.jsonl"), "--key", str(tmp_path / "key.jsonl")]) == 0
    output = []
    for engine in ("plain", "columnar"):
        capsys.readouterr()
        main(
            [
                "rounds",
                "audit",
                str(tmp_path / "r.jsonl"),
                "--filing",
                str(HERE / filing),
                "--engine",
                engine,
                "--format",
                "json",
            ]
        )
        output.append(capsys.readouterr().out)
    assert output[0] == output[1]
    found = {(f["round"], f["clause"], f["verdict"]) for f in json.loads(output[0])["findings"]}
    expected = injected_into(tmp_path)
    assert expected <= found
    assert {verdict for *_, verdict in found - expected} <= {"open"}  # lawful rounds are so in the first world


def test_the_same_seed_deals_the_same(dealt, tmp_path):
    filing, folder = dealt
    game = next(game for game, name in GAMES if filing.endswith(name))
    ask = ["rounds", "deal", game, "--rounds", ROUNDS, "--seed", "3", "--mistakes", "0.4", "--filing", filing]
    assert main([*ask, "--out", str(tmp_path / "again.jsonl")]) == 0
    assert (tmp_path / "again.jsonl").read_bytes() == (folder / "r.jsonl").read_bytes()


def test_lawful_rounds_are_clean(tmp_path, capsys):
    game, filing = GAMES[0]
    out = str(tmp_path / "r.jsonl")
    assert main(["rounds", "deal", game, "--rounds", "40", "--filing", str(HERE / filing), "--out", out]) == 0
    assert main(["rounds", "audit", out, "--filing", str(HERE / filing)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("40 rounds in ")


def test_the_schema_has_every_row(dealt):
    jsonschema = pytest.importorskip("jsonschema")
    from tests.support.product import COMPILED

    schema = json.loads((COMPILED / "rounds.schema.json").read_text())
    known = jsonschema.Draft202012Validator(schema)
    for line in (dealt[1] / "r.jsonl").read_text().splitlines()[::20]:
        known.validate(json.loads(line))


def test_a_column_of_parquet_may_be_empty(tmp_path, capsys):
    pl = pytest.importorskip("polars")
    row = {
        "round": "1",
        "table": "1",
        "moment": "2007-02-01T20:00:00",
        "punto_player_cards": "9h Kd",
        "irregularity": None,
    }
    pl.DataFrame([row], schema_overrides={"irregularity": pl.String}).write_parquet(tmp_path / "r.parquet")
    output = []
    for engine in ("plain", "columnar"):
        ask = ["rounds", "audit", str(tmp_path / "r.parquet"), "--filing", str(HERE / "cards.yaml"), "--engine", engine]
        assert main(ask) == 0
        output.append(capsys.readouterr().out)
    assert output[0] == output[1]


@pytest.mark.parametrize("engine", ["plain", "columnar"])
@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_names_that_are_no_text_are_reported_with_escapes(engine, form, tmp_path, capsys):
    """One half of a surrogate pair in a name of the record, and a byte that is not UTF-8 in the name of its file."""
    if engine == "columnar":
        pytest.importorskip("polars")
    records, aside = tmp_path / "caf\udce9.jsonl", tmp_path / "aside"
    row = {"table": "1", "moment": "2009-08-01T20:00", "roulette_number": 5, "stake": {"roulette_odd": 5}}
    rows = [{"round": "1", "wheel\ud83d": 1}, {"round": "\udc00", **row}, {"round": "3", **row, "table": "\ud83d"}]
    records.write_text("\n".join(map(json.dumps, rows)), encoding="ascii")
    arguments = ["--filing", str(HERE / "wheel.yaml"), "--engine", engine, "--format", form, "--aside", str(aside)]
    assert main(["rounds", "audit", str(records), *arguments]) == 2
    capsys.readouterr().out.encode("utf-8")
    lines = [json.loads(line) for line in aside.read_text(encoding="utf-8").splitlines()]
    assert [line["place"] for line in lines] == ["caf\\xe9.jsonl:1", "caf\\xe9.jsonl:2", "caf\\xe9.jsonl:3"]
    assert [json.loads(line["row"]) for line in lines] == rows


def test_the_report_names_the_records_that_it_judged(tmp_path, capsys):
    records = tmp_path / "r.jsonl"
    row = {"round": "1", "table": "1", "moment": "2009-08-01T20:00", "stake": {"roulette_odd": 5}}
    records.write_text(json.dumps(row))
    assert main(["rounds", "audit", str(records), "--filing", str(HERE / "wheel.yaml"), "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert any(clause["missing"] for clause in report["clauses"]), "facts that clauses lack have names too"
    assert report["records"] == str(records)


def test_a_wrong_row_of_parquet_is_set_aside_as_of_json(tmp_path, capsys):
    pl = pytest.importorskip("polars")
    rows = [
        {"round": "1", "table": "1", "moment": "2007-02-01T20:00:00", "stake.punto_tie": 5.0, "punto_player_cards": "9h Kd"},
        {"round": "2", "table": "1", "moment": "2007-02-01T20:00:00", "stake.punto_tie": 5.001, "punto_player_cards": "9h Kd"},
        {"round": "3", "table": "8", "moment": "2007-02-01T20:00:00", "stake.punto_tie": 5.0, "punto_player_cards": "9h Kd"},
        {"round": "4", "table": "1", "moment": "2007-02-31T20:00:00", "stake.punto_tie": 5.0, "punto_player_cards": "9h Kd"},
        {"round": " 5", "table": "1", "moment": "2007-02-01", "stake.punto_tie": 5.0, "punto_player_cards": "9h  Kd"},
        {"round": None, "table": "1", "moment": "2007-02-01", "stake.punto_tie": 5.0, "punto_player_cards": "9h 1d"},
    ]  # fmt: skip
    pl.DataFrame(rows).write_parquet(tmp_path / "r.parquet")
    output = []
    for engine in ("plain", "columnar"):
        aside = tmp_path / f"{engine}.aside"
        ask = ["rounds", "audit", str(tmp_path / "r.parquet"), "--filing", str(HERE / "cards.yaml"), "--engine", engine]
        assert main([*ask, "--aside", str(aside)]) == 2
        output.append((capsys.readouterr().out, aside.read_text()))
    assert output[0] == output[1]
    places = [json.loads(line)["place"] for line in output[0][1].splitlines()]
    assert places == ["r.parquet:2", "r.parquet:3", "r.parquet:4", "r.parquet:6"]


def audited(capsys, table: Path, engine: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(
        ["rounds", "audit", str(table), "--filing", str(HERE / "cards.yaml"), "--engine", engine, "--format", "json"]
    )
    return code, capsys.readouterr().out.replace(table.name, "r.parquet")


def test_empty_columns_equal_missing_columns(tmp_path, capsys):
    """Each column in turn, as texts and empty; so is every lot without an irregularity."""
    pl = pytest.importorskip("polars")
    path, empty, gone = tmp_path / "r.parquet", tmp_path / "empty.parquet", tmp_path / "gone.parquet"
    ask = ["rounds", "deal", "punto_banco", "--rounds", "6", "--filing", str(HERE / "cards.yaml"), "--seed", "2"]
    assert main([*ask, "--mistakes", "0.5", "--out", str(path)]) == 0
    frame = pl.read_parquet(path)
    for kind in (pl.String, pl.Null):
        more = [
            name for name in ("irregularity", "consequence", "shoe", "returned.punto_tie") if name not in frame.columns
        ]
        for name in (*more, *frame.columns[:: count(2, soak=1) * (4 if kind == pl.String else 9)]):
            frame.with_columns(pl.lit(None, dtype=kind).alias(name)).write_parquet(empty)
            frame.drop(name, strict=False).write_parquet(gone)
            plain = audited(capsys, gone, "plain")
            assert (
                (name, plain) == (name, audited(capsys, empty, "plain")) == (name, audited(capsys, empty, "columnar"))
            )


def test_parquet_as_other_tools_write_it(tmp_path, capsys):
    """Times, categories, decimals and integers of different widths mean the same as texts and integers."""
    pl = pytest.importorskip("polars")
    path = tmp_path / "r.parquet"
    ask = ["rounds", "deal", "punto_banco", "--rounds", "12", "--filing", str(HERE / "cards.yaml"), "--seed", "2"]
    assert main([*ask, "--mistakes", "0.5", "--out", str(path)]) == 0
    frame, other = pl.read_parquet(path), tmp_path / "other.parquet"
    stake = pl.col("stake.punto_banker")
    frame.with_columns(
        pl.col("moment").str.to_datetime(), pl.col("table").cast(pl.Categorical), stake.cast(pl.Decimal(12, 2)),
        pl.col("sequence").cast(pl.UInt8), pl.col("stake.punto_player").cast(pl.Float32),
    ).write_parquet(other)  # fmt: skip
    plain = audited(capsys, path, "plain")
    assert plain[0] == 1 and plain == audited(capsys, other, "plain") == audited(capsys, other, "columnar")
    days = tmp_path / "days.parquet"
    frame.with_columns(pl.col("moment").str.to_datetime().dt.date()).write_parquet(days)
    assert audited(capsys, days, "plain") == audited(capsys, days, "columnar")
    assert json.loads(audited(capsys, days, "plain")[1])["set_aside"] == 0


def test_an_irregularity_that_no_rule_knows_sets_its_row_aside_in_every_engine_and_form(tmp_path, capsys):
    pl = pytest.importorskip("polars")
    rows = [
        {"round": f"{n}", "table": "1", "moment": f"2010-05-01T20:0{n}", "irregularity": name}
        for n, name in enumerate(["none", "object_in_wheel", "Object in wheel", "object_in_weel"])
    ]
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    pl.DataFrame(rows).write_parquet(tmp_path / "r.parquet")
    for name in ("r.jsonl", "r.parquet"):
        for engine in ("plain", "columnar"):
            capsys.readouterr()
            ask = ["rounds", "audit", str(tmp_path / name), "--filing", str(HERE / "wheel.yaml"), "--engine", engine]
            assert main([*ask, "--format", "json"]) == 2
            found = json.loads(capsys.readouterr().out)
            reason = "unknown irregularity 'object_in_weel' (did you mean 'object_in_wheel'?)"
            assert [(one["reason"], one["rows"]) for one in found["reasons"]] == [(reason, 1)]
            assert found["rows"] == 3
