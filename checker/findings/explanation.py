"""Why a clause was breached, in words a pit manager understands: expected, actual, the chain of reasons, the cure."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.checker.filing.model import Attestation, Event, FiledTable, Filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.fact_text import (
    be,
    capitalized,
    element_type,
    fact_name,
    fact_type,
    in_part,
    show,
    show_named,
    show_parts,
)
from pitboss.checker.findings.tracing import (
    STATES,
    Read,
    Watched,
    at,
    attestation_of,
    fact_value,
    part_of,
    parts_compared,
)
from pitboss.checker.judging.judge import ClauseVerdict
from pitboss.checker.judging.unread import Unread
from pitboss.checker.runtime.cures import Act, Cure, Pay, Set, Step, Withdraw
from pitboss.checker.runtime.operations import (
    FAIL,
    NEEDS,
    OPEN,
    ClauseBasis,
    CompiledClause,
    FactPath,
    answers_of,
    attested,
    offered,
    wider,
)
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.grammar.quick_start import assert_never, replace


def headline(v: ClauseVerdict, vocabulary: Vocabulary) -> str:
    if v.unread:
        return f"No provision with an available text decides on the {_inside(fact_name(v.unread.fact, vocabulary))}."
    if v.clause.kind == ClauseKind.AUTHORITY and v.clause.elsewhere and v.name:
        return f"{_offer(v, vocabulary)} is offered; no provision with an available text authorizes it."
    if v.clause.kind == ClauseKind.AUTHORITY and v.verdict == FAIL:
        return f"{_offer(v, vocabulary)} is offered without authority."
    return v.clause.words


def violation(
    v: ClauseVerdict, reads: tuple[Read, ...], place: FactPath, actual: str, vocabulary: Vocabulary, filing: Filing,
    table: FiledTable | None, day: str,
) -> str:  # fmt: skip
    """What is wrong, as in a notice of violation; empty if the clause itself is the best description.

    It is a template: `Finding.notice` fills in the citations and what they demand, once findings are merged.
    """
    clause = v.clause
    if v.unread:
        return _undecided(v, v.unread, vocabulary)
    if clause.kind == ClauseKind.AUTHORITY:
        return _unauthorized(v, day, vocabulary)
    if clause.kind == ClauseKind.NOTICE and v.event:
        return _unnoticed(v, v.event, actual, vocabulary)
    if clause.kind == ClauseKind.ATTEST:
        return _unattested(v, attestation_of(filing, clause, table))
    if v.event:
        return ""
    subject = braced(fact_name(clause.subject, vocabulary))
    if clause.kind == ClauseKind.POSTING and v.verdict in (FAIL, NEEDS):
        if v.verdict == FAIL:
            return f"{capitalized(subject)} {be(subject)} not posted at the table; {{cites}} {{requires}}."
        return f"Nothing filed shows that the {_inside(subject)} {be(subject)} posted at the table; {{cites}} {{requires}}."
    if clause.kind == ClauseKind.APPROVAL and v.verdict in (FAIL, NEEDS):
        return f"No instrument in force approves the {_inside(subject)}; {{cites}} {{requires}}."
    if clause.kind == ClauseKind.ELECTION and v.verdict == NEEDS:
        return f"{capitalized(subject)} {be(subject)} not filed; {{expected}}."
    if v.verdict == NEEDS and v.outliers:
        alternatives = braced(_inside(fact_name(place, vocabulary)))
        return f"It is not filed which alternatives are in use together: {alternatives}; compliance with {{cites}} depends on it."
    if v.verdict == NEEDS:
        missing = " and ".join(dict.fromkeys(r.name for r in reads if r.basis == "missing"))
        return f"Not filed: {braced(missing)}; compliance with {{cites}} depends on it." if missing else ""
    written = braced(capitalized(fact_name(clause.subject if clause.comes else place, vocabulary)))
    stated = f"{written} {be(written)} {braced(actual)}"
    if v.verdict == OPEN:
        valued = clause.kind in (ClauseKind.BOUND, ClauseKind.PAYOUT, ClauseKind.DERIVED) and actual != "not filed"
        if valued:
            return f"{stated}; {{cites}} {{leaves}} open whether this is lawful."
        return f"{{cites}} {{leaves}} open whether this rule applies here: {braced(_inside(clause.words))}"
    return _breach(v, reads, stated, actual, vocabulary)


def _breach(v: ClauseVerdict, reads: tuple[Read, ...], stated: str, actual: str, vocabulary: Vocabulary) -> str:
    """The breach of a clause on what a table offers or files. `stated`: the fact with its value."""
    clause = v.clause
    name = braced(capitalized(fact_name(clause.subject, vocabulary)))
    match clause.kind:
        case ClauseKind.BARS:
            return f"{name} is combined with {braced(fact_name(clause.other, vocabulary))}; {{cites}} {{prohibits}}."
        case ClauseKind.REQUIRES if clause.subject[:1] == ("offers",):
            return f"{name} is offered without {braced(fact_name(clause.other, vocabulary))}; {{cites}} {{requires}}."
        case ClauseKind.REQUIRES if clause.subject == ("game",):
            game = braced(capitalized(_offer(v, vocabulary)))
            return f"{game} is dealt without {braced(fact_name(clause.other, vocabulary))}; {{cites}} {{requires}}."
        case ClauseKind.OFFERED if actual in ("offered", "not offered") and len(clause.subject) == 2:
            return f"{name} is {actual}; {{cites}} {'{prohibits}' if actual == 'offered' else '{requires}'}."
        case ClauseKind.OFFERED if actual == "not offered":
            offers = [r.name for r in reads if r.fact[:1] == ("offers",) and r.value == actual]
            return f"{braced(capitalized(offers[-1]))} is not offered; {{cites}} {{requires}}." if offers else ""
        case ClauseKind.SAME:
            game = fact_name(("offers", clause.game), vocabulary) + " " if clause.game else ""
            return (
                f"{stated.replace('_', ' ')}, unlike at other {braced(game)}tables of the {clause.span}; {{expected}}."
            )
        case ClauseKind.BOUND | ClauseKind.PAYOUT | ClauseKind.DERIVED:
            return f"{stated}; {{expected}}."
        case (
            ClauseKind.REQUIRES
            | ClauseKind.OFFERED
            | ClauseKind.APPROVAL
            | ClauseKind.ATTEST
            | ClauseKind.AUTHORITY
            | ClauseKind.CHARGE
            | ClauseKind.ELECTION
            | ClauseKind.INDEPENDENT
            | ClauseKind.IRREGULARITY
            | ClauseKind.NOTICE
            | ClauseKind.OUTCOME
            | ClauseKind.POSTING
            | ClauseKind.RANK
            | ClauseKind.RANKING
            | ClauseKind.RESULT
            | ClauseKind.ROUNDING
            | ClauseKind.SIGHT
            | ClauseKind.CHANCE
            | ClauseKind.DEAL
            | ClauseKind.DEFINITION
            | ClauseKind.LEFT
            | ClauseKind.PERMISSION
        ):
            return ""
    assert_never(clause.kind)


def _unauthorized(v: ClauseVerdict, day: str, vocabulary: Vocabulary) -> str:
    clause, offer = v.clause, braced(capitalized(_offer(v, vocabulary)))
    if v.name and clause.elsewhere:
        return f"{offer} is offered; no provision with an available text authorizes it."
    if v.verdict != FAIL:
        return ""
    if v.name:
        return f"{offer} is offered; no provision in force authorizes it."
    if clause.since and day < clause.since:
        return f"{offer} is offered; {{cites}} authorizes it only from {clause.since} on."
    return f"{offer} is offered; {{cites}} authorized it only until {clause.until}."


def _undecided(v: ClauseVerdict, unread: Unread, vocabulary: Vocabulary) -> str:
    """A filed figure on which no clause decides, and where the law may decide on it."""
    name = fact_name(unread.fact, vocabulary)
    stated = f"{braced(capitalized(name))} {be(name)} {{actual}}"
    if sections := deciding_sections(v, vocabulary):
        text = "texts are" if len(sections) > 1 else "text is"
        return f"{stated}; {' and '.join(sections)}, whose {text} not available, may decide whether this is lawful."
    return f"{stated}; no provision with an available text decides whether this is lawful."


def deciding_sections(v: ClauseVerdict, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Where the law may decide on an unread figure: what is cited of the field, else of the offer, else of the game."""
    if not v.unread:
        return ()
    known = vocabulary.fields.get(v.unread.fact[-1])
    return known.elsewhere if known and known.elsewhere else v.clause.elsewhere or v.unread.elsewhere


