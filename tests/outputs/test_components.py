"""Every component has the Markdown form that a person would have written."""

from __future__ import annotations

from pathlib import Path

from tests._support.page_cases import AROUND, files_of
from tests._support.texts import read_cases

COMPONENTS = Path(__file__).parents[1] / "components" / "fixtures"


def test_the_forms_depend_neither_on_the_theme_nor_on_the_builder(site):
    """The forms themselves stand in ``tests/components/fixtures``."""
    cases = [each for path in COMPONENTS.glob("*+markdown.md") for each in read_cases(path)]
    texts = [files_of(case.source).get("page.mdx") for case in cases]
    # A headline in an explanation is still read back from its HTML where HTML is written.
    texts = [text for text in texts if text and "<Tooltip headline=" not in text]
    pages = {f"page{number}.mdx": text for number, text in enumerate(texts)}
    files = {**pages, **AROUND}
    ways = [{"builder": "docsjson-markdown"}, {"conf": {"html_theme": "alabaster"}}, {}]
    first, *others = (site(files, **way) for way in ways)

    assert len(pages) > 80
    for name in pages:
        twin = Path(name).with_suffix(".md").name
        # The builder for Markdown alone writes no pointer to the index above the title.
        found = {built.text(twin).partition("# ")[2] for built in (first, *others)}
        assert len(found) == 1, pages[name]


EXTENSION = """
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

class shout(nodes.General, nodes.Element): pass
class quiet(nodes.General, nodes.Element): pass

class Shout(SphinxDirective):
    has_content = True
    kind = shout
    def run(self):
        node = self.kind()
        node += self.parse_content_to_nodes()
        return [node]

class Quiet(Shout):
    kind = quiet

def nothing(self, node): pass
def visit(self, node): self.add("LOUD: ")
def depart(self, node): self.add("!")

def setup(app):
    app.add_node(shout, html=(nothing, nothing), docsjson_markdown=(visit, depart))
    app.add_node(quiet, html=(nothing, nothing))
    app.add_directive("shout", Shout)
    app.add_directive("quiet", Quiet)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
"""


def test_an_extension_registers_the_form_of_its_own_node(site, tmp_path, monkeypatch):
    (tmp_path / "loud_extension.py").write_text(EXTENSION)
    monkeypatch.syspath_prepend(tmp_path)
    conf = {"extensions": ["sphinx_docsjson", "loud_extension"]}
    page = "# T\n\n```{shout}\nHello\n```\n\n```{quiet}\nHush\n```\n\n```{quiet}\nHush\n```\n"
    built = site({"index.md": page}, conf=conf)

    assert "LOUD: Hello!" in built.text("index.md")
    assert "Hush" in built.text("index.md")
    assert built.warning_lines == []
    assert built.status.count("cannot show the node loud_extension.quiet") == 1
