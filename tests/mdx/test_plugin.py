"""The plugin of markdown-it that finds tags, expressions and comments."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sphinx_docsjson.mdx.grammar import Grammar, Shape
from sphinx_docsjson.mdx.rules import tags_plugin


class _Names:
    """A page on which ``A`` and ``C`` are components and ``b`` is HTML."""

    def shape_of(self, name: str) -> Shape:
        shapes = {"A": Shape.BLOCK, "b": Shape.INLINE, "C": Shape.EITHER, "": Shape.EITHER}
        return shapes.get(name, Shape.UNKNOWN)

    def is_component(self, name: str) -> bool:
        return name in {"A", "C"}

    def similar_component(self, name: str) -> str | None:
        return "A" if name == "AA" else None

    def owns_tags(self) -> bool:
        return True

    def inside_component(self) -> bool:
        return False

    def is_site_path(self, path: str) -> bool:
        return True

    def defined_names(self) -> list[str]:
        return ["b"]


@pytest.mark.parametrize("whole", [True, False])
@given(st.text(alphabet="<>/{}AbC \n`-*#|!x=\"'1.", max_size=120))
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_text_makes_the_plugin_fail(whole: bool, text: str):
    md = MarkdownIt("commonmark").enable("table")
    tags_plugin(md, Grammar(_Names(), whole=whole))
    for token in md.parse(text):
        assert token.map is None or token.map[0] <= token.map[1] <= text.count("\n") + 1
