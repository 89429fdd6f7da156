"""Whatever raises while a page is read, transformed or written costs a warning, not the build."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial, wraps

import pytest

from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.components.renderers import RENDERERS
from sphinx_docsjson.steps import listener, steps_of
from tests._support.building import build_site
from tests._support.seeds import seed

PAGE = """---
title: First
description: What it is.
---

Words with **bold**, *emphasis*, `code`, [a link](https://a.example/), a note[^1] and $x^2$.

<Card title="Card" href="/second">Words of the card.</Card>

<Button href="https://a.example/">Button</Button>

<Badge>Badge</Badge> <Tooltip tip="Why">Tip</Tooltip>

<Note>Words of the note.</Note>

<Steps><Step title="Step">Words of the step.</Step></Steps>

<Tabs><Tab title="Tab">Words of the tab.</Tab></Tabs>

## Heading

- item

1. numbered

> quote

| a | b |
|---|---|
| c | d |

```python title="a.py"
a = 1
```

<details><summary>More</summary>Words of the details.</details>

[^1]: Words of the footnote.
"""
SITE = {
    "docs.json": '{"name": "X", "navigation": [{"group": "G", "pages": ["index", "second"]}]}',
    "index.mdx": PAGE,
    "second.mdx": "---\ntitle: Second\n---\n\nWords of the other page.\n",
}
BUILDERS = ["html", "latex", "text", "man", "texinfo", "epub", "singlehtml", "xml"]


class Broken(Exception):
    """What a part that fails raises."""


class Fails:
    """A function that raises, and knows whether it was called."""

    called = False

    def __call__(self, *_args, **_options):
        self.called = True
        raise Broken("it is broken")

    def __get__(self, *_owner):
        return self


def visitors(app) -> list[tuple[type, str]]:
    """Return the visitors that the page meets, with the class that has them."""
    translator = app.registry.get_translator_class(app.builder)
    tree = app.env.get_doctree("index")
    app.env.apply_post_transforms(tree, "index")
    names = {base.__name__ for node in tree.findall() for base in type(node).__mro__}
    names -= {"document", "Text"}
    return [
        (next(c for c in translator.__mro__ if f"{way}_{name}" in vars(c)), f"{way}_{name}")
        for name in sorted(names)
        for way in ("visit", "depart")
        if hasattr(translator, f"{way}_{name}")
    ]


def chosen(found: list, most: int) -> list:
    """Return some by the seed of the run, or all."""
    return random.Random(seed(44)).sample(found, min(most, len(found)))


NIGHTLY = pytest.param(1000, marks=pytest.mark.nightly)


def told(site, part: str) -> None:
    """Assert that a part failed in a build that went on to the other page."""
    lines = [line for line in site.warning_lines if "it is broken" in line]
    assert lines, part
    assert all("[docsjson.failed]" in line for line in lines), part
    assert "Traceback" not in site.warnings


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("most", [3, NIGHTLY])
def test_a_visitor_that_raises_costs_its_element(builder, most, tmp_path, monkeypatch):
    app = build_site(tmp_path / "first", SITE, builder=builder).app
    for owner, name in chosen(visitors(app), most):
        fails = Fails()
        with monkeypatch.context() as patched:
            patched.setattr(owner, name, fails)
            site = build_site(tmp_path / name, SITE, builder=builder)
        if fails.called:
            told(site, name)


@pytest.mark.parametrize("builder", ["html", "latex", "text"])
@pytest.mark.parametrize("most", [3, NIGHTLY])
def test_a_transform_that_raises_costs_what_it_adds(builder, most, tmp_path, monkeypatch):
    app = build_site(tmp_path / "first", SITE, builder=builder).app
    known = app.registry
    ours = [
        base
        for each in (*known.transforms, *known.post_transforms)
        for base in each.__mro__[2:3]
        if base.__module__.startswith("sphinx_docsjson.")
    ]
    assert len(ours) > 20
    for transform in chosen(ours, most):
        name = "run" if "run" in vars(transform) else "apply"
        fails = Fails()
        with monkeypatch.context() as patched:
            patched.setattr(transform, name, fails)
            site = build_site(tmp_path / transform.__name__, SITE, builder=builder)
        if fails.called:
            told(site, transform.__name__)


@pytest.mark.parametrize("most", [4, NIGHTLY])
def test_a_component_that_raises_costs_itself(most, tmp_path, monkeypatch):
    for component in chosen([c for c in registry if c.directive is not None], most):
        fails = Fails()
        tag = f"<{component.name}>Words.</{component.name}>"
        files = {**SITE, "index.mdx": f"# First\n\n{tag}\n\n<{component.name} />\n\nEnd.\n"}
        with monkeypatch.context() as patched:
            patched.setattr(component.directive, "build", fails)
            site = build_site(tmp_path / component.name, files)
        assert "End." in site.text("index.html")
        if fails.called:
            told(site, component.name)


@pytest.mark.parametrize("most", [4, NIGHTLY])
def test_the_html_of_a_component_that_raises_costs_the_component(most, tmp_path, monkeypatch):
    for node_class in chosen(sorted(RENDERERS, key=lambda each: each.__name__), most):
        for form in ("html", "markdown"):
            fails = Fails()
            with monkeypatch.context() as patched:
                broken = replace(RENDERERS[node_class], **{form: fails})
                patched.setitem(RENDERERS, node_class, broken)
                site = build_site(tmp_path / f"{node_class.__name__}-{form}", SITE)
            if fails.called:
                told(site, f"{form} of {node_class.__name__}")


@pytest.mark.parametrize("most", [6, NIGHTLY])
def test_a_step_that_raises_costs_what_it_does(most, tmp_path):
    app = build_site(tmp_path / "first", SITE).app
    for step in chosen(list(steps_of(app)), most):
        fails = Fails()
        call = listener(replace(step, run=wraps(step.run)(partial(fails))))
        arguments = {"html-page-context": ("index", "page.html", {}, None)}
        arguments |= {"doctree-resolved": (None, "index"), "source-read": ("index", [""])}
        if step.event == "doctree-read" or step.event == "build-finished":
            continue
        call(app, *arguments.get(step.event, (app.env,)))
        assert fails.called or not step.when(app)
