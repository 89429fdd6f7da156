"""Tags in pages: what they become, where they may stand, and how mistakes are told."""

from __future__ import annotations

from docutils import nodes


def doctree(site, body: str, name: str = "index.mdx", **files: str):
    built = site({name: body, **files})
    return built, built.doctree(name.partition(".")[0])


def test_very_deep_nesting_ends_in_a_warning(site):
    built, _ = doctree(site, "<div>\n" * 60 + "x\n" + "</div>\n" * 60)
    assert len(built.warning_lines) == 1
    assert "nested deeper" in built.warning_lines[0]


def test_without_docs_json_a_page_is_what_myst_makes_of_it(tmp_path):
    from tests._support.building import build_site

    built = build_site(tmp_path / "s", {"index.md": "# T\n\n<b>x</b> $5"})
    raws = [n.astext() for n in built.doctree("index").findall(nodes.raw)]
    assert "<b>" in raws
