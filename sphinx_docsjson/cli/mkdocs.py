"""Reads the configuration of MkDocs: https://www.mkdocs.org/user-guide/configuration/."""

from __future__ import annotations

import json
import re
from posixpath import normpath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx_docsjson.base.files import relative_path
from sphinx_docsjson.base.messages import words
from sphinx_docsjson.cli.mkdocs_nav import Navigation
from sphinx_docsjson.cli.other_tools import (
    GITHUB,
    FoundSite,
    as_tabs,
    beside,
    read_data,
    set_field,
    socials_of,
    text_in,
)
from sphinx_docsjson.cli.python_names import References
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.urls import safe_url

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

MATERIAL = {
    "red": "#ef5552",
    "pink": "#e92063",
    "purple": "#ab47bd",
    "deep purple": "#7e56c2",
    "indigo": "#4051b5",
    "blue": "#2094f3",
    "light blue": "#02a6f2",
    "cyan": "#00bdd6",
    "teal": "#009485",
    "green": "#4cae4f",
    "light green": "#8bc34b",
    "lime": "#cbdc38",
    "yellow": "#ffec3d",
    "amber": "#ffc105",
    "orange": "#ffa724",
    "deep orange": "#ff6e42",
    "brown": "#795649",
    "grey": "#757575",
    "blue grey": "#546d78",
    "black": "#000000",
}
"""The colours of Material for MkDocs."""

BUILT_IN = frozenset(
    words(
        "search redirects minify privacy offline social meta tags literate-nav awesome-pages "
        "awesome-nav section-index autorefs mkdocstrings"
    )
)
"""Plugins whose work is done here, or needs nothing in the pages."""


def of_mkdocs(source: Path) -> FoundSite:
    """Read ``mkdocs.yml``."""
    config = _with_parents(source, 5)
    named = config.get("docs_dir")
    folder = source.parent / (named if isinstance(named, str) else "docs")
    site = FoundSite(tool="MkDocs", source=source, folder=folder)
    site.name = text_in(config, "site_name")
    theme = mapping(config.get("theme"))
    set_field(site, "description", text_in(config, "site_description"))
    set_field(site, "logo", beside(folder, text_in(theme, "logo")))
    set_field(site, "favicon", beside(folder, text_in(theme, "favicon")))
    palettes = theme.get("palette")
    colors: dict[str, str] = {}
    for palette in map(mapping, palettes if isinstance(palettes, list) else [palettes]):
        for name in ("primary", "accent"):
            color = MATERIAL.get(text_in(palette, name).replace("-", " "))
            if color not in (None, "#000000"):
                mode = "light" if text_in(palette, "scheme") == "slate" else "primary"
                colors.setdefault(mode, color)
    if colors:
        only = colors.get("primary", colors.get("light"))
        site.settings["colors"] = {
            "primary": only,
            **{k: v for k, v in colors.items() if v != only},
        }
    extra = mapping(config.get("extra"))
    set_field(site, "footerSocials", socials_of(extra.get("social"), "icon", "link"))
    if repository := safe_url(text_in(config, "repo_url")):
        label = text_in(config, "repo_name") or "Repository"
        on_github = GITHUB.fullmatch(repository) is not None
        link = {"type": "github"} if on_github else {"label": label}
        site.settings["navbar"] = {"links": [{**link, "href": repository}]}
    if "content.action.edit" in (theme.get("features") or ()):
        site.settings["feedback"] = {"suggestEdit": True}
    plugins = _named(config.get("plugins"))
    maps = mapping(mapping(plugins.get("redirects")).get("redirect_maps"))
    site.settings |= _redirects(site, maps)
    extensions = _named(config.get("markdown_extensions"))
    documents_python = {*plugins, *extensions} & {"mkdocstrings", "mkautodoc"}
    if documents_python or "autorefs" in plugins:
        python = mapping(
            mapping(mapping(plugins.get("mkdocstrings")).get("handlers")).get("python")
        )
        paths = [str(each) for each in items(python.get("paths"))] or [
            each for each in ("src", ".") if (source.parent / each).is_dir()
        ]
        site.references = References(site.files, [source.parent / each for each in paths])
        if documents_python:
            site.conf = _conf(paths, relative_path(source.parent, folder), python)
    site.base = urlsplit(text_in(config, "site_url")).path.strip("/")
    site.callouts = bool(extensions.keys() & {"callouts", "markdown_callouts"})
    bases = mapping(extensions.get("pymdownx.snippets")).get("base_path", ["."])
    listed = bases if isinstance(bases, list) else [bases]
    roots = (str(each).replace("$config_dir", ".") for each in listed)  # a tag of MkDocs
    site.includes = (*(source.parent / each for each in roots), folder)
    entries = list(Navigation.of_plugins(site, plugins).entries(config.get("nav")))
    tabs = "navigation.tabs" in (theme.get("features") or ())
    site.navigation = as_tabs(site, entries) if tabs else entries
    if config.get("use_directory_urls", True) is True:
        site.notes.append("addresses such as /guides/install/ are kept with --builder dirhtml")
    if text_in(config, "site_url"):
        site.notes.append(
            'site_url is html_baseurl = "…" in a conf.py; most hosts set it themselves'
        )
    for name, ours in ("extra_css", "html_css_files"), ("extra_javascript", "html_js_files"):
        if config.get(name):
            site.notes.append(f"{name} is {ours} in a conf.py; files beside docs.json are loaded")
    if text_in(config, "copyright"):
        site.notes.append('copyright is copyright = "…" in a conf.py')
    if text_in(theme, "custom_dir"):
        site.notes.append(
            "custom_dir has no effect: its announce block is banner, others are left out"
        )
    if provider := text_in(mapping(extra.get("analytics")), "provider"):
        field_ = {"google": "integrations.ga4.measurementId"}.get(provider, "integrations")
        site.notes.append(f"analytics is {field_} in docs.json")
    if unknown := [each for each in plugins if each not in BUILT_IN]:
        site.notes.append(f"nothing here does what these plugins did: {', '.join(unknown)}")
    return site


