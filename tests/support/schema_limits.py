"""The faults of a filing that its JSON Schema cannot express, by code and message."""

from __future__ import annotations

import re

UNSEEN = re.compile(
    r"E20[6-9]|E210|E215|E203 'pits' is missing: |E204 there is no (table|pit|paytable) |E205 the approval ends before"
    r"|E205 '[0-9]{4}-[0-9]{2}-[0-9]{2}' is not a day|E205 '[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:]+' is not a day, or"
    r"|E205 '[0-9]{2}:[0-9]{2}' is not a time|E205 .* is here twice|E205 [0-9]+\.[0-9]+ is not (a whole|an amount)"
)
