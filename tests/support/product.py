"""The functions and types of the product that tests use, under one name each.

Tests import the product from here, so that moving a production module changes this file alone. A test of the inside of
one module may import that module itself; `tests/house/test_layout.py` counts how many do, and the count may only fall.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pitboss.advice.filed_edits import edited, edits
from pitboss.advice.least_change import JudgedTable as LawOfTable
from pitboss.advice.least_change import cost as step_cost
from pitboss.advice.least_change import fact_of, least_change
from pitboss.advice.smallest_cures import cures as smallest_cures
from pitboss.cache import cached, store
from pitboss.checker.account import ReportRequest, account
from pitboss.checker.account.floor_odds import odds_of_floor
from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.document_digests import root_of
from pitboss.checker.filing.facts import facts_on, value_key
from pitboss.checker.filing.faults import FAULT_CODES, place_faults
from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.model import Approval, FiledTable, Filing
from pitboss.checker.filing.model import Path as FilingPath
from pitboss.checker.filing.scalar_values import a_percentage
from pitboss.checker.filing.spreadsheets import with_columns
from pitboss.checker.filing.typed_values import Misfit, typed
from pitboss.checker.filing.vocabulary import Named, Type, Vocabulary, VocabularyField
from pitboss.checker.findings.fact_text import show
from pitboss.checker.findings.findings import Finding, Share, findings
from pitboss.checker.findings.ignore import IgnoredData
from pitboss.checker.findings.locator import locator
from pitboss.checker.findings.result import Result, check
from pitboss.checker.findings.tracing import Read, Watched, reads_of, watch
from pitboss.checker.judging.judge import ClauseVerdict, CompiledRulebook, Judgment, Plan, in_force, judge, run
from pitboss.checker.judging.partition import Group, Partition
from pitboss.checker.judging.unread import Deciders
from pitboss.checker.read import CODES as READ_CODES
from pitboss.checker.read import Document, Limits, SourceDocuments, read
from pitboss.checker.rounds import row_operations
from pitboss.checker.rounds.audit import Lot, judge_rows, lots
from pitboss.checker.rounds.audit import audit as audit_rounds
from pitboss.checker.rounds.law_index import LawIndex
from pitboss.checker.rounds.record_format import RecordRow, UnreadableRow
from pitboss.checker.rounds.row_evaluator import facts_of
from pitboss.checker.rounds.row_files import NoRecords, Raw, files_of, rows_of
from pitboss.checker.rounds.sequence import Sequence as RowSequence
from pitboss.checker.rounds.settlement import Settling, TableLaw, excusing
from pitboss.checker.rounds.settlement import complete as complete_row
from pitboss.checker.rounds.steps import FieldLimit, HasRankRole, ReachesRowRole
from pitboss.checker.rounds.worlds import Worlds
from pitboss.checker.runs.baseline import against, read_report
from pitboss.checker.runs.compare import NEW, Comparison, Report, ReportedFinding, compare, report_of, standing
from pitboss.checker.runs.in_toto_statement import statement
from pitboss.checker.runs.timeline import Timeline, timeline
from pitboss.checker.runs.verify import Stated, departures, read_statement
from pitboss.checker.runtime import cards as card_runtime
from pitboss.checker.runtime import cures
from pitboss.checker.runtime.awards import stated as stated_award
from pitboss.checker.runtime.cures import Step
from pitboss.checker.runtime.operations import (
    ABSENT,
    FAIL,
    NEEDS,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    ClauseBasis,
    ClauseScope,
    CompiledClause,
    Verdict,
)
from pitboss.cli import main, parser_of
from pitboss.commands.check import check_filing, load_filing, load_with_previous
from pitboss.commands.fix import check_texts
from pitboss.commands.print_pdf import find_browser
from pitboss.commands.round_law import load_law
from pitboss.compiler.analysis import CHECKS as CORE_CHECKS
from pitboss.compiler.analysis import CODES as COMPILER_CODES
from pitboss.compiler.analysis import analyze
from pitboss.compiler.analysis.conclusions import undecided_clauses, underived_conclusions
from pitboss.compiler.analysis.reachable import Reachable
from pitboss.compiler.build import build as build_rulebook
from pitboss.compiler.build import core_rulebook, resolved_rulebook
from pitboss.compiler.build import files as compiled_files
from pitboss.compiler.build import problems as problems_of
from pitboss.compiler.catalog.changes import changes_data
from pitboss.compiler.catalog.coverage import coverage_data
from pitboss.compiler.catalog.history import history_data
from pitboss.compiler.catalog.json_shape import entry_data as catalog_entry_data
from pitboss.compiler.catalog.register_data import register_data
from pitboss.compiler.catalog.store import dumps as dump_catalog
from pitboss.compiler.catalog.store import loads as read_catalog
from pitboss.compiler.emit import english, phrases
from pitboss.compiler.emit.catalog import catalog as _catalog
from pitboss.compiler.emit.expressions import library_of, module_name
from pitboss.compiler.emit.extracts import extracts
from pitboss.compiler.emit.python import python
from pitboss.compiler.emit.rounds import rounds as emit_rounds
from pitboss.compiler.emit.schema import schema as emit_schema
from pitboss.compiler.emit.standalone import standalone as emit_standalone
from pitboss.compiler.emit.vocabulary_module import vocabulary as emit_vocabulary
from pitboss.compiler.exclusion.active_constraints import active_constraints
from pitboss.compiler.exclusion.known_facts import filed_facts, parse_fact
from pitboss.compiler.exclusion.matrix import example_table, matrix_data
from pitboss.compiler.exclusion.may import Answer, Standing, may
from pitboss.compiler.exclusion.sat import Solver
from pitboss.compiler.exclusion.sets import sets_data
from pitboss.compiler.exclusion.solver import conflicts, satisfying
from pitboss.compiler.front.checks import CHECKS as RULE_CHECKS
from pitboss.compiler.front.corpus import Corpus, read_corpus
from pitboss.compiler.front.lower import MINUTES, RANKS, lower
from pitboss.compiler.front.precedence import with_precedence
from pitboss.compiler.front.register import read_register
from pitboss.compiler.front.resolve import Resolved, resolve
from pitboss.compiler.front.source_cache import Sources
from pitboss.compiler.front.succession import with_successions
from pitboss.compiler.front.transcribe import transcribe
from pitboss.compiler.ground.checks import compare as ground_compare
from pitboss.compiler.ground.drift import drift_data, read_cases
from pitboss.compiler.ground.explanations import sift as ground_sift
from pitboss.compiler.ground.ground import Ground, ground_data, read_ground, sealed
from pitboss.compiler.ground.ground import differences as ground_differences
from pitboss.compiler.ground.lines import lines_of
from pitboss.compiler.ground.pair import Difference, Pair
from pitboss.compiler.ground.provisions import split as split_provisions
from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint import lint_data
from pitboss.compiler.lint.lint_check import LintCheck, lint_checks
from pitboss.compiler.model import catalog_entries, core, core_store, query, serial
from pitboss.compiler.model.catalog_entries import Catalog, ClauseEntry, ProvisionEntry, SectionEntry
from pitboss.compiler.model.citations import law_order
from pitboss.compiler.model.citations import resolved as resolved_citation
from pitboss.compiler.model.filing_terms import filing_terms
from pitboss.compiler.model.footprint import Footprints
from pitboss.compiler.model.functions import CALLABLE, CARD_FUNCTIONS, FILING_FUNCTIONS, FUNCTIONS
from pitboss.compiler.model.meaning import version_digest
from pitboss.compiler.model.rewrite import rewritten
from pitboss.compiler.odds.engine import odds
from pitboss.compiler.odds.house_edges import by_wager as house_edges_by_wager
from pitboss.compiler.odds.win_chance import winning
from pitboss.compiler.oracle import interpreter, kleene
from pitboss.compiler.oracle import values as oracle_values
from pitboss.compiler.oracle.fast.active_rules import ActiveReading, ClauseReadings
from pitboss.compiler.oracle.fast.sequence import judge_in_sequence
from pitboss.compiler.oracle.fast.settlement import NOT_EVALUATED, Settlement
from pitboss.compiler.oracle.precedence import otherwise, overriding
from pitboss.compiler.oracle.reading_choices import OverWorlds, in_first_world, judged_in_worlds
from pitboss.compiler.oracle.sequence import judge_in_sequence as reference_in_sequence
from pitboss.compiler.oracle.settlement import Law, Verdicts, least_severe, of_stakes
from pitboss.compiler.simulate.dealer import Dealer
from pitboss.compiler.simulate.mutate import Mutator
from pitboss.compiler.simulate.record import as_record
from pitboss.editor.cell_edits import with_cells
from pitboss.editor.fixes import CheckedTexts, fixes_of, sound
from pitboss.editor.text_edits import text_edits
from pitboss.grammar import tree
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.grammar.diagnostics import Diagnostic, Place, Rejected
from pitboss.grammar.errors import CODES as SYNTAX_CODES
from pitboss.grammar.errors import LESSONS
from pitboss.grammar.format import format_text
from pitboss.grammar.layout import Layout
from pitboss.grammar.parse import Parsed, parse, parser, read_rules, tables_text
from pitboss.grammar.parser_tables import tables_of
from pitboss.grammar.resolved_rulebook import (
    Check,
    Declared,
    ResolvedClause,
    ResolvedField,
    ResolvedRulebook,
    ResolvedVersion,
    followed,
)
from pitboss.grammar.table_parser import Node, Parser, Unexpected
from pitboss.grammar.tokens import Token
from pitboss.odds_workers import compute_odds
from pitboss.reports.audit_csv import audit_csv
from pitboss.reports.audit_html import audit as audit_html
from pitboss.reports.audit_markdown import audit_markdown
from pitboss.reports.changes_text import diff as changes_text
from pitboss.reports.charted_wager import charted
from pitboss.reports.compare_json import compare_json
from pitboss.reports.compare_markdown import compare_markdown
from pitboss.reports.compare_text import compare as compare_text
from pitboss.reports.coverage_text import coverage as coverage_text
from pitboss.reports.drift_text import drift as drift_text
from pitboss.reports.explain_text import explain as explain_text
from pitboss.reports.filing_xlsx import filing_xlsx as filing_workbook
from pitboss.reports.formats import Context as FormatContext
from pitboss.reports.formats import known as known_formats
from pitboss.reports.formats import render as render_format
from pitboss.reports.formats.json import json as json_format
from pitboss.reports.history_text import history as history_text
from pitboss.reports.matrix_csv import matrix_csv
from pitboss.reports.matrix_text import matrix as matrix_text
from pitboss.reports.may_text import may_text
from pitboss.reports.odds_chart import odds_chart
from pitboss.reports.odds_csv import odds_csv
from pitboss.reports.odds_text import odds as odds_text
from pitboss.reports.odds_view import odds_view
from pitboss.reports.register_text import register as register_text
from pitboss.reports.rounds_json import rounds_json
from pitboss.reports.sets_csv import sets_csv
from pitboss.reports.site.files import site as site_files
from pitboss.reports.site.pages import pages as site_pages
from pitboss.reports.site.printed_text import printed as site_printed_text
from pitboss.reports.starter_filing import starter as starter_filing
from pitboss.reports.timeline_changes import flips
from pitboss.reports.verify_json import verify_json
from pitboss.reports.verify_text import verify as verify_text
from pitboss.reports.worksheet_csv import worksheet as worksheet_csv
from pitboss.reports.worksheet_html import worksheet_html
from pitboss.rulebook import COMPILED as COMPILED_FOLDER
from pitboss.rulebook import RULES as RULES_FOLDER
from pitboss.rulebook import load_catalog as _load_catalog
from pitboss.rulebook import (
    load_core,
    load_examples,
    load_round_clauses,
    load_rulebook,
)
from pitboss.standalone.validator import main as validator_main

COMPILED, RULES = Path(COMPILED_FOLDER), Path(RULES_FOLDER)


@cache
def resolved_law() -> ResolvedRulebook:
    """The project's rules as resolved, before precedence: one copy for all tests of a process."""
    return resolved_rulebook(RULES, passed=load_core().digest)


