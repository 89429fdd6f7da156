"""What each builder writes of a project in a theme of its own stays, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from sphinx_design import extension as design

from sphinx_docsjson import asked
from sphinx_docsjson.components import domain
from sphinx_docsjson.components.registry import registry
from tests._support.quick import quick_only
from tests.same_bytes.__main__ import docs_json
from tests.same_bytes.compare import ADDED, BOOKS, NOT_READ, articles, build, differences
from tests.same_bytes.table import Project, markdown, read_projects

INPUTS = Path(__file__).with_name("inputs")
PROJECTS = sorted(path.name for path in INPUTS.iterdir())
QUICK = ("html", "latex", "epub", "text", "gettext")
PAGES = {
    "rst": ["index", "boxes", "more/deep"],
    "myst": ["index", "tags", "jsx", "alone"],
    "page": ["index"],
    "translated": ["index", "other"],
}


@pytest.mark.parametrize("name", quick_only(PROJECTS, ["rst"]))
def test_the_extension_alone_changes_no_byte(tmp_path, name):
    plain = build(INPUTS / name, tmp_path, "plain", builders=QUICK)
    added = build(INPUTS / name, tmp_path, "added", builders=QUICK, lines=ADDED)

    assert list(map(str, differences(plain, added, QUICK))) == []


@pytest.mark.parametrize("name", quick_only(PROJECTS, ["myst"]))
def test_with_docs_json_books_stay_and_so_do_articles(tmp_path, name):
    builders = ("html", *(book for book in BOOKS if book in QUICK))
    config = docs_json(PAGES.get(name, ["index", "boxes"]))
    plain = build(INPUTS / name, tmp_path, "plain", builders=builders)
    site = build(INPUTS / name, tmp_path, "site", builders=builders, lines=ADDED, config=config)

    found = [*differences(plain, site, builders[1:], NOT_READ), *articles(plain, site)]
    assert list(map(str, found)) == []
    said, before = (each.files("html")["(warnings)"].splitlines() for each in (site, plain))
    assert [line for line in said if line not in before] == []


def test_our_builder_writes_the_same_where_nothing_else_asks_for_us(tmp_path):
    names = ("docsjson-markdown",)
    late = build(INPUTS / "rst", tmp_path, "late", builders=names, lines=ADDED)
    asked_for = ADDED + "docsjson_tags_in_md = False\n"
    once = build(INPUTS / "rst", tmp_path, "once", builders=names, lines=asked_for)

    assert next(iter(late.ends.values()))[0] == 0
    assert list(map(str, differences(once, late, names))) == []


USED = [
    (".rst", ".. accordion:: Title\n\n   Words"),
    (".rst", "Words::\n\n   code\n\n.. accordion:: Title"),
    (".rst", "* Words::\n\n     code\n\n  .. accordion:: Title"),
    (".rst", ".. note:: Words::\n\n   .. accordion:: Title"),
    (".rst", ".. code-block:: python\n   :caption: x\n\n   f()\n\n.. accordion:: Title"),
    (".md", "````{note}\n```{accordion} Title\n```\n````"),
    (".md", "```python\nf()\n```\n\n:::{accordion} Title\n:::"),
    (".md", ":::{note}\nWords\n:::\n\n:::{accordion} Title\n:::"),
    (".ipynb", '"```{accordion} Title"'),
]
SHOWN = [
    (".rst", "Words::\n\n   .. accordion:: Title"),
    (".rst", "* Words::\n\n     .. accordion:: Title\n\n  Words."),
    (".rst", "1. Words\n   more::\n\n     .. accordion:: Title"),
    (".rst", ".. code-block:: rst\n   :caption: x\n\n   .. accordion:: Title"),
    (".rst", ".. note::\n\n   .. code:: rst\n\n      .. accordion:: Title"),
    (".rst", "Write ``.. accordion:: Title``."),
    (".md", "```md\n:::{accordion} Title\n:::\n```"),
    (".md", "````{note}\n```\n:::{accordion} Title\n```\n````"),
    (".md", "```{code-block} md\n:::{accordion} Title\n:::\n```"),
]


@pytest.mark.parametrize(("suffix", "text"), USED + SHOWN)
def test_a_name_in_an_example_of_code_is_no_use_of_it(suffix, text):
    uses = asked.uses(text, suffix, lambda directives, _roles: "accordion" in directives)

    assert uses == ((suffix, text) in USED)


def test_the_comparison_sees_a_byte(tmp_path):
    folder = INPUTS / "myst"
    plain = build(folder, tmp_path, "plain", builders=("text",))
    other = build(folder, tmp_path, "other", builders=("text",), lines='\nrst_prolog = "x"\n')
    (other.folder / "text" / "index.txt").write_text("x")

    assert [each.file for each in differences(plain, other, ("text",))] == ["index.txt"]


def test_the_table_says_what_differs_and_which_builders_fail():
    result = {
        "pages": 9,
        "theme": "alabaster",
        "extensions": ["sphinx.ext.autodoc", "sphinx_click"],
        "statuses": {"html": 0, "latex": 2},
        "found": {"added": {}, "docs.json": {"html article": 1}},
        "chance": [],
    }
    project = Project(name="a", repository="b/a", commit="c")

    assert markdown({"a": project}, {"a": result}).splitlines()[2] == (
        "| [a](https://github.com/b/a) | c | `alabaster` | `sphinx_click` | 9 "
        "| same, html article 1; latex fail without us, too |"
    )
    assert all(each.commit for each in read_projects().values())


def test_the_names_that_pages_are_searched_for_are_those_that_there_are():
    named = domain.component_directives()
    hyphens = {
        domain._WORD.sub("-", each.name).lower() for each in registry if each.directive is not None
    }
    assert {*named, *hyphens, "openapi"} == asked.DIRECTIVES
    assert set(domain.component_roles()) == asked.ROLES

    app = _Names()
    design.setup_extension(app)
    ours = asked.DIRECTIVES | asked.DESIGN_DIRECTIVES
    assert {name for name in app.directives if not name.startswith("_")} <= ours
    assert [name for name in app.roles if not asked.DESIGN_ROLE.fullmatch(name)] == []


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
