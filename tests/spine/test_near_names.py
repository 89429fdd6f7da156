"""A wrong suggestion is worse than none: who is asked follows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_docsjson.base.near_names import (
    Names,
    near_heading,
    near_name,
    near_names,
    near_path,
)
from sphinx_docsjson.site.validation import schema
from tests._support.finite import steps
from tests.spine.near_names import Count, count, difference, fields_of, headings_of, pages_of

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("titel", "title"),
        ("colours", "colors"),
        ("CallOut", "Callout"),
        ("agents_sdk", "agentssdk"),
        ("llamaindex", "llama-index"),
        ("nav", None),
        ("Warn", "Warning"),
        ("auth", "authentication"),
        ("variations", None),
        ("activate-license", None),
        ("v1", None),
        ("sound", None),
    ],
)
def test_a_slip_of_the_hand_is_understood_and_another_word_is_not(written, meant):
    known = [
        *("title", "colors", "Callout", "agentssdk", "llama-index", "Warning", "authentication"),
        *("navigation", "deactivate-license", "v2", "mound"),
    ]

    assert near_name(written, known) == meant


def test_two_names_that_are_equally_near_are_none():
    assert near_name("scat", ["scar", "scan"]) is None
    assert near_names("scat", ["scar", "scan"], 2) == ["scan", "scar"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("guides/instalation", "guides/installation"),
        ("reference/useReadable", "reference/hooks/useReadable"),
        ("fr/quickstart", None),
        ("v2/quickstart", None),
        ("fr/index", None),
        ("guides/activate", None),
        ("v2/reference", "v2/usage/reference"),
        ("examples/fastapi", None),
    ],
)
def test_a_page_that_moved_is_found_and_one_of_another_language_is_not(written, meant):
    known = (
        *("index", "guides/installation", "reference/hooks/useReadable", "quickstart"),
        *("guides/deactivate", "v1/usage/reference", "v2/usage/reference", "examples/restapi"),
    )

    assert near_path(written, known) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("explore-audit-logs", "explore-audit-log"),
        ("turn-off-cloudwatch-logging", "turn-off-amazon-cloudwatch-logging"),
        ("requirements-of-the-timestamp-field", "requirements-for-timestamp-field"),
        ("reference-filters-in-chart-query", "reference-filters-in-chart-queries"),
        ("caching-middleware", None),
        ("fork-dashboards", None),
        ("supported-response-types", None),
        ("disabling-tools", None),
        ("query-history", None),
    ],
)
def test_a_heading_that_was_reworded_is_found_and_another_one_is_not(written, meant):
    known = [
        *("explore-audit-log", "turn-off-amazon-cloudwatch-logging", "queries"),
        *("requirements-for-timestamp-field", "reference-filters-in-chart-queries"),
        *("combining-middleware", "share-dashboards", "param-response-type", "removing-tools"),
    ]

    assert near_heading(written, known) == meant


def test_a_section_is_not_reworded_to_the_title_of_its_page_but_a_slip_of_it_is_known(site):
    pages = {
        "a.mdx": "---\ntitle: Base image\n---\n\n## Use a registry\n\nWords.\n",
        "b.mdx": "---\ntitle: B\n---\n\n[x](/a#custom-base-image) [y](/a#base-imgae) "
        "[z](/a#use-of-registries)\n",
        "c.md": "---\ntitle: C\n---\n\n[x](a.md#custom-base-image)\n",
    }
    lines = site(pages).warning_lines

    assert [line.partition(" has no anchor ")[2].rpartition(" [")[0] for line in lines] == [
        "'#custom-base-image'.",
        "'#custom-base-image'.",
        "'#base-imgae'. Did you mean '#base-image'?",
        "'#use-of-registries'. Did you mean '#use-a-registry'?",
    ]


def test_over_the_names_of_our_documentation_most_suggestions_are_right():
    ours, before = Count(), Count()
    for rule, lists in (
        (near_path, [pages_of(DOCS)]),
        (near_heading, headings_of(DOCS)),
        (near_name, fields_of(schema())),
    ):
        for names in lists:
            count(rule, names, ours, 40)
            count(difference(0.6), names, before, 40)

    assert ours.gone > 300
    assert ours.gone_wrong < 0.05 * ours.gone
    assert ours.slips_right > 0.9 * ours.slips
    assert ours.slips_wrong < 0.01 * ours.slips
    assert ours.gone_wrong * 4 < before.gone_wrong


def test_tables_of_names_give_what_comparing_with_each_name_gives():
    known = [name for names in (pages_of(DOCS), *headings_of(DOCS)) for name in names]
    tables = Names(known)
    wrong = [f"{name[:at]}{letter}{name[at + 1 :]}" for name in known[::7] for at, letter in SLIPS]

    for name in wrong:
        assert near_names(name, tables, 3) == near_names(name, known, 3)
    assert sum(near_name(name, tables) is not None for name in wrong) > len(wrong) / 8


SLIPS = [(1, ""), (2, "x"), (4, "-"), (5, "es"), (-1, "")]


def test_a_wrong_name_costs_the_same_among_many_names():
    def look_up(count: int, what: str) -> None:
        names = Names(f"limits-of-the-{what}{one}-of-{one * 7}" for one in range(count))
        for one in range(count):
            near_heading(f"limit-of-the-{what}{one}-off-{one * 7}", names)

    assert steps(look_up, 320, "room") < 5 * steps(look_up, 80, "hall")
