"""Verifies answers to questions with the checker, on filings that differ in everything that the proof is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product

from pitboss.advice.generated_filing import generated_filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import CompiledRulebook, judge
from pitboss.checker.runtime.operations import FAIL, OPEN, Verdict
from pitboss.compiler.exclusion.active_constraints import active_constraints
from pitboss.compiler.exclusion.proof import ProvenAnswer, Reply, mentioned
from pitboss.compiler.exclusion.question import Question
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.grammar.json_types import Json

MOST_TABLES = 512


def verified(
    catalog: Catalog, book: CompiledRulebook, vocabulary: Vocabulary, question: Question, answer: ProvenAnswer
) -> int | str:
    """The number of tables on which the checker confirms the answer, or what it found instead."""
    kinds = {name.name: name.kind for name in vocabulary.named("wager", "option", "variation", "equipment").values()}
    law = active_constraints(catalog, question.game, answer.since)
    if answer.reply is Reply.YES:
        found = _judged(answer.example, question, answer.since, kinds, book, vocabulary)
        if found is None:
            return _not_stated(question)
        wrong = [clause for verdict, clause in found if verdict in (FAIL, OPEN)]
        wrong = [clause for clause in wrong if clause in law.clauses or clause.endswith("-authorised")]
        return f"{', '.join(wrong)} is breached" if wrong else 1
    clauses = {step.clause for step in answer.steps}
    names = dict.fromkeys(name for clause in sorted(clauses) for name in sorted(mentioned(law, clause)))
    asked = {**dict.fromkeys(question.offers, ["yes"]), **{name: [str(count)] for name, count in question.counts}}
    values = {
        name: asked.get(name) or [*law.values.get(name, ("no", "yes"))] for name in {**dict.fromkeys(asked), **names}
    }
    confirmed = 0
    for chosen in islice(_tables(values), MOST_TABLES):
        found = _judged(chosen, question, answer.since, kinds, book, vocabulary)
        if found is None:
            continue  # no filing can state this
        told = {
            clause for verdict, clause in found if verdict is FAIL or answer.reply is Reply.OPEN and verdict is OPEN
        }
        if not told & clauses:
            return f"a table with {', '.join(name for name, value in chosen.items() if value != 'no')} breaches none of the clauses"
        confirmed += 1
    return confirmed or _not_stated(question)


def _not_stated(question: Question) -> str:
    """The message where no filing has what was asked, as 0 decks, or cards that only a round has."""
    counts = ", ".join(f"{count} {name}" for name, count in question.counts)
    return "no filing of a table can state what was asked" + (f": {counts}" if counts else "")


def _tables(values: dict[str, list[str]]) -> Iterator[dict[str, str]]:
    for chosen in product(*values.values()):
        yield dict(zip(values, chosen, strict=True))


def _judged(
    table: Mapping[str, str],
    question: Question,
    day: str,
    kinds: dict[str, str],
    book: CompiledRulebook,
    vocabulary: Vocabulary,
) -> list[tuple[Verdict, str]] | None:
    """The verdicts on a table, certified as complete, each with its clause; None if no filing can state the table."""
    filed = _filing(table, question.game, day, kinds, vocabulary)
    filing = generated_filing(filed, vocabulary)
    return None if filing is None else [(v.verdict, v.clause.id) for v in judge(filing, book, day).verdicts]


def _filing(table: Mapping[str, str], game: str, day: str, kinds: dict[str, str], vocabulary: Vocabulary) -> Json:
    fields: dict[str, Json] = {}
    equipment: dict[str, Json] = {}
    offers: dict[str, dict[str, Json]] = {}  # of those that are offered, their fields
    for name, value in table.items():
        field, _, offer = name.partition(" of ")
        if kinds.get(name) == "equipment":
            equipment[name] = value == "yes"
        elif name in kinds:
            if value == "yes":
                offers.setdefault(name, {})
        elif offer:
            offers.setdefault(offer, {})[field] = _stated(field, value, vocabulary)
        else:
            fields[field] = _stated(field, value, vocabulary)
    stated: dict[str, list[Json]] = {"wager": [], "option": [], "variation": []}
    for name, stating in offers.items():
        kind = kinds[name]
        if kind == "variation" and stating:  # its fields are stated as those of an option
            stated["option"].append({"option": name, **stating})
        else:
            stated[kind].append({kind: name, **stating} if stating else name)
    filed: dict[str, Json] = {"number": "1", "game": game, **fields}
    filed |= {"wagers": stated["wager"], "options": stated["option"]}
    filed |= {"equipment": equipment} if equipment else {}
    filed |= {"variation": stated["variation"]} if stated["variation"] else {}
    certified: Json = {"by": "A. Person", "role": "manager", "on": day}
    return {"submission": {"certifications": [certified]}, "pits": [{"name": "A", "tables": [filed]}]}


def _stated(field: str, value: str, vocabulary: Vocabulary) -> Json:
    """A value of the matrix as a filing states it."""
    kind, *inner = vocabulary.fields[field].type
    if kind == "flag":
        return value == "True"
    if kind == "set_of" and isinstance(inner[0], tuple):
        return [_figure(str(inner[0][0]), value)]
    return _figure(str(kind), value)


def _figure(kind: str, value: str) -> Json:
    """A figure as a filing states it, or a name as it is.

    >>> _figure("money", "5/2"), _figure("percent", "1/20"), _figure("count", "6"), _figure("name", "six")
    ('$2.50', '5%', 6, 'six')
    """
    if not re.fullmatch(r"-?\d+(/\d+)?", value):
        return value
    figure = Fraction(value)
    if kind == "money":
        return f"${figure}" if figure.denominator == 1 else f"${float(figure):.2f}"
    if kind == "percent":
        return f"{_mixed(figure * 100)}%"
    return int(figure) if figure.denominator == 1 else _mixed(figure)


def _mixed(figure: Fraction) -> str:
    """
    >>> _mixed(Fraction(11, 2)), _mixed(Fraction(1, 2)), _mixed(Fraction(6))
    ('5 1/2', '1/2', '6')
    """
    whole, part = divmod(figure, 1)
    return str(whole) if not part else f"{whole} {part}" if whole else str(part)
