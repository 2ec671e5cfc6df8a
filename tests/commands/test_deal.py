"""`pitboss rounds deal`: it starts from the compiled core, without a parser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

CARDS = Path(__file__).parents[1] / "rounds" / "cards.yaml"

SCRIPT = """
import sys
from pitboss.cli import main
code = main(sys.argv[1:])
parsing = ("lark", "pitboss.grammar.tree", "pitboss.compiler.front", "pitboss.grammar.resolved_rulebook")
print(code, [name for name in sys.modules if f"{name}.".startswith(tuple(f"{part}." for part in parsing))])
"""


def test_dealing_starts_without_a_parser(tmp_path: Path) -> None:
    """In a process of its own: other tests have imported lark."""
    out, key = tmp_path / "dealt.jsonl", tmp_path / "dealt.key"
    arguments = ["rounds", "deal", "punto_banco", "--rounds", "6", "--mistakes", "1", "--filing", str(CARDS)]
    arguments += ["--out", str(out), "--key", str(key)]
    ran = subprocess.run([sys.executable, "-c", SCRIPT, *arguments], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "0 []", ran.stderr
    assert len(out.read_text().splitlines()) >= 6
    assert all(json.loads(line)["breaches"] for line in key.read_text().splitlines())
