"""Front matter: a name that is no field and a value that a field cannot have are reported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.near_names import did_you_mean, near_name
from sphinx_docsjson.base.source_files import (
    META_FILES,
    find_or_await,
    place_of_field,
    show_file,
)
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.build import base_path
from sphinx_docsjson.configuration import owns_markdown
from sphinx_docsjson.pages.front_matter import FIELDS, SPHINX_FIELDS, YES_OR_NO
from sphinx_docsjson.pages.project import is_generated
from sphinx_docsjson.site.model import WHAT_BOOST_IS, boost_of
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


PAGE_MODES = ("wide", "custom", "center", "frame")
DEFAULT = "default"

CHOICES = {
    "playground": ("show", "simple", "hide"),
    "authmethod": ("bearer", "basic", "key", "none"),
}
"""Fields with a few values, in lower case."""

YES, NO = frozenset({"true", "yes", "on", "1", ""}), frozenset({"false", "no", "off", "0"})

_FIELDS = {name.casefold(): name for name in FIELDS} | {name: name for name in SPHINX_FIELDS}

FOREIGN_FIELDS = words(
    "author authors card categories category class code created css date desc draft footer "
    "group header html_meta html_theme id image images jupytext kernelspec label labels lang "
    "language languages layout link links locale model models modes modified move myst name "
    "names order path paths permalink published redirect role section sections slug status "
    "subtitle substitutions summary tags template text theme time title_to_header toc type "
    "updated urls versions weight"
)
"""Fields of other tools, which are kept as they are and no slips."""


def check_fields(app: Sphinx, doctree: nodes.document) -> None:
    """Report fields that nothing reads, and values that a field cannot have."""
    docname = app.env.docname
    metadata = app.env.metadata.get(docname, {})
    if not metadata or is_generated(app, docname):
        return
    path = Path(app.env.doc2path(docname))
    ours = path.suffix == ".mdx" or (path.suffix == ".md" and owns_markdown(app.config))
    for name, value in metadata.items():
        lower, written = str(name).casefold(), str("" if value is None else value).strip()
        message = ""
        if lower == "mode":
            message = _wrong_mode(written) if has_our_theme(app.config) else ""
        elif lower in CHOICES:
            message = _wrong_choice(str(name), written, CHOICES[lower])
        elif ours and lower in YES_OR_NO and written.casefold() not in YES | NO:
            message = f"{name}: {written!r} is neither true nor false. Write one of them."
        elif ours and (near := near_field(str(name))):
            message = f"{name!r} is no field of a page.{did_you_mean(near)}"
        if message:
            warn(Warn.FRONT_MATTER, message, location=place_of_field(app.env, docname, str(name)))


def near_field(name: str) -> str | None:
    """Return the field that *name* is a slip for; what other tools call their fields is none."""
    folded = name.casefold()
    if folded in _FIELDS or folded in FOREIGN_FIELDS or not name.replace("-", "").isascii():
        return None
    return near_name(name, _FIELDS.values())


def _wrong_mode(mode: str) -> str:
    if not mode or mode in (*PAGE_MODES, DEFAULT):
        return ""
    hint = did_you_mean(near_name(mode, PAGE_MODES)) or f" Write one of {', '.join(PAGE_MODES)}."
    return f"mode: {mode!r} is no layout; the page has the usual one.{hint}"


def _wrong_choice(name: str, value: str, choices: tuple[str, ...]) -> str:
    if not value or value.casefold() in choices:
        return ""
    hint = did_you_mean(near_name(value, choices))
    allowed = f"{', '.join(choices[:-1])} or {choices[-1]}"
    return f"'{name}: {value}' is not known; use {allowed}.{hint}"


def check_boost(app: Sphinx, doctree: nodes.document) -> None:
    """Report a ``boost`` that the search cannot count with."""
    docname = app.env.docname
    written = app.env.metadata.get(docname, {}).get("boost")
    if written is None or boost_of(str(written)) is not None or not has_our_theme(app.config):
        return
    warn(
        Warn.FRONT_MATTER,
        f"boost: {str(written)!r} is left out; {WHAT_BOOST_IS}",
        location=place_of_field(app.env, docname, "boost"),
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
            location=place_of_field(env, docname, str(name)),
        )
