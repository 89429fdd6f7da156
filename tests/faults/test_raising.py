"""Whatever raises while a page is read, transformed or written costs a warning, not the build."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import wraps

import pytest
from component_samples import as_myst, as_rst, as_tag, sample
from docutils import nodes

from sphinx_docsjson import steps
from sphinx_docsjson.components import directive as directives
from sphinx_docsjson.components import domain
from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.components.renderers import RENDERERS, Renderers
from sphinx_docsjson.ext.openapi.domain import roles
from sphinx_docsjson.ext.openapi.pages.directives import ApiDirective
from sphinx_docsjson.outputs import failures
from sphinx_docsjson.outputs.markdown.writer import Writer
from sphinx_docsjson.pages import parser, project, sources
from sphinx_docsjson.pages.front_matter import OwnFields
from sphinx_docsjson.pages.headings import AnchorCollector
from tests._support.building import build_site
from tests._support.seeds import seed
from tests.components.samples import PAGES, PICTURE

PAGE = """---
title: qtitleq
description: What it is.
---

Words with **qboldq**, *qemphasisq*, `qcodeq`, [qlinkq](https://a.example/), a note[^1] and $x^2$.

<Card title="qcardtitleq" href="/second">qcardq</Card>

<Button href="https://a.example/">qbuttonq</Button>

<Badge>qbadgeq</Badge> <Tooltip tip="qwhyq">qtipq</Tooltip>

<Note>qnoteq</Note>

<Steps><Step title="qsteptitleq">qstepq[^2]</Step></Steps>

<Tabs><Tab title="qtabtitleq">qtabq</Tab></Tabs>

## qheadingq

- qitemq

1. qnumberedq

> qcitedq

| qheadq | b |
|---|---|
| qcellq | d |

```python title="a.py"
qprogramq = 1
```

<details><summary>qmoreq</summary>qdetailsq</details>

[^1]: qfootnoteq
[^2]: qotherq
"""
NAMES = ["index", "second", *(f"more{number}" for number in range(6))]
SITE = {
    "docs.json": '{"name": "X", "navigation": [{"group": "G", "pages": ["index", "second"]}]}',
    "index.mdx": PAGE,
    "second.mdx": "---\ntitle: Second\n---\n\nWords of the other page.\n",
}
MANY = {
    "docs.json": SITE["docs.json"].replace('"second"', ", ".join(f'"{n}"' for n in NAMES[1:])),
    "index.mdx": PAGE,
    **{f"{name}.mdx": SITE["second.mdx"].replace("Second", name) for name in NAMES[1:]},
}
"""As many pages as Sphinx needs to read and to write them in several processes."""

TRANSLATORS = ("html", "singlehtml", "epub", "latex", "text", "man", "texinfo", "xml")
"""Builders that write a page by the walk of a translator."""

IN_ONE = ("singlehtml", "latex", "man", "texinfo")
"""Those that write all pages into one document."""

OTHER = {"html": "second.html", "text": "second.txt", "epub": "second.xhtml", "xml": "second.xml"}
"""What a builder writes of the other page."""

ARTICLE = re.compile(r"<article\b.*</article>", re.DOTALL)
TEXTS = {".html", ".tex", ".txt", ".1", ".texi", ".xhtml", ".xml", ".md"}

PLACE = re.compile(r"(?:[\w-]+\.(?:mdx?|rst):\d+|docs\.json:\d+|\S*<partial node>:\S*): WARNING: ")
"""Where a message says that something failed; a table of contents is of no file."""


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


def chosen(found: list, most: int) -> list:
    """Return some by the seed of the run, or all."""
    return random.Random(seed(44)).sample(found, min(most, len(found)))


def rounds(values, few: int, parts: int) -> list:
    """Return the rounds of a test: *parts* parts of *few* of the values, at night all of all."""
    at_night = [pytest.param(each, 1000, marks=pytest.mark.nightly) for each in values]
    return [(each, parts) for each in chosen(list(values), few)] + at_night


def told(site, part: str, *, placed: bool = False) -> list[str]:
    """Assert that each place is told once, and that the build ended as with a warning."""
    lines = [line for line in site.warning_lines if "it is broken" in line]
    assert lines, part
    of_pages = [line for line in lines if not line.startswith("WARNING: ")]
    assert len(set(of_pages)) == len(of_pages), (part, lines)
    assert all("[docsjson.failed]" in line for line in lines), part
    assert not placed or all(map(PLACE.match, lines)), (part, lines)
    assert "Traceback" not in site.warnings
    assert site.app.statuscode == 0
    return lines


def words_in(site) -> set[str]:
    """Return the words of the page that are in what a builder wrote, where readers read it."""
    files = [each for each in site.outdir.rglob("*") if each.suffix in TEXTS]
    texts = [each.read_text("utf-8", "replace") for each in files]
    articles = [each[0] for text in texts if (each := ARTICLE.search(text))]
    return set(re.findall(r"q[a-pr-z]+q", " ".join(articles or texts)))


# -- what writes --------------------------------------------------------------------------------


def is_of_first(node, builder: str) -> bool:
    """Whether a node is of the first page, or of a book with it."""
    while node.parent is not None:
        node = node.parent
    source = node.get("source", "") if isinstance(node, nodes.Element) else ""
    return source.endswith("index.mdx") or (bool(source) and builder in IN_ONE)


def with_translator(patched, builder: str, call: Callable[[str, str], None]) -> None:
    """Call *call* with each way and the name of each node that a translator comes by."""
    usual = failures.translator_class

    def watched(app):
        given = usual(app)

        def dispatch(way):
            before = getattr(given, f"dispatch_{way}")

            def dispatched(self, node):
                if is_of_first(node, builder):
                    call(way, type(node).__name__)
                return before(self, node)

            return dispatched

        ways = {f"dispatch_{way}": dispatch(way) for way in ("visit", "departure")}
        return type(given.__name__, (given,), ways)

    patched.setattr(failures, "translator_class", watched)


NEVER = {"document", "Text"}
"""Without these nothing at all is written."""


@pytest.mark.parametrize(("builder", "most"), rounds(TRANSLATORS, 4, 2))
def test_a_visitor_that_raises_costs_its_element(builder, most, tmp_path, monkeypatch):
    met: dict[tuple[str, str], None] = {}
    with monkeypatch.context() as patched:
        with_translator(patched, builder, lambda *part: met.setdefault(part))
        clean = build_site(tmp_path / "site", SITE, builder=builder, fresh=True)
    words, other = words_in(clean), clean.outdir / OTHER.get(builder, "")
    same, wrong = other.read_bytes() if builder in OTHER else b"", {}
    parts = sorted(part for part in met if part[1] not in NEVER)
    assert len(parts) > 40
    assert len(words) > 20
    for part in chosen(parts, most):

        def call(*other, part=part):
            if other == part:
                raise Broken("it is broken")

        with monkeypatch.context() as patched:
            with_translator(patched, builder, call)
            site = build_site(tmp_path / "site", SITE, builder=builder, fresh=True)
        lines = told(site, part, placed=True)
        lost = words - words_in(site)
        if lost and not any(failures.LEFT_OUT in line for line in lines):
            wrong[part] = lost
        assert builder not in OTHER or other.read_bytes() == same, part
    assert wrong == {}


@pytest.mark.parametrize(("builder", "most"), rounds(["docsjson-markdown", "html"], 1, 3))
def test_markdown_that_cannot_be_written_costs_its_element(builder, most, tmp_path, monkeypatch):
    usual = Writer._find_handler
    met: dict[type, None] = {}

    def watched(self, kind, broken=None):
        handler = usual(self, kind)
        met.setdefault(kind)

        def handle(writer, node):
            if kind is broken:
                raise Broken("it is broken")
            return handler(writer, node)

        return handle

    monkeypatch.setattr(Writer, "_find_handler", watched)
    clean = build_site(tmp_path / "site", SITE, builder=builder, fresh=True)
    words = set(re.findall(r"q[a-pr-z]+q", clean.text("index.md")))
    assert len(met) > 30
    assert len(words) > 20
    for kind in chosen(sorted(met, key=lambda each: each.__name__), most):
        with monkeypatch.context() as patched:
            patched.setattr(Writer, "_find_handler", lambda self, k, b=kind: watched(self, k, b))
            site = build_site(tmp_path / "site", SITE, builder=builder, fresh=True)
        lines = told(site, kind.__name__, placed=True)
        lost = words - set(re.findall(r"q[a-pr-z]+q", site.text("index.md")))
        assert not lost or any(failures.LEFT_OUT in line for line in lines), (kind, lost)


ALL = {**PICTURE, **SITE, "index.mdx": PAGES["tag"][1]}
COMPONENTS = "sphinx_docsjson.components."
FORMS = {"html": "html", "ready": "html", "markdown": "html", "paper": "latex"}
"""Form of a component → a builder that asks for it."""


@pytest.mark.parametrize(("form", "most"), rounds(FORMS, 2, 3))
def test_a_form_of_a_component_that_raises_costs_the_component(form, most, tmp_path, monkeypatch):
    met = {}
    with monkeypatch.context() as patched:
        for kind, forms in list(RENDERERS.items()):
            if usual := getattr(forms, form):

                def note(*args, usual=usual, kind=kind):
                    met[kind] = None
                    return usual(*args)

                patched.setitem(RENDERERS, kind, replace(forms, **{form: note}))
        clean = build_site(tmp_path / "site", ALL, builder=FORMS[form], fresh=True)
    asked = {kind for kind, forms in RENDERERS.items() if getattr(forms, form)}
    unmet = {each for each in asked - met.keys() if each.__module__.startswith(COMPONENTS)}
    assert len(unmet) < len(asked) / 8, unmet
    pages = set(re.findall(r"[A-Z]\w+ words", clean.warnings))
    for kind in chosen(sorted(met, key=lambda each: each.__name__), most):
        fails = Fails()
        with monkeypatch.context() as patched:
            patched.setitem(RENDERERS, kind, replace(RENDERERS[kind], **{form: fails}))
            site = build_site(tmp_path / "site", ALL, builder=FORMS[form], fresh=True)
        assert fails.called
        told(site, f"{form} of {kind.__name__}")
        assert pages <= set(re.findall(r"[A-Z]\w+ words", site.warnings))


def test_each_kind_of_form_is_tried():
    callables = {each.name for each in fields(Renderers) if each.default is None}
    assert callables == set(FORMS)


# -- what transforms ----------------------------------------------------------------------------


def transforms_of(app) -> list[type]:
    """Return the transforms that the package adds, without what keeps them from raising."""
    known = (*app.registry.transforms, *app.registry.post_transforms)
    return [each.__mro__[1] for each in known if each.__module__.startswith("sphinx_docsjson.")]


def method_of(transform: type) -> str:
    """Return the name of the method that does the work."""
    return "run" if "run" in vars(transform) else "apply"


@pytest.mark.parametrize(("builder", "most"), rounds([*TRANSLATORS, "gettext"], 2, 3))
def test_a_transform_that_raises_costs_what_it_adds(builder, most, tmp_path, monkeypatch):
    ours = transforms_of(build_site(tmp_path / "first", SITE, builder=builder).app)
    met: dict[type, None] = {}
    with monkeypatch.context() as patched:
        for transform in ours:
            usual = getattr(transform, method_of(transform))

            def note(self, usual=usual, transform=transform, **options):
                met[transform] = None
                usual(self, **options)

            patched.setattr(transform, method_of(transform), note)
        build_site(tmp_path / "site", SITE, builder=builder, fresh=True)
    assert len(met) > 10
    for transform in chosen(list(met), most):
        fails = Fails()
        with monkeypatch.context() as patched:
            patched.setattr(transform, method_of(transform), fails)
            site = build_site(tmp_path / "site", SITE, builder=builder, fresh=True)
        assert fails.called
        told(site, transform.__name__)


# -- what reads ---------------------------------------------------------------------------------

END = {"tag": ("index.mdx", as_tag), "myst": ("index.md", as_myst), "rst": ("index.rst", as_rst)}


def page_with(component, syntax: str) -> dict[str, str]:
    """Return a site with a component on its first page."""
    name, write = END[syntax]
    written = sample(component, registry)
    text = write(written) if syntax == "tag" else write(written, prefix="docsjson:")
    text = f"A {text} in a line." if written.is_inline else text
    title = "First\n=====" if syntax == "rst" else "# First"
    others = {name: text for name, text in SITE.items() if name != "index.mdx"}
    return {**PICTURE, **others, name: f"{title}\n\n{text}\n\nThe end.\n"}


@contextmanager
def broken_component(component) -> Iterator[list[Fails]]:
    """Let what makes the nodes of a component raise, as a block and in a line."""
    fails = {"build": Fails(), "inline": Fails()}
    builds = "build" in vars(component.directive) if component.directive else False
    before = component.inline, vars(component.directive).get("build") if builds else None
    if component.inline is not None:
        object.__setattr__(component, "inline", fails["inline"])
    if component.directive is not None:
        component.directive.build = fails["build"]
    try:
        yield list(fails.values())
    finally:
        object.__setattr__(component, "inline", before[0])
        if builds:
            component.directive.build = before[1]
        elif component.directive is not None:
            del component.directive.build


@pytest.mark.parametrize(("syntax", "most"), rounds(END, 3, 3))
def test_a_component_that_raises_costs_itself(syntax, most, tmp_path):
    for component in chosen(list(registry), most):
        files = page_with(component, syntax)
        with broken_component(component) as fails:
            site = build_site(tmp_path / f"site-{component.name}", files)
        assert any(each.called for each in fails), component.name
        told(site, component.name)
        assert "The end." in site.text("index.html")


@pytest.mark.parametrize("syntax", END)
@pytest.mark.parametrize("name", ["take_common", "read_attributes", "note_idle", "give_common"])
def test_what_all_components_share_costs_the_components(name, syntax, tmp_path, monkeypatch):
    for number, tag in enumerate(("Card", "Badge")):
        component = registry.get(tag)
        assert component is not None
        with monkeypatch.context() as patched:
            patched.setattr(directives, name, Fails())
            site = build_site(tmp_path / f"site{number}", page_with(component, syntax))
        told(site, name, placed=True)
        assert "The end." in site.text("index.html")


API = {
    "docs.json": '{"name": "X", "navigation": ["index"], "api": {"openapi": "api.json"}}',
    "api.json": '{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": '
    '{"/plants": {"get": {"responses": {"200": {"description": "ok"}}}}}}',
    "index.md": "---\ntitle: First\n---\n\n{openapi:op}`GET /plants`, {docsjson:op}`GET /plants`, "
    "{docsjson:badge}`New`, [](#GET /plants), {any}`GET /plants`.\n\n"
    "```{openapi:operation} GET /plants\n```\n\nThe end.\n",
}
PARTS = [
    (AnchorCollector, "process_doc"),
    (OwnFields, "process_doc"),
    (roles.OpenApiDomain, "process_doc"),
    (roles.OpenApiDomain, "resolve_xref"),
    (roles.OpenApiDomain, "resolve_any_xref"),
    (roles.OpenApiDomain, "get_objects"),
    (roles.ObjectRole, "process_link"),
    (roles.OperationRole, "run"),
    (ApiDirective, "choose"),
    (domain, "split_role_text"),
    (parser, "parse_myst"),
    (parser, "read_front_matter"),
]
"""What else Sphinx asks for while it reads a page, and while it resolves its links."""


@pytest.mark.parametrize(("owner", "name"), PARTS, ids=[name for _owner, name in PARTS])
def test_what_reads_a_page_costs_what_it_reads(owner, name, tmp_path, monkeypatch):
    fails = Fails()
    with monkeypatch.context() as patched:
        patched.setattr(owner, name, fails)
        site = build_site(tmp_path / "site", API)
    assert fails.called
    told(site, name)
    assert "The end." in site.text("index.html")


@pytest.mark.parametrize("name", ["parse_hosted", "confine_files"])
def test_an_mdx_page_that_cannot_be_read_is_shown_as_it_is_written(name, tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(parser, name, Fails())
        site = build_site(tmp_path / "site", SITE)
    assert all("it is shown as it is written" in line for line in told(site, name))
    assert "qcardq" in site.article("index").text


# -- the steps of a build -----------------------------------------------------------------------

BUILDS = {
    "html": ("html", SITE, 1),
    "dirhtml, two processes": ("dirhtml", MANY, 2),
    "latex": ("latex", SITE, 1),
    "epub": ("epub", SITE, 1),
    "gettext": ("gettext", SITE, 1),
    "API": ("html", API, 1),
}
NO_PAGES = (sources.register_parsers, project.begin_documents)
"""Without these Sphinx can read no page at all."""


def each_step(patched, call: Callable[[steps.Step], None]) -> None:
    """Call *call* before a step does its work."""
    usual = steps.listener

    def watched(step):
        @wraps(step.run)
        def run(*args, **options):
            call(step)
            return step.run(*args, **options)

        return usual(replace(step, run=run))

    patched.setattr(steps, "listener", watched)


@pytest.mark.parametrize(("name", "most"), rounds(BUILDS, 2, 4))
def test_a_step_that_raises_costs_what_it_does(name, most, tmp_path, monkeypatch):
    builder, files, parallel = BUILDS[name]
    met: dict[steps.Step, None] = {}
    with monkeypatch.context() as patched:
        each_step(patched, met.setdefault)
        build_site(tmp_path / "site", files, builder=builder, parallel=parallel, fresh=True)
    assert len(met) > 80
    for number, step in enumerate(
        chosen([each for each in met if each.run not in NO_PAGES], most)
    ):

        def call(other, step=step):
            if other == step:
                raise Broken("it is broken")

        with monkeypatch.context() as patched:
            each_step(patched, call)
            site = build_site(
                tmp_path / f"site{number}",
                files,
                builder=builder,
                parallel=parallel,
                each_place=True,
            )
        lines = [line for line in site.warning_lines if "it is broken" in line]
        assert any(f"{step.run.__name__} failed for" in line for line in lines), step
        assert "Traceback" not in site.warnings
        assert site.app.statuscode == 0


@pytest.mark.parametrize("event", ["config-inited", "builder-inited"])
def test_a_step_that_raises_before_a_page_is_known_ends_no_build(event, tmp_path, monkeypatch):
    def call(step):
        if step.event == event and step.run not in NO_PAGES and not raised:
            raised.append(step)
            raise Broken("it is broken")

    raised: list[steps.Step] = []
    each_step(monkeypatch, call)
    site = build_site(tmp_path / "site", SITE)
    assert f"{raised[0].run.__name__} failed for the site" in told(site, event)[0]
    assert "qcardq" in site.text("index.html")


# -- in several processes -----------------------------------------------------------------------


def test_what_raises_in_another_process_is_told_as_well(tmp_path, monkeypatch):
    def call(*part):
        if part == ("visit", "bullet_list"):
            raise Broken("it is broken")

    with_translator(monkeypatch, "html", call)
    badge, card = registry.get("Badge"), registry.get("Card")
    with broken_component(badge), broken_component(card):
        site = build_site(tmp_path / "site", MANY, parallel=2)
    lines = told(site, "-j 2", placed=True)
    assert {part for line in lines for part in re.findall(r"<\w+>", line)} == {
        "<bullet_list>",
        "<Badge>",
        "<Card>",
    }
    assert {"qcardq", "qbadgeq", "qitemq"} <= words_in(site)
