"""One component, three syntaxes, one doctree."""

import re

import pytest
from docutils import nodes

from tests.components.samples import COMPONENTS, PAGES, PICTURE


def shape(built):
    """The content of the page, without what differs by the kind of file."""
    document = built.doctree("index")
    section = document.next_node(nodes.section)
    return "\n".join(child.pformat() for child in section.children[1:])


def test_every_component_gives_the_same_doctree_in_three_syntaxes(site):
    shapes = {}
    for syntax, (name, text) in PAGES.items():
        built = site({name: text, **PICTURE})
        assert built.warning_lines == [], syntax
        shapes[syntax] = shape(built)

    assert shapes["tag"] == shapes["myst"]
    assert shapes["myst"] == shapes["rst"]


def test_every_component_leaves_its_mark_in_the_page(site):
    name, text = PAGES["tag"]
    html = str(site({name: text, **PICTURE}).article("index"))

    assert len(COMPONENTS) >= 40
    classes = set(re.findall(r"dj-[\w-]+", html))
    for expected in (
        *("dj-callout-note", "dj-card", "dj-code-group", "dj-step", "dj-panel"),
        *("dj-accordion", "dj-field", "dj-expandable", "dj-figure", "dj-tooltip-tip"),
        *("dj-update", "dj-badge", "dj-tree-line", "dj-swatch", "dj-github-repo", "dj-prompt"),
        *("dj-view", "dj-picture-tile", "dj-examples"),
    ):
        assert expected in classes


@pytest.mark.parametrize("spelling", ["defaultOpen", "defaultopen", "default-open"])
def test_an_attribute_is_accepted_in_three_spellings(site, spelling):
    page = f"# Page\n\n:::{{docsjson:accordion}} Title\n:{spelling}:\n\nText.\n:::\n"

    assert site({"index.md": page}).article("index").select_one("details.dj-accordion[open]")