def _unnoticed(v: ClauseVerdict, event: Event, actual: str, vocabulary: Vocabulary) -> str:
    """The breach of a duty to give notice: the notice was not given, was given otherwise, or is not filed."""
    on = f" on {_moment(event.facts['on'])}" if event.facts.get("on") else ""
    of = braced(f"the {event.facts['kind']} of {fact_name(v.clause.subject, vocabulary)}{on}")
    given = braced(actual.removeprefix("notice: "))
    if actual == "notice not filed":
        stated = f"No notice of {of} is filed"
    else:
        stated = f"No notice was given of {of}" if actual == "no notice" else f"Notice of {of} was given {given}"
    if v.verdict == OPEN:
        return f"{stated}; {{cites}} {{leaves}} open whether this is enough."
    return f"{stated}; {{expected}}."


def _unattested(v: ClauseVerdict, answer: Attestation | None) -> str:
    """The breach of a duty on the floor: an observation contradicts it, or nobody has attested it."""
    duty = braced(_inside(v.clause.words.removesuffix(".")))
    if v.verdict == FAIL and answer:
        who = (
            f"{answer.by} {answer.basis} on {_moment(answer.on)} that this is not done"
            if answer.by
            else "This is not done"
        )
        return f"{braced(who)}: {duty}; {{cites}} {{requires}}."
    if v.verdict != NEEDS:
        return ""
    if _contradicted(v):
        return f"The attestations contradict each other on whether this is done: {duty}; {{cites}} {{requires}}."
    if attested(v.facts, v.clause.id) is not None:
        return ""  # the attestation is there: it is unknown whether the duty applies
    return f"No attestation is filed that this is done: {duty}; {{cites}} {{requires}}."