@cache
def _catalog_of_the_law() -> Catalog:
    return _load_catalog()


def load_catalog(*folders: Path) -> Catalog:
    """The catalog of some rules; that of the project's rules once for all tests of a process."""
    return _load_catalog(*folders) if folders else _catalog_of_the_law()


def lots_in_columns(law_index: LawIndex, path: str) -> Iterator[Lot]:
    """The columnar engine; polars, which it imports, is an extra."""
    from pitboss.checker.rounds.columnar_evaluator import lots_in_columns as columnar

    return columnar(law_index, path)


def emit_python(book: core.Rulebook) -> dict[str, str]:
    """The module of each section that has a clause to judge, by its name."""
    made = {module_name(of.section.citation): python(of) for of in extracts(book) if of.clauses}
    return {name: text for name, text in made.items() if text}


def emit_catalog(book: ResolvedRulebook) -> Catalog:
    """The catalog of a resolved rulebook."""
    return _catalog(lower(book))


__all__ = [
    "Layout",
    "Node",
    "Parsed",
    "Parser",
    "Sources",
    "Token",
    "Unexpected",
    "build_rulebook",
    "check_texts",
    "CheckedTexts",
    "text_edits",
    "with_cells",
    "fixes_of",
    "sound",
    "a_percentage",
    "card_runtime",
    "stated_award",
    "tree",
    "value_key",
    "RULE_CHECKS",
    # Grammar: text to syntax tree
    "Diagnostic",
    "LESSONS",
    "Place",
    "Reachable",
    "Rejected",
    "SYNTAX_CODES",
    "format_text",
    "parse",
    "parser",
    "tables_of",
    "tables_text",
    "parser_of",
    "read_rules",
    # Compiler: syntax tree to rulebook
    "CALLABLE",
    "CARD_FUNCTIONS",
    "CORE_CHECKS",
    "COMPILER_CODES",
    "Check",
    "Corpus",
    "FILING_FUNCTIONS",
    "FUNCTIONS",
    "MINUTES",
    "RANKS",
    "resolved_law",
    "resolved_rulebook",
    "Resolved",
    "followed",
    "ResolvedClause",
    "ResolvedField",
    "ResolvedRulebook",
    "Declared",
    "ResolvedVersion",
    "analyze",
    "compiled_files",
    "core",
    "core_store",
    "filing_terms",
    "Footprints",
    "query",
    "undecided_clauses",
    "underived_conclusions",
    "law_order",
    "lower",
    "read_corpus",
    "problems_of",
    "read_register",
    "resolve",
    "transcribe",
    "with_precedence",
    "with_successions",
    "emit_python",
    "resolved_citation",
    "core_rulebook",
    "serial",
    "version_digest",
    "rewritten",
    # Compiler: rulebook to targets
    "Catalog",
    "catalog_entries",
    "ClauseEntry",
    "ProvisionEntry",
    "SectionEntry",
    "catalog_entry_data",
    "dump_catalog",
    "emit_catalog",
    "read_catalog",
    "english",
    "phrases",
    "phrases",
    "emit_rounds",
    "emit_schema",
    "emit_standalone",
    "emit_vocabulary",
    # Compiler: the oracle, odds, simulation, exclusions
    "Law",
    "Verdicts",
    "least_severe",
    "of_stakes",
    "otherwise",
    "overriding",
    "reference_in_sequence",
    "Dealer",
    "Mutator",
    "NOT_EVALUATED",
    "ClauseReadings",
    "ActiveReading",
    "Settlement",
    "as_record",
    "compute_odds",
    "house_edges_by_wager",
    "interpreter",
    "kleene",
    "oracle_values",
    "judge_in_sequence",
    "matrix_data",
    "Solver",
    "active_constraints",
    "conflicts",
    "satisfying",
    "example_table",
    "Answer",
    "Standing",
    "filed_facts",
    "may",
    "may_text",
    "parse_fact",
    "LawOfTable",
    "edited",
    "edits",
    "fact_of",
    "least_change",
    "smallest_cures",
    "step_cost",
    "sets_data",
    "odds",
    "winning",
    # Compiler: the catalog and the printed text
    "Difference",
    "Ground",
    "ground_compare",
    "ground_sift",
    "Pair",
    "changes_data",
    "coverage_data",
    "drift_data",
    "ground_data",
    "ground_differences",
    "history_data",
    "lines_of",
    "read_cases",
    "read_ground",
    "register_data",
    "sealed",
    "split_provisions",
    # The cache of slow computations
    "cached",
    "store",
    # Checker: documents to facts
    "Approval",
    "Document",
    "FAULT_CODES",
    "Fault",
    "VocabularyField",
    "Filing",
    "FilingPath",
    "Limits",
    "Misfit",
    "Named",
    "READ_CODES",
    "SourceDocuments",
    "FiledTable",
    "Type",
    "Vocabulary",
    "assemble",
    "with_columns",
    "facts_on",
    "place_faults",
    "read",
    "root_of",
    # Checker: facts to findings
    "ABSENT",
    "ReportRequest",
    "CompiledClause",
    "CompiledRulebook",
    "FAIL",
    "Finding",
    "NEEDS",
    "NOT_APPLICABLE",
    "OPEN",
    "PASS",
    "Plan",
    "Read",
    "Result",
    "Share",
    "Deciders",
    "Group",
    "IgnoredData",
    "Partition",
    "Step",
    "cures",
    "show",
    "ClauseVerdict",
    "ClauseBasis",
    "ClauseKind",
    "ClauseScope",
    "Verdict",
    "Watched",
    "account",
    "check",
    "find_browser",
    "findings",
    "Judgment",
    "in_force",
    "judge",
    "reads_of",
    "run",
    "watch",
    "odds_of_floor",
    # Checker: runs and settled rounds
    "Comparison",
    "RecordRow",
    "RowSequence",
    "UnreadableRow",
    "LawIndex",
    "Settling",
    "TableLaw",
    "HasRankRole",
    "ReachesRowRole",
    "Lot",
    "NEW",
    "NoRecords",
    "Raw",
    "Report",
    "Stated",
    "Timeline",
    "ReportedFinding",
    "against",
    "audit_rounds",
    "compare",
    "complete_row",
    "departures",
    "excusing",
    "facts_of",
    "files_of",
    "judge_rows",
    "lots",
    "lots_in_columns",
    "read_report",
    "read_statement",
    "report_of",
    "row_operations",
    "rows_of",
    "standing",
    "statement",
    "timeline",
    "typed",
    # Reports: findings and law to text
    "FormatContext",
    "audit_csv",
    "audit_html",
    "audit_markdown",
    "changes_text",
    "compare_json",
    "compare_markdown",
    "compare_text",
    "coverage_text",
    "drift_text",
    "explain_text",
    "flips",
    "history_text",
    "json_format",
    "known_formats",
    "matrix_csv",
    "sets_csv",
    "matrix_text",
    "charted",
    "odds_chart",
    "odds_csv",
    "odds_text",
    "odds_view",
    "register_text",
    "render_format",
    "rounds_json",
    "site_files",
    "site_pages",
    "site_printed_text",
    "starter_filing",
    "verify_json",
    "verify_text",
    "worksheet_csv",
    "filing_workbook",
    "worksheet_html",
    # The front door
    "COMPILED",
    "RULES",
    "load_catalog",
    "LawUnderLint",
    "LintCheck",
    "lint_checks",
    "lint_data",
    "load_core",
    "load_examples",
    "check_filing",
    "load_filing",
    "load_law",
    "load_round_clauses",
    "library_of",
    "load_rulebook",
    "load_with_previous",
    "locator",
    "main",
    "validator_main",
    "Worlds",
    "FieldLimit",
    "typed",
    "library_of",
    "OverWorlds",
    "in_first_world",
    "judged_in_worlds",
]
