"""A site that uses each row of the newest format: its files, and which rows they use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import yaml

from sphinx_docsjson.base.theme_files import theme_path
from tests._support.inputs import input_files, input_text
from tests._support.pictures import picture
from tests.components import newest as components
from tests.site.newest import effective, kept

FOLDER = "every_row"
FONT = "static/fonts/inter-latin.woff2"
CONF = {
    "html_baseurl": "https://greenhouse.example/docs/",
    "extensions": ["sphinx_docsjson", "sphinx.ext.autodoc"],
}


def files() -> dict[str, str | bytes]:
    """Return the files of the site."""
    font = (theme_path() / FONT).read_bytes()
    return {
        **input_files(__file__, FOLDER),
        "images/card.png": picture(1200, 630),
        "images/film.mp4": b"",
        "fonts/text.woff2": font,
        "fonts/heading.woff2": font,
    }


@cache
def config() -> dict[str, Any]:
    """Return what ``docs.json`` says."""
    found: dict[str, Any] = json.loads(input_text(__file__, f"{FOLDER}/docs.json"))
    return found


ENTRIES = {
    **{f"{kind}s": kind for kind in ("anchor", "dropdown", "group", "language", "page")},
    **{f"{kind}s": kind for kind in ("product", "tab", "version")},
    "global": "global",
    "menu": "item",
}
SHARED = {"asyncapi": "asyncapi", "color": "color", "icon": "icon", "openapi": "openapi"}


def used_rows(config: Mapping[str, Any], files: Mapping[str, str | bytes]) -> set[str]:
    """Return the rows with an effect that a site uses."""
    return rows_of(config, files) & set(effective())


def rows_of(config: Mapping[str, Any], files: Mapping[str, str | bytes]) -> set[str]:
    """Return the rows of the format that a site uses, as the oracle calls them."""
    known = {path for path, _values in kept()}
    found = set(_paths(config, "", False))
    for name, text in files.items():
        if name.endswith(".mdx") and isinstance(text, str) and text.startswith("---"):
            front = yaml.safe_load(text.split("---")[1])
            found.update(_paths(front, "@frontmatter", False))
    maps = {path for path in known if path.endswith(".*")}
    found |= {path for path in maps if any(one.startswith(path[:-1]) for one in found)}
    return found & known


def _paths(value: Any, path: str, in_navigation: bool) -> Iterator[str]:
    if path:
        yield path
    if isinstance(value, list):
        inside = path if in_navigation and path.count(".") == 0 else f"{path}[]"
        for one in value:
            yield from _paths(one, inside, in_navigation)
            yield from _paths(one, path, in_navigation)
    elif isinstance(value, dict):
        for key, one in value.items():
            below = f"{path}.{key}" if path else key
            yield below
            inside = in_navigation or below == "navigation"
            if inside and key in ENTRIES:
                yield from _paths(one, f"@{ENTRIES[key]}", True)
            elif key in SHARED and (inside or key != "color" or isinstance(one, dict)):
                yield from _paths(one, f"@{SHARED[key]}", False)
                yield from _paths(one, below, False)
            else:
                yield from _paths(one, below, inside and key not in ("banner", "footer", "navbar"))


def unused_attributes(files: Mapping[str, str | bytes]) -> list[str]:
    """Return the attributes of components with an effect that no page of a site writes."""
    text = "\n".join(t for n, t in files.items() if n.endswith(".mdx") and isinstance(t, str))
    wanted = [*components.rows(), *((name, own.split()) for name, own in components.HTML.items())]
    left = []
    for name, attributes in wanted:
        tag = "h[1-6]" if name == "h" else re.escape(name)
        written = " ".join(re.findall(rf"<{tag}\b((?:\"[^\"]*\"|\{{[^}}]*\}}+|[^>\"{{])*)>", text))
        for attribute in attributes:
            if components.judged(name, attribute)[0] == components.EFFECT and not re.search(
                rf"(?<![\w-]){re.escape(attribute)}\b", written
            ):
                left.append(f"<{name} {attribute}>")
    return left
