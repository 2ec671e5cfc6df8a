"""Parses and orders citations and the labels of provisions: full, short and relative forms.

>>> resolved("19:47-2.3(a)", "19:47-2.22"), resolved("2.3(d)", "19:47-2.22"), resolved("(e)8", "19:47-2.22")
(('19:47-2.3', '(a)'), ('19:47-2.3', '(d)'), ('19:47-2.22', '(e)8'))
"""

from __future__ import annotations

import re

LABEL_PARTS = re.compile(r"\(([A-Za-z]+)\)(\d*)([a-z]*)")
_TENS = ("", "x", "xx", "xxx")
_ONES = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
ROMAN = tuple(_TENS[n // 10] + _ONES[n % 10] for n in range(1, 40))
_ROMAN = {
    roman: n for n, roman in enumerate(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"], 1)
}


def resolved(text: str, section: str) -> tuple[str, str]:
    """The section that a citation means where it stands, and the label; a statute has no label that we could know.

    >>> resolved("N.J.S.A. 5:12-69a", "19:47-2.22"), resolved("2.22", "19:47")
    (('N.J.S.A. 5:12-69a', ''), ('19:47-2.22', ''))
    """
    text = " ".join(text.split())
    if text.startswith("N.J.S.A."):
        return text, ""
    body, bracket, rest = text.partition("(")
    label = bracket + rest
    if not body:
        return section, label
    if ":" not in body:
        body = f"{section.partition('-')[0]}-{body}"
    return body, label


def is_below(label: str, above: str) -> bool:
    """
    >>> is_below("(e)2iv", "(e)2"), is_below("(e)10", "(e)1"), is_below("(e)", "(e)")
    (True, False, False)
    """
    inside = above != "" and label.startswith(above) and label != above
    return inside and not (above[-1].isdigit() and label[len(above)].isdigit())


def ancestors(label: str) -> tuple[str, ...]:
    """
    >>> ancestors("(e)2iv")
    ('(e)', '(e)2', '(e)2iv')
    """
    found = LABEL_PARTS.fullmatch(label)
    if not found:
        return ()
    letters, digits, roman = found.groups()
    steps = [f"({letters})"]
    if digits:
        steps.append(f"({letters}){digits}")
    if roman:
        steps.append(label)
    return tuple(steps)


def following(label: str) -> str:
    """The label that follows this one in print, on its level.

    >>> following("(e)2iv"), following("(i)"), following("(z)"), following("(c)9")
    ('(e)2v', '(j)', '(aa)', '(c)10')
    """
    letters, digits, roman = LABEL_PARTS.fullmatch(label).groups()  # type: ignore[union-attr]
    if roman:
        index = ROMAN.index(roman) + 1 if roman in ROMAN else 0
        return f"({letters}){digits}{ROMAN[index]}" if 0 < index < len(ROMAN) else label
    if digits:
        return f"({letters}){int(digits) + 1}"
    if letters[-1] in "zZ":
        return f"({chr(ord(letters[0]) - 25) * (len(letters) + 1)})"
    return (
        f"({letters[:-1]}{chr(ord(letters[-1]) + 1)})"
        if len(set(letters)) > 1 or len(letters) == 1
        else f"({chr(ord(letters[0]) + 1) * len(letters)})"
    )


def label_order(label: str) -> tuple[object, ...]:
    """
    >>> sorted(["(e)2iv", "(e)10", "(e)2", "(b)"], key=label_order)
    ['(b)', '(e)2', '(e)2iv', '(e)10']
    """
    letters, digits, roman = re.fullmatch(r"\(([A-Za-z]+|-)\)(\d*)([a-z]*)", label).groups()  # type: ignore[union-attr]
    return (len(letters), letters, int(digits or 0), _ROMAN.get(roman, 0), roman)


def law_order(citation: str) -> tuple[tuple[int, str], ...]:
    """
    >>> law_order("19:47-2.8A") < law_order("19:47-2.10")
    True
    """
    return tuple((int(digits), letters) for digits, letters in re.findall(r"(\d+)([A-Z]*)", citation))


def anomaly_stem(cite: str) -> str:
    """The prefix of the code of an anomaly of a provision.

    >>> anomaly_stem("19:47-2.20(e)2iv"), anomaly_stem("19:47")
    ('ODD-2.20-e2iv', 'ODD-19:47')
    """
    body, _, label = cite.partition("(")
    label = re.sub(r"\W", "", label)
    return f"ODD-{body.partition('-')[2] or body}{'-' + label if label else ''}"
