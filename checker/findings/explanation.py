"""Why a clause was breached, in words a pit manager understands: expected, actual, the chain of reasons, the cure."""

from __future__ import annotations

from fractions import Fraction

from pitboss.checker.filing.model import FiledTable, Filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.fact_text import be, capitalized, fact_name, fact_type, show, show_named
from pitboss.checker.findings.tracing import STATES, Read, Watched, at, attestation_of, told
from pitboss.checker.judging.judge import ClauseVerdict
from pitboss.checker.runtime.operations import (
    FAIL,
    NEEDS,
    OPEN,
    ClauseBasis,
    ClauseKind,
    CompiledClause,
    FactPath,
    answers_of,
    wider,
)


def headline(v: ClauseVerdict, vocabulary: Vocabulary) -> str:
    if v.clause.kind == ClauseKind.AUTHORITY and v.clause.elsewhere and v.name:
        return f"{_offer(v, vocabulary)} is offered; no provision in hand authorises it."
    if v.clause.kind == ClauseKind.AUTHORITY and v.verdict == FAIL:
        return f"{_offer(v, vocabulary)} is offered without authority."
    return v.clause.words


def violation(v: ClauseVerdict, place: FactPath, actual: str, vocabulary: Vocabulary) -> str:
    """What breaches the clause, as in a notice of violation; empty where the clause itself is the best description.

    It is a template: `Finding.notice` fills in the citations and what they demand, once findings are merged.
    """
    clause = v.clause
    name = braced(capitalized(fact_name(clause.subject, vocabulary)))
    if v.verdict != FAIL or v.event or place[:1] in (("attested",), ("posted",)):
        return ""
    match clause.kind:
        case ClauseKind.BARS:
            other = braced(fact_name(clause.other, vocabulary))
            return f"{name} is combined with {other}; {{cites}} {{prohibits}}."
        case ClauseKind.REQUIRES if clause.subject[:1] == ("offers",):
            return f"{name} is offered without {braced(fact_name(clause.other, vocabulary))}; {{cites}} {{requires}}."
        case ClauseKind.OFFERED if actual in ("offered", "not offered") and len(clause.subject) == 2:
            return f"{name} is {actual}; {{cites}} {'{prohibits}' if actual == 'offered' else '{requires}'}."
        case ClauseKind.BOUND | ClauseKind.PAYOUT | ClauseKind.DERIVED if actual != "not filed":
            written = capitalized(fact_name(clause.subject if clause.comes else place, vocabulary))
            return f"{braced(written)} {be(written)} {braced(actual)}; {{expected}}."
    return ""


def braced(text: str) -> str:
    """The text, safe in a template."""
    return text.replace("{", "{{").replace("}", "}}")


def expectation(v: ClauseVerdict, place: FactPath, facts: Watched, vocabulary: Vocabulary) -> str:
    """What the law has at this place; of an open text, what each reading has."""
    for path, law, _ in facts.notes:
        if path != place:
            continue
        if law is None:
            return "no such outcome"
        if v.clause.expected.startswith("between"):
            return v.clause.expected
        if place[:1] != ("offers",) or place[2:] == ("selection",):
            names = law if isinstance(law, tuple) else ()
            return " or ".join(show(name).replace("_", " ") for name in names) + ", for which the table has rows"
        return ("at least " if "least" in v.clause.expected or "no less" in v.clause.expected else "") + show(law)
    if v.verdict == OPEN and v.clause.readings:
        each = dict.fromkeys(r[3] for r in v.clause.readings)
        return "; or ".join(each) if len(each) > 1 else f"{v.clause.expected}, in one reading"
    if place[:1] == ("attested",):
        return "attested as seen"
    law, of = (
        v.clause.quantity(v.facts) if v.clause.quantity and not v.event else None,
        fact_type(v.clause.subject, vocabulary),
    )
    if isinstance(law, dict) and place[:-1] == v.clause.subject:
        law, of = next((value for key, value in law.items() if str(key) == place[-1]), None), of[-1]
    return v.clause.expected + (f", which is {show(law, of)}" if isinstance(law, int | Fraction | dict) else "")


def reality(v: ClauseVerdict, place: FactPath, value: object, vocabulary: Vocabulary) -> str:
    clause = v.clause
    if clause.kind == ClauseKind.AUTHORITY:
        return f"{_offer(v, vocabulary)} offered"
    if v.event:
        return "no notice" if value is False else _notice(value)
    if place[:1] == ("attested",):
        return "not attested" if value is None else "answered no"
    if clause.kind == ClauseKind.OFFERED:
        return (
            told(place, value, vocabulary)
            if place[:1] == ("equipment",)
            else "not offered"
            if len(place) == 1
            else "offered"
        )
    if clause.kind in (ClauseKind.BARS, ClauseKind.REQUIRES):
        known = at(v.facts, clause.other)
        if known is None and clause.other[:1] == ("offers",) and v.facts.get("closed"):
            known = False
        return f"{fact_name(clause.other, vocabulary)} {told(clause.other, known, vocabulary)}"
    of = fact_type(clause.subject if clause.comes else place, vocabulary)
    told_as = show_named(value, of[-1] if of[0] == "map_of" and not isinstance(value, dict) else of, vocabulary)
    if clause.comes and place[: len(clause.other)] == clause.other and value is not None:
        return f"{told_as}, which follows from {fact_name(clause.other, vocabulary)}"
    return told_as


def _notice(notice: object) -> str:
    if not isinstance(notice, dict):
        return "notice not filed"
    lead, written, to = notice.get("lead_minutes"), notice.get("written"), notice.get("to")
    parts = [
        "lead time not filed" if lead is None else f"{lead} minutes before",
        "form not filed" if written is None else "written" if written else "not written",
        "addressee not filed" if to is None else f"to {', '.join(to) or 'nobody'}",
    ]
    return "notice: " + ", ".join(parts)


