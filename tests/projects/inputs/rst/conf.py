"""A project in reStructuredText with directives of its own that are called as components are."""

import sys
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive, directives

sys.path.insert(0, str(Path(__file__).parent))

project = "Somebody"
author = "Somebody"
extensions = ["sphinx.ext.mathjax", "sphinx.ext.todo", "own_tabs"]
exclude_patterns = ["_build"]
html_copy_source = True
numfig = True
language = "en"
html_theme = "alabaster"


class Own(Directive):
    """Says which directive it is."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"class": directives.class_option, "title": directives.unchanged}

    def run(self):
        box = nodes.container(classes=["own", self.name])
        box += nodes.paragraph("", f"own {self.name} {self.arguments} {sorted(self.options)}")
        self.state.nested_parse(self.content, self.content_offset, box)
        return [box]


OF_SPHINX = "card steps step tabs accordion frame columns update param-field panel tree note-box"
OF_DOCUTILS = "grid dropdown tab-set tab-item div button-ref button-link card-carousel tooltip"

for name in [*OF_DOCUTILS.split(), "badge"]:
    directives.register_directive(name, Own)


def setup(app):
    for name in OF_SPHINX.split():
        app.add_directive(name, Own)
    app.add_role("bdg", lambda *a, **k: ([nodes.emphasis("", "own role")], []))
    app.add_role("octicon", lambda *a, **k: ([nodes.emphasis("", "own icon")], []))
    return {"parallel_read_safe": True}
