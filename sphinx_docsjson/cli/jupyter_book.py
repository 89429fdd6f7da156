"""Reads the configuration of Jupyter Book 1: ``_toc.yml`` and ``_config.yml``.

https://jupyterbook.org/en/stable/structure/toc.html,
https://jupyterbook.org/en/stable/customize/config.html
"""

from __future__ import annotations

from importlib.util import find_spec
from pprint import pformat
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.files import text_of
from sphinx_docsjson.base.messages import words
from sphinx_docsjson.cli.other_tools import (
    FoundSite,
    NavEntry,
    beside,
    of_toc,
    read_data,
    set_field,
    text_in,
)
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.pages.ignored import IGNORED_FOLDERS
from sphinx_docsjson.pages.unknown_directives import package_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

USUAL_MYST = words("colon_fence dollarmath linkify substitution tasklist")
"""The extensions of MyST that a book has where it names none."""

OUR_MYST = words("attrs_block attrs_inline deflist fieldlist strikethrough")
"""Those that pages have here beside them, until a ``conf.py`` names some."""

EXECUTE = {
    "execute_notebooks": "nb_execution_mode",
    "allow_errors": "nb_execution_allow_errors",
    "raise_on_error": "nb_execution_raise_on_error",
    "show_tb": "nb_execution_show_tb",
    "run_in_temp": "nb_execution_in_temp",
    "stderr_output": "nb_output_stderr",
    "timeout": "nb_execution_timeout",
    "cache": "nb_execution_cache_path",
    "exclude_patterns": "nb_execution_excludepatterns",
}
"""Fields of ``execute``, and what MyST-NB calls them."""

OF_ITS_THEME = ("html_theme", "html_theme_options", "html_logo", "html_favicon", "latex_elements")
"""Settings of Sphinx that are for the look of a book, which ``docs.json`` says here."""

CONTENTS = "{tableofcontents}"


def of_jupyter_book(source: Path) -> FoundSite:
    """Read ``_toc.yml``, and ``_config.yml`` beside it."""
    folder = source.parent
    config = mapping(read_data(folder / "_config.yml"))
    site = FoundSite(tool="Jupyter Book", source=source, folder=folder)
    site.name = text_in(config, "title")
    set_field(site, "description", " ".join(text_in(config, "description").split()))
    set_field(site, "logo", beside(folder, text_in(config, "logo")))
    html = mapping(config.get("html"))
    set_field(site, "favicon", beside(folder, text_in(html, "favicon")))
    repository = mapping(config.get("repository"))
    if html.get("use_edit_page_button"):
        site.settings["feedback"] = {"suggestEdit": True}
    if text_in(repository, "url").startswith("https://github.com/"):
        link = {"type": "github", "href": text_in(repository, "url")}
        site.settings["navbar"] = {"links": [link]}
    if mapping(config.get("launch_buttons")):
        site.notes.append("launch_buttons are left out: add links to navbar.links")
    notebooks = list(_notebooks(folder))
    if _is_there("myst_nb"):
        site.files.update({n: path for n, path in notebooks if n not in site.files})
    toc = read_data(source)
    if isinstance(toc, list):  # the first form: https://jupyterbook.org/en/0.10.0
        toc = {**mapping(toc[0] if toc else {}), "chapters": toc[1:]}
    site.navigation = list(_with_lists(site, of_toc(site, mapping(toc))))
    extensions = list(_extensions(site, config, runs=bool(notebooks)))
    site.conf = _conf(config, extensions)
    if missing := [each for each in extensions if not _is_there(each)]:
        packages = " ".join(dict.fromkeys(map(package_of, missing)))
        site.notes.append(
            f"the book uses extensions that are not installed: pip install {packages}"
        )
        site.notes.append("then remove # in conf.py, or delete docs.json and conf.py and run init")
    return site


