"""An audit in a line: the number of findings of each kind, what was judged, the day; and tables on which an inspection found errors."""

from __future__ import annotations

from pitboss.checker.account.audit_data import AuditData
from pitboss.checker.findings.findings import FLOOR
from pitboss.reports.remarks import remarks


def summary(data: AuditData) -> str:
    """
    >>> rows = [{"verdict": "fail", "findings": 2}, {"verdict": "floor", "findings": 1}, {"verdict": "pass", "findings": 0}]
    >>> reported = {"as_of": "2007-01-01", "rulebook": {"digest": "c77e"}, "floor": {"tables": [1, 2, 3], "reconciled": []}}
    >>> reported |= {"filed_approvals": {"instruments": 0}, "filing": {"previous_problems": []}}
    >>> summary({**reported, "summary": {"verdicts": rows}})
    '2 fail, 1 to be seen on the floor: 3 tables, as of 2007-01-01, rulebook c77e. Preliminary determination.\\n'
    """
    rows = data["summary"]["verdicts"]
    if not rows:
        return "nothing was judged.\n"
    names = {FLOOR: "to be seen on the floor"}
    phrase = ", ".join(f"{r['findings']} {names.get(r['verdict'], r['verdict'])}" for r in rows if r["findings"])
    tables = len(data["floor"]["tables"])
    amiss = [r for r in data["floor"]["reconciled"] if r["state"] in ("seen otherwise", "not filed") and r["count"]]
    found = "".join(f"{r['count']} {r['what']}.\n" for r in amiss)
    return found + (
        f"{phrase or 'no findings'}: {tables} table{'' if tables == 1 else 's'}, as of {data['as_of']},"
        f" rulebook {data['rulebook']['digest'][:12]}. Preliminary determination."
        f"{''.join(f' {remark}' for remark in remarks(data['filed_approvals'], len(data['filing']['previous_problems'])))}\n"
    )
