"""Which names of components and of sphinx-design a page uses, before anything reads it."""

from __future__ import annotations

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinx_design import extension as design

from sphinx_docsjson import activation
from sphinx_docsjson.components import domain
from sphinx_docsjson.components.registry import registry
from tests._support.building import write_files

USED = [
    (".rst", ".. accordion:: Title\n\n   Words"),
    (".rst", "Words::\n\n   code\n\n.. accordion:: Title"),
    (".rst", "* Words::\n\n     code\n\n  .. accordion:: Title"),
    (".rst", ".. note:: Words::\n\n   .. accordion:: Title"),
    (".rst", ".. code-block:: python\n   :caption: x\n\n   f()\n\n.. accordion:: Title"),
    (".md", "````{note}\n```{accordion} Title\n```\n````"),
    (".md", "```python\nf()\n```\n\n:::{accordion} Title\n:::"),
    (".md", ":::{note}\nWords\n:::\n\n:::{accordion} Title\n:::"),
    (".md", "```{eval-rst}\n.. accordion:: Title\n```"),
    (".rst", ".. [1] Words.\n\n.. _x:\n\n.. accordion:: Title"),
    (".ipynb", '"```{accordion} Title"'),
]
SHOWN = [
    (".rst", "Words::\n\n   .. accordion:: Title"),
    (".rst", "* Words::\n\n     .. accordion:: Title\n\n  Words."),
    (".rst", "1. Words\n   more::\n\n     .. accordion:: Title"),
    (".rst", ".. code-block:: rst\n   :caption: x\n\n   .. accordion:: Title"),
    (".rst", ".. note::\n\n   .. code:: rst\n\n      .. accordion:: Title"),
    (".rst", "Write ``.. accordion:: Title``."),
    (".rst", "..\n   .. accordion:: Title\n"),
    (".rst", ".. Words\n   .. accordion:: Title\n"),
    (".rst", "```{accordion} Title\n```"),
    (".md", ".. accordion:: Title"),
    (".md", "<!--\n```{accordion} Title\n```\n-->"),
    (".md", "```md\n:::{accordion} Title\n:::\n```"),
    (".md", "````{note}\n```\n:::{accordion} Title\n```\n````"),
    (".md", "```{code-block} md\n:::{accordion} Title\n:::\n```"),
]


@pytest.mark.parametrize(("suffix", "text"), USED + SHOWN)
def test_a_name_in_an_example_of_code_is_no_use_of_it(suffix, text):
    directives, _roles = activation.names_used([("page", text, suffix)])

    assert ("accordion" in directives) == ((suffix, text) in USED)


CARD = ".. card:: Title\n\n   Words.\n"
MYST = 'extensions += ["myst_parser"]\n'
LATE = """
def setup(app):
    app.connect("config-inited", lambda app, _: app.add_source_suffix(".md", "restructuredtext"))
"""
NO_USES = {
    "a pattern of addresses in code": {"index.rst": "``'/users/{view}/x'``"},
    "a pattern in words": {"index.rst": "Use {badge} and {note}`x`."},
    "roles in comments and in code": {"index.rst": ".. :badge:`x`\n\n``:badge:`x```"},
    "a role that the page declares": {"index.rst": ".. role:: badge\n\n:badge:`x`"},
    "a role that an included file declares": {
        "index.rst": ".. include:: roles.inc\n\n:badge:`x`",
        "roles.inc": ".. role:: badge\n",
    },
    "a role that conf.py declares": {
        "index.rst": ":badge:`x`",
        "conf.py": 'rst_prolog = ".. role:: badge"\n',
    },
    "a page that is excluded": {"old/page.rst": CARD, "conf.py": 'exclude_patterns = ["old"]\n'},
    "a file that Sphinx does not read": {"notes.txt": CARD, "README.md": "```{card} Title\n```"},
    "a pattern, a role of the other syntax": {
        "index.md": "# T\n\n/users/{view}/`a` :badge:`x`\n",
        "conf.py": MYST,
    },
    "Markdown that an extension reads that says so late": {
        "index.rst": ".. toctree::\n\n   a\n",
        "a.md": "A\n=\n",
        "conf.py": LATE,
    },
    "roles in comments and in code of Markdown": {
        "index.md": "# T\n\n% {badge}`x`\n\n<!-- {badge}`x` -->\n\n`{badge}`, ``{badge}`x` ``\n",
        "conf.py": MYST,
    },
}
USES = {
    "a directive": {"index.rst": CARD},
    "a role": {"index.rst": ":badge:`x`"},
    "a role of MyST": {"index.md": "# T\n\n{badge}`x`\n", "conf.py": MYST},
    "a file that Sphinx reads": {"notes.txt": CARD, "conf.py": 'source_suffix = [".rst", ".txt"]'},
    "a file that a page includes": {"index.rst": ".. include:: notes.txt", "notes.txt": CARD},
    "one beside the folder": {"docs/index.rst": ".. include:: /../notes.txt", "notes.txt": CARD},
    "a role of reST in Markdown": {
        "index.md": "# T\n\n```{eval-rst}\n:badge:`x`\n```\n",
        "conf.py": MYST,
    },
    "Markdown that a toctree lists": {"index.rst": ".. toctree::\n\n   a\n", "a.md": "# A\n"},
    "Markdown that it finds": {"index.rst": ".. toctree::\n   :glob:\n\n   *\n", "a.md": "# A\n"},
}


@pytest.mark.parametrize("name", [*NO_USES, *USES])
def test_a_project_asks_for_us_by_what_sphinx_will_parse(tmp_path, name):
    files = {"index.rst": "Words.\n", **(NO_USES | USES)[name]}
    if "index.md" in files:
        del files["index.rst"]
    files["conf.py"] = 'extensions = ["sphinx_docsjson"]\n' + files.get("conf.py", "")
    write_files(tmp_path, files)
    source = tmp_path / "docs" if "docs/index.rst" in files else tmp_path
    out = tmp_path / "_build"
    with patch_docutils(), docutils_namespace():
        app = Sphinx(source, tmp_path, out, out, "dummy", status=None, warning=None)

    assert ("docsjson_directives" in app.config) == (name in USES)


def test_the_names_that_pages_are_searched_for_are_those_that_there_are():
    named = domain.component_directives()
    hyphens = {
        domain._WORD.sub("-", each.name).lower() for each in registry if each.directive is not None
    }
    assert {*named, *hyphens, "openapi"} == activation.DIRECTIVES
    assert set(domain.component_roles()) == activation.ROLES

    app = _Names()
    design.setup_extension(app)
    ours = activation.DIRECTIVES | activation.DESIGN_DIRECTIVES
    assert {name for name in app.directives if not name.startswith("_")} <= ours
    assert [name for name in app.roles if not activation.DESIGN_ROLE.fullmatch(name)] == []


class _Names:
    """An application that keeps the names it is told."""

    def __init__(self):
        self.directives, self.roles = [], []

    def add_directive(self, name, *_more, **_options):
        self.directives.append(name)

    def add_role(self, name, *_more, **_options):
        self.roles.append(name)

    def __getattr__(self, _name):
        return lambda *_more, **_options: None
