"""Short names: nobody's pages break."""

from __future__ import annotations

import pytest
from docutils import nodes
from sphinx import addnodes

from tests._support.inputs import input_text

DESIGN = input_text(__file__, "names.rst")


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


LATE = """\
from docutils import nodes
from docutils.parsers.rst import Directive

class Theirs(Directive):
    has_content = True

    def run(self):
        return [nodes.paragraph("", f"their {self.name}")]

def register(app, *_event):
    for name in ("panel", "tree", "grid", "openapi"):
        app.add_directive(name, Theirs)
    for name in ("tooltip", "octicon"):
        app.add_role(name, lambda *_of, **_more: ([nodes.inline("", f"their {name}")], []))

def setup(app):
    app.connect("EVENT", register)
"""
USED = "".join(f".. {name}::\n\n   x\n\n" for name in ("panel", "tree", "grid", "openapi"))


@pytest.mark.parametrize("event", ["builder-inited", "env-before-read-docs"])
def test_a_name_that_another_extension_registers_late_is_theirs(
    site, tmp_path, monkeypatch, event
):
    module = f"late_{event.replace('-', '_')}"
    (tmp_path / f"{module}.py").write_text(LATE.replace("EVENT", event))
    monkeypatch.syspath_prepend(tmp_path)
    page = f"Page\n====\n\n{USED}:tooltip:`x` :octicon:`x`\n"

    built = site({"index.rst": page}, conf={"extensions": ["sphinx_docsjson", module]})

    assert built.warning_lines == []
    assert built.article("index").text.count("their ") == 6
