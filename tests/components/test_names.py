"""Short names: nobody's pages break."""

import pytest
from docutils import nodes
from sphinx import addnodes

DESIGN = """
Page
====

.. note:: A note of docutils.

.. tip::
   :class: own

   A tip.

.. card:: Title
   :link: https://example.org
   :shadow: lg
   :class-card: a

   Body

.. card::
   :header: Above
   :footer: Below

   Body

.. steps::
   :start: 3
   :color: success

   .. step:: One

      First.

   .. step::

      Second.

.. accordion::
   :flush:

   .. dropdown:: A
      :open:

      Text.

   .. dropdown:: B

      Text.

.. tab-set::
   :sync-group: os

   .. tab-item:: Mac
      :sync: mac
      :selected:

      Text.

   .. tab-item:: Linux
      :sync: linux

      Text.

.. tab-set-code::

   .. code-block:: python

      x = 1

.. grid:: 2
   :gutter: 3

   .. grid-item::

      A

   .. grid-item-card:: B
      :link: https://example.org
      :link-alt: Example

      C

.. dropdown:: Title
   :icon: check
   :color: primary

   Text.

.. card-carousel:: 2

   .. card:: A

      a

.. button-link:: https://example.org
   :color: primary

   Go

.. div:: own

   Text.

.. article-info::
   :author: Somebody
   :date: today

.. aside::

   Beside.

:bdg-primary:`new` :octicon:`check`
"""


@pytest.fixture
def two_builds(tmp_path):
    """The doctree of a page with sphinx-design alone, and with us."""
    from tests._support.building import build_site

    def build(text):
        found = []
        for number, extensions in enumerate((["sphinx_design"], ["sphinx_docsjson"])):
            files = {"index.rst": text}
            if number:
                files["docs.json"] = (
                    '{"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}'
                )
            built = build_site(tmp_path / str(number), files, conf={"extensions": extensions})
            assert [line for line in built.warning_lines if "toctree" not in line] == []
            section = built.doctree("index").next_node(nodes.section)
            for toctree in list(section.findall(addnodes.toctree)):
                toctree.parent.remove(toctree)
            found.append(section.pformat())
        return found

    return build


def test_pages_of_sphinx_design_give_the_same_doctree_with_and_without_us(two_builds):
    without, with_us = two_builds(DESIGN)

    assert with_us == without


def test_an_option_of_ours_makes_a_known_name_ours(site):
    page = "Page\n====\n\n.. card:: Title\n   :href: /index\n   :icon: rocket\n\n   x\n"
    card = site({"index.rst": page}).article("index").select_one(".dj-card")

    assert card.select_one("a.dj-card-link")["href"] == "#"
    assert card.select_one(".dj-card-icon svg")


def test_an_accordion_with_an_argument_is_ours(site):
    page = "Page\n====\n\n.. accordion:: Title\n\n   Text.\n"

    assert site({"index.rst": page}).article("index").select_one("details.dj-accordion")


def test_options_of_sphinx_design_work_on_our_components(site):
    page = "# P\n\n:::{docsjson:card} T\n:href: /index\n:shadow: lg\n:class-card: own\n\nx\n:::\n"
    built = site({"index.md": page})
    card = built.article("index").select_one(".dj-card")

    assert built.warning_lines == []
    assert {"sd-shadow-lg", "own"} <= set(card["class"])


def test_a_wrong_option_of_a_known_directive_is_an_error_as_before(site):
    built = site({"index.rst": "Page\n====\n\n.. note::\n   :nonsense: 1\n\n   x\n"})

    assert any("nonsense" in line for line in built.warning_lines)


def test_no_short_names_are_taken_when_the_project_says_so(site):
    page = "Page\n====\n\n.. codegroup::\n\n   x\n"
    built = site({"index.rst": page}, conf={"docsjson_directives": "none"})

    assert any('Unknown directive type "codegroup"' in line for line in built.warning_lines)


def test_the_domain_has_every_component_even_then(site):
    page = "Page\n====\n\n.. docsjson:check::\n\n   Done.\n"
    built = site({"index.rst": page}, conf={"docsjson_directives": "none"})

    assert built.warning_lines == []
    assert built.article("index").select_one(".dj-callout-check")
