"""Real repositories build as they are: every page, every component, no foreign warning."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.realsites.measure import measure
from tests.realsites.output import Page
from tests.realsites.source import Sources

SITES = ("agentops", "axiom", "copilotkit", "fastmcp", "mem0", "trigger")


@pytest.mark.nightly
@pytest.mark.parametrize("name", SITES)
def test_a_real_site_is_complete_and_built_once(name: str, shared: Path, tmp_path: Path):
    result = measure(shared / "sites" / name, tmp_path / name)
    assert result.wrong == []
    assert result.listed > 20


def test_the_measure_sees_tags_and_expressions_in_the_text():
    html = "<article><p>a &lt;Foo&gt; {bar} <code>&lt;Ok&gt; {ok}</code></p></article>{out}"
    assert Page(html).leaks == ["<Foo>", "{bar}"]


def test_the_measure_counts_components_of_pages_and_their_snippets(tmp_path: Path):
    (tmp_path / "snippets").mkdir()
    (tmp_path / "snippets" / "a.mdx").write_text("<Note>x</Note>")
    page = tmp_path / "page.mdx"
    page.write_text(
        "import A from '/snippets/a.mdx'\n\n<A />\n\n<A />\n\n`<Tip>`\n\n"
        '```mdx\n<Tip>\n```\n\n<Card title="<Tip>" />\n{/* <Tip> */}\n'
    )
    assert Sources(tmp_path).components(page) == {"Note": 2, "Card": 1}


def test_the_measure_fails_when_something_falls_short(tmp_path: Path):
    source = tmp_path / "s"
    source.mkdir()
    (source / "docs.json").write_text(
        '{"name": "T", "navigation": [{"group": "G", "pages": ["index", "b"]}]}'
    )
    (source / "index.mdx").write_text("---\ntitle: T\n---\n{ref}`nowhere`")
    (source / "b.mdx").write_text("b")
    result = measure(source, tmp_path / "out")
    assert (result.listed, result.missing_pages, result.reread) == (2, [], 0)
    assert any("foreign warning" in line for line in result.wrong)
