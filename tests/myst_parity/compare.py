"""Two builds of the same pages, and where what they read differs."""

from __future__ import annotations

import difflib
import io
import json
import re
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.base.files import title_from_name
from sphinx_docsjson.pages.front_matter import front_text
from tests._support.building import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from docutils import nodes

QUIET = ["toc.not_included", "epub", "image.not_readable"]
"""Kinds of warnings about the cases as pages of one site, not about what is in them."""

_RANDOM = re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b")

UNLISTED = {"orphan", "nosearch", "docsjson-nosearch"}
"""What we note of a page that docs.json does not list."""

READ_BY_US = {
    "title",
    "description",
    "keywords",
    "docsjson_awaited",
    "docsjson_variables",
    "docsjson_glossary",
    "docsjson_terms",
}
"""Front matter that we keep as it is written, not as YAML 1.1 reads it, and what we note."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """What a build made of one page.

    :param read: the doctree as it is read, one node a line.
    :param resolved: the doctree with its references.
    :param warnings: what was said about the page.
    :param facts: what Sphinx keeps of the page beside its tree.
    """

    read: list[str]
    resolved: list[str]
    warnings: list[str]
    facts: dict[str, str]


def build_pages(
    folder: Path,
    texts: Mapping[str, str],
    settings: Mapping[str, Any],
    others: Mapping[str, str | bytes] | None = None,
    *,
    ours: bool,
) -> dict[str, Page]:
    """Build *texts* (docname → Markdown) with plain MyST, or with our extension beside it.

    :param others: files that the pages name.
    """
    files: dict[str, str | bytes] = {f"{name}.md": text for name, text in texts.items()}
    files.update(others or {})
    files["index.rst"] = "Index\n=====\n"
    if ours:
        files["docs.json"] = json.dumps(
            {"$schema": "", "name": "x", "theme": "mint", "colors": {"primary": "#123456"}}
            | {"navigation": {"pages": ["index"]}}
        )
    write_files(folder, files)
    extensions = ["myst_parser", "sphinx_docsjson"] if ours else ["myst_parser"]
    warnings = io.StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            srcdir=folder,
            confdir=None,
            outdir=folder.parent / f"{folder.name}-out",
            doctreedir=folder.parent / f"{folder.name}-trees",
            buildername="dummy",
            confoverrides={
                "project": "x",
                "html_theme": "basic",
                "suppress_warnings": QUIET,
                **settings,
                "extensions": [*settings.get("extensions", ()), *extensions],
            },
            status=None,
            warning=warnings,
            freshenv=True,
        )
        # What formats without remote images show instead is another matter.
        app.builder.supported_remote_images = True
        app.build()
        said = _COLOUR.sub("", warnings.getvalue()).replace(f"{app.srcdir}/", "")
        return {
            name: Page(
                read=lines_of(app, app.env.get_doctree(name)),
                resolved=lines_of(app, _resolved(app, name)),
                warnings=_about(said, name),
                facts=_facts(app, name),
            )
            for name in texts
        }


def _resolved(app: Sphinx, name: str) -> nodes.document:
    from sphinx.util import logging

    with logging.suppress_logging():
        # Sphinx 9 wants the tags, which its releases before do not know.
        resolve = app.env.get_and_resolve_doctree
        known = {"tags": app.tags} if "tags" in signature(resolve).parameters else {}
        return resolve(name, app.builder, **known)


def _about(said: str, name: str) -> list[str]:
    found: list[str] = []
    mine = False
    for line in said.splitlines():
        if re.match(r"\w+\.(md|rst)\b", line) or not line.startswith((" ", "\t")):
            mine = line.startswith(f"{name}.md")
        if mine and line.strip():
            found.append(line)
    return sorted(found)


def _facts(app: Sphinx, name: str) -> dict[str, str]:
    env = app.env
    std = env.domains.standard_domain
    labels = {key: value for key, value in std.labels.items() if value[0] == name}
    anonymous = {key: value for key, value in std.anonlabels.items() if value[0] == name}
    metadata = {k: v for k, v in env.metadata[name].items() if k not in UNLISTED | READ_BY_US}
    title = env.titles[name].astext()
    return {
        # A page without a heading, or with one without words, is named after its file; to MyST
        # alone it has no title.
        "title": title_from_name(name) if title in ("", "<no title>") else title,
        "metadata": repr(sorted(metadata.items())),
        "labels": repr(sorted(labels.items())),
        "anonymous labels": repr(sorted(anonymous.items())),
    }


def lines_of(app: Sphinx, tree: nodes.document) -> list[str]:
    """Return the nodes of *tree*, one a line, with what tells them apart."""
    found: list[str] = []
    _walk(tree, 0, found)
    places = (str(app.doctreedir), str(app.srcdir))
    return [_steady(line, places) for line in found]


def _walk(node: Any, depth: int, found: list[str]) -> None:
    pad = "  " * depth
    if isinstance(node, front_text):
        return  # the words of the front matter for translators; no builder writes them
    if not hasattr(node, "attributes"):
        found.append(f"{pad}{str(node)!r}")
        return
    attributes = sorted(node.attributes.items())
    # The lead of a page is noted for formats that print it.
    shown = {key: value for key, value in attributes if value != [] and key != "docsjson_lead"}
    shown.pop("source", None)
    ids = shown.pop("ids", [])
    found.append(f"{pad}<{node.tagname} {shown}> line={node.line}")
    # On lines of their own, so that an id that is added is a line that is added.
    found.extend(f"{pad}  #{name}" for name in ids)
    for child in node.children:
        _walk(child, depth + 1, found)


def _steady(text: str, places: Sequence[str]) -> str:
    """Return *text* without folders, and the random names that MyST gives equations."""
    for place in places:
        text = text.replace(place, "…")
    return _RANDOM.sub("…", text)


_ID = re.compile(r"\s*#\S*")


def differences(plain: Page, ours: Page) -> list[str]:
    """Return how *ours* differs from *plain*, as the lines of a diff; ids that we add are none."""
    found: list[str] = []
    for part in ("read", "resolved"):
        before: Sequence[str] = getattr(plain, part)
        after: Sequence[str] = getattr(ours, part)
        found += (
            [
                f"{part} {line}"
                for line in difflib.unified_diff(before, after, "myst", "ours", lineterm="", n=1)
                if not _is_added_id(line)
            ]
            if not _same(before, after)
            else []
        )
        if found:
            break
    if plain.warnings != ours.warnings:
        found += [f"warnings {x}" for x in difflib.ndiff(plain.warnings, ours.warnings)]
    for key, value in plain.facts.items():
        if ours.facts[key] != value:
            found += [f"{key} - {value}", f"{key} + {ours.facts[key]}"]
    return found


def _same(before: Sequence[str], after: Sequence[str]) -> bool:
    return before == after or not any(
        not _is_added_id(line)
        for line in difflib.unified_diff(before, after, lineterm="", n=0)
        if not line.startswith(("---", "+++", "@@"))
    )


def _is_added_id(line: str) -> bool:
    return line.startswith("+") and bool(_ID.fullmatch(line[1:]))
