"""The value of a filing as a cell of a workbook; `checker/filing/workbook.py` reads it back as the same value.

>>> filing_cell(["streak", "insurance"], True, False), filing_cell([], True, False), filing_cell({"2": "3 to 1", "3": "7 to 1"}, True, True)
('streak; insurance', 'none', '2: 3 to 1; 3: 7 to 1')
"""

from __future__ import annotations

import json
from decimal import Decimal

from pitboss.checker.filing.workbook import NONE


def filing_cell(value: object, separable: bool, payouts: bool) -> str | int | float | None:
    """Return a number or a text. `separable`: semicolons separate the items of a list; `payouts`: so do they those of a mapping."""
    if value is None:
        return "~"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return float(value) if Decimal(repr(float(value))) == value else str(value)
    if isinstance(value, list) and not value:
        return NONE
    if isinstance(value, list | dict):
        joined = _joined(value) if (payouts if isinstance(value, dict) else separable) else ""
        return joined or json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, int):
        return value if abs(value) < 10**15 else str(value)
    return str(value)


def _joined(value: list[object] | dict[str, object]) -> str:
    """Several plain values between semicolons; empty if a part could be misread."""
    if isinstance(value, dict) and len(value) == 1:
        return ""
    parts = value if isinstance(value, list) else [*value, *value.values()]
    if any(isinstance(part, list | dict | bool) or part is None or set(str(part)) & set(";:{}[]~") for part in parts):
        return ""
    if any(str(part).strip() != str(part) or not str(part) or str(part).lower() == NONE for part in parts):
        return ""
    return (
        "; ".join(f"{key}: {part}" for key, part in value.items())
        if isinstance(value, dict)
        else "; ".join(map(str, parts))
    )