def remedy(v: ClauseVerdict, place: FactPath, expected: str, reads: tuple[Read, ...], vocabulary: Vocabulary) -> str:
    """What would cure it. What is not said to be there is to be said first, and not to be withdrawn or paid."""
    clause = v.clause
    unsaid = [r for r in reads if r.basis == "missing"] if v.verdict == NEEDS else []
    offers = dict.fromkeys(r.name for r in unsaid if r.fact[:1] == ("offers",) and len(r.fact) == 2)
    if offers:
        return f"say whether {' and '.join(offers)} {'is' if len(offers) == 1 else 'are'} offered"
    if unsaid and clause.kind in (ClauseKind.BARS, ClauseKind.REQUIRES):
        return f"say whether {unsaid[0].name} is present"
    if clause.kind == ClauseKind.AUTHORITY:
        return f"withdraw {_offer(v, vocabulary)}"
    if place[:1] == ("attested",) and v.verdict == FAIL:
        return "put right what was seen, and have it attested again"
    if clause.kind == ClauseKind.PAYOUT and len(place) == 4:
        return f"pay {expected}" if expected != "no such outcome" else "withdraw this outcome"
    return clause.cure


def reasons(
    v: ClauseVerdict,
    reads: tuple[Read, ...],
    facts: Watched,
    place: FactPath,
    filing: Filing,
    table: FiledTable | None,
    day: str,
) -> tuple[str, ...]:
    clause, said = v.clause, []
    if place[:1] == ("attested",) and v.verdict == FAIL:
        a = attestation_of(filing, clause, table)
        return (f"answered no by {a.by} on {a.on} ({a.basis}){f': {a.note}' if a.note else ''}",) if a else ()
    known = [
        f"{r.name} {r.value}" if r.value in STATES else f"{r.name} is {r.value}" for r in reads if r.basis != "missing"
    ]
    if v.event:
        what, on = str(v.event.facts["subject"]).replace("_", " "), v.event.facts.get("on") or "a day not filed"
        known = [f"{v.event.facts['kind']} of {what} on {on}"]
    if known:
        said.append("; ".join(known[:6]))
    missing = [r.name for r in reads if r.basis == "missing"]
    if v.verdict == NEEDS and any(key in answers_of(v.facts) for key in wider(clause.id)):
        said.append("the attestations of it contradict each other")
    elif v.verdict == NEEDS and missing:
        said.append("not filed: " + ", ".join(dict.fromkeys(missing)))
    if facts.compared:
        said.append(f"of the printed tables {show(facts.compared).replace('_', ' ')} comes closest")
    return (*said, *_authority(clause, v, day), *_ground(clause, v, day), *_odd(clause, v))


def _authority(clause: CompiledClause, v: ClauseVerdict, day: str) -> list[str]:
    cite = clause.cite
    if v.name and clause.elsewhere:
        return [
            f"no provision in hand authorises it; what else may be offered is in {', '.join(clause.elsewhere)}, not in hand"
        ]
    if clause.kind != ClauseKind.AUTHORITY or v.verdict != FAIL:
        return []
    if v.name:
        return ["no provision in force authorises it"]
    if clause.since and day < clause.since:
        return [f"{cite} authorises it from {clause.since} on, not yet on {day}"]
    return [f"{cite} authorised it until {clause.until}, no longer on {day}"]


def _ground(clause: CompiledClause, v: ClauseVerdict, day: str) -> list[str]:
    """What the verdict rests on, where that is not plain print."""
    if v.verdict == OPEN and clause.readings:
        grounds = "; ".join(f"{r[0].replace('_', ' ')}: {r[1]}" for r in clause.readings)
        return [f"the text is open: {grounds}{_codes(clause, 'open text')}"]
    if v.verdict == OPEN and clause.opened and day < (clause.since or ""):
        return [
            f"whether the rule was in force before {clause.since} is not established: {clause.ground}{_codes(clause, 'inferred start')}"
        ]
    if v.verdict == OPEN and clause.kind == ClauseKind.NOTICE:
        return [f"what the notice must be is in {', '.join(clause.per) or 'a text'}, which is not in hand"]
    if clause.basis == ClauseBasis.INFERRED:
        return [f"in force since {clause.since}, by inference: {clause.ground}{_codes(clause, 'inferred start')}"]
    if clause.basis == ClauseBasis.PRESUMED and v.verdict == FAIL:
        return [f"in force since {clause.since}, presumed: {clause.ground}"]
    return []


def _odd(clause: CompiledClause, v: ClauseVerdict) -> list[str]:
    """What the register has of the provision, beside open texts and inferred starts, which are told with their ground."""
    odd = [o for o in clause.odd if o[1] not in ("open text", "inferred start")] if v.verdict in (FAIL, OPEN) else []
    return ["odd in the law: " + "; ".join(f"{kind}, {said} [{code}]" for code, kind, said in odd)] if odd else []


def _codes(clause: CompiledClause, kind: str) -> str:
    codes = [o[0] for o in clause.odd if o[1] == kind]
    return f" [{', '.join(codes)}]" if codes else ""


def _offer(v: ClauseVerdict, vocabulary: Vocabulary) -> str:
    if v.name:
        return fact_name(("offers", v.name), vocabulary).removeprefix("other:")
    if v.clause.subject == ("game",):
        return fact_name(("offers", str(v.facts.get("game"))), vocabulary)
    return fact_name(v.clause.subject, vocabulary)