def _contradicted(v: ClauseVerdict) -> bool:
    """Whether the attestations of a duty contradict each other, so that its answer is unknown."""
    filed = any(key in answers_of(v.facts) for key in wider(v.clause.id))
    return filed and attested(v.facts, v.clause.id) is None


def _moment(moment: object) -> str:
    """A day, or a day and a time."""
    return str(moment).replace("T", " ")


def _inside(text: str) -> str:
    """A sentence or a name inside another sentence: its first letter in lower case, unless it is a name or an acronym."""
    first = text.partition(" ")[0]
    return text[:1].lower() + text[1:] if first[1:].islower() or len(first) == 1 else text


def braced(text: str) -> str:
    """The text, escaped for a template."""
    return text.replace("{", "{{").replace("}", "}}")


def expectation(v: ClauseVerdict, place: FactPath, facts: Watched, vocabulary: Vocabulary) -> str:
    """What the law requires at this place; for an ambiguous text, what each reading requires."""
    if v.unread:
        return f"as {' and '.join(deciding_sections(v, vocabulary)) or 'the law'} has it"
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
        law, of = next((value for key, value in law.items() if str(key) == place[-1]), None), element_type(of, -1)
    return v.clause.expected + (f", which is {show(law, of)}" if isinstance(law, int | Fraction | dict) else "")


def reality(v: ClauseVerdict, place: FactPath, value: object, vocabulary: Vocabulary) -> str:
    clause = v.clause
    if v.unread:
        return in_part(fact_value(place, value, vocabulary), part_of(v, place))
    if clause.kind == ClauseKind.AUTHORITY:
        return f"{_offer(v, vocabulary)} offered"
    if v.event:
        return "no notice" if value is False else _notice(value)
    if place[:1] == ("attested",):
        return "not attested" if value is None else "answered no"
    if clause.kind == ClauseKind.OFFERED:
        if place[:1] == ("equipment",):
            return fact_value(place, value, vocabulary)
        if len(place) == 1:  # the lists in which the offer would stand
            return "not filed" if v.verdict == NEEDS else "not offered"
        return fact_value(place, offered(v.facts, place[1]), vocabulary)
    if clause.kind in (ClauseKind.BARS, ClauseKind.REQUIRES):
        known = at(v.facts, clause.other)
        if known is None and clause.other[:1] == ("offers",) and v.facts.get("closed"):
            known = False
        return f"{fact_name(clause.other, vocabulary)} {fact_value(clause.other, known, vocabulary)}"
    of = fact_type(clause.subject if clause.comes else place, vocabulary)
    if parts := parts_compared(v):
        return show_parts(parts, of, vocabulary)
    told_as = show_named(
        value, element_type(of, -1) if of[0] == "map_of" and not isinstance(value, dict) else of, vocabulary
    )
    if clause.comes and place[: len(clause.other)] == clause.other and value is not None:
        return f"{told_as}, which follows from {fact_name(clause.other, vocabulary)}"
    return in_part(told_as, part_of(v, place))


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


