"""The ``.css`` and ``.js`` files of authors beside docs.json, which every page loads."""

from __future__ import annotations

import posixpath
import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from sphinx.util import logging
from sphinx.util.matching import Matcher

from sphinx_docsjson.base.files import is_file, is_file_below
from sphinx_docsjson.base.source_files import copy_shown, is_authors
from sphinx_docsjson.base.theme_files import (
    DIAGRAM_SCRIPT,
    INTERACTIVE_SCRIPT,
    write_if_new,
)
from sphinx_docsjson.build import base_path, the_build
from sphinx_docsjson.pages.ignored import read_rules
from sphinx_docsjson.urls import below_base, is_external
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


def setup_author_files(app: Sphinx) -> None:
    """Add the setting, and the value by whose change all pages are written again."""
    app.add_config_value(
        SETTING,
        True,
        "html",
        frozenset({bool}),
        description="Whether pages load the `.css` and `.js` files beside docs.json.",
    )
    app.add_config_value(
        _SEEN,
        "",
        "html",
        frozenset({str}),
        description="Set by the build: a change of these files writes all pages again.",
    )


# The files of the source root, which every page loads, as on the hosted platform.
#
# They come after ours, sorted by name. Files that a style sheet names are published, and found
# relative to the copy.

logger = logging.getLogger(__name__)

SETTING: Final = "docsjson_site_files"
_SEEN = "docsjson_site_files_digest"

FOLDER: Final = "site"
"""The folder of the copies below ``_static``."""

LAST = 950
"""The priority of the files: after what the theme, extensions and conf.py load."""

_TOOL = re.compile(
    r"\.(?:config|conf|test|spec|setup|min\.map)\.|^\.|^(?:gulpfile|gruntfile|sidebars)\."
)
"""Scripts for a tool on the author's machine."""

_MODULE = re.compile(
    r"^(?:#!|[ \t]*+(?:import\b(?!\s*\()|export\b|module\.exports\b|exports\.\w|"
    r"(?:const|let|var)\b[^\n=]{1,200}=\s*require\()|'use client')",
    re.MULTILINE,
)
"""What only a module or a program of Node has; a classic script would end at it."""

_URL = re.compile(
    r"(url\(\s*+)(?:\"([^\"\n()]*+)\"|'([^'\n()]*+)'|([^\s\"'()]++))(?=\s*+\))", re.I
)


def is_own_file(root: Path, path: Path) -> bool:
    """Whether a file exists inside the folder *root*; a link that leads out of it is reported.

    For files that are found by their name. What a page or ``docs.json`` names is reported there.
    """
    if is_file_below(root, path):
        return True
    if is_file(path) and not path.resolve().is_relative_to(root.resolve()):
        text = (
            "the file is a symbolic link to a file outside the source folder and is left out. "
            "Copy the file into the folder."
        )
        warn(Warn.URL, text, location=(str(path), 1), once=True)
    return False


def site_files(srcdir: Path, config: Config) -> tuple[list[str], list[str]]:
    """Return the names of the styles and scripts that pages load, and of the scripts left out."""
    if not config[SETTING]:
        return [], []
    left_out, ignored = Matcher(config.exclude_patterns), read_rules(srcdir / ".mintignore")
    named = {_name(each) for each in (*config.html_css_files, *config.html_js_files)}
    loaded: list[str] = []
    others: list[str] = []
    for file in sorted(srcdir.iterdir(), key=lambda each: each.name):
        name = file.name
        if name in {DIAGRAM_SCRIPT, INTERACTIVE_SCRIPT}:
            continue
        if file.suffix not in {".css", ".js"} or name in named:
            continue
        if left_out(name) or ignored.match(name, is_folder=False):
            continue
        if not is_own_file(srcdir, file):
            continue
        module = file.suffix == ".js" and (_TOOL.search(name) or _MODULE.search(_text(file)))
        (others if module else loaded).append(name)
    return loaded, others


def _name(entry: Any) -> str:
    given = entry if isinstance(entry, str) else next(iter(entry), "")
    return posixpath.basename(str(given))


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8-sig", errors="replace")


def digest_author_files(app: Sphinx, config: Config) -> None:
    """Put a digest of the files into a configuration value: each page names their checksums."""
    root = the_build(config).srcdir
    seen = sha256()
    for name in site_files(root, config)[0]:
        seen.update(f"{name}\n{_text(root / name)}\n".encode("utf-8", "surrogatepass"))
    setattr(config, _SEEN, seen.hexdigest()[:32])


