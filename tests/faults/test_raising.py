"""Whatever raises while a page is read, transformed or written costs a warning, not the build."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial, wraps

import pytest
from docutils import nodes

from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.components.renderers import RENDERERS
from sphinx_docsjson.outputs.failures import SafeTranslator
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
BUILDERS = ["html", "latex", "text", "epub", "singlehtml"]


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


def is_of_first(translator, node) -> bool:
    """Whether a node is of the first page, or of a book with it."""
    while node.parent is not None:
        node = node.parent
    source = node.get("source", "") if isinstance(node, nodes.Element) else ""
    return source.endswith("index.mdx") or (bool(source) and translator.builder.name in IN_ONE)


def fails_for_first(usual):
    """Return a visitor that raises for the first page, and does its work for the others."""

    def visit(self, node):
        if is_of_first(self, node):
            raise Broken("it is broken")
        return usual(self, node)

    return visit


IN_ONE = ("latex", "singlehtml")
"""Builders that write all pages into one document."""

OTHER = {"html": "second.html", "text": "second.txt", "epub": "second.xhtml"}
"""What a builder writes of the other page."""


def visitors(folder, builder, monkeypatch):
    """Return a site, and each visitor that its first page was written by, with its class."""
    met = {}
    with monkeypatch.context() as patched:
        for way in ("visit", "departure"):
            usual = getattr(SafeTranslator, f"dispatch_{way}")

            def note(self, node, usual=usual, way=way):
                name = f"{way.removesuffix('ure')}_{type(node).__name__}"
                owners = [each for each in type(self).__mro__ if name in vars(each)]
                if owners and name not in NEVER and is_of_first(self, node):
                    met.setdefault(name, owners[0])
                return usual(self, node)

            patched.setattr(SafeTranslator, f"dispatch_{way}", note)
        site = build_site(folder, SITE, builder=builder, fresh=True)
    return site, sorted(met.items())


PLACE = re.compile(
    r"(?:(?:index|second)\.mdx:\d+|docs\.json:\d+|\S*<partial node>:\S*): WARNING: "
)
"""Where a message says that something failed; a table of contents is of no file."""

CONTAINERS = ("visit_container", "depart_container")
"""Those of our components are written by visitors of their own."""

NEVER = {"visit_document", "depart_document", "visit_Text", "depart_Text", *CONTAINERS}
"""Without these nothing at all is written."""


def chosen(found: list, most: int) -> list:
    """Return some by the seed of the run, or all."""
    return random.Random(seed(44)).sample(found, min(most, len(found)))


NIGHTLY = pytest.param(1000, marks=pytest.mark.nightly)


def told(site, part: str) -> None:
    """Assert that each place is told once, and that the build ended as with a warning."""
    lines = [line for line in site.warning_lines if "it is broken" in line]
    assert lines, part
    assert len(set(lines)) == len(lines), (part, lines)
    assert all("[docsjson.failed]" in line for line in lines), part
    assert "Traceback" not in site.warnings
    assert site.app.statuscode == 0


def words_in(site) -> set[str]:
    """Return the sentences of the site that are in what a builder wrote."""
    files = (each for each in site.outdir.rglob("*") if each.suffix in TEXTS)
    written = " ".join(" ".join(each.read_text("utf-8", "replace").split()) for each in files)
    return {
        each
        for each in re.findall(r"Words of the [a-z ]+|Words of [a-z ]+", PAGE)
        if each in written
    }


TEXTS = {".html", ".tex", ".txt", ".1", ".texi", ".xhtml", ".xml"}


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("most", [2, NIGHTLY])
def test_a_visitor_that_raises_costs_its_element(builder, most, tmp_path, monkeypatch):
    clean, met = visitors(tmp_path / "site", builder, monkeypatch)
    assert len(met) > 20
    before = (clean.outdir / OTHER[builder]).read_bytes() if builder in OTHER else b""
    words, wrong = words_in(clean), {}
    for name, owner in chosen(met, most):
        with monkeypatch.context() as patched:
            patched.setattr(owner, name, fails_for_first(vars(owner)[name]))
            site = build_site(tmp_path / "site", SITE, builder=builder, fresh=True)
        lines = [line for line in site.warning_lines if "it is broken" in line]
        right = [line for line in lines if PLACE.match(line)]
        lost = words - words_in(site)
        same = builder not in OTHER or (clean.outdir / OTHER[builder]).read_bytes() == before
        if (
            not lines
            or len(set(lines)) != len(lines)
            or lines != right
            or lost
            or not same
            or site.app.statuscode
        ):
            wrong[name] = lines, lost, same
    assert wrong == {}


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
