"""Sets Sphinx's configuration from ``docs.json``. What conf.py sets wins."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sphinx.util import logging

from sphinx_docsjson.base.messages import title_line
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.build import (
    Build,
    Navigation,
    begin_build,
    build_of,
    page_build,
    shown_build,
    the_build,
)
from sphinx_docsjson.compat.builders import fills_templates
from sphinx_docsjson.compat.sphinx import has_conf, values_of_conf
from sphinx_docsjson.site import validation
from sphinx_docsjson.site.loading import ADVICE, LoadedSite, load_site
from sphinx_docsjson.site.model import DENSE, NEUTRAL, Container, Kind, Location, Site
from sphinx_docsjson.translation import SiteTexts, translate_site
from sphinx_docsjson.urls import site_address
from sphinx_docsjson.warnings import Warn, deduplicated_messages, fail, warn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment


logger = logging.getLogger(__name__)

REMARKS = "docsjson_remarks"
"""Where the environment keeps what was said about ``docs.json``."""

MYST_EXTENSIONS = {
    "attrs_block",
    "attrs_inline",
    "colon_fence",
    "deflist",
    "fieldlist",
    "strikethrough",
    "tasklist",
}
"""What pages may use where conf.py neither sets it nor loads MyST itself."""


def read_docs_json(app: Sphinx, config: Config) -> None:
    """Load the site, report what is wrong in it, and set what conf.py left open."""
    begin_without_site(app, config)
    known = (config.html_baseurl, os.environ.get("READTHEDOCS_CANONICAL_URL", ""))
    loaded = load_site(app.srcdir, address=next(filter(None, map(site_address, known)), ""))
    if loaded.is_foreign and has_conf(config):
        place = Location(file=loaded.files[0].name, line=1, column=1)
        message = (
            "this file does not describe a site, so it is assumed to belong to another "
            'program; the build continues without it. A site needs "name" and "navigation".'
        )
        warn(Warn.CONFIG, message, location=place)
    else:
        with deduplicated_messages(app):
            report(loaded)
    set_theme_defaults(config)
    if not has_own_myst(config):
        set_default(config, "myst_enable_extensions", MYST_EXTENSIONS)
    if loaded.site is None or loaded.is_foreign:
        return
    site, texts = translate_site(config, app.srcdir, loaded.site)
    answers_mcp = bool(getattr(app.config, "docsjson_mcp", False))
    remarks = tuple(r for r in loaded.remarks if not (answers_mcp and ADVICE["mcp"] in r))
    build = Build(site=site, srcdir=app.srcdir, texts=texts, remarks=remarks)
    begin_build(config, build)
    set_default(config, "html_theme", "docsjson")
    if has_our_theme(config) or not is_set(config, "project"):
        # In another theme the title that Sphinx makes of project and release stays.
        set_default(config, "html_title", title_line(site.name))
    # Files are named after the project; they keep their names in every language.
    set_default(config, "project", title_line(loaded.site.name))
    set_theme_defaults(config)


def set_theme_defaults(config: Config) -> None:
    """Set what depends on the templates and styles of our theme."""
    if has_our_theme(config):
        # The style sheet draws the mark, so that it is not part of the text of a heading.
        set_default(config, "html_permalinks_icon", "")
        # No page links to ``_sources``, and each page has a twin in Markdown.
        set_default(config, "html_copy_source", False)


def begin_without_site(app: Sphinx, config: Config) -> None:
    """Begin the build of a project whose pages are read as those of a site without settings."""
    site = Site(
        name=config.project,
        navigation=Container(kind=Kind.SITE, label=config.project),
        colors=NEUTRAL,
        layout=DENSE,
        eyebrows="breadcrumbs",
        index_hidden_pages=True,
        source_file="conf.py",
    )
    texts = SiteTexts({}, site.source_file)
    build = Build(site=site, srcdir=app.srcdir, texts=texts, navigation=Navigation.NONE)
    begin_build(config, build)


def add_field(app: Sphinx, name: str, schema: Mapping[str, Any]) -> None:
    """Let ``docs.json`` have a field of another package, which is checked as the others are.

    :param name: the name of the field, at the top of the file.
    :param schema: its JSON Schema (2020-12); editors show its ``description``.
    :raises ValueError: when ``docs.json`` has a field of that name already.
    """
    if name in validation.schema()["properties"]:
        raise ValueError(f"docs.json already has a field {name!r}")
    validation.set_added_fields({**validation.added_fields(), name: schema})


def field_value(config: Config, name: str) -> Any:
    """Return what ``docs.json`` says in a field that was added, ``None`` where it says nothing."""
    build = build_of(config)
    return None if build is None else build.site.added.get(name)


def begin_with_toctrees(app: Sphinx) -> None:
    """Begin the build of a project without ``docs.json`` whose toctrees our theme shows."""
    config, builder = app.config, app.builder
    writes_pages = fills_templates(builder) and not getattr(builder, "embedded", True)
    if shown_build(config) or not writes_pages or not has_our_theme(config):
        return
    name = config.html_title if is_set(config, "html_title") else ""
    build = page_build(config)
    build.site = build.full_site = replace(build.site, name=name or config.project)
    build.navigation = Navigation.TOCTREES


def report_empty_folder(app: Sphinx, config: Config) -> None:
    """Say how to begin where there is neither a ``docs.json`` nor a page."""
    if build_of(config) is not None:
        return
    folder = Path(app.srcdir)
    root = (folder / f"{config.root_doc}{suffix}" for suffix in config.source_suffix)
    beside = (path for path in folder.iterdir() if path.suffix in config.source_suffix)
    if not any(path.is_file() for path in (*root, *beside)):
        message = "no docs.json and no page here; run `sphinx-docsjson init` to create a site"
        warn(Warn.CONFIG, message, location=f"{folder}:")


def load_remarks(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """See whether an earlier build has said what is to be known of ``docs.json``."""
    build, keeper = the_build(app.config), cast(Any, env)
    build.new_remarks = getattr(keeper, REMARKS, ()) != build.remarks
    setattr(keeper, REMARKS, build.remarks)


def report_remarks(app: Sphinx, exception: Exception | None) -> None:
    """Say at the end of a first build what is accepted and does nothing."""
    build = the_build(app.config)
    if build.new_remarks and exception is None:
        for remark in build.remarks:
            logger.info("%s: %s", build.site.source_file, remark)


def report(loaded: LoadedSite) -> None:
    """Emit the problems of the configuration file.

    :raises SystemExit: when no site can be made of the file, after an error that says why. Any
        ``Exception`` would do as well, but Sphinx 9 prints all of them with a traceback, versions
        and the advice to report a bug of Sphinx; the author of ``docs.json`` needs one line.
    """
    for problem in loaded.problems:
        if problem.fatal:
            fail(problem.message, location=problem.location)
            raise SystemExit(2)
        warn(Warn(problem.kind), problem.message, location=problem.location)


def has_own_myst(config: Config) -> bool:
    """Whether the project reads Markdown without us: then MyST's defaults are what it chose."""
    return any(name.partition(".")[0] in {"myst_parser", "myst_nb"} for name in config.extensions)


