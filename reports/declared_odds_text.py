"""A figure that a floor declares of a wager beside what it comes to exactly, in a sentence."""

from __future__ import annotations

from typing import Any


def declared_beside_exact(row: dict[str, Any]) -> str:
    """
    >>> row = {"what": "share kept", "of": "$1", "declared": "24%", "exact": "1/4", "exact_decimal": "0.25", "agrees": False}
    >>> row |= {"cite": "1:1-9.1(a)"}
    >>> declared_beside_exact(row)
    'share kept, $1: declared 24%, exactly 1/4 (25.000000%), which is not what is declared, 1:1-9.1(a)'
    >>> declared_beside_exact({**row, "declared": None, "agrees": None})
    'share kept, $1: not declared, exactly 1/4 (25.000000%), 1:1-9.1(a)'
    """
    parts = [f"declared {row['declared']}" if row["declared"] else "not declared"]
    if row["exact"]:
        parts.append(f"exactly {row['exact']} ({float(row['exact_decimal']) * 100:.6f}%)")
    else:
        parts.append("what it comes to cannot be told from what is filed")
    if row["agrees"] is not None:
        parts.append("which agrees" if row["agrees"] else "which is not what is declared")
    return f"{row['what']}{', ' if row['of'] else ''}{row['of']}: {', '.join(parts)}, {row['cite']}"
