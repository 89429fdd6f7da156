"""A component is written around its own children, which are where they were afterwards."""

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

from sphinx_docsjson.components.families import inline, landing
from sphinx_docsjson.components.renderers import RENDERERS
from tests._support.building import build_site
from tests.components.samples import PAGES, PICTURE

DOCS = '{"name": "All", "navigation": [{"group": "All", "pages": ["index"]}]}'
MORE = """
<Visibility for='humans'>Words.</Visibility>

```python
x = 1  # [!code ++]
```
"""
SEEN = set()
LOST = []
STRAY = []


class Asking(HTML5Translator):
    """A translator of a project, which asks each node for its place among its siblings."""

    def dispatch_visit(self, node):
        if node.parent is not None and node not in node.parent.children:
            STRAY.append(node)
        super().dispatch_visit(node)

    def visit_literal_block(self, node):
        self.body.append("<pre>")

    def depart_literal_block(self, node):
        self.body.append("</pre>")


def setup(app):
    """Let this module be an extension that looks at each page once it is written."""
    app.set_translator("html", Asking)
    app.connect("html-page-context", look)


def look(app, pagename, templatename, context, doctree):
    for node in doctree.findall(nodes.Element) if doctree is not None else ():
        SEEN.add(type(node))
        LOST.extend((node, child) for child in node.children if child.parent is not node)
        LOST.extend((node, name) for name in node["classes"] if name == "dj-card-link")


def test_what_is_lent_to_html_is_given_back(tmp_path):
    files = {"index.mdx": PAGES["tag"][1] + MORE, "docs.json": DOCS, **PICTURE}
    built = build_site(tmp_path, files, conf={"extensions": ["sphinx_docsjson", __name__]})
    written = {
        kind
        for kind, forms in RENDERERS.items()
        if forms.html and not kind.__module__.startswith("sphinx_docsjson.ext.")
    }

    assert LOST == []
    assert STRAY == []
    assert "<pre>x = 1</pre>" in built.text("index.html")
    ours = {landing.hero_title, landing.hero_lead, inline.term_link}  # made in our theme only
    assert written - SEEN == ours
