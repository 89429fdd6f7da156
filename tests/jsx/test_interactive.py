"""Components that answer to readers: what the build writes for the browser, and for all others."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from sphinx_docsjson.cli.npm_scripts import PREACT
from sphinx_docsjson.ext.jsx.interactive import FOLDER
from sphinx_docsjson.ext.jsx.modules import MARK, URL
from tests._support import npm
from tests._support.building import build_site

FILES = {
    "docs.json": '{"name": "X", "navigation": ["a", "b"]}',
    "a.mdx": """---
title: A
---

import { Counter, Fold } from '/snippets/parts.jsx'

export const Now = () => <time>{new Date().getFullYear()}</time>
export const Plain = ({ text }) => <b>{text}</b>

<Counter start={3} />

<Fold title="More" onFold={(open) => console.log(open)}>Hidden **words**.</Fold>

<Now />

<Plain text="still" />

{[1].map((each) => <Counter key={each} start={each} />)}
""",
    "b.mdx": "---\ntitle: B\n---\n\nNothing.\n",
    "snippets/parts.jsx": """import { useState } from 'react'
import { step } from './step.js'

export const Counter = ({ start }) => {
  const [count, setCount] = useState(start)
  return (
    <div className="flex gap-2">
      <button className={count > 4 ? 'text-red-600' : ''} onClick={() => setCount(count + step)}>
        Count {count}
      </button>
      {count > 4 && <Card title={`Got ${count}`} icon="rocket" href={`/b#${count}`}>{count}</Card>}
    </div>
  )
}
export function Fold({ title, onFold, children }) {
  const [open, setOpen] = useState(false)
  return (
    <section>
      <button onClick={() => { setOpen(!open); onFold(!open) }}>{title}</button>
      {open && <div>{children}</div>}
    </section>
  )
}
""",
    "snippets/step.js": "export const step = 1\n",
}
WITH_PREACT = {**FILES, "preact.min.js": "globalThis.preactCompat = {};"}
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
MARKS = re.compile(f"[{MARK[0]}{MARK[-1]}]|docsjson.invalid")


def modules_of(built):
    return {one.name: one.read_text() for one in (built.outdir / "_static" / FOLDER).glob("*.js")}


def test_the_first_state_stays_and_the_build_says_once_what_is_missing(tmp_path):
    built = build_site(tmp_path / "src", FILES)
    text = " ".join(built.article("a").text.split())

    assert "Count 3 More still Count 1" in text
    assert modules_of(built) == {}
    assert "interactive.js" not in (built.outdir / "a.html").read_text()
    time, missing = built.warning_lines
    assert "<Now> asks for the time, which is not known during a build" in time
    assert "components on 1 page need preact.min.js" in missing
    assert "`sphinx-docsjson init --interactive`" in missing


def test_pages_with_such_components_load_their_code_and_others_do_not(tmp_path):
    built = build_site(tmp_path / "src", WITH_PREACT)
    page, codes = (built.outdir / "a.html").read_text(), modules_of(built)

    assert built.warnings == ""
    assert page.index("preact.min.js") < page.index("_static/interactive.js")
    assert "interactive.js" not in (built.outdir / "b.html").read_text()
    named = set(re.findall(r'data-module="([^"]+)"', page))
    assert len(named) == 3  # the snippet, the page, and the expression on the page
    assert named < set(codes)
    for code in codes.values():
        for imported in re.findall(r'from "\./([^"]+)"', code):
            assert imported in codes
        assert "<" not in re.sub(r'"[^"]*"|`[^`]*`|[<>]=? ', "", code), "JSX is left"
    assert '"data-component"' not in page
    (card,) = re.findall(r'<template data-component="Card"[^>]* data-props="([^"]*)"', page)
    assert card == "{&quot;icon&quot;: &quot;rocket&quot;}"


@pytest.mark.parametrize("builder", ["text", "latex", "gettext", "man", "epub"])
def test_templates_are_in_no_other_output(tmp_path, builder):
    built = build_site(tmp_path / "src", WITH_PREACT, builder)

    written = [one for one in built.outdir.rglob("*") if one.is_file()]
    texts = [one.read_bytes().decode("utf-8", "replace") for one in written]
    assert not [one.name for one, text in zip(written, texts, strict=True) if MARKS.search(text)]
    if builder != "gettext":
        assert any("Hidden" in text for text in texts), "what is folded can be read elsewhere"


def test_twins_and_search_know_the_text_and_no_templates(tmp_path):
    built = build_site(tmp_path / "src", WITH_PREACT)

    twin = (built.outdir / "a.md").read_text()
    assert "Hidden **words**." in twin
    assert "Count 3" in twin
    for file in (*built.outdir.glob("*.md"), *built.outdir.rglob("*.json")):
        assert not MARKS.search(file.read_text(encoding="utf-8")), file.name


USE = "import { Live } from '/snippets/live.jsx'"
LIVE = """import React, { useState } from 'react'
export const Live = () => {
  const [count, setCount] = useState(0)
  return (
    <button onClick={() => setCount(count + 1)}>
      Live {count} {count > 0 && <Card title="Big" img="/picture.png">Large</Card>}
      {count > 2 && <Panel>Aside</Panel>}
      {count > 1 && <Card title="Known" img={`/${count}.png`} />}
    </button>
  )
}
"""


def built_live(tmp_path, page, builder="html"):
    text = f"---\ntitle: A\n---\n\n{USE}\n\n{page}\n"
    files = {**WITH_PREACT, "a.mdx": text, "snippets/live.jsx": LIVE, "picture.png": PNG}
    return build_site(tmp_path / "src", files, builder)


def test_templates_are_no_text_of_a_heading_or_a_paragraph(tmp_path):
    built = built_live(tmp_path, "## Head <Live />\n\nText <Live /> goes on.")

    article = built.article("a")
    assert article.h2.find_parent("section")["id"] == "head"
    assert "Big" not in built.article("a").find_previous("title").text
    for each in article.find_all("template"):
        each.decompose()
    assert article.h2.text.startswith("Head Live 0")
    assert article.select(".dj-examples") == [], "a panel of a template is no part of the page"
    assert "Text Live 0 goes on." in [" ".join(one.text.split()) for one in article.find_all("p")]
    assert built.warnings == ""


@pytest.mark.parametrize("builder", ["html", "epub", "latex"])
def test_pictures_of_templates_are_files_of_the_site(tmp_path, builder):
    built = built_live(tmp_path, "<Live />", builder)

    assert [each for each in built.warning_lines if "epub" not in each] == []
    if builder == "html":
        (picture, computed) = [each["src"] for each in built.article("a").find_all("img")]
        assert computed == f"{URL}img"
        assert (built.outdir / picture).is_file()


def test_one_page_for_all_shows_what_is_folded(tmp_path):
    built = build_site(tmp_path / "src", WITH_PREACT, "singlehtml")

    page = built.soup("index" if (built.outdir / "index.html").is_file() else "a")
    assert page.select("template") == []
    assert "Hidden words." in page.text
    assert "interactive.js" not in str(page)


def test_another_code_has_another_address_and_the_old_one_goes(tmp_path):
    first = modules_of(build_site(tmp_path / "src", WITH_PREACT))
    second = modules_of(
        build_site(tmp_path / "src", {**WITH_PREACT, "snippets/step.js": "export const step = 2"})
    )

    assert len(first) == len(second)
    changed = {name.rsplit("-", 1)[0] for name in set(first) - set(second)}
    assert changed == {"snippets-parts-jsx", "snippets-step-js"}


def test_pages_are_written_again_when_preact_comes_and_when_it_goes(tmp_path):
    build_site(tmp_path / "src", FILES)
    with_it = build_site(tmp_path / "src", WITH_PREACT)
    assert "interactive.js" in (with_it.outdir / "a.html").read_text()

    (tmp_path / "src" / "preact.min.js").unlink()
    without = build_site(tmp_path / "src", FILES)
    assert "interactive.js" not in (without.outdir / "a.html").read_text()
    assert modules_of(without) == {}


def test_preact_of_npm_is_the_one_that_is_taken():
    folder = npm.installed("preact", ["preact@" + PREACT.title.rpartition(" ")[2]])
    found = {
        name: hashlib.sha512(
            (folder / "node_modules/preact" / name.removeprefix("package/")).read_bytes()
        ).hexdigest()
        for name in PREACT.members
    }
    assert found == PREACT.members
