"""What a page says by a state, such as required, done or removed, is readable in every format."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup
from component_samples import as_tag, sample

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.components.domain import registry
from tests._support.building import build_site
from tests.components.samples import PICTURE

OF_STATES = words(
    "caption date default deprecated description eyebrow filename headline hint post pre required "
    "stepNumber tags tip title type"
)
"""Attributes that say something; the others are looks, addresses and what parts are called."""

PAIRS = {
    "done": ("- [x] a", "- [ ] a"),
    "a task": ("- [ ] a", "- a"),
    "a checkbox": ('a <input type="checkbox" checked />', 'a <input type="checkbox" />'),
    "an added line": ("```js\na // [!code ++]\n```", "```js\na\n```"),
    "a removed line": ("```js\na // [!code --]\n```", "```js\na // [!code ++]\n```"),
    "struck": ("~~a~~", "a"),
    "deleted": ("<del>a</del>", "a"),
    "inserted": ("<ins>a</ins>", "a"),
    "an exponent": ("x<sup>2</sup>", "x2"),
    "an index": ("x<sub>2</sub>", "x2"),
    "a quotation": ("<q>a</q>", "a"),
    "the first number": ("3. a", "1. a"),
    "a summary": ("<details><summary>a</summary>b</details>", "<details>b</details>"),
    "the place of a parameter": ('<ParamField query="a" />', '<ParamField header="a" />'),
    "a caption": (
        '<Gallery>![a](/images/sample.png "b")</Gallery>',
        "<Gallery>![a](/images/sample.png)</Gallery>",
    ),
    "a link of a tooltip": (
        '<Tooltip tip="a" cta="b" href="https://example.org/">c</Tooltip>',
        '<Tooltip tip="a" href="https://example.org/">c</Tooltip>',
    ),
    "an abbreviation": ('<abbr title="a">b</abbr>', "b"),
    "an alternative": ("<Tabs><Tab title='a'>b</Tab></Tabs>", "b"),
    "a warning": ("<Warning>a</Warning>", "<Note>a</Note>"),
}
"""State → what has it, and the same without it."""


def pairs():
    """Yield the states of Markdown and HTML, and those that attributes of components give."""
    yield from PAIRS.items()
    for component in registry:
        needed = {a.name for a in component.attributes if a.required or a.name == "name"}
        needed = needed or set(component.one_of[:1])
        for attribute in component.attributes:
            is_look = attribute.type == "choice"
            if attribute.name in OF_STATES and not (
                is_look or attribute.required or attribute.instead
            ):
                has = sample(component, registry, {*needed, attribute.name})
                yield (
                    f"{component.name}.{attribute.name}",
                    (as_tag(has), as_tag(without(has, component, attribute.name))),
                )


def without(written, component, name):
    """Return a component whose innermost *component* has no attribute *name*."""
    attributes = written.attributes
    if written.component is component:
        attributes = {key: text for key, text in attributes.items() if key != name}
    content = tuple(
        part if isinstance(part, str) or not hasattr(part, "component")
        else without(part, component, name)
        for part in written.content
    )  # fmt: skip
    return replace(written, attributes=attributes, content=content)


READ = words("alt checked href open src start value")
"""Attributes of HTML that a browser shows without a style sheet."""


def read_html(page):
    """Return the elements and words of a page, as a browser without style sheets has them."""
    soup = BeautifulSoup(page, "html.parser")
    article = soup.select_one("article") or soup.body
    for element in article.select("svg, button, script"):
        element.decompose()
    for element in article.find_all(True):
        element.attrs = {key: text for key, text in element.attrs.items() if key in READ}
        if element.name in {"div", "span"}:
            element.unwrap()
    return str(article)


FORMATS = {
    "html": ("index.html", read_html),
    "epub": ("index.xhtml", read_html),
    "text": ("index.txt", str),
    "man": ("testsite.1", str),
    "latex": ("testsite.tex", lambda text: re.sub(r"\\(?:label|DUrole)\{.*?\}+", "", text)),
    "texinfo": ("testsite.texi", lambda text: re.sub(r"@anchor\{.*?\}", "", text)),
    "twin": ("index.md", str),
}


@pytest.mark.parametrize("form", FORMATS)
def test_each_state_is_readable(tmp_path_factory, form):
    states = dict(pairs())
    blocks = [block for pair in states.values() for block in pair]
    text = "".join(f"qq{number}qq\n\n{block}\n\n" for number, block in enumerate(blocks))
    files = {"index.mdx": f"# Page\n\n{text}qq{len(blocks)}qq\n", **PICTURE}
    files["docs.json"] = '{"name": "Testsite", "navigation": [{"group": "A", "pages": ["index"]}]}'
    folder = tmp_path_factory.getbasetemp() / "states"
    conf = {"extensions": ["sphinx_docsjson"]}
    built = build_site(folder, files, "html" if form == "twin" else form, conf=conf)
    name, read = FORMATS[form]
    marks = [match.span() for match in re.finditer(r"qq\d+qq", read(built.text(name)))]
    found = [read(built.text(name))[end:start] for (_, end), (start, _) in pairwise(marks)]
    found = [" ".join(each.split()) for each in found]

    assert len(found) == len(blocks)
    assert [state for at, state in enumerate(states) if found[2 * at] == found[2 * at + 1]] == []
