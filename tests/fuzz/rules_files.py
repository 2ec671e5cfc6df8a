"""Rules: parse, format, and compile next to a vocabulary."""

from functools import cache
from pathlib import Path

from tests.fuzz.harness import Faulty, in_order, rejections
from tests.support.product import compiled_files as files
from tests.support.product import core_rulebook, format_text, read_rules

SUFFIX = ".rules"
SEEDS = (
    "tests/compiler/**/*.rules",
    "tests/grammar/**/*.rules",
    "tests/madeup/rules/*.rules",
    "tests/fuzz/corpus/rules_files/*",
)


@cache
def vocabulary() -> Path:
    return Path(__file__).parents[1] / "compiler" / "vocabulary.rules"


def attempt(path: Path) -> None:
    parsed = read_rules(path)
    in_order(parsed.problems)
    if not parsed.tree:
        if not parsed.problems:
            raise Faulty("neither a tree nor an error")
        return
    text = path.read_text("utf-8")
    formatted = format_text(text, str(path))
    if format_text(formatted, str(path)) != formatted:
        raise Faulty("the formatted text is formatted differently")
    with rejections():
        for name, made in files(core_rulebook(vocabulary(), path)).items():
            if name.endswith(".py"):
                compile(made, name, "exec")
