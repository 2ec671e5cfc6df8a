"""Makes the tables of the parser: lark reads the grammar and computes its states."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from lark import Lark, Token
from lark.grammar import Rule, Symbol, Terminal
from lark.lark import PostLex
from lark.lexer import PatternRE, PatternStr, TerminalDef

from pitboss.grammar.table_parser import ParserTables, TabledRule


class _LarkLayout(PostLex):
    """What lark asks of a layout: the terminals that the grammar does not name. It reads no text here."""

    always_accept = ("_CONTINUED",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


def lark_parser(grammar: str) -> Lark:
    """Lark's parser of the grammar."""
    return Lark(grammar, parser="lalr", lexer="basic", postlex=_LarkLayout(), maybe_placeholders=True)


def tables_of(made: Lark) -> ParserTables:
    """The tables of a parser. States and rules are in the order in which they are reached; lark numbers them as its sets are ordered."""
    table = made.parser.parser.parser.parse_table
    actions = {state: dict(sorted(found.items())) for state, found in table.states.items()}
    numbers: dict[int, int] = {}
    rules: dict[Rule, int] = {}
    waiting = [*table.start_states.values()]
    while waiting:
        if (state := waiting.pop(0)) not in numbers:
            numbers[state] = len(numbers)
            for _, then in actions[state].values():
                if isinstance(then, Rule):
                    rules.setdefault(then, len(rules))
                else:
                    waiting.append(then)
    states = [
        {
            symbol: ~rules[then] if isinstance(then, Rule) else numbers[then]
            for symbol, (_, then) in actions[state].items()
        }
        for state in numbers
    ]
    (end,) = table.end_states.values()  # lark stops at it
    states[numbers[end]]["$END"] = len(states)
    states.append({})
    terminals, keywords = _terminals(made.terminals)
    return ParserTables(
        terminals=terminals,
        keywords=keywords,
        ignored=sorted(made.ignore_tokens),
        rules=list(map(_rule, rules)),
        states=states,
    )


def _terminals(known: Collection[TerminalDef]) -> tuple[list[tuple[str, str]], dict[str, dict[str, str]]]:
    """The terminals in the order in which lark's lexer tries them, without the texts that another terminal matches."""
    ordered = sorted(known, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name))
    keywords: dict[str, dict[str, str]] = {}
    for pattern in ordered:
        for text in ordered:
            same = (
                isinstance(pattern.pattern, PatternRE)
                and isinstance(text.pattern, PatternStr)
                and text.priority == pattern.priority
            )
            if same and re.fullmatch(pattern.pattern.to_regexp(), text.pattern.value):
                keywords.setdefault(pattern.name, {})[text.pattern.value] = text.name
    embedded = {name for found in keywords.values() for name in found.values()}
    return [(t.name, t.pattern.to_regexp()) for t in ordered if t.name not in embedded], keywords


def _rule(rule: Rule) -> TabledRule:
    assert rule.expansion, f"{rule.origin.name} may be empty, so that its nodes have no place"
    absent = (
        "".join(str(int(one)) for one in rule.options.empty_indices).split("0") if rule.options.empty_indices else None
    )
    children: list[tuple[int, bool]] = []
    for at, symbol in enumerate(rule.expansion):
        children += [(-1, False)] * len(absent[at] if absent else "")
        if rule.options.keep_all_tokens or not (isinstance(symbol, Terminal) and symbol.filter_out):
            children.append((at, _is_inlined(symbol)))
    children += [(-1, False)] * len(absent[-1] if absent else "")
    single = bool(rule.options.expand1) and not rule.alias
    return TabledRule(
        origin=str(rule.origin.name),
        size=len(rule.expansion),
        name=str(rule.alias or rule.origin.name),
        single=single,
        children=children,
    )


def _is_inlined(symbol: Symbol) -> bool:
    return not symbol.is_term and symbol.name.startswith("_")
