"""A page says the same without a ``docs.json``: in our theme, and beside another one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from tests._support.building import Built, build_site

TAGGED = """\
---
title: Lost in `front`
description: What it is about.
---

{/* gone */}

<Card title="Lost?" href="/SYNTAX/other#deep" icon="rocket">
  Not *here*.

  ```python
  print("```")
  ```
</Card>

<CardGroup cols={2}>
  <Card title="One" href="other">First.</Card>
  <Card title="Two" icon="/pictures/drawn.svg" href="https://a.example/">Second.</Card>
</CardGroup>

## First part

A [page](/SYNTAX/other), a [place](/SYNTAX/other#deep), [one beside](other.SYNTAX),
[here](#first-part), a [file](/files/data.csv), <Badge color="green">new</Badge> and
<a href="/SYNTAX/other">a tag</a>.

<Tabs>
  <Tab title="One">

  | a | b |
  | - | - |
  | 1 | 2 |

  </Tab>
  <Tab title="Two">Two.</Tab>
</Tabs>

<Steps>
  <Step title="Do it">Then.</Step>
</Steps>

<div className="p-4" style={{color: "red"}}>In **a** box.</div>

<img src="/pictures/drawn.svg" alt="Drawn" />

> [!NOTE]
> Said.

:::{note}
Fenced by colons.
:::

## First part
"""

MDX = """
import Shared from "/snippets/shared.mdx"
export const plan = "Pro"

The plan is {plan}. $x^2$

<Shared what="it" />
"""

RST = """\
Lost in front
=============

.. card:: Lost?
   :href: /SYNTAX/other#deep
   :icon: rocket

   Not *here*.

.. card:: Two
   :icon: /pictures/drawn.svg
   :href: https://a.example/
   :class: p-4

   Second.

First part
----------

.. tabs::

   .. tab:: One

      One.

   .. tab:: Two

      Two.

:button:`Go </SYNTAX/other>`
"""

PAGES = {"mdx": TAGGED + MDX, "md": TAGGED, "rst": RST}
OTHERS = {
    "mdx": "---\ntitle: Other\n---\n\n## Deep\n",
    "md": "# Other\n\n## Deep\n",
    "rst": "Other\n=====\n\nDeep\n----\n",
}
NAMES = [f"{syntax}/{name}" for syntax in PAGES for name in ("page", "other")]
ROOT = "Home\n====\n\n.. toctree::\n\n   " + "\n   ".join(NAMES)
SITE = {"name": "P", "navigation": [{"group": "G", "pages": ["index", *NAMES]}]}
DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'

PROJECTS: dict[str, dict[str, Any]] = {
    "our theme": {"html_theme": "docsjson"},
    "another theme": {"html_theme": "basic"},
    "beside MyST": {
        "html_theme": "basic",
        "extensions": ["myst_parser", "sphinx_docsjson"],
        "docsjson_tags_in_md": True,
    },
    "MyST in our theme": {
        "html_theme": "docsjson",
        "extensions": ["myst_parser", "sphinx_docsjson"],
        "docsjson_tags_in_md": True,
    },
}


BUILDERS = ("html", "dirhtml", "text", "docsjson-markdown")

_FOLDERS = re.compile(r"(?:\.\./)*(?:(?:_images|_downloads/\w+|files|pictures)/)(?=drawn|data)")
"""Where a site has its files, and where Sphinx puts them."""


def build(folder: Path, project: str, builder: str, *, has_site: bool) -> Built:
    """Build a project with a page in each syntax, with or without a ``docs.json``."""
    files: dict[str, str | bytes] = {
        "index.rst": ROOT,
        "snippets/shared.mdx": "Shared {what}.\n",
        "files/data.csv": "a,b\n",
        "pictures/drawn.svg": DRAWN,
    }
    for syntax in PAGES:
        files[f"{syntax}/page.{syntax}"] = PAGES[syntax].replace("SYNTAX", syntax)
        files[f"{syntax}/other.{syntax}"] = OTHERS[syntax]
    if has_site:
        files["docs.json"] = json.dumps(SITE)
    return build_site(folder / "src", files, builder, conf={"project": "P", **PROJECTS[project]})


def said_by(made: Built) -> dict[str, str]:
    """Return what the files of the page say, without what only the navigation knows."""
    found: dict[str, str] = {}
    for path in made.outdir.rglob("*"):
        name = path.relative_to(made.outdir).as_posix()
        if "_sources" in name or "page" not in name or path.suffix not in {".html", ".md", ".txt"}:
            continue
        text = path.read_text()
        if path.suffix == ".html":
            text = _body(text)
        elif made.app.builder.name != "text":
            text = text[max(0, text.find("# Lost in")) :]  # below it: the way to llms.txt
        found[name] = _FOLDERS.sub("", text)
    return found


def _body(page: str) -> str:
    soup = BeautifulSoup(page, "html.parser")
    found = soup.select_one("article") or soup.select_one("[role=main]")
    assert found is not None
    for element in found.select(".dj-eyebrow"):
        element.decompose()
    return re.sub(r"\s+", " ", str(found))


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("project", PROJECTS)
def test_a_page_says_the_same_without_docs_json(
    tmp_path: Path, project: str, builder: str
) -> None:
    of_site, alone = (
        build(tmp_path / name, project, builder, has_site=name == "site")
        for name in ("site", "alone")
    )

    assert of_site.warning_lines == alone.warning_lines == []
    assert of_site.app.env.found_docs == alone.app.env.found_docs
    said = said_by(alone)
    # Beside another theme there are no twins without docs.json.
    assert said == {name: text for name, text in said_by(of_site).items() if name in said}
    assert len(said) >= len(PAGES)
    if PROJECTS[project]["html_theme"] == "docsjson" and "html" in builder:
        assert len(said) == 2 * len(PAGES)


def test_styles_and_classes_of_a_page_have_their_sheets(tmp_path: Path) -> None:
    for project in ("our theme", "another theme"):
        made = build(tmp_path / project, project, "html", has_site=False)
        for syntax in ("mdx", "md"):
            loaded = made.sheets(f"{syntax}/page")
            assert {"docsjson-author.css", "docsjson-classes.css"} <= {*loaded}
        assert "color:red" in made.text("_static/docsjson-author.css")
        assert ".p-4" in made.text("_static/docsjson-classes.css")


def test_messages_of_pages_are_the_same(tmp_path: Path) -> None:
    page = (
        "---\ntitle: T\nikon: x\n---\n\n<Crad>a</Crad>\n\n[x](/nowhere) [y](#none) ![z](/no.png)\n"
    )
    files: dict[str, str | bytes] = {"index.rst": "H\n=\n\n.. toctree::\n\n   page\n"}
    files["page.mdx"] = page
    conf = {"html_theme": "docsjson", "project": "P"}
    alone = build_site(tmp_path / "alone", files, conf=conf).warning_lines
    files["docs.json"] = json.dumps({"name": "P", "navigation": ["index", "page"]})
    assert alone == build_site(tmp_path / "site", files, conf=conf).warning_lines
    assert len(alone) == 5
