"""The settings of the search, which search a build has, and its script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.files import is_file
from sphinx_docsjson.base.source_files import location_of_setting
from sphinx_docsjson.base.theme_files import (
    child_theme_folders,
    has_our_theme,
    one_scope,
    script_literal,
    theme_path,
    write_if_new,
)
from sphinx_docsjson.build import build_of
from sphinx_docsjson.compat.builders import fills_templates, have_search, is_looking, make_no_index
from sphinx_docsjson.i18n import _
from sphinx_docsjson.site.model import LANGUAGE_NAMES, Container, Kind
from sphinx_docsjson.urls import is_external, safe_source
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder


# The script of the search: the files of ``theme/scripts/search`` with the words of this build.

SCRIPT = "docsjson-search.js"

CORE = (
    "shared/own",
    "search/words",
    "search/pausing",
    "search/decode",
    "search/alike",
    "search/finding",
    "search/ranking",
)
"""What needs no browser: a query and the files of an index → the answers."""

FILES = (
    "shared/dom",
    "frame/keeping",
    *CORE,
    "search/loading",
    "search/marks",
    "search/elements",
    "search/excerpts",
    "search/rows",
    "search/recent",
    "search/filters",
    "search/arriving",
    "search/view",
    "search/dialog",
    "search/start",
)


def write_search_script(app: Sphinx) -> None:
    """Write the script, with the names of the sites that it looks through."""
    if not has_our_search(app):
        return
    build = build_of(app.config)
    prompt = build.site.search_prompt if build else None
    given: dict[str, Any] = {
        "texts": texts(prompt or ""),
        "languages": language_names(build.full_site.navigation) if build else {},
        "site": build.site.name if build else app.config.project,
        "sites": list(other_sites(app)),
    }
    if build is not None and build.page_language is not None:
        given["own"] = build.page_language.each(partial(texts, prompt or ""))
    write_if_new(Path(app.outdir) / "_static" / SCRIPT, search_script(given))


def language_names(root: Container) -> dict[str, str]:
    """Return code → name of the languages of a site."""
    parts = (node for _, node in root.walk() if isinstance(node, Container))
    codes = {part.label for part in parts if part.kind is Kind.LANGUAGE}
    return {code: LANGUAGE_NAMES.get(code, code) for code in sorted(codes)}


def search_script(given: Mapping[str, Any]) -> str:
    """Return the script with what it is given."""
    folder = theme_path() / "scripts"
    data = script_literal(dict(sorted(given.items())))
    chosen = "given.texts = given.own[document.documentElement.lang] ?? given.texts;\n"
    before = f"const given = {data};\n{chosen if 'own' in given else ''}"
    return one_scope((folder / f"{name}.js" for name in FILES), before)


def other_sites(app: Sphinx) -> Iterator[dict[str, str]]:
    """Yield label and path of each further site; report what is neither a path nor has one."""
    for entry in app.config.docsjson_search_indexes:
        site = {"path": entry} if isinstance(entry, str) else entry
        named = site.get("path") if isinstance(site, Mapping) else None
        path = safe_source(named) if isinstance(named, str) else None
        if not path or ":" in path or is_external(path):
            message = (
                f"docsjson_search_indexes: {entry!r} is left out; write the path from the root of "
                "this site to that of another one on the same host, such as '../v1/'"
            )
            place = location_of_setting(app, "docsjson_search_indexes")
            warn(Warn.CONFIG, message, location=place)
            continue
        label = str(site.get("label") or path.strip("./") or path)
        yield {"label": label, "path": path}


def texts(prompt: str) -> dict[str, str]:
    """Return the words of the dialog."""
    found = {
        "title": _("Search"),
        "prompt": prompt or _("Search…"),
        "close": _("Close"),
        "recent": _("Recent searches"),
        "suggested": _("Suggestions"),
        "nothing": _("Nothing was found for “{query}”."),
        "hint": _("Try other or fewer words."),
        "near": _("Did you mean"),
        "one": _("1 page found"),
        "many": _("{count} pages found"),
        "more": _("Show more"),
        "failed": _("The search index could not be loaded. Reload the page to try again."),
        "absent": _("{site} could not be searched."),
        "remove": _("Remove"),
        "everything": _("all"),
        "tab": _("Section"),
        "version": _("Version"),
        "language": _("Language"),
        "kind": _("Kind"),
        "site": _("Site"),
        "pages": _("Pages"),
        "operations": _("Operations"),
        "fields": _("Fields"),
        "objects": _("Objects"),
        "move": _("to move"),
        "open": _("to open"),
    }
    return {name: str(text) for name, text in found.items()}


# The settings of the search, and which search a build has.

OURS, SPHINX, READ_THE_DOCS = "docsjson", "sphinx", "readthedocs"

HTML_BUILDERS = frozenset({"html", "dirhtml", "readthedocs", "readthedocsdirhtml"})


def has_our_search(app: Sphinx) -> bool:
    """Whether this build writes the index of our search."""
    return (
        app.builder.name in HTML_BUILDERS
        and fills_templates(app.builder)
        and has_our_theme(app.config)
        and app.config.docsjson_search != SPHINX
    )


def writes_index(app: Sphinx) -> bool:
    """Whether someone will search what is written: not where a project is only looked at."""
    return has_our_search(app) and not is_looking(app.builder)


NO_SEARCH = frozenset({"sphinx.search", "sphinx_docsjson.ext.search"})


def reads_sphinx_index(app: Sphinx) -> bool:
    """Whether something of the project reads the index that Sphinx makes.

    An extension is known by its name or by its files; conf.py, a script, a template and a theme
    that inherits from ours by their content.
    """
    config = app.config
    if any("search" in name.lower() for name in app.extensions if name not in NO_SEARCH):
        return True
    if config.html_search_scorer or config.html_search_options:
        return True
    return any(_INDEX in file.read_bytes() for file in _files_of_project(app))


_INDEX = b"searchindex"
_PAGES_AND_SCRIPTS = frozenset({".js", ".html", ".mjs"})
_CODE = _PAGES_AND_SCRIPTS | {".py"}


def _files_of_project(app: Sphinx) -> Iterator[Path]:
    """Yield the files that may read Sphinx's index: of the project, its extensions, its theme."""
    config = app.config
    yield from _files(Path(app.confdir, "conf.py"), _CODE)
    for folder in (*config.html_static_path, *config.templates_path, *config.html_extra_path):
        yield from _files(Path(app.confdir, folder), _PAGES_AND_SCRIPTS)
    for folder in child_theme_folders(config):
        yield from _files(folder, _PAGES_AND_SCRIPTS)
    for name, extension in app.extensions.items():
        code = getattr(extension.module, "__file__", None)
        if code is None or name.partition(".")[0] in NO_READERS or name in NO_READERS:
            continue
        file = Path(code)
        yield from _files(file.parent if file.name == "__init__.py" else file, _CODE)


def _files(path: Path, suffixes: frozenset[str]) -> Iterator[Path]:
    """Yield a file, or the files below a folder, that have one of these endings."""
    found = (path,) if is_file(path) else path.rglob("*")
    for file in found:
        named = file.suffix in suffixes and not file.name.startswith("docsjson-")
        if named and is_file(file):
            yield file


NO_READERS = frozenset(
    {"sphinx", "sphinx_docsjson", "myst_parser", "sphinx_design", "sphinxcontrib.serializinghtml"}
)
"""Packages, and one extension that Sphinx loads itself, whose files need no look."""


def leave_out_sphinx_index(app: Sphinx, _builder: Builder) -> None:
    """Keep Sphinx from indexing words for a search that no page has."""
    if has_our_search(app) and not reads_sphinx_index(app):
        make_no_index(app.builder)


def enable_search_field(app: Sphinx, *_: object) -> None:
    """Enable the search field on index pages, even if no document is written."""
    enable_search_page(app)


def enable_search_page(app: Sphinx, *_: object) -> list[tuple[str, dict[str, object], str]]:
    """Enable the search page, although Sphinx started without an index."""
    if has_our_search(app):
        have_search(app.builder)
    return []
