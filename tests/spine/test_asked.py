"""Which names of components and of sphinx-design a page uses, before anything reads it."""

from __future__ import annotations

import pytest
from sphinx_design import extension as design

from sphinx_docsjson import asked
from sphinx_docsjson.components import domain
from sphinx_docsjson.components.registry import registry

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
