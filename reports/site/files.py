"""The rulebook as a static site: files by name, from the page model of `reports/site`."""

from __future__ import annotations

import json
from importlib.resources import files

from pitboss.reports.charted_wager import charted
from pitboss.reports.edge_order import by_edge
from pitboss.reports.html_page import page
from pitboss.reports.odds_chart import odds_chart
from pitboss.reports.odds_view import odds_view
from pitboss.reports.site.page_data import GlossaryView, PageLink, RegisteredAnomaly, SitePages

_KINDS = {
    "game": "game", "wager": "wager", "option": "option", "variation": "variation", "equipment": "equipment",
    "define": "defined word", "fact": "fact",
}  # fmt: skip
_AS_THEY_ARE = {"look.css": "look.css", "odds.css": "odds.css", "site.css": "site/site.css", "site.js": "site/site.js"}
_TEMPLATES = files("pitboss.reports") / "templates"


def site(pages: SitePages) -> dict[str, str]:
    """Every file of the site. It needs no network and no server, and contains everything that it links to."""
    book = pages["book"]
    games = {g["name"]: {"title": g["title"], "href": g["page"]} for g in pages["games"]}
    absent, register = pages["missing"], pages["register"]
    odds = pages["odds"]
    worth = {w["wager"]: odds_view(w) for w in odds["wagers"]} if odds else {}
    plain: dict[str, dict[str, object]] = {
        "index.html": {"oddities": len(register), "absent": len(absent)},
        "search.html": {},
        "glossary.html": {"letters": _letters(pages["glossary"]), "kinds": _KINDS, "titles": games},
        "coverage.html": {
            "it": pages["coverage"],
            "widest": max(1, *pages["coverage"]["totals"]["by_kind"].values()),
        },
        "register.html": {"kinds": _by_kind(register), "slug": _slug},
        "missing.html": {"missing": absent},
    }
    if pages["lint"]:
        plain["lint.html"] = {"lint": pages["lint"]}
    made = {name: page(f"site/{name}.j2", here=name, book=book, **values) for name, values in plain.items()}
    for game in pages["games"]:
        known = game.get("worth")
        views = sorted((worth[name] for name in known["wagers"]), key=by_edge) if known else []
        made[game["page"]] = page(
            "site/game.html.j2", here=game["page"], book=book, it=game, worth=worth,
            views=views, chart=odds_chart(map(charted, views), "worth-chart") if views else None,
        )  # fmt: skip
        if sets := game.get("sets"):
            made[str(sets["page"])] = page("site/sets.html.j2", here=sets["page"], book=book, it=game)
            made[str(sets["file"])] = str(sets["csv"])
    near: dict[str | None, list[PageLink]] = {}
    for section in pages["sections"]:
        near.setdefault(section["game"], []).append(
            {"cite": section["citation"], "title": section["title"], "href": section["page"]}
        )
    for section in pages["sections"]:
        made[section["page"]] = page(
            "site/section.html.j2", here=section["page"], book=book, it=section,
            game=games.get(section["game"] or ""), near=near[section["game"]], worth=worth, day=odds["as_of"] if odds else "",
        )  # fmt: skip
    words = json.dumps(pages["search"], separators=(",", ":"))  # a script, so that it can be read without a server
    return {
        **made,
        "words.js": f"window.WORDS={words};\n",
        **{name: (_TEMPLATES / path).read_text("utf-8") for name, path in _AS_THEY_ARE.items()},
    }


def _letters(words: list[GlossaryView]) -> list[tuple[str, list[GlossaryView]]]:
    found: dict[str, list[GlossaryView]] = {}
    for word in words:
        first = next((c for c in word["title"].casefold() if c.isalnum()), "0")
        found.setdefault(first if first.isalpha() and first.isascii() else "0", []).append(word)
    return sorted(found.items())


def _by_kind(anomalies: list[RegisteredAnomaly]) -> list[tuple[str, list[RegisteredAnomaly]]]:
    """Manual entries first: they are about the print; the others follow from missing print."""
    found: dict[str, list[RegisteredAnomaly]] = {}
    for anomaly in sorted(anomalies, key=lambda o: (o["derived"], o["kind"] == "other")):
        found.setdefault(anomaly["kind"], []).append(anomaly)
    return list(found.items())


def _slug(text: str) -> str:
    return text.replace(" ", "-")
