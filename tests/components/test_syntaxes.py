"""One component, three syntaxes, one doctree."""

import re

import pytest
from docutils import nodes

from sphinx_docsjson.components.all import registry
from sphinx_docsjson.components.syntaxes import as_myst, as_rst, as_tag, sample

PICTURE = {"images/sample.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'}
COMPONENTS = list(registry)


def source(written, text):
    return f"A {text} in a line.\n" if written.is_inline else f"{text}\n"


def shape(built):
    """The content of the page, without what differs by the kind of file."""
    document = built.doctree("index")
    section = document.next_node(nodes.section)
    return "\n".join(child.pformat() for child in section.children[1:])


@pytest.fixture(scope="module")
def pages():
    """All components in each syntax, as three pages of three sites."""
    written = [sample(component, registry) for component in COMPONENTS]
    tag = "".join(f"\n\n{source(w, as_tag(w))}" for w in written)
    myst = "".join(f"\n\n{source(w, as_myst(w, prefix='docsjson:'))}" for w in written)
    rst = "".join(f"\n\n{source(w, as_rst(w, prefix='docsjson:'))}" for w in written)
    return {
        "tag": ("index.mdx", f"# Page\n{tag}"),
        "myst": ("index.md", f"# Page\n{myst}"),
        "rst": ("index.rst", f"Page\n====\n{rst}"),
    }


def test_every_component_gives_the_same_doctree_in_three_syntaxes(site, pages):
    shapes = {}
    for syntax, (name, text) in pages.items():
        built = site({name: text, **PICTURE})
        assert built.warning_lines == [], syntax
        shapes[syntax] = shape(built)

    assert shapes["tag"] == shapes["myst"]
    assert shapes["myst"] == shapes["rst"]


def test_every_component_leaves_its_mark_in_the_page(site, pages):
    name, text = pages["tag"]
    html = str(site({name: text, **PICTURE}).article("index"))

    assert len(COMPONENTS) >= 40
    classes = set(re.findall(r"dj-[\w-]+", html))
    for expected in (
        "dj-callout-note",
        "dj-card",
        "dj-code-group",
        "dj-step",
        "dj-panel",
        "dj-accordion",
        "dj-field",
        "dj-expandable",
        "dj-figure",
        "dj-tooltip-tip",
        "dj-update",
        "dj-badge",
        "dj-tree-line",
        "dj-swatch",
        "dj-github-repo",
        "dj-prompt",
        "dj-view",
        "dj-picture-tile",
        "dj-examples",
    ):
        assert expected in classes


@pytest.mark.parametrize("spelling", ["defaultOpen", "defaultopen", "default-open"])
def test_an_attribute_is_accepted_in_three_spellings(site, spelling):
    page = f"# Page\n\n:::{{docsjson:accordion}} Title\n:{spelling}:\n\nText.\n:::\n"

    assert site({"index.md": page}).article("index").select_one("details.dj-accordion[open]")
