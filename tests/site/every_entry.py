"""A site whose navigation has each field of each kind of entry, at an entry of its own.

The fields are those of the newest format that have an effect (:mod:`tests.site.newest`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sphinx_docsjson.site.model import LANGUAGE_NAMES
from tests._support.inputs import input_text
from tests.site.newest import effective

KINDS = {
    "anchor": "anchors",
    "dropdown": "dropdowns",
    "group": "groups",
    "item": "menu",
    "language": "languages",
    "page": "pages",
    "product": "products",
    "tab": "tabs",
    "version": "versions",
}
"""A kind of entry, as the oracle calls it → the list that it stands in."""

LINKS = ("anchors", "dropdowns", "languages", "products", "tabs", "versions")
INSIDE = ("ar", "he")
LANGUAGES = [code for code in LANGUAGE_NAMES if code not in INSIDE]
AWAY = "https://away.example"
SDK = ("sdk.directory", "sdk.format", "sdk.source")
"""What is tried with ``sdk``."""


def fields_of(kind: str) -> list[str]:
    """Return the fields of a kind of entry that have an effect."""
    prefix = f"@{kind}."
    return [path.removeprefix(prefix) for path in effective() if path.startswith(prefix)]


class Entries:
    """The entries of one kind: what ``docs.json`` says of them, and their pages."""

    def __init__(self, kind: str) -> None:
        """Write an entry for each field."""
        self.kind = kind
        self.key = "group" if kind == "page" else kind
        self.files: dict[str, str] = {}
        fields = ["plain", *(field for field in fields_of(kind) if field not in SDK)]
        self.labels = {
            field: LANGUAGES[number] if kind == "language" else f"{kind} {field}"
            for number, field in enumerate(fields)
        }
        self.entries = [self._entry(field) for field in fields]
        self.files[f"{kind}.yaml"] = input_text(__file__, "every_entry/plants.yaml")
        self.files[f"{kind}-events.yaml"] = input_text(__file__, "every_entry/events.yaml")

    def _page(self, name: str) -> str:
        path = f"{self.kind}s/{name}"
        self.files[f"{path}.mdx"] = (
            f"---\ntitle: Page {self.kind} {name}\n---\n\n## Part\n\nWord{self.kind}{name}.\n"
        )
        return path

    def _entry(self, field: str) -> dict[str, Any]:
        entry: dict[str, Any] = {self.key: self.labels[field]}
        own = {"pages": [self._page(field)]}
        if field in ("groups", "menu", *LINKS):
            return entry | {field: [self._inside(field, 1), self._inside(field, 2)]}
        if field == "href":
            return entry | {"href": f"{AWAY}/{self.kind}"}
        if field in ("openapi", "asyncapi", "sdk"):
            return entry | {field: self._source(field)} | (own if self.key == "group" else {})
        if field == "directory":
            root, listed = self._page("listing"), self._page("listed")
            inner = {"group": "Listed", "root": root, "pages": [root, listed]}
            return entry | {"directory": "card", "pages": [inner]}
        if field == "expanded":
            inner = {"group": f"Inner {self.kind}", "expanded": True}
            shut = {"group": f"Shut {self.kind}", "pages": [self._page("shut")]}
            return entry | {"pages": [inner | own, shut]}
        if field == "searchable":
            return entry | {"hidden": True, "searchable": True} | own
        values: dict[str, Any] = {
            "align": "end",
            "banner": {"content": "Only here"},
            "boost": 5,
            "color": {"light": "#0a5f38", "dark": "#7fe0a8"},
            "default": True,
            "description": f"What {self.kind} says",
            "footer": {"links": [{"header": "Ours", "items": [{"label": "Us", "href": AWAY}]}]},
            "global": {
                name: [{name[:-1]: _code(name, 1), "href": f"{AWAY}/{self.kind}-{name}"}]
                for name in LINKS
            },
            "hidden": True,
            "icon": "rocket",
            "name": "What readers see",
            "navbar": {"links": [{"label": "Only here", "href": AWAY}]},
            "root": f"{self.kind}s/root",
            "tag": "Fresh",
        }
        if field == "color":
            entry["icon"] = "rocket"
        return entry | ({field: values[field]} if field in values else {}) | own

    def _source(self, field: str) -> dict[str, str]:
        if field == "sdk":
            directory = f"{self.kind}-sdk"
            return {"format": "sphinx", "source": "python:textwrap", "directory": directory}
        name = {"openapi": "api", "asyncapi": "events"}[field]
        file = f"{self.kind}.yaml" if field == "openapi" else f"{self.kind}-events.yaml"
        return {"source": file, "directory": f"{self.kind}-{name}"}

    def _inside(self, field: str, number: int) -> dict[str, Any]:
        key = "item" if field == "menu" else field[:-1]
        page = self._page(field if number == 1 else f"{field}2")
        return {key: _code(field, number), "pages": [page]}


def _code(field: str, number: int) -> str:
    """Return the label of something in an entry."""
    return INSIDE[number - 1] if field == "languages" else f"Inner {field} {number}"


def site(kinds: Sequence[str] = tuple(KINDS)) -> dict[str, str]:
    """Return the files: a product for each kind, with its entries in one tab."""
    files = {"index.mdx": "# Home\n"}
    products: list[dict[str, Any]] = []
    for kind in kinds:
        entries = Entries(kind)
        files |= entries.files
        name = f"Kind {kind}"
        match kind:
            case "product":
                products += entries.entries
            case "tab":
                around = {"dropdown": "Around", "tabs": entries.entries}
                products.append({"product": name, "dropdowns": [around]})
            case "page":
                group = {"group": "Around", "pages": entries.entries}
                products.append({"product": name, "groups": [group]})
            case _:
                tab = {"tab": f"All of {kind}", KINDS[kind]: entries.entries}
                products.append({"product": name, "tabs": [tab]})
    navigation = {"products": products}
    files["docs.json"] = json.dumps({"name": "Entries", "navigation": navigation}, indent=2)
    return files
