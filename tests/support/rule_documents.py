"""Rule texts as documents: several sections in one file, places over the whole file, expectations at its end."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.grammar.tree import SectionNode, VocabularyNode
from tests.support.product import Corpus, Diagnostic, Resolved, ResolvedRulebook, law_order, parse, problems_of, resolve

VOCABULARY = Path(__file__).parents[1] / "compiler" / "vocabulary.rules"
EXPECT = re.compile(r"# expect (\d+:\d+ R\d+)(?: (.+))?")


def resolved(text: str, name: str = "doc") -> Resolved:
    """The rulebook of a document; its first lines may be a vocabulary of its own."""
    starts = [m.start() for m in re.finditer(r"^(?:section|vocabulary) ", text, re.MULTILINE)]
    trees, problems = [], []
    texts = [
        ("\n" * text.count("\n", 0, a) + text[a:b], name) for a, b in zip(starts, [*starts[1:], len(text)], strict=True)
    ]
    if "vocabulary " not in text:
        texts.insert(0, (VOCABULARY.read_text(), "vocabulary"))
    for part, file in texts:
        parsed = parse(part, file)
        problems += parsed.problems
        trees.append(parsed.tree)
    vocabularies = tuple(t for t in trees if isinstance(t, VocabularyNode))
    sections = sorted((t for t in trees if isinstance(t, SectionNode)), key=lambda s: law_order(s.citation))
    return resolve(Corpus(vocabularies, tuple(sections), "0", tuple(problems)))


def book(text: str, name: str = "doc") -> ResolvedRulebook:
    made = resolved(text, name)
    assert not made.problems, made.problems
    return made.rulebook


def problems(text: str) -> list[Diagnostic]:
    """What the compiler reports of a document."""
    return sorted(problems_of(resolved(text)), key=lambda d: (d.place, d.code))


def expected(text: str) -> list[tuple[str, str]]:
    return [(m[1], m[2] or "") for m in EXPECT.finditer(text)]
