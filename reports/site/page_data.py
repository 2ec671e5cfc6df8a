"""The page model: the shape of what the templates of the site show."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from pitboss.checker.findings.odds_data import OddsData, UndeterminedOdds
from pitboss.compiler.catalog.coverage import CoverageTotals
from pitboss.compiler.catalog.json_shape import AnomalyShape
from pitboss.compiler.lint.lint import LintTotals
from pitboss.compiler.lint.lint_check import LintCheck
from pitboss.reports.site.section_timeline import TimelineView


class LinkView(TypedDict):
    """A citation, and the page that it leads to."""

    cite: str
    href: str | None


class PageLink(TypedDict):
    """A section, and its page."""

    cite: str
    title: str
    href: str


# ---- tables


class RowsView(TypedDict):
    """Rows of a table under one title."""

    title: str | None
    label: str | None
    rows: list[list[str]]


class ColumnsView(TypedDict):
    """Columns of a table under one title."""

    title: str
    span: int


class TableView(TypedDict):
    """A printed table."""

    key: str
    groups: list[ColumnsView]
    head: list[str]
    blocks: list[RowsView]


# ---- sections


class TermView(TypedDict):
    """When a version is in force; `usual`: as most clauses of its section."""

    since: str | None
    until: str | None
    basis: str
    ground: str
    operative: str | None
    usual: bool


class ReadingView(TypedDict):
    """A reading of a version."""

    name: str
    words: str
    ground: str
    tables: list[TableView]


class ExampleView(TypedDict):
    """An example of a version: in words, and as a filing; of a clause on rounds, also as rows of a record."""

    words: str
    filing: str
    rows: list[str]


class VersionView(TermView):
    """A version of a clause."""

    words: str
    given: str
    row: tuple[str, str] | None
    leads_to: list[str]
    tables: list[TableView]
    readings: list[ReadingView]
    source: str
    worth: str | None
    examples: list[ExampleView]


class ClauseView(TypedDict):
    """A clause with its versions."""

    id: str
    anchor: str
    name: str
    kind: str
    does: str
    bars: list[dict[str, str]]
    versions: list[VersionView]


class GroupView(TypedDict):
    """Clauses that are shown together."""

    kind: str
    clauses: list[ClauseView]
    folded: bool
    pays: str | None


class DefinedVersion(TermView):
    """A version of a definition."""

    words: str
    that_is: list[str]
    source: str


class DefinedView(TypedDict):
    """A name that a provision defines."""

    name: str
    anchor: str
    means: bool
    href: str | None
    versions: list[DefinedVersion]


class PartView(TypedDict):
    """A part of a provision that no clause states."""

    words: str
    of: LinkView | None
    tables: list[TableView]
    source: str


class CitedView(TypedDict):
    """A citation of a provision."""

    target: str
    href: str | None
    in_hand: bool
    how: str
    printed: str
    ground: str


class ProvisionView(TypedDict):
    """A provision."""

    anchor: str
    label: str
    cite: str
    depth: int
    kinds: list[str]
    groups: list[GroupView]
    defined: list[DefinedView]
    parts: list[PartView]
    cites: list[CitedView]
    cited_by: list[LinkView]
    odd: list[AnomalyShape]
    source: str | None
    text: NotRequired[list[str]]


class UsualTerm(TypedDict):
    """The start that most clauses of a section share."""

    since: str | None
    basis: str
    ground: str


class TextView(TypedDict):
    """Text of the user's copy that has no provision here."""

    anchor: str
    label: str
    words: list[str]


class SectionPage(TypedDict):
    """The page of a section."""

    page: str
    citation: str
    title: str
    game: str | None
    adopted: str | None
    adopted_with: str | None
    source: str
    before: PageLink | None
    after: PageLink | None
    cited_by: list[LinkView]
    odd: list[AnomalyShape]
    remarks: list[dict[str, object]]
    notes: list[dict[str, object]]
    editions: list[dict[str, object]]
    usual: UsualTerm | None
    timeline: TimelineView
    days: list[dict[str, object]]
    provisions: list[ProvisionView]
    text: NotRequired[list[TextView]]


# ---- games


class RuleView(TypedDict):
    """A rule on an offer."""

    cite: str
    href: str
    words: str
    since: str | None
    until: str | None
    open: bool


class OfferView(TypedDict):
    """A wager, option or variation."""

    name: str
    anchor: str
    title: str
    kind: str
    term: str | None
    cite: LinkView
    since: str | None
    basis: str
    until: str | None
    filing: list[RuleView]
    round: list[RuleView]
    attested: list[RuleView]


class PayoutView(TypedDict):
    """A version of a paytable, or one of its readings."""

    cite: str
    href: str
    words: str
    reading: str | None
    since: str | None
    until: str | None
    tables: list[TableView]
    clause: str


class PaytableView(TypedDict):
    """The paytables of a wager."""

    title: str
    anchor: str
    pays: list[PayoutView]
    worth: NotRequired[str | None]


class GameOdds(TypedDict):
    """The odds on the page of a game."""

    day: str
    wagers: list[str]
    hrefs: dict[str, str | None]
    undetermined: list[UndeterminedOdds]


class GamePage(TypedDict):
    """The page of a game."""

    page: str
    name: str
    title: str
    subchapters: list[str]
    sections: list[dict[str, object]]
    offers: list[OfferView]
    paytables: list[PaytableView]
    matrix: list[dict[str, object]]
    worth: NotRequired[GameOdds | None]
    sets: NotRequired[dict[str, object] | None]


# ---- the site


class GlossaryView(TypedDict):
    """A name of the rulebook."""

    name: str
    anchor: str
    title: str
    says: str
    kind: str
    game: str | None
    type: str
    of: list[str]
    cite: LinkView | None
    used: list[LinkView]


class RegisteredAnomaly(AnomalyShape):
    """An anomaly, and the page of its provision."""

    href: str | None


class CoverageView(TypedDict):
    """The coverage, with links."""

    sections: list[dict[str, object]]
    limits_not_executable: list[dict[str, object]]
    left: list[dict[str, object]]
    totals: CoverageTotals


class LintCodeView(TypedDict):
    """A lint code with its explanation and what it finds."""

    check: LintCheck
    findings: list[dict[str, object]]


class LintView(TypedDict):
    """What lint finds in the law, by code."""

    codes: list[LintCodeView]
    not_run: list[LintCheck]
    totals: LintTotals


class SitePages(TypedDict):
    """All pages."""

    book: dict[str, object]
    sections: list[SectionPage]
    games: list[GamePage]
    odds: OddsData | None
    glossary: list[GlossaryView]
    coverage: CoverageView
    register: list[RegisteredAnomaly]
    missing: list[dict[str, object]]
    lint: LintView | None
    search: list[list[str]]
