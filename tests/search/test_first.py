"""Our own search answers what strangers type, and names each option, with the right page first."""

from __future__ import annotations

import argparse
import importlib
import tomllib
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from sphinx_docsjson.cli.main import parser
from sphinx_docsjson.pages.front_matter import FIELDS
from sphinx_docsjson.site.validation import schema
from tests.search.asking import HERE, ask

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = HERE.parents[1]
GIVEN = tomllib.loads((HERE / "first.toml").read_text(encoding="utf-8"))
FEWEST = 0.98
"""The share of names whose page comes first."""
MOST_EXCEPTIONS = 3
"""So many questions may be answered second."""
CHANGE = (
    "each has another page first than tests/search/first.toml or the documentation wants: change "
    "the weight that you changed by less, or a heading, `keywords` or `boost` of the wanted page"
)

CONTAINERS = ("navigation", "tabContainer", "languageContainer")
"""Parts of the schema of docs.json whose fields have a table of their own."""


@pytest.fixture(scope="module")
def first(docs_folder):
    """What says which page our documentation answers each query with."""

    def pages(queries: Iterable[str]) -> dict[str, str]:
        asked = [*queries]
        answers = zip(asked, ask(docs_folder, *asked), strict=True)
        return {
            query: given["found"][0]["uri"].removesuffix(".html") if given["found"] else ""
            for query, given in answers
        }

    return pages


def test_a_question_in_plain_words_has_its_page_first(first):
    questions, second = GIVEN["questions"], GIVEN["second"]
    found = first(questions)

    assert len(questions) >= 60
    assert len(second) <= MOST_EXCEPTIONS
    assert {
        query: got
        for query, got in found.items()
        if got != questions[query] and query not in second
    } == {}, CHANGE


def test_the_name_of_each_option_has_its_page_first(first, site, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_ext"))
    config = site({"index.md": "# Hello\n"}).app.config
    wanted = defaultdict(set)
    for name, page in [*fields(), *commands(), *front_matter(), *settings(config), *options()]:
        wanted[name].add(page)
        wanted[name] |= {*GIVEN["guides"].get(name, ()), *GIVEN["guides"].get(top(name), ())}
    wrong = {name: got for name, got in first(wanted).items() if got not in wanted[name]}

    assert len(wanted) > 500
    assert len(GIVEN["elsewhere"]) <= (1 - FEWEST) * len(wanted)
    unknown = {name: page for name, page in wrong.items() if name not in GIVEN["elsewhere"]}
    assert unknown == {}, CHANGE


def top(name: str) -> str:
    """Return the field at the top of docs.json that a field stands in."""
    return name.partition(".")[0].removesuffix("[]")


def fields() -> Iterator[tuple[str, str]]:
    reference = importlib.import_module("docsjson_reference")
    parts = [None, *(schema()["$defs"][name] for name in CONTAINERS)]
    for row in (row for part in parts for row in reference.rows([], part)):
        yield row.path, "configure/fields"
        yield row.path, "configure/nested-navigation"


def commands() -> Iterator[tuple[str, str]]:
    [each] = [one for one in parser()._actions if isinstance(one, argparse._SubParsersAction)]
    for name, command in each.choices.items():
        yield f"sphinx-docsjson {name}", "reference/cli"
        for action in command._actions:
            for option in action.option_strings:
                if option.startswith("--") and option != "--help":
                    yield option, "reference/cli"


def front_matter() -> Iterator[tuple[str, str]]:
    return ((name, "pages/front-matter") for name in FIELDS)


def settings(config) -> Iterator[tuple[str, str]]:
    reference = importlib.import_module("docsjson_reference")
    return ((name, "reference/settings") for name, _default, _text in reference.settings(config))


def options() -> Iterator[tuple[str, str]]:
    theme = tomllib.loads((ROOT / "theme" / "theme.toml").read_text(encoding="utf-8"))
    return ((name, "configure/theme-options") for name in theme["options"])
