"""No component and no attribute of the newest format is unknown, and none is silent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from component_samples import Written, as_tag, sample, sample_value

from sphinx_docsjson.components.domain import registry
from tests._support import npm
from tests._support.pictures import picture
from tests.components.newest import kept, newest, without_a_word

ROOT = Path(__file__).parents[2]

NEEDED = {
    "align": {"src": "x"},
    "alt": {"img": "/images/sample.png"},
    "colorDark": {"icon": "rocket", "colorLight": "#111111"},
    "colorLight": {"icon": "rocket", "colorDark": "#111111"},
    "color": {"icon": "rocket"},
    "cta": {"href": "https://example.org/"},
    "default": {"name": "x", "query": "x"},
    "defaultOpen": {"title": "T"},
    "deprecated": {"name": "x", "query": "x"},
    "headline": {"tip": "words"},
    "href": {"title": "T", "cta": "More"},
    "iconLibrary": {"icon": "rocket"},
    "iconType": {"icon": "heart"},
    "icon": {"filename": "a.py"},
    "newTab": {"title": "T", "href": "https://example.org/"},
    "arrow": {"title": "T", "href": "https://example.org/"},
    "disabled": {"title": "T", "href": "https://example.org/"},
    "size": {"icon": "rocket"},
    "tailIcon": {"icon": "rocket"},
    "titleSize": {"title": "T"},
    "noAnchor": {"title": "T"},
    "stepNumber": {"title": "T"},
    "id": {"title": "T"},
}
"""An attribute → others without which it means nothing."""

VALUES = {
    "Callout.variant": "danger",
    "Gallery.cols": "2",
    "Prompt.actions": '["copy", "cursor"]',
    "Hero.align": "center",
    "arrow": "false",
    "cols": "3",
    "language": "python",
    "openable": "false",
    "align": "right",
    "id": "own",
    "iconLibrary": "tabler",
    "iconType": "regular",
    "initialSelectedTab": "1",
    "stepNumber": "7",
    "sync": "false",
    "defaultTabIndex": "1",
    "defaultClosed": "true",
    "for": "agents",
    "highlight": "1",
    "focus": "1",
    "actions": '["none"]',
}
"""Values that are not what a component has without them, where the last choice is."""

_NUMBERED = re.compile(r' (?:id|aria-[a-z]+|href)="#?(?!own)[\w-]*-\d+(?:-[\w-]*)?"')
"""Ids that are counted on a page."""

TWICE = {("Expandable", "defaultClosed"): {"defaultOpen": ""}}
"""What an attribute takes back."""

WHOLE = {
    ("CodeBlock", "expandable"): "<CodeBlock{attribute}>\n\n" + "1\n" * 20 + "\n</CodeBlock>",
    ("Steps", "titleSize"): '<Steps{attribute}>\n<Step title="One">\nx\n</Step>\n</Steps>',
    ("Tabs", "defaultTabIndex"): (
        '<Tabs{attribute}>\n<Tab title="One">\nx\n</Tab>\n<Tab title="Two">\ny\n</Tab>\n</Tabs>'
    ),
}
"""What shows with a certain content only → the whole, with a place for the attribute."""

ELSEWHERE = {
    **{
        (f"{name}Example", own): ("tests/site/test_every_row.py", f'"{name}Example {own}"')
        for name in ("Request", "Response")
        for own in ("dropdown", "initialSelectedTab")
    },
    ("Param", "placeholder"): ("tests/openapi/test_pages.py", '"city": "Ghent"'),
    ("ParamField", "placeholder"): ("tests/openapi/test_pages.py", '"street": "Kaai"'),
    ("Update", "rss"): ("tests/outputs/test_feeds.py", '"Espresso & more"'),
    ("Update", "date"): ("tests/outputs/test_feeds.py", "24 Dec 2025"),
}
"""What shows somewhere else than on the page → the test that tries it, and what it looks for."""


def test_each_attribute_of_the_newest_components_has_one_of_the_three_words():
    rows = kept()

    assert without_a_word([*rows["types"], *rows["pages"]]) == []
    assert sum(len(own) for _name, own in rows["types"]) > 250


@pytest.mark.parametrize("each", [5, pytest.param(1, marks=pytest.mark.nightly)])
def test_each_attribute_that_is_said_to_have_its_effect_changes_the_page(site, each):
    tried = [
        (component, attribute)
        for component in list(registry)[::each]
        for attribute in component.attributes
        if not attribute.instead and (component.name, attribute.name) not in ELSEWHERE
    ]
    parts = {}
    for component, attribute in tried:
        parts.setdefault(component.name, []).extend(_without_and_with(component, attribute))
    files = {
        f"{name.replace('.', '-').lower()}.mdx": "# Page\n\n"
        + "\n\n".join(f'<div className="part">\n\n{part}\n\n</div>' for part in found)
        for name, found in parts.items()
    }
    built = site({"index.mdx": "# Page\n", **files, "images/sample.png": picture()})
    shown = [
        _NUMBERED.sub("", str(part))
        for name in parts
        for part in built.article(name.replace(".", "-").lower()).select("div.part")
    ]
    pairs = zip(tried, shown[::2], shown[1::2], strict=True)
    idle = [f"<{one.name} {own.name}>" for (one, own), before, after in pairs if before == after]

    assert idle == [], " ".join(idle)


@pytest.mark.parametrize(("name", "attribute"), ELSEWHERE)
def test_what_shows_elsewhere_is_tried_there(name, attribute):
    place, wanted = ELSEWHERE[name, attribute]
    text = (ROOT / place).read_text(encoding="utf-8")
    if place.startswith("tests/site/"):  # the rows of a site, which is held to use each attribute
        assert wanted in text
        return
    tag = re.search(rf"<{name}\b[^>]*\s{attribute}=", text)

    assert tag
    assert wanted in text[tag.end() :].partition("assert ")[2]


def _without_and_with(component, attribute):
    if whole := WHOLE.get((component.name, attribute.name)):
        value = VALUES.get(attribute.name, "")
        given = f' {attribute.name}="{value}"' if value else f" {attribute.name}"
        yield whole.format(name=component.name, attribute="")
        yield whole.format(name=component.name, attribute=given)
        return
    names = {own.name for own in component.attributes}
    needed = {name: text for name, text in NEEDED.get(attribute.name, {}).items() if name in names}
    given = {
        **{own.name: sample_value(own) for own in component.attributes if own.required},
        **needed,
        **TWICE.get((component.name, attribute.name), {}),
    }
    given.pop(attribute.name, None)
    value = VALUES.get(attribute.name, sample_value(attribute))
    value = VALUES.get(f"{component.name}.{attribute.name}", value)
    yield _written(component, given)
    yield _written(component, {**given, attribute.name: value})


def _written(component, attributes):
    outer = sample(component, registry, [a.name for a in component.attributes if a.required])
    inner = outer
    while inner.component is not component:
        inner = next(part for part in inner.content if isinstance(part, Written))
    object.__setattr__(inner, "attributes", attributes)
    text = as_tag(outer)
    return f"A {text} in a line." if outer.is_inline else text


@pytest.mark.nightly
@pytest.mark.skipif(bool(npm.missing()), reason=npm.missing())
def test_the_newest_package_has_no_attribute_that_we_do_not_know():
    assert without_a_word(newest()) == []
