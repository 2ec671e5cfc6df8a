"""The shape of JUnit XML that its readers agree on: Jenkins, GitLab, and the report task of Ant, which is the strictest.

There is no standard; each reader has a shape that it accepts. The rules here satisfy each of them: which elements
contain which, in which order, with which attributes; and that the numbers of a suite are those of its cases.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator

_OUTCOME = r"(?:failure|error|skipped)?"
# Element → its elements, in order and each followed by a blank; and its attributes, with their possible values.
SHAPE: dict[str, tuple[str, dict[str, str]]] = {
    "testsuites": (r"(?:testsuite )*", {}),
    "testsuite": (
        r"properties (?:testcase )*system-out system-err ",
        {
            "id": r"\d+", "package": ".+", "name": ".+", "hostname": ".+", "timestamp": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d",
            "time": r"\d+(?:\.\d+)?", "tests": r"\d+", "failures": r"\d+", "errors": r"\d+", "skipped": r"\d+",
        },
    ),
    "properties": (r"(?:property )*", {}),
    "property": ("", {"name": ".+", "value": ".*"}),
    "testcase": (rf"(?:{_OUTCOME} )?", {"classname": ".+", "name": ".+", "time": r"\d+(?:\.\d+)?"}),
    "failure": ("", {"type": ".+", "message": ".+"}),
    "error": ("", {"type": ".+", "message": ".+"}),
    "skipped": ("", {"message": ".+"}),
    "system-out": ("", {}),
    "system-err": ("", {}),
}  # fmt: skip
_WORDS = ("failure", "error", "system-out")  # these may hold text


def complaints(text: str) -> list[str]:
    """What is not as it should be; of a good document nothing."""
    root = ET.fromstring(text)
    if root.tag != "testsuites":
        return [f"its root is {root.tag}"]
    return [*(reported for element in root.iter() for reported in _element(element)), *_numbers(root)]


def _element(element: ET.Element) -> Iterator[str]:
    if element.tag not in SHAPE:
        yield f"has the element {element.tag}"
        return
    inside, attributes = SHAPE[element.tag]
    children = "".join(f"{child.tag} " for child in element)
    if not re.fullmatch(inside, children):
        yield f"{element.tag} holds {children or 'nothing'}"
    if element.attrib.keys() != attributes.keys():
        yield f"{element.tag} has the attributes {', '.join(element.attrib)}"
    for name in element.attrib.keys() & attributes.keys():
        if not re.fullmatch(attributes[name], element.attrib[name]):
            yield f"{name} of {element.tag} is {element.attrib[name]!r}"
    loose = [] if element.tag in _WORDS else [element.text, *(child.tail for child in element)]
    yield from (f"{element.tag} holds the words {words.strip()!r}" for words in loose if words and words.strip())


def _numbers(root: ET.Element) -> Iterator[str]:
    for n, suite in enumerate(root):
        if suite.get("id") != str(n):
            yield f"suite {n} has the id {suite.get('id')}"
        cases = suite.findall("testcase")
        counts = Counter(case[0].tag if len(case) else "passed" for case in cases)
        there = {"tests": len(cases), "failures": counts["failure"], "errors": counts["error"]}
        for name, number in {**there, "skipped": counts["skipped"]}.items():
            if suite.get(name) != str(number):
                yield f"suite {n} counts {suite.get(name)} {name}, and has {number}"
    for what, names in (
        ("suite", [suite.get("name", "") for suite in root]),
        ("case", [f"{c.get('classname')} {' '.join(c.get('name', '').split())}" for c in root.iter("testcase")]),
    ):
        yield from (f"{n} times the {what} {name}" for name, n in Counter(names).items() if n > 1)
