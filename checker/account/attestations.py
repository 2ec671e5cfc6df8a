"""Which attestation applies to a clause at a table; an index, since every one of thousands of tables looks it up.

>>> from pitboss.checker.filing.model import Attestation
>>> statement = [Attestation("1:2-3.4(a)", None, True, "represented", "A", "2007-01-01", ()),
...         Attestation("1:2-3.4(a)", ("7",), True, "observed", "B", "2007-01-02", ())]
>>> [(a.by if (a := AttestationIndex(statement).of("1:2-3.4(a)/lamp_lit", number)) else None) for number in ("7", "8")]
['B', 'A']
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.filing.model import Attestation
from pitboss.checker.runtime.operations import wider


class AttestationIndex:
    def __init__(self, attestations: Iterable[Attestation]) -> None:
        self._by: dict[str, dict[str | None, Attestation]] = {}  # provision → table, None: every table
        for statement in attestations:
            here = self._by.setdefault(statement.provision, {})
            for number in (None,) if statement.tables is None else statement.tables:
                known = here.get(number)
                if known is None or known.basis != "observed" and statement.basis == "observed":
                    here[number] = statement
        self._wider: dict[str, tuple[dict[str | None, Attestation], ...]] = {}

    def of(self, clause: str, number: str | None) -> Attestation | None:
        """Of the closest provision, and what was observed before what was represented."""
        if clause not in self._wider:
            self._wider[clause] = tuple(self._by[key] for key in wider(clause) if key in self._by)
        for here in self._wider[clause]:
            found = [statement for statement in (here.get(None), here.get(number)) if statement]
            if found:
                return min(found, key=lambda statement: (statement.basis != "observed", statement.path))
        return None
