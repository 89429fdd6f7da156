"""A title is made once, also by a builder that gives the same dictionary each time."""

from __future__ import annotations

from types import SimpleNamespace

from docutils import nodes

from sphinx_docsjson.compat.builders import cache_title_html


def test_titles_stay_what_they_were_where_the_builder_reuses_its_answer():
    made = []
    answer: dict[str, str] = {}

    def render_partial(node):  # as Sphinx 8 does
        made.append(node)
        answer["title"] = node.astext() if isinstance(node, nodes.title) else ""
        return answer

    builder = SimpleNamespace(render_partial=render_partial)
    cache_title_html(builder)
    first, second = (nodes.title(words, words) for words in ("One", "Two"))

    found = [builder.render_partial(node)["title"] for node in (first, second, first)]
    builder.render_partial(nodes.paragraph("", "text"))

    assert found == ["One", "Two", "One"]
    assert builder.render_partial(second)["title"] == "Two"
    assert len(made) == 3
