"""Every example of a page that the documentation shows → one site, built at once.

What an example needs of a site is there: pages that it leads to, the description of the plant
store, and the other examples of its page, by the names that they have there.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from sphinx_docsjson.base.theme_files import INTERACTIVE_SCRIPT
from tests._support.building import build_site
from tests.docs_say.blocks import ROOT, Block
from tests.docs_say.formats import PLANTS

LANGUAGES = {"markdown": "md", "md": "md", "mdx": "mdx", "rst": "rst"}

EVENTS = """\
asyncapi: 3.0.0
info: {title: Greenhouse, version: "1"}
channels:
  plantWatered:
    address: plants/watered
    messages: {watered: {payload: {type: object}}}
operations:
  onWatered: {action: receive, channel: {$ref: '#/channels/plantWatered'}}
"""
ADMIN = """\
openapi: 3.1.0
info: {title: Admin, version: "1"}
paths:
  /orders: {get: {responses: {"200": {description: All orders}}}}
"""
PAGE = "---\ntitle: {}\ndescription: A page.\n---\n\nText.\n"
LINKED = ("index", "start/quickstart", "start/guide", "components/index", "v1/guide", "v2/guide")
BESIDE = {
    "snippets/links.mdx": "export const links = { changes: '/start/guide' }\n",
    "greeting.json": json.dumps({"code": 'const greeting = "hello".toUpperCase();', "nodes": []}),
    "events.yaml": EVENTS,
    "admin.yaml": ADMIN,
    "openapi.yaml": PLANTS.replace("/plants:", "/plants/rare:"),
    "plant-store.yaml": (ROOT / "docs/api/plant-store.yaml").read_text(encoding="utf-8"),
    "code/samples.py": '"""Samples."""\n',
    **{f"{name}.md": PAGE.format(name) for name in LINKED},
}
SITE = {
    "name": "Examples",
    "variations": {
        "options": [{"id": "cloud", "label": "Cloud"}, {"id": "self", "label": "Self-hosted"}]
    },
    "navigation": [
        {"group": "Start", "pages": list(LINKED)},
        {"group": "Store", "openapi": ["plant-store.yaml", "admin.yaml"]},
        {"group": "Events", "asyncapi": "events.yaml"},
    ],
}
CONF = {
    "extensions": ["sphinx_docsjson", "sphinx.ext.autodoc"],
    "html_baseurl": "https://docs.example.com/",
    "nitpicky": True,
    "nitpick_ignore": [("py:class", "collections.abc.Callable")],
    "docsjson_conventions": ["front-matter-missing", "image-alt", "link-text"],
}


def problems_of_examples(blocks: list[Block], folder: Path) -> list[str]:
    """Build the examples as pages of one site; return each warning with the place of its block."""
    files: dict[str, str | bytes] = {**BESIDE, INTERACTIVE_SCRIPT: ""}
    places = {}
    for number, block in enumerate(blocks):
        if block.title.startswith("snippets/"):
            files[block.title] = block.text
        else:
            name = f"example-{number:03}.{LANGUAGES[block.language]}"
            places[name] = block.place
            files[name] = _as_page(block)
    files["docs.json"] = json.dumps(SITE)
    lines = build_site(folder, files, conf=CONF).warning_lines
    return [re.sub(r"^example-\d+\.\w+", lambda name: places[name[0]], line) for line in lines]


def _as_page(block: Block) -> str:
    """Return an example as a page of its own: what is a part of one gets a title before it."""
    if block.language == "rst":
        title = "" if "===" in block.text else "Example\n=======\n\n"
        return f":description: A page.\n\n{title}{block.text}"
    if not block.text.startswith("---"):
        return f"---\ntitle: Example\ndescription: A page.\n---\n\n{block.text}"
    if "\ndescription:" in block.text or "\nopenapi: " in block.text:
        return block.text
    return block.text.replace("---\n", "---\ndescription: A page.\n", 1)