def load_site_files(app: Sphinx) -> None:
    """Copy the files, let every page load them, and say once which they are."""
    if app.builder.format != "html" or app.builder.name == "epub":
        return
    build = the_build(app.config)
    names, left_out = site_files(build.srcdir, app.config)
    target = Path(app.outdir, "_static", FOLDER)
    for name in names:
        text = _text(build.srcdir / name)
        if name.endswith(".css"):
            text = _readdressed(app, with_hooks(text))
        write_if_new(target / name, text)
        build.published.add(target / name)
        address = f"{FOLDER}/{name}"
        if name.endswith(".css"):
            app.add_css_file(address, priority=LAST)
        else:
            app.add_js_file(address, priority=LAST, loading_method="defer")
    if names:
        message = (
            f"every page loads {', '.join(names)}; {SETTING} = False in conf.py turns it off."
        )
        logger.info("%s: %s", build.srcdir, message)
    if left_out:
        message = (
            f"{', '.join(left_out)}: pages do not load modules, or scripts of tools; list it "
            "in html_js_files if they need it."
        )
        logger.info("%s: %s", build.srcdir, message)


def _readdressed(app: Sphinx, text: str) -> str:
    """Return a style sheet whose files are found from its copy; they are published."""
    build, shown = the_build(app.config), []

    def replace(found: re.Match[str]) -> str:
        written = found[2] or found[3] or found[4] or ""
        path, mark, rest = written.partition("#") if "?" not in written else written.partition("?")
        if not path or is_external(path) or path.startswith("data:"):
            return found[0]
        inner = below_base(path, base_path(app.config)) or path
        name = posixpath.normpath(unquote(inner).lstrip("/"))
        if name.startswith("..") or not Path(build.srcdir, name).is_file():
            return found[0]
        if name.endswith((".css", ".js")) and "/" not in name:
            return f'{found[1]}"{name}"'
        shown.append(name)
        return f'{found[1]}"../../{name}{mark}{rest}"'

    text = _URL.sub(replace, text)
    published = copy_shown(
        shown, build.srcdir, Path(app.outdir), leave=lambda path: is_authors(app, path)
    )
    build.published.update(published)
    return text


# What the platform calls the parts of a page, for the style sheets of its users.

HOOKS: Final = {
    "#banner": ".dj-banner",
    "#body-content": ".dj-frame",
    "#content": "#dj-content",
    "#content-area": "#dj-content-area",
    "#footer": ".dj-footer",
    "#header": ".dj-page-head",
    "#navbar": "#dj-navbar",
    "#page-context-menu": ".dj-page-menu",
    "#page-title": ".dj-content > section > h1",
    "#pagination": ".dj-pagination",
    "#search-bar-entry": ".dj-search",
    "#search-input": "#dj-search-input",
    "#sidebar": "#dj-sidebar",
    "#sidebar-content": "#dj-sidebar",
    "#table-of-contents": "#dj-table-of-contents",
    "#table-of-contents-content": ".dj-toc > ul",
    "#topbar-cta-button": ".dj-toplinks > .dj-button",
    ".accordion": ".dj-accordion",
    ".accordion-group": ".dj-accordion-group",
    ".breadcrumb-item": "ol.dj-eyebrow > li",
    ".breadcrumb-list": "ol.dj-eyebrow",
    ".callout": ".dj-callout",
    ".card": ".dj-card",
    ".card-group": ".dj-columns",
    ".code-block": ".dj-code-block",
    ".code-block-copy-button": ".dj-copy",
    ".code-group": ".dj-code-group",
    ".columns": ".dj-columns",
    ".expandable": ".dj-expandable",
    ".eyebrow": ".dj-eyebrow",
    ".mdx-content": ".dj-content",
    ".mermaid": ".dj-diagram",
    ".nav-anchor": ".dj-anchor",
    ".nav-logo": ".dj-logo",
    ".nav-tabs": ".dj-tabs",
    ".nav-tabs-item": ".dj-tab",
    ".navbar-link": ".dj-toplink",
    ".sidebar-group-header": ".dj-group-title",
    ".step": ".dj-step",
    ".steps": ".dj-steps",
    ".tooltip": ".dj-tooltip",
    ".update": ".dj-update",
}
"""The selectors that its documentation names (customize/custom-scripts) → ours."""

_CALLOUT = re.compile(r"\[data-callout-type=[\"']?(\w{1,20})[\"']?\]")
_HOOK = re.compile(rf"(?<![\w\\-])(?:{'|'.join(map(re.escape, HOOKS))})(?![\w-])")


def with_hooks(text: str) -> str:
    """Return a style sheet whose selectors mean our parts of a page, too."""
    text = _CALLOUT.sub(r":is(\g<0>, .dj-callout-\1)", text)
    return _HOOK.sub(lambda found: f":is({found[0]}, {HOOKS[found[0]]})", text)
