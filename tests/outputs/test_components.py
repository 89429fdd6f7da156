"""Every component has the Markdown form that a person would have written."""

from __future__ import annotations

import pytest


def written(site, text, **options):
    files = {"index.mdx": f"---\ntitle: T\n---\n\n{text}\n", "more.md": "# More\n"}
    built = site(files, **options)
    return built.text("index.md").split("# T\n", 1)[1].strip()


CASES = {
    "callout": ("<Check>Done *well*.</Check>", "> **Check**\n>\n> Done *well*."),
    "steps": (
        (
            '<Steps>\n<Step title="First">\nDo `it`.\n</Step>\n'
            '<Step title="Then">\nRest.\n</Step>\n</Steps>'
        ),
        "1. **First**\n\n   Do `it`.\n\n2. **Then**\n\n   Rest.",
    ),
    "tabs": (
        '<Tabs>\n<Tab title="One">\nA\n</Tab>\n<Tab title="Two">\nB\n</Tab>\n</Tabs>',
        "**One**\n\nA\n\n**Two**\n\nB",
    ),
    "accordion": ('<Accordion title="Open">\nInside\n</Accordion>', "**Open**\n\nInside"),
    "cards": (
        (
            '<CardGroup cols={2}>\n<Card title="A" href="/more">\nText\n</Card>\n'
            '<Card title="B" href="https://example.com">\nText\n</Card>\n</CardGroup>'
        ),
        "- **[A](more.md)**\n\n  Text\n\n- **[B](https://example.com)**\n\n  Text",
    ),
    "field": (
        (
            '<ParamField query="limit" type="integer" required default="10">\nHow many.\n'
            '<Expandable title="more">\n<ParamField body="x" type="string">\n'
            "Inner.\n</ParamField>\n</Expandable>\n</ParamField>"
        ),
        (
            "- `limit` *integer* query default: `10` **required**\n\n  How many.\n\n  **more**\n\n"
            "  - `x` *string* body\n\n    Inner."
        ),
    ),
    "frame": (
        '<Frame caption="A caption">\n![Alt](https://example.com/x.png)\n</Frame>',
        "![Alt](https://example.com/x.png)\n\nA caption",
    ),
    "tooltip": ('An <Tooltip tip="Interface">API</Tooltip>.', "An API (Interface)."),
    "update": (
        '<Update label="2024-10-12" description="v1">\nChanged.\n</Update>',
        "## 2024-10-12\n\nv1\n\nChanged.",
    ),
    "for agents": ('<Visibility for="agents">\nHello.\n</Visibility>', "Hello."),
    "for people": ('<Visibility for="humans">\nHello.\n</Visibility>', ""),
}


@pytest.mark.parametrize("name", CASES)
def test_the_form_of(site, name):
    text, expected = CASES[name]

    assert written(site, text) == expected


@pytest.mark.parametrize("theme", ["docsjson", "alabaster"])
def test_the_form_does_not_depend_on_the_theme(site, theme):
    text = "\n\n".join(text for text, _ in CASES.values())
    expected = "\n\n".join(expected for _, expected in CASES.values() if expected)

    assert written(site, text, conf={"html_theme": theme}) == expected


def test_the_builder_for_markdown_writes_the_same_forms(site):
    text = "\n\n".join(text for text, _ in CASES.values())
    expected = "\n\n".join(expected for _, expected in CASES.values() if expected)

    assert written(site, text, builder="docsjson-markdown") == expected


SPHINX_DESIGN = """\
Page
====

.. grid:: 2

   .. grid-item-card:: Title
      :link: https://example.com

      Body

   .. grid-item-card:: Other

      Body

.. tab-set::

   .. tab-item:: One

      Content

.. dropdown:: Drop

   Inside
"""


def test_the_components_of_sphinx_design_are_read_in_their_html_form(site):
    built = site({"index.rst": SPHINX_DESIGN}, conf={"extensions": ["sphinx_docsjson"]})

    assert built.text("index.md").split("# Page\n\n")[1] == (
        "- **[Title](https://example.com)**\n\n  Body\n\n- **Other**\n\n  Body\n\n"
        "**One**\n\nContent\n\n**Drop**\n\nInside\n"
    )


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
    assert built.status.count("no form for the node loud_extension.quiet") == 1
