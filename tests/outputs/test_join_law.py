"""Generated sites: a page of a joined site is, tag by tag, that of the same site in one build.

Versions, languages, products and tabs are in each other, each edition has an API, and at some
depth of the navigation every division is a part. What differs by design is in
``docs/publish/large-sites.md``; here it is what :func:`as_in_one_build` takes away.
"""

from __future__ import annotations

import json
import posixpath
import re
from difflib import unified_diff
from itertools import product

import pytest
from sphinx.util.inventory import InventoryFile

from tests._support.building import build_site
from tests.outputs.test_join import BASE, joined

KEYS = {"versions": "version", "languages": "language", "products": "product"}
LABELS = {"versions": ("v2", "v1"), "languages": ("en", "de"), "products": ("pots", "pans")}
TABS = {"Use": ("use", "more"), "Learn": ("learn",)}


def description(words):
    """Return a description with a small type, and a large one that gets a page of its own."""
    text = {"type": "string", "description": f"What it is for {words}, in a few words more."}
    inner = {f"y{number}": text for number in range(8)}
    large = {f"x{number}": {"type": "object", "properties": inner} for number in range(6)}
    schemas = {"Pot": {"type": "object", "properties": {**large, "name": text}}}
    schemas["Pan"] = {
        "type": "object",
        "properties": {"pot": {"$ref": "#/components/schemas/Pot"}},
    }

    def answer(name):
        schema = {"$ref": f"#/components/schemas/{name}"}
        return {
            "200": {"description": "Well.", "content": {"application/json": {"schema": schema}}}
        }

    return {
        "openapi": "3.1.0",
        "info": {"title": f"API {words}", "version": "1"},
        "servers": [{"url": "https://api.acme.example"}],
        "paths": {
            f"/{name.lower()}": {
                "get": {"summary": f"Get {name}", "tags": [name], "responses": answer(name)}
            }
            for name in schemas
        },
        "components": {"schemas": schemas},
    }


def page(folder, name, other):
    title = f"{name} {folder.replace('/', ' ')}"
    return (
        f"---\ntitle: {title}\ndescription: What {name} is.\n---\n\n"
        f"([](/{other}/{name}), [words](/{other}/{name}), [](/{folder}/use), [home](/))\n\n"
        f"## Part\n\nText.\n\n```{{code-block}} sh\nrun {name}\n```\n"
    )


def navigation(kinds, way, depth, mount):
    """Return the navigation below some labels.

    :param depth: so many labels have a division that is a part; ``None``: no part is named.
    :param mount: how the paths of pages begin that the file does not say.
    """
    if len(way) == len(kinds):
        before = f"{'/'.join(way)}/".removeprefix(mount)
        api = {"source": f"{before}api.json", "directory": f"{before}api"}
        tabs = [
            {"tab": tab, "groups": [{"group": f"{tab} it", "pages": [before + p for p in pages]}]}
            for tab, pages in TABS.items()
        ]
        return {"tabs": [*tabs, {"tab": "API", "openapi": api}]}
    kind, found = kinds[len(way)], []
    for label in LABELS[kind]:
        here = (*way, label)
        is_part = len(here) == depth
        inside = (
            {"sourceRef": "/".join(here)} if is_part else navigation(kinds, here, depth, mount)
        )
        found.append({KEYS[kind]: label, **inside})
    return {kind: found}


def sites(kinds, depth, settings):
    """Return path of a part → files; ``one`` is the whole site, and ``base`` names the others."""
    ways = [tuple(way) for way in product(*(LABELS[kind] for kind in kinds))]
    texts = {}
    for way in ways:
        folder, other = "/".join(way), "/".join(ways[0] if way != ways[0] else ways[-1])
        names = [name for pages in TABS.values() for name in pages]
        texts |= {f"{folder}/{name}.md": page(folder, name, other) for name in names}
        texts[f"{folder}/api.json"] = json.dumps(description(" ".join(way)))

    def config(inside):
        return json.dumps({"name": "Acme", **settings, "navigation": inside})

    home = {"index.md": "---\ntitle: Home\n---\n\nWelcome.\n"}
    found = {
        "one": {"docs.json": config(navigation(kinds, (), None, "")), **home, **texts},
        "base": {"docs.json": config(navigation(kinds, (), depth, "")), **home},
    }
    for way in dict.fromkeys(way[:depth] for way in ways):
        mount = f"{'/'.join(way)}/"
        inside = {
            name.removeprefix(mount): t for name, t in texts.items() if name.startswith(mount)
        }
        found[mount[:-1]] = {"docs.json": config(navigation(kinds, way, None, mount)), **inside}
    return found


