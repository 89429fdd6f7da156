"""Front matter fields with a few allowed values: a value that is none of them is reported."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.build import base_path
from sphinx_docsjson.files.awaited_files import find_or_await
from sphinx_docsjson.files.shown_files import META_FILES, show_file
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.site.boosts import WHAT_BOOST_IS, boost_of
from sphinx_docsjson.text.near_names import did_you_mean, near_name
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

PAGE_MODES = ("wide", "custom", "center", "frame")
DEFAULT = "default"


def check_mode(app: Sphinx, doctree: nodes.document) -> None:
    """Report a ``mode`` that is no layout; with another theme the field is not ours."""
    docname = app.env.docname
    mode = str(app.env.metadata.get(docname, {}).get("mode", "")).strip()
    if not mode or mode in (*PAGE_MODES, DEFAULT):
        return
    if not has_our_theme(app.config):
        return
    hint = did_you_mean(near_name(mode, PAGE_MODES)) or f" Write one of {', '.join(PAGE_MODES)}."
    warn(
        Warn.FRONT_MATTER,
        f"mode: {mode!r} is no layout; the page has the usual one.{hint}",
        location=(docname, line_of("mode", Path(app.env.doc2path(docname)))),
    )


def check_boost(app: Sphinx, doctree: nodes.document) -> None:
    """Report a ``boost`` that the search cannot count with."""
    docname = app.env.docname
    written = app.env.metadata.get(docname, {}).get("boost")
    if written is None or boost_of(str(written)) is not None or not has_our_theme(app.config):
        return
    warn(
        Warn.FRONT_MATTER,
        f"boost: {str(written)!r} is left out; {WHAT_BOOST_IS}",
        location=(docname, line_of("boost", Path(app.env.doc2path(docname)))),
    )


def check_meta_files(app: Sphinx, doctree: nodes.document) -> None:
    """Publish the files that meta tags of the page name, ``og:image``; report missing ones.

    Only our theme writes these tags.
    """
    env, docname = app.env, app.env.docname
    if not has_our_theme(app.config):
        return
    for name, value in list(env.metadata.get(docname, {}).items()):
        written = str(value).strip()
        if str(name).lower() not in META_FILES or not written or is_external(written):
            continue
        found = find_or_await(env, written, docname, base_path(app.config))
        if found is not None:
            show_file(env, found)
            continue
        warn(
            Warn.IMAGE,
            f"{name}: the file {written!r} does not exist; write its path from the folder of "
            "docs.json, or an https:// address",
            location=(docname, line_of(str(name), Path(env.doc2path(docname)))),
        )


def line_of(field: str, path: Path) -> int:
    """Return the line in which *field* is written in the front matter of a page, at least 1."""
    try:
        lines = path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError:
        return 1
    written = re.compile(rf":?[\"']?{re.escape(field)}[\"']?\s*:")
    return next((n for n, line in enumerate(lines, start=1) if written.match(line)), 1)