def _conf(paths: Sequence[str], root: str, python: Mapping[str, Any]) -> str:
    """Return a ``conf.py`` with which autodoc documents what mkdocstrings did.

    :param paths: the folders in which packages are, seen from the folder *root*.
    """
    urls = [
        url.removesuffix("/objects.inv")
        for each in items(python.get("inventories"))
        if (url := safe_url(each if isinstance(each, str) else text_in(mapping(each), "url")))
    ]
    named = {re.sub(r"\W+", "_", urlsplit(url).netloc + urlsplit(url).path): url for url in urls}
    extensions = ["sphinx_docsjson", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
    extensions += ["sphinx.ext.intersphinx"] if named else []
    lines = ['"""What mkdocs.yml says of Python; docs.json says the rest."""', ""]
    lines += ["import sys", "from pathlib import Path", ""]
    lines.append(f"ROOT = (Path(__file__).parent / {json.dumps(root)}).resolve()")
    lines.append(f"sys.path[:0] = [str(ROOT / each) for each in {json.dumps(paths)}]")
    lines += ["", "extensions = [", *(f'    "{each}",' for each in extensions), "]"]
    if named:
        mappings = (f'    "{name}": ({json.dumps(url)}, None),' for name, url in named.items())
        lines += ["intersphinx_mapping = {", *mappings, "}"]
    return "\n".join([*lines, ""])


def _with_parents(source: Path, most: int) -> dict[str, Any]:
    """Return a configuration with what it takes from others by ``INHERIT``."""
    config = dict(mapping(read_data(source)))
    named = config.get("INHERIT")
    if isinstance(named, str) and most and (source.parent / named).is_file():
        return _with_parents(source.parent / named, most - 1) | config
    return config


def _named(listed: Any) -> dict[str, Any]:
    """Return the plugins or extensions of a list, or a mapping, by name."""
    found: dict[str, Any] = {}
    for each in listed if isinstance(listed, list) else [listed]:
        found |= each if isinstance(each, dict) else {each: None} if isinstance(each, str) else {}
    return {name.removeprefix("material/"): value for name, value in found.items()}


def _redirects(site: FoundSite, maps: Mapping[str, Any]) -> dict[str, Any]:
    found = []
    for old, new in maps.items():
        target = site.name_of(normpath(str(new).partition("#")[0]))
        source = re.sub(r"(?:^|/)(?:index|README)$", "", re.sub(r"\.md$", "", str(old)))
        if target is not None and source and site.name_of(source) is None:
            found.append({"source": f"/{source}", "destination": f"/{target}"})
    return {"redirects": found} if found else {}
