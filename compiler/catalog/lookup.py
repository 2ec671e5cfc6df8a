"""Finds the entry of the catalog that a typed citation names."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from pitboss.compiler.model.citations import is_below


def found(catalog: dict[str, Any], citation: str) -> tuple[str, str] | None:
    """Section and label as the catalogue has them, from what a person types: `2.22(l)`, `19:47-2.22 (L)`, `(e)2.iv`.

    >>> found({"sections": [{"citation": "19:47-2.22", "provisions": [{"label": "(e)2iv"}]}]}, "2.22(e)2.iv")
    ('19:47-2.22', '(e)2iv')
    """
    body, label = _typed(citation)
    for section in catalog["sections"]:
        if section["citation"] == body or section["citation"].endswith(f"-{body}"):
            labels = [p["label"] for p in section["provisions"]]
            same = [x for x in labels if x == label] or [x for x in labels if x.lower() == label.lower()]
            below = [x for x in labels if is_below(x, label)]
            if not label or same or below:
                return section["citation"], same[0] if label and same else label
    return None


def entry(catalog: dict[str, Any], citation: str) -> dict[str, Any] | None:
    """The catalogue's own entry of a section or a provision.

    >>> entry({"sections": [{"citation": "1:1-2.3", "provisions": [{"label": "(a)"}]}]}, "2.3(a)")
    {'label': '(a)'}
    """
    place = found(catalog, citation)
    section = next((s for s in catalog["sections"] if place and s["citation"] == place[0]), None)
    if section is None or place is None or not place[1]:
        return section
    return next((p for p in section["provisions"] if p["label"] == place[1]), None)


def unavailable(catalog: dict[str, Any], citation: str) -> list[dict[str, Any]]:
    """The cited provisions without text that a typed citation names; else those that it is part of, or that are part of it.

    >>> gap = {"citation": "19:47-2.7(c)", "section": "19:47-2.7", "label": "(c)"}
    >>> [len(unavailable({"not_in_hand": [gap]}, typed)) for typed in ("2.7", "19:47-2.7(c)", "2.7(C)1", "2.7(d)", "2.8")]
    [1, 1, 1, 0, 0]
    """
    body, label = _typed(citation)
    gaps = [gap for gap in catalog["not_in_hand"] if gap["section"] == body or gap["section"].endswith(f"-{body}")]
    same = [gap for gap in gaps if gap["label"].lower() == label.lower()]
    return same or [
        gap for gap in gaps
        if not (label and gap["label"]) or is_below(gap["label"].lower(), label.lower())
        or is_below(label.lower(), gap["label"].lower())
    ]  # fmt: skip


def suggestion(catalog: dict[str, Any], citation: str) -> str:
    """The citation in the catalogue that comes nearest; nothing when none does.

    >>> suggestion({"sections": [{"citation": "19:47-2.22", "provisions": [{"label": "(l)"}]}]}, "2.23(l)")
    '19:47-2.22(l)'
    """
    body, label = _typed(citation)
    sections = {s["citation"]: [p["label"] for p in s["provisions"]] for s in catalog["sections"]}
    short = {c.partition("-")[2] or c: c for c in sections}
    section = short.get(body) or (body if body in sections else "")
    if not section:
        near = get_close_matches(body.partition("-")[2] or body, short, 1, 0.5)
        if not near:
            return ""
        section = short[near[0]]
    labels = sections[section]
    if label in labels:
        return section + label
    return section + next(iter(get_close_matches(label, labels, 1, 0.5)), "")


def _typed(citation: str) -> tuple[str, str]:
    text = re.sub(r"^(N\.J\.A\.C\.|§)\s*", "", citation.strip())
    body, bracket, rest = text.partition("(")
    return body.strip(), (bracket + re.sub(r"[\s.]|(?<=\d)\((?=[ivx]+\))|(?<=[ivx])\)$", "", rest))
