"""A sentence on a declared figure of a wager and its exact value."""

from __future__ import annotations

from pitboss.checker.findings.odds_data import DeclaredOdds


def declared_and_exact(row: DeclaredOdds) -> str:
    """
    >>> row = {"what": "share kept", "of": "$1", "declared": "24%", "exact": "1/4", "exact_decimal": "0.25", "agrees": False}
    >>> row |= {"cite": "1:1-9.1(a)"}
    >>> declared_and_exact(row)
    'share kept, $1: declared 24%, exactly 1/4 (25.000000%), which differs from the declared figure, 1:1-9.1(a)'
    >>> declared_and_exact({**row, "declared": None, "agrees": None})
    'share kept, $1: not declared, exactly 1/4 (25.000000%), 1:1-9.1(a)'
    """
    parts = [f"declared {row['declared']}" if row["declared"] else "not declared"]
    if row["exact"]:
        parts.append(f"exactly {row['exact']} ({float(row['exact_decimal'] or 0) * 100:.6f}%)")
    else:
        parts.append("the filing does not determine the exact figure")
    if row["agrees"] is not None:
        parts.append("which agrees" if row["agrees"] else "which differs from the declared figure")
    return f"{row['what']}{', ' if row['of'] else ''}{row['of']}: {', '.join(parts)}, {row['cite']}"
