"""A page of any length costs in proportion to it: lines that run and walks, never seconds."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest
from docutils import nodes

from tests._support.building import build_site
from tests._support.finite import steps_by_function
from tests._support.inputs import input_text

PARTS = input_text(__file__, "long_pages.mdx")

FEW, MANY = 8, 32
"""Repetitions of all parts."""


def page(times: int) -> str:
    return "# T\n\n" + "".join(PARTS.format(n=number) for number in range(times))


def site(suffix: str, times: int) -> dict[str, str | bytes]:
    return {
        "docs.json": '{"name": "T", "navigation": ["index"]}',
        f"index.{suffix}": page(times),
    }


@pytest.mark.parametrize("suffix", ["md", "mdx"])
def test_no_function_runs_more_than_in_proportion_to_the_page(tmp_path, suffix):
    def build(times: int) -> Counter[str]:
        folder = tmp_path / str(times)
        return steps_by_function(build_site, folder, site(suffix, times), "dummy")

    few, many = build(FEW), build(MANY)

    grown = {
        name: (few[name], count)
        for name, count in many.items()
        if count > 400 and count > 1.5 * MANY / FEW * few[name]
    }
    assert grown == {}


@pytest.mark.parametrize("suffix", ["md", "mdx"])
def test_a_page_is_walked_through_by_us_a_fixed_number_of_times(tmp_path, monkeypatch, suffix):
    walks: Counter[int] = Counter()
    given = nodes.Node.findall

    def counted(self: nodes.Node, *args: Any, **kwargs: Any) -> Any:
        caller = sys._getframe(1).f_globals.get("__name__", "")
        if isinstance(self, nodes.document) and caller.startswith("sphinx_docsjson"):
            walks[times] += 1
        return given(self, *args, **kwargs)

    # The build takes it for what it puts there itself, through which all calls would come.
    counted.docsjson_given = given  # type: ignore[attr-defined]
    monkeypatch.setattr(nodes.Node, "findall", counted)
    for times in (1, 3):
        build_site(tmp_path / str(times), site(suffix, times), "dummy")

    assert 0 < walks[1] == walks[3] <= WALKS


WALKS = 20
"""One walk of a page of 2.5 MB takes a tenth of a second: join one before you add one."""
