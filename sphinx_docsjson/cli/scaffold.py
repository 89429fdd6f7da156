"""``sphinx-docsjson init``: a small site to begin with. Nothing is overwritten."""

from __future__ import annotations

import json
from pathlib import Path

from sphinx_docsjson.navigation.tree import SUFFIXES

INDEX = """\
---
title: Welcome
description: What {name} does, and where to begin.
---

{name} is ready to be documented.

<CardGroup cols={{2}}>
  <Card title="Quickstart" icon="rocket" href="/quickstart">
    Build this site and change it.
  </Card>
  <Card title="Sphinx" icon="book-open" href="https://www.sphinx-doc.org/">
    What stands behind this site.
  </Card>
</CardGroup>
"""

QUICKSTART = """\
---
title: Quickstart
description: Build this site and change it.
---

<Steps>
  <Step title="Build the site">
    ```sh
    make html
    ```
  </Step>
  <Step title="Open it">
    Open `_build/html/index.html` in a browser.
  </Step>
  <Step title="Add a page">
    Write a Markdown file beside this one, and list it in `docs.json`.
  </Step>
</Steps>
"""

MAKEFILE = """\
# `make html` builds the site into _build/html, `make serve` shows it and builds on changes.

SPHINXBUILD ?= sphinx-build

.PHONY: html serve check clean

html:
\t$(SPHINXBUILD){options} -b html . _build/html

serve:
\tsphinx-docsjson serve .

check:
\tsphinx-docsjson check .

clean:
\trm -rf _build
"""


WITHOUT_CONF = " -C -D extensions=sphinx_docsjson"


def init(folder: Path, name: str | None) -> int:
    """Write the files that are not there yet, and say what was done."""
    title = name or folder.resolve().parent.name.replace("-", " ").replace("_", " ").title()
    config = {
        "name": title or "Documentation",
        "navigation": [{"group": "Get started", "pages": ["index", "quickstart"]}],
    }
    if (folder / "mint.json").is_file():
        print(f"{folder / 'mint.json'} is there: this folder has a site already")
        return 1
    has_conf = (folder / "conf.py").is_file()
    files = {
        "docs.json": json.dumps(config, indent=2, ensure_ascii=False) + "\n",
        "index.mdx": INDEX.format(name=config["name"]),
        "quickstart.mdx": QUICKSTART,
        "Makefile": MAKEFILE.format(options="" if has_conf else WITHOUT_CONF),
    }
    written = 0
    for file, text in files.items():
        path = folder / file
        is_page = path.suffix in SUFFIXES
        others = (path.with_suffix(suffix) for suffix in SUFFIXES) if is_page else ()
        taken = next((p for p in (path, *others) if p.exists()), None)
        if taken is not None:
            print(f"kept     {taken}")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"written  {path}")
        written += 1
    if has_conf:
        print(f'Add "sphinx_docsjson" to the extensions in {folder / "conf.py"}')
    if written:
        print(f"Build it: make -C {folder} html")
    return 0