OWN = r"(_static/|_sources/|llms\.txt|search\.html|genindex\.html)"
"""What each part has for itself, below its path."""


def as_in_one_build(text, name, mounts):
    """Return a page with the files of its part at the root, and each address as a path from it."""
    folder = posixpath.dirname(name)
    any_mount = "|".join(sorted(map(re.escape, mounts), key=len, reverse=True))

    def from_root(match):
        attribute, address = match.groups()
        if re.match("#|[a-z]+:", address):
            return match[0]
        path, mark, fragment = re.sub(r"\?v=\w+", "", address).partition("#")
        path = posixpath.normpath(posixpath.join("/", folder, path))
        return f'{attribute}="{path}{mark}{fragment}"'

    text = re.sub(r'(href|src|action)="([^"]*)"', from_root, text)
    text = re.sub(rf"/(?:{any_mount})/{OWN}", r"/\1", text)
    text = re.sub(rf'(class="dj-logo" href=")/(?:{any_mount})/index', r"\1/index", text)
    text = re.sub(r' data-content_root="[./]*"', "", text)
    for word, german in {
        "Overview": "Überblick",
        "OpenAPI description": "OpenAPI-Beschreibung",
    }.items():
        text = text.replace(german, word)  # one build has them in the language of the site
    return re.sub(r'"spec":"\w+"|data-script="[^"]*"', "", text)  # where typed values are kept


def pages_of(folder):
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    outside = r"(.*/)?(_static/|_sources/|\.well-known/|404|search\b|genindex|skill\b|llms-full)"
    return {
        name for name in paths if name.endswith((".html", ".md")) and not re.match(outside, name)
    }


def kept_by(folder):
    """Return what files of the whole site say of pages: inventory, sitemaps, near addresses.

    A part names its operations without its own path, and has a stand-in for the page of its root.
    """
    objects = InventoryFile.loads((folder / "objects.inv").read_bytes(), uri="").data
    maps = "".join(path.read_text() for path in sorted(folder.rglob("sitemap*.xml")))
    near = (folder / "_static/not-found-pages.js").read_text()
    return {
        "objects": {
            (kind, name): (item.uri, item.display_name)
            for kind, items in objects.items()
            for name, item in items.items()
            if not kind.startswith("openapi:") and not re.search(r".+/index$", name)
        },
        "sitemap": sorted(re.findall(r"<url>.*?</url>", maps, re.DOTALL)),
        "near": sorted(json.loads(near[near.index("[") : near.rindex("]") + 1])),
    }


CASES = [
    (("versions", "languages"), 1, {}),
    (("versions", "languages"), 2, {"api": {"schemas": "linked"}}),
    (("languages", "versions"), 1, {"styling": {"eyebrows": "breadcrumbs"}}),
    (("products", "versions"), 1, {"api": {"schemas": "linked"}}),
    (("products", "versions", "languages"), 2, {}),
]


@pytest.mark.parametrize(
    ("kinds", "depth", "settings"),
    [CASES[0], *(pytest.param(*case, marks=pytest.mark.nightly) for case in CASES[1:])],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else str(value),
)
def test_parts_of_a_generated_site_are_joined_to_what_one_build_makes(
    kinds, depth, settings, tmp_path
):
    found = sites(kinds, depth, settings)
    # Sphinx keeps the language of a build for the next one in the same process: German comes last.
    for name, files in sorted(found.items(), key=lambda item: "de" in item[0].split("/")):
        conf = {} if name == "one" else {"docsjson_part": "/" if name == "base" else name}
        if "de" in name.split("/"):
            conf["language"] = "de"
        folder = tmp_path / name.replace("/", "-")
        assert build_site(folder, files, conf={"html_baseurl": BASE, **conf}).warning_lines == []
    mounts = [name for name in found if name not in ("one", "base")]
    assert joined(tmp_path, [name.replace("/", "-") for name in found if name != "one"]) == 0
    one, ours = tmp_path / "one-out/html", tmp_path / "joined"

    def differences():
        for name in sorted(names):
            text, whole = (
                as_in_one_build((folder / name).read_text(), name, mounts).splitlines()
                for folder in (ours, one)
            )
            yield from ((name, line) for line in unified_diff(whole, text, n=0, lineterm=""))

    names = pages_of(one)
    # A part without the page of its root has a stand-in for it.
    stand_ins = {f"{mount}/index{end}" for mount in mounts for end in (".html", ".md")}
    assert pages_of(ours) - stand_ins == names - stand_ins
    assert len(names) > 20
    assert list(differences()) == []
    assert kept_by(ours) == kept_by(one)