def remedy(
    v: ClauseVerdict, place: FactPath, expected: str, reads: tuple[Read, ...], vocabulary: Vocabulary,
    notes: Sequence[tuple[FactPath, object, object]] = (),
) -> Cure:  # fmt: skip
    """What would cure the breach; for payouts, every row that differs.

    A missing fact must be filed before anything is withdrawn or paid.
    """
    clause = v.clause
    if v.unread:
        return (Act(f"compare it with {' and '.join(deciding_sections(v, vocabulary)) or 'the text of the law'}"),)
    unsaid = [r for r in reads if r.basis == "missing"] if v.verdict == NEEDS else []
    offers = dict.fromkeys(r.name for r in unsaid if r.fact[:1] == ("offers",) and len(r.fact) == 2)
    if offers:
        return (Act(f"file whether {' and '.join(offers)} {'is' if len(offers) == 1 else 'are'} offered"),)
    if unsaid and clause.kind in (ClauseKind.BARS, ClauseKind.REQUIRES):
        return (Act(f"file whether {unsaid[0].name} is present"),)
    if clause.kind == ClauseKind.AUTHORITY and v.name:
        return (Withdraw(v.name, _offer(v, vocabulary), ()),)
    if place[:1] == ("attested",) and v.verdict == FAIL:
        return (Act("correct it, and have it attested again"),)
    if clause.kind == ClauseKind.PAYOUT and notes:
        return _paid(v, place, expected, vocabulary, notes)
    derived = clause.comes and clause.other not in ((), clause.subject) and place[: len(clause.other)] == clause.other
    if derived and at(v.facts, clause.other) is not None:
        source = fact_name(clause.other, vocabulary)  # a derived figure is not filed: what it follows from is
        return tuple(
            Act(f"change the {_inside(source)}, so that {s.named} is {s.to}") if isinstance(s, Set) else s
            for s in clause.cure
        )
    return tuple(_valued(v, step) for step in clause.cure)


def _paid(
    v: ClauseVerdict, place: FactPath, expected: str, vocabulary: Vocabulary,
    notes: Sequence[tuple[FactPath, object, object]],
) -> Cure:  # fmt: skip
    """What cures payouts: other figures, another printed table, or another value of the field that selects one."""
    if len(place) != 4:
        law = next(law for path, law, _ in notes if path == place)
        values = law if isinstance(law, tuple) else ()
        return (Set(place, fact_name(place, vocabulary), expected.partition(",")[0], values),)
    least = "at least " if "least" in v.clause.expected or "no less" in v.clause.expected else ""
    between = v.clause.expected if v.clause.expected.startswith("between") else ""
    rows = {path[3]: law for path, law, _ in notes if len(path) == 4 and path[2] == "payouts"}
    named = []
    for row, law in rows.items():
        figure = between or f"{least}{show(law)}"
        named.append(f"{figure} on {row.replace('_', ' ')}" if law else row.replace("_", " "))
    known = tuple((row, law if isinstance(law, tuple) else None) for row, law in rows.items())
    return (Pay(place[1], known, tuple(named)),)


def _valued(v: ClauseVerdict, step: Step) -> Step:
    """The step with the value that a formula comes to."""
    if isinstance(step, Set) and not step.values and v.clause.quantity and not v.event:
        value = v.clause.quantity(v.facts)
        return replace(step, values=(value,)) if isinstance(value, int | Fraction | dict) else step
    return step


def reasons(
    v: ClauseVerdict,
    reads: tuple[Read, ...],
    facts: Watched,
    place: FactPath,
    filing: Filing,
    table: FiledTable | None,
    day: str,
    vocabulary: Vocabulary,
) -> tuple[str, ...]:
    clause, parts = v.clause, []
    if v.unread:
        return (*_undecided_because(v, v.unread, vocabulary), *_print(clause, v, day))
    if place[:1] == ("attested",) and v.verdict == FAIL:
        a = attestation_of(filing, clause, table)
        answer = (f"answered no by {a.by} on {a.on} ({a.basis}){f': {a.note}' if a.note else ''}",) if a else ()
        return (*answer, *_print(clause, v, day))
    known = [
        f"{r.name} {r.value}" if r.value in STATES else f"{r.name} is {r.value}" for r in reads if r.basis != "missing"
    ]
    if v.event:
        what, on = str(v.event.facts["subject"]).replace("_", " "), v.event.facts.get("on") or "a day not filed"
        known = [f"{v.event.facts['kind']} of {what} on {on}"]
    if known:
        parts.append("; ".join(known[:6]))
    missing = [r.name for r in reads if r.basis == "missing"]
    if v.verdict == NEEDS and _contradicted(v):
        parts.append("the attestations of it contradict each other")
    elif v.verdict == NEEDS and missing:
        parts.append("not filed: " + ", ".join(dict.fromkeys(missing)))
    if facts.compared:
        parts.append(f"closest printed table: {show(facts.compared).replace('_', ' ')}")
    return (*parts, *_authority(clause, v, day), *_ground(clause, v, day), *_odd(clause, v), *_print(clause, v, day))