def chooses_myst_syntax(config: Config) -> bool:
    """Whether the project says which syntax ``.md`` pages have: by MyST, or by its setting."""
    return has_own_myst(config) or is_set(config, "myst_enable_extensions")


def reads_markdown_as_before(config: Config) -> bool:
    """Whether conf.py loads MyST: ``.md`` pages were written for it, whatever looks like a tag."""
    return has_conf(config) and has_own_myst(config)


def has_tags(config: Config) -> bool:
    """Whether ``.md`` pages have what we add to MyST."""
    return bool(config.docsjson_tags_in_md)


def build_of_page(env: BuildEnvironment, docname: str) -> Build | None:
    """Return the build that the links of a page are resolved in; ``None`` where others do it.

    Those of a Markdown page with our tags mean the same with and without a ``docs.json``.
    """
    return page_build(env.config) if _is_ours(env, docname) else build_of(env.config)


def _is_ours(env: BuildEnvironment, docname: str) -> bool:
    suffix = Path(env.doc2path(docname)).suffix
    if suffix == ".mdx" or docname in page_build(env.config).documents:
        return True
    kind = env.config.source_suffix.get(suffix)
    return kind not in (None, "restructuredtext") and has_tags(env.config)


def owns_markdown(config: Config) -> bool:
    """Whether ``.md`` pages are written for us, and not for MyST in the theme of a project.

    Otherwise, nothing that we add may warn about what they always had, or change it.
    """
    return has_tags(config) and (has_our_theme(config) or not has_own_myst(config))


def own_suffixes(config: Config) -> tuple[str, ...]:
    """Return the suffixes of the files that the project reads without us; none without conf.py."""
    if not has_conf(config):
        return ()
    written = values_of_conf(config)
    named = written.get("source_suffix", [".rst"])
    found = [named] if isinstance(named, str) else list(named)
    return (*found, ".md") if has_own_myst(config) else tuple(found)


def search_engine(config: Config) -> str:
    """Return who answers the search of the theme; Sphinx where our search is switched off."""
    return str(getattr(config, "docsjson_search", "sphinx"))


def is_set(config: Config, name: str) -> bool:
    """Whether the user set *name*, in conf.py or on the command line."""
    return name in values_of_conf(config) or name in config.overrides


def set_default(config: Config, name: str, value: Any) -> None:
    """Set a configuration value unless the user did."""
    if not is_set(config, name):
        setattr(config, name, value)
