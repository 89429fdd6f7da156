"""Sites whose ``docs.json`` holds what is tried in every field that its schema names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.hostile.filling import Filling
from tests.hostile.site_parts import Attack, Handing

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "sphinx_docsjson/site/schema.json").read_text(encoding="utf-8"))

ADDRESSES = frozenset({"url", "href", "root", "source", "destination", "light", "dark"})
FILES = {
    "index.md": "---\ndescription: Words.\n---\n\n# Start\n\nWords of [two](guide/two).\n",
    "guide/two.md": "# Two\n\nMore words.\n\n## Part\n",
    "api.yaml": (
        "openapi: 3.1.0\ninfo: {title: A, version: '1'}\n"
        "paths:\n  /a: {get: {operationId: getA, tags: [t], responses: {'200': {}}}}\n"
    ),
}
PAGES = ("index", "guide/two")


def configured(
    shape: int, tried: Sequence[str], *, addresses: bool = False, plain: bool = False
) -> Attack:
    """Return a site with the fields in one of the shapes that the schema allows.

    :param addresses: also fields that have to lead somewhere lead to what is tried; without it
        they lead to a page, so that what stands beside them is shown.
    """
    handing = Handing(tried, start=shape * 7, plain=plain)

    def give(path: str) -> str:
        *_, above, name = ("", *path.split("."))
        is_listed = above == "pages" or path in ("navigation.0", "navigation.1")
        if is_listed and name in ("0", "1"):
            return PAGES[int(name)]
        if addresses:
            return handing.one(path)
        if "openapi" in path.lower().split(".")[-3:]:
            return "folder" if name in ("directory", "overview") else "api.yaml"
        if name in ADDRESSES or (above in ADDRESSES and name.isdigit()):
            return "/guide" if "tabs" in path or "anchors" in path else "/guide/two"
        return handing.several(path)

    config: dict[str, Any] = Filling(
        SCHEMA, give, shape=shape, choose=not addresses or shape % 2 == 0
    ).value(SCHEMA, "")
    config.pop("basePath", None)
    navigation = config["navigation"]
    if isinstance(navigation, list):
        navigation[:2] = list(PAGES)
    else:
        navigation.setdefault("pages", []).extend(PAGES)
    files = {**FILES, "docs.json": json.dumps(config, indent=1)}
    kind = "addresses" if addresses else "texts"
    return Attack(name=f"docs.json, {kind} {shape}", files=files, handing=handing)
