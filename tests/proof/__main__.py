"""`python -m tests.proof [SECTION ...] [--bound N] [--write]`: proves clauses by exhaustion, and reports by section which.

Without sections, those of the whole rulebook. `--write` writes what was found to `report.txt`, where clauses of other sections keep
what the report has on them. Each clause is printed as it is proven.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

from .evaluators import ResolvedClause, law
from .proof import BOUND, NOTHING, Proof, prove

REPORT = Path(__file__).with_name("report.txt")


def line(proof: Proof) -> str:
    """What is known of one clause."""
    if proof.differences:
        return f"{proof.clause.id}: DIFFERS: {proof.differences[0]}"
    found = proof.reason or f"{proof.classes:,} classes, {proof.days} {'days' if proof.days > 1 else 'day'}"
    return f"{proof.clause.id}: {'proven, ' * proof.proven}{found}"


def proof_of(clause: ResolvedClause, found: str) -> Proof:
    """What a line of the report says of a clause."""
    counts = re.fullmatch(r"proven, ([\d,]+) classes, (\d+) days?", found)
    return Proof(clause, int(counts[2]), int(counts[1].replace(",", ""))) if counts else Proof(clause, reason=found)


def reported() -> dict[str, str]:
    """Clause → what the committed report has on it."""
    return dict(re.findall(r"^(19:\S+): (.+)$", REPORT.read_text("utf-8"), re.MULTILINE))


def report(proofs: list[Proof], bound: int) -> str:
    """A line for each section and each reason, then one for each clause."""
    heads = ("clauses", "proven", "not", "differ", "classes")
    lines = [f"up to {bound:,} classes of a clause on one day, unless its line states another bound", ""]
    lines += [f"{'':24} " + " ".join(f"{head:>12}" for head in heads)]
    judged = [proof for proof in proofs if proof.reason != NOTHING]
    sections: dict[str, list[Proof]] = {}
    for proof in judged:
        sections.setdefault(proof.clause.section, []).append(proof)
    filing = [p for p in judged if p.clause.scope != "round"]
    rounds = [p for p in judged if p.clause.scope == "round"]
    for name, some in [*sections.items(), ("on filings", filing), ("on rounds", rounds), ("all", judged)]:
        proven = [p for p in some if p.proven]
        differ = sum(bool(p.differences) for p in some)
        counts = (len(some), len(proven), len(some) - len(proven) - differ, differ, sum(p.classes for p in proven))
        lines.append(f"{name:24} " + " ".join(f"{count:12,}" for count in counts))
    reasons = Counter(p.reason for p in judged if p.reason)
    lines += [
        "",
        "not proven, because the clause",
        *(f"{count:6,}  {reason}" for reason, count in reasons.most_common()),
    ]
    lines += ["", f"{len(proofs) - len(judged)} other clauses: {NOTHING}", "", *map(line, proofs)]
    return "\n".join(lines) + "\n"


def main(*arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proof", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help="a section, such as 19:47-2.8")
    parser.add_argument("--bound", type=int, default=BOUND, metavar="N", help="the most classes of a clause on one day")
    parser.add_argument("--write", action="store_true", help=f"write {REPORT.name}")
    given = parser.parse_args(arguments)
    proofs, known = [], reported() if given.write and given.sections else {}
    for clause in law().clauses:
        if not given.sections or clause.section in given.sections:  # in the order of the law
            proofs.append(prove(clause, given.bound))
            print(line(proofs[-1]), file=sys.stderr, flush=True)
        elif clause.id in known:
            proofs.append(proof_of(clause, known[clause.id]))
    text = report(proofs, given.bound)
    sys.stdout.write(text)
    if given.write:
        REPORT.write_text(text, "utf-8")
    return int(any(proof.differences for proof in proofs))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