def _undecided_because(v: ClauseVerdict, unread: Unread, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Why no clause decides on a figure."""
    idle = f"of what decides on it, nothing applies here: {', '.join(unread.idle)}" if unread.idle else ""
    sections = ", ".join(deciding_sections(v, vocabulary))
    return tuple(filter(None, (
        idle or "no clause that is in force for this game reads it",
        f"what may decide on it is in {sections}, whose text is not available" if sections else "",
    )))  # fmt: skip


def _authority(clause: CompiledClause, v: ClauseVerdict, day: str) -> list[str]:
    cite = clause.cite
    if v.name and clause.elsewhere:
        elsewhere = ", ".join(clause.elsewhere)
        return [
            "no provision with an available text authorizes it; what else may be offered is in "
            f"{elsewhere}, whose text is not available"
        ]
    if clause.kind != ClauseKind.AUTHORITY or v.verdict != FAIL:
        return []
    if v.name:
        return ["no provision in force authorizes it"]
    if clause.since and day < clause.since:
        return [f"{cite} authorizes it from {clause.since} on, not yet on {day}"]
    return [f"{cite} authorized it until {clause.until}, no longer on {day}"]


def _ground(clause: CompiledClause, v: ClauseVerdict, day: str) -> list[str]:
    """What the verdict rests on that the law does not plainly print."""
    if v.verdict == OPEN and clause.readings:
        grounds = "; ".join(f"{r[0].replace('_', ' ')}: {r[1]}" for r in clause.readings)
        return [f"the text is open: {grounds}{_codes(clause, 'open text')}"]
    if v.verdict == OPEN and clause.opened and day < (clause.since or ""):
        return [
            f"whether the rule was in force before {clause.since} is not established: {clause.ground}{_codes(clause, 'inferred start')}"
        ]
    if v.verdict == OPEN and clause.kind == ClauseKind.NOTICE:
        return [f"what the notice must be is in {', '.join(clause.per) or 'a text'}, whose text is not available"]
    if clause.basis == ClauseBasis.INFERRED:
        return [f"in force since {clause.since}, by inference: {clause.ground}{_codes(clause, 'inferred start')}"]
    if clause.basis == ClauseBasis.PRESUMED and v.verdict == FAIL:
        return [f"in force since {clause.since}, presumed: {clause.ground}"]
    return []


def _odd(clause: CompiledClause, v: ClauseVerdict) -> list[str]:
    """The anomalies of the provision, except open texts and inferred starts, whose grounds are reported elsewhere."""
    anomalies = (
        [o for o in clause.anomalies if o[1] not in ("open text", "inferred start")]
        if v.verdict in (FAIL, OPEN)
        else []
    )
    return (
        ["anomaly in the law: " + "; ".join(f"{kind}, {short} [{code}]" for code, kind, short in anomalies)]
        if anomalies
        else []
    )


def _print(clause: CompiledClause, v: ClauseVerdict, day: str) -> list[str]:
    """A warning if the section was printed before the day that is judged; for an event, before the day of the event."""
    on = v.event.facts.get("on") if v.event else None
    older = clause.older_print(str(on)[:10] if on else day)
    return [older] if older else []


def _codes(clause: CompiledClause, kind: str) -> str:
    codes = [o[0] for o in clause.anomalies if o[1] == kind]
    return f" [{', '.join(codes)}]" if codes else ""


def _offer(v: ClauseVerdict, vocabulary: Vocabulary) -> str:
    if v.name:
        return fact_name(("offers", v.name), vocabulary).removeprefix("other:")
    if v.clause.subject == ("game",):
        return fact_name(("offers", str(v.facts.get("game"))), vocabulary)
    return fact_name(v.clause.subject, vocabulary)
