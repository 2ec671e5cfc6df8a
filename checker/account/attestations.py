"""Which attestation counts for a clause at a table, looked up and not searched: of thousands of tables each asks.

>>> from pitboss.checker.filing.model import Attestation
>>> said = [Attestation("1:2-3.4(a)", None, True, "represented", "A", "2007-01-01", ()),
...         Attestation("1:2-3.4(a)", ("7",), True, "observed", "B", "2007-01-02", ())]
>>> [(a.by if (a := AttestationIndex(said).of("1:2-3.4(a)/lamp_lit", number)) else None) for number in ("7", "8")]
['B', 'A']
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.filing.model import Attestation
from pitboss.checker.runtime.operations import wider


class AttestationIndex:
    def __init__(self, attestations: Iterable[Attestation]) -> None:
        self._by: dict[str, dict[str | None, Attestation]] = {}  # provision → table, None: every table
        for said in attestations:
            here = self._by.setdefault(said.provision, {})
            for number in (None,) if said.tables is None else said.tables:
                known = here.get(number)
                if known is None or known.basis != "observed" and said.basis == "observed":
                    here[number] = said
        self._wider: dict[str, tuple[dict[str | None, Attestation], ...]] = {}

    def of(self, clause: str, number: str | None) -> Attestation | None:
        """Of the closest provision, and what was observed before what was represented."""
        if clause not in self._wider:
            self._wider[clause] = tuple(self._by[key] for key in wider(clause) if key in self._by)
        for here in self._wider[clause]:
            found = [said for said in (here.get(None), here.get(number)) if said]
            if found:
                return min(found, key=lambda said: (said.basis != "observed", said.path))
        return None
