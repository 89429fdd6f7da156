"""The files of a small site that is complete: what ``init`` writes where there is nothing."""

from __future__ import annotations

import json
import re
from typing import Any

from sphinx_docsjson.cli.starting.host_files import scalar
from sphinx_docsjson.text.spelling import escape_block_start, escape_text

SCHEMA = "https://sphinx-docsjson.readthedocs.io/en/latest/schema.json"
"""Where our own documentation publishes the schema of ``docs.json``, for editors."""

INDEX = """\
---
title: Welcome
description: {description}
---

{words} is ready to be documented.

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
  <Step title="See it while you write">
    ```sh
    sphinx-docsjson serve
    ```
  </Step>
  <Step title="Add a page">
    Write a Markdown file beside this one, and list it in `docs.json`.
  </Step>
  <Step title="Check it">
    ```sh
    sphinx-docsjson check
    ```
  </Step>
  <Step title="Build it">
    In the folder of this page:

    ```sh
    make html
    ```

    The site is in `_build/html` there.
  </Step>
</Steps>
"""

MAKEFILE = """\
# `make html` builds the site into _build/html, `make serve` shows it and builds on changes.

SPHINXBUILD ?= sphinx-build

.PHONY: html serve check clean

html:
\t$(SPHINXBUILD) -C -D extensions=sphinx_docsjson -b html . _build/html

serve:
\tsphinx-docsjson serve .

check:
\tsphinx-docsjson check .

clean:
\trm -rf _build
"""


def new_site(name: str) -> dict[str, str]:
    """Return path → text of each file of a new site."""
    pages = [{"group": "Get started", "pages": ["index", "quickstart"]}]
    return {
        "docs.json": docs_json(name, pages),
        "index.mdx": INDEX.format(
            description=scalar(f"What {' '.join(name.split())} does, and where to begin."),
            words=in_mdx(name),
        ),
        "quickstart.mdx": QUICKSTART,
        "Makefile": MAKEFILE,
    }


def in_mdx(name: str) -> str:
    """Return *name* at the beginning of a paragraph of MDX, as text."""
    words = escape_text(" ".join(name.split()))
    words = re.sub(r"(?<!\\)[{}<\[$]", r"\\\g<0>", words)
    if re.match(r"(?:import|export)\b", words):
        words = f"“{words}”"  # no statement of a script
    return escape_block_start(words) if words else "This site"


def docs_json(name: str, navigation: list[Any]) -> str:
    """Return the text of a ``docs.json``."""
    config = {"$schema": SCHEMA, "name": name, "navigation": navigation}
    return json.dumps(config, indent=2, ensure_ascii=False) + "\n"
