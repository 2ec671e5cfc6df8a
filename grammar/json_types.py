"""The types of JSON data that pitboss builds. What it reads is `object` until its shape is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "None | bool | int | float | str | Sequence[Json] | Mapping[str, Json]"
JsonObject: TypeAlias = "dict[str, Json]"