def _notebooks(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*.ipynb")):
        parts = path.relative_to(folder).parts
        if not any(each in IGNORED_FOLDERS or each[:1] in "._" for each in parts):
            yield path.relative_to(folder).with_suffix("").as_posix(), path


def _with_lists(
    site: FoundSite, entries: Iterable[NavEntry], around: bool = False
) -> Iterator[NavEntry]:
    """Yield entries whose page lists what is below it, where it asks for the contents."""
    for each in entries:
        if isinstance(each, str) or "pages" not in each:
            yield each
            continue
        page = site.files.get(each.get("root", ""))
        asks = page is not None and CONTENTS in text_of(page)
        listed = {"directory": "card"} if asks else {"directory": "none"} if around else {}
        yield {**each, **listed, "pages": list(_with_lists(site, each["pages"], asks))}


def _extensions(site: FoundSite, config: Mapping[str, Any], *, runs: bool) -> Iterator[str]:
    """Yield the extensions of Sphinx that the pages of a book need."""
    sphinx = mapping(config.get("sphinx"))
    code = any(
        "{code-cell}" in text_of(path) for path in site.files.values() if path.suffix == ".md"
    )
    mode = mapping(config.get("execute")).get("execute_notebooks", "auto")
    if runs or (code and mode not in ("off", False)):
        yield "myst_nb"
    if config.get("bibtex_bibfiles"):
        yield "sphinxcontrib.bibtex"
    if "intersphinx_mapping" in mapping(sphinx.get("config")):
        yield "sphinx.ext.intersphinx"
    for each in items(sphinx.get("extra_extensions")):
        if isinstance(each, str):
            yield each


def _is_there(extension: str) -> bool:
    """Whether an extension can be imported here."""
    try:
        return find_spec(extension) is not None
    except (ImportError, ValueError):
        return False


def _conf(config: Mapping[str, Any], extensions: Sequence[str]) -> str:
    """Return a ``conf.py`` that says about the pages what ``_config.yml`` says."""
    lines = ['"""What _config.yml says of the pages; docs.json says the rest."""', ""]
    lines += ["extensions = [", '    "sphinx_docsjson",']
    for each in extensions:
        hint = f'# "{each}",  # pip install {package_of(each)}'
        lines.append(f'    "{each}",' if _is_there(each) else f"    {hint}")
    lines.append("]")
    if "myst_nb" in extensions:
        lines.append("docsjson_tags_in_md = True  # pages have our tags beside myst_nb")
    settings = dict(_settings(config))
    if not _is_there("jupytext"):
        settings.pop("nb_custom_formats", None)
    lines += [f"{name} = {pformat(value, width=80)}" for name, value in settings.items()]
    return "\n".join([*lines, ""])


def _settings(config: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    parse, sphinx = mapping(config.get("parse")), mapping(config.get("sphinx"))
    for name in ("author", "copyright"):
        if text_in(config, name):
            yield name, text_in(config, name)
    if patterns := items(config.get("exclude_patterns")):
        yield "exclude_patterns", list(patterns)
    yield "numfig", True
    named = [each for each in items(parse.get("myst_enable_extensions")) if isinstance(each, str)]
    used = {*OUR_MYST, *(named or USUAL_MYST)}
    if not _is_there("linkify_it"):
        used.discard("linkify")
    yield "myst_enable_extensions", sorted(used)
    for name in ("myst_substitutions", "myst_url_schemes"):
        if name in parse:
            yield name, parse[name]
    if baseurl := text_in(mapping(config.get("html")), "baseurl"):
        yield "html_baseurl", baseurl
    for name, ours in EXECUTE.items():
        value = mapping(config.get("execute")).get(name)
        if value is not None:
            yield ours, "off" if name == "execute_notebooks" and value is False else value
    if files := config.get("bibtex_bibfiles"):
        yield "bibtex_bibfiles", [files] if isinstance(files, str) else files
    for name, value in mapping(sphinx.get("config")).items():
        if isinstance(name, str) and name.isidentifier() and name not in OF_ITS_THEME:
            yield name, value
