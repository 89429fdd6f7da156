"""No component and no attribute of the newest format is unknown, and none is silent."""

from __future__ import annotations

import re

import pytest

from sphinx_docsjson.components.domain import registry
from sphinx_docsjson.components.registry import Written, as_tag, sample, sample_value
from tests._support import npm
from tests._support.pictures import picture
from tests.components.newest import kept, newest, without_a_word

NEEDED = {
    "align": {"src": "x"},
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

ELSEWHERE = {
    (
        "CodeBlock",
        "expandable",
    ): "code.html+markdown.md: of 16 lines or more",
    ("Param", "placeholder"): "tests/openapi/test_pages.py: the request of the page has it",
    ("ParamField", "placeholder"): "tests/openapi/test_pages.py: the request of the page has it",
    ("Prompt", "actions"): "tests/components/fixtures/audiences.html+markdown.md",
    ("RequestExample", "dropdown"): "code.html+markdown.md: they are code groups beside the text",
    ("RequestExample", "initialSelectedTab"): "newest.html+markdown.md",
    ("ResponseExample", "dropdown"): "code.html+markdown.md",
    ("ResponseExample", "initialSelectedTab"): "newest.html+markdown.md",
    (
        "Steps",
        "titleSize",
    ): "tests/components/fixtures/steps.html+markdown.md: of steps with titles",
    ("Tabs", "defaultTabIndex"): "tests/components/fixtures/tabs.html+markdown.md: of two tabs",
    ("Update", "rss"): "tests/outputs/test_feeds.py",
    ("Update", "date"): "tests/outputs/test_feeds.py",
}
"""What shows somewhere else than in the nodes of the component → where it is tried."""


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


def _without_and_with(component, attribute):
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
