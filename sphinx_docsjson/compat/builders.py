"""Private names of Sphinx's builders: HTML, EPUB, LaTeX, gettext; and of its project."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from docutils import nodes
from jinja2 import Environment, FileSystemBytecodeCache
from sphinx.builders.gettext import I18nBuilder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.html._build_info import BuildInfo
from sphinx.locale import _ as words
from sphinx.util.i18n import format_date
from sphinx.util.nodes import clean_astext

if TYPE_CHECKING:
    from collections.abc import Callable, Set
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinx.highlighting import PygmentsBridge
    from sphinx.project import Project


# A class laid over that of a builder which exists already.


def lay_over(builder: Builder, mixin: type) -> Any:
    """Let the methods of *mixin* come before those of the class of *builder*; return it.

    By then the builder has read its configuration, and extensions have seen the class that they
    know. Sphinx has no event for writing a file, and creates a builder only by its name.
    """
    laid: Any = builder
    laid.__class__ = type(mixin.__name__.strip("_"), (mixin, type(builder)), {})
    return laid


# Which pages a builder finds outdated, where a record tells what was written.


def output_path(builder: Any) -> Callable[[str], Any] | None:
    """Return what tells the file of a document; ``None`` where a builder has no file for each.

    Builders of HTML have a method for it, those of text and XML an ending.
    """
    ask: Callable[[str], Any] | None = getattr(builder, "get_output_path", None)
    if ask is None and (suffix := getattr(builder, "out_suffix", "")):
        return lambda docname: builder.outdir / f"{docname}{suffix}"
    return ask


def template_folders(builder: Any) -> list[str]:
    """Return the folders that templates are looked for in.

    Where they are kept elsewhere, no template is known, and their change is not noticed.
    """
    return [str(each) for each in getattr(getattr(builder, "templates", None), "pathchain", ())]


def go_by_record(builder: Builder) -> None:
    """Let *builder* find outdated what has no file, and everything after a change of settings.

    Sphinx compares the times of pages, templates and outputs. ``.buildinfo`` has its fingerprint
    of the settings, which it writes again when they changed. The builder gets a method of its own
    and keeps its class, as extensions compare that (sphinxext-rediraffe does).
    """
    this: Any = builder
    ask: Callable[[], Any] = this.get_outdated_docs

    def get_outdated_docs() -> Any:
        settings, templates = this.outdir / ".buildinfo", getattr(this, "templates", None)
        before = settings.read_bytes() if settings.is_file() else None
        if templates is not None:
            this.templates = None  # otherwise Sphinx calls them newer, which they always are
        try:
            found = ask()
            found = found if isinstance(found, str) else list(found)
        finally:
            if templates is not None:
                this.templates = templates
        # What Sphinx keeps of the settings before is not part of a site.
        settings.with_name(".buildinfo.bak").unlink(missing_ok=True)
        path_of, env = output_path(this), this.env
        if isinstance(found, str) or (before is not None and settings.read_bytes() != before):
            return found
        if before is None and hasattr(this, "build_info"):
            return list(env.found_docs)
        return [
            name
            for name in env.found_docs
            if name not in env.all_docs or path_of is None or not path_of(name).is_file()
        ]

    this.get_outdated_docs = get_outdated_docs


def around_writing(
    builder: Builder, before: Callable[[Set[str]], None], after: Callable[[], None]
) -> None:
    """Call *before* with the documents that are about to be written, and *after* at the end.

    ``write-started`` does not name them. The builder keeps its class.
    """
    this: Any = builder

    def write_documents(docnames: Set[str]) -> None:
        before(docnames)
        type(this).write_documents(this, docnames)
        after()

    this.write_documents = write_documents


def settings_of(app: Sphinx) -> str:
    """Return Sphinx's fingerprint of the settings and tags, those of no output among them."""
    found = BuildInfo(app.config, app.tags, frozenset({"env", "html", ""}))
    return f"{found.config_hash} {found.tags_hash}"


# The moments between the parts of an EPUB, of which Sphinx announces none.


def around_package(
    builder: Any,
    before: Callable[[], None],
    after: Callable[[], None],
    before_packing: Callable[[], None],
) -> None:
    """Call *before* and *after* the writing of the package file, and before all is packed.

    The list of pages is made shorter on the way: Sphinx lists a page as often as the navigation
    does, which is an error of a package (its tests of books are a wish:
    https://github.com/sphinx-doc/sphinx/issues/4611). Where the two methods have other names, the
    book stays as Sphinx makes it.
    """
    make_contents = getattr(builder, "get_toc", None)
    make_package = getattr(builder, "build_content", None)
    if make_contents is None or make_package is None:
        return

    def get_toc() -> None:
        make_contents()
        listed = getattr(builder, "refnodes", None)
        if isinstance(listed, list):
            once = {node["refuri"]: node for node in listed[::-1]}
            listed[:] = list(once.values())[::-1]

    def build_content() -> None:
        before()
        make_package()
        after()

    builder.get_toc, builder.build_content = get_toc, build_content
    make_id = getattr(builder, "make_id", None)
    if make_id is not None:
        # Files are listed by their names, and their order by their addresses.
        builder.make_id = lambda name: make_id(unquote(name))
    make_book = getattr(builder, "build_epub", None)
    if make_book is not None:

        def build_epub() -> None:
            before_packing()
            make_book()

        builder.build_epub = build_epub


# Messages for translators that are in no document.


def add_message(
    builder: Builder, domain: str, text: str, place: tuple[str, int], *, uid: str
) -> None:
    """Add a message to the catalogue *domain* that the gettext builder writes.

    Sphinx collects the texts of nodes, and knows no other source of messages. Documents have ids
    that last from build to build (``gettext_uuid``); *uid* is one for this message. Where
    catalogues are made in another way, templates lack the texts of ``docs.json``.
    """
    try:
        from sphinx.builders.gettext import MsgOrigin

        catalogues: Any = builder.catalogs if isinstance(builder, I18nBuilder) else None
        origin: Any = MsgOrigin(*place)
        origin.uid = uid
        if catalogues is not None:
            catalogues[domain].add(text, origin)
    except (ImportError, AttributeError, TypeError):
        return


# Parts of pages as the HTML builder of Sphinx makes them, and what it makes them with.


def title_html(builder: Builder, title: nodes.Element) -> str:
    """Return a title as HTML, as Sphinx gives it to templates; else its words."""
    return _partial(builder, title, "title") or escape(clean_astext(title), quote=False)


def contents_html(builder: Builder, env: BuildEnvironment, docname: str) -> str:
    """Return the contents of a page as HTML, as Sphinx gives it to templates; else none."""
    try:
        from sphinx.environment.adapters.toctree import document_toc
    except ImportError:
        return ""
    tags: Any = getattr(builder, "tags", None)
    return _partial(builder, document_toc(env, docname, tags), "fragment")


def _partial(builder: Builder, node: nodes.Node, part: str) -> str:
    render: Any = getattr(builder, "render_partial", None)
    return str(render(node)[part]) if render is not None else ""


def following_document(builder: Builder, docname: str) -> str | None:
    """Return the document that Sphinx links to as the next one; where that is unknown, none."""
    related = getattr(builder, "relations", {}).get(docname)
    return related[2] if related else None


def render_template(builder: Builder, name: str, context: dict[str, Any]) -> str | None:
    """Return what a template of the theme makes of *context*, where the builder has a theme.

    ``html-collect-pages`` is the public way, but gives a page the whole frame of the others.
    """
    render: Any = getattr(getattr(builder, "templates", None), "render", None)
    return None if render is None else str(render(name, context))


def highlighter_of(translator: Any) -> Any:
    """Return what highlights code for a translator, or ``None`` where it is kept elsewhere."""
    return getattr(translator, "highlighter", None)


def replace_highlighter(
    builder: Builder, make: Callable[[PygmentsBridge], PygmentsBridge]
) -> None:
    """Let *make* replace what highlights code, where there is one style of code.

    Sphinx has a setting for the style, and none for the writer. Where the builder keeps it
    elsewhere, code has an element around every word, and lexers are made for every block.
    """
    used = getattr(builder, "highlighter", None)
    is_alone = getattr(builder, "dark_highlighter", None) is None
    if isinstance(builder, StandaloneHTMLBuilder) and used is not None and is_alone:
        builder.highlighter = make(used)


def stem_once(builder: Builder) -> None:
    """Let the search index remember the stem of each word; it forgets them after each page.

    7 % of a build. Where the language or its method is elsewhere, only this time is lost.
    """
    language: Any = getattr(getattr(builder, "indexer", None), "lang", None)
    stem = getattr(language, "stem", None)
    if stem is not None:
        vars(language).setdefault("stem", cache(stem))


def make_no_index(builder: Builder) -> None:
    """Keep the builder from making Sphinx's index of the search, which no page would read.

    It looks at ``search`` when it begins to write, and would warn of an index that is not there;
    the page and what announces it are written by the same flag later: see :func:`have_search`.
    Where the flag is another one, the index is made for nothing.
    """
    if getattr(builder, "search", False) is True:
        vars(builder)["search"] = False


def have_search(builder: Builder) -> None:
    """Let the builder write the page of the search after :func:`make_no_index`."""
    vars(builder).pop("search", None)


def searchindex_file(builder: Builder) -> Path:
    """Return where Sphinx's index is, or would be."""
    return builder.outdir / str(getattr(builder, "searchindex_filename", "searchindex.js"))


# What the LaTeX writer of Sphinx knows of the place where it writes.


def target(translator: Any, identifier: str) -> str:
    """Return the LaTeX of a place that links lead to.

    Sphinx's names of targets hold the document. Where the method has another name, links within
    the book lead to the section around.
    """
    make = getattr(translator, "hypertarget", None)
    return str(make(identifier)) if make is not None else ""


def write_in_title(translator: Any, *, inside: bool) -> None:
    """Tell the writer that what follows is text of a title, and that it is none any more.

    If a later release ignores it, footnotes and indices in such a title look as in text.
    """
    translator.in_title = int(inside)


def write_without_floats(translator: Any, *, inside: bool) -> None:
    """Tell the writer that figures cannot float in what follows, and that they can again.

    If a later release ignores it, LaTeX reports a figure in a callout.
    """
    depth = getattr(translator, "no_latex_floats", 0)
    translator.no_latex_floats = depth + (1 if inside else -1)


def set_in_language(builder: Builder, language: str, commands: str) -> None:
    """Let *commands* choose the words and hyphens of the next document of LaTeX; set its date.

    Sphinx has one language for all documents of a build. Where the method or the dictionary have
    other names, all is in the language of the build.

    :param language: the code of Babel, such as ``pt_BR``.
    :param commands: what is written where Sphinx loads the package of the language.
    """
    this: Any = builder
    make_context = getattr(this, "init_context", None)
    if make_context is None:
        return
    make_context()
    this.context["multilingual"] = commands
    this.babel.supported = True  # else each document warns that Sphinx does not know its language
    if not this.config.today:
        pattern = this.config.today_fmt or words("%b %d, %Y")
        this.context["date"] = format_date(pattern, language=language)


# A project of Sphinx that knows documents without a file.


def extend_project(app: Sphinx, over: Callable[[type[Project]], type[Project]]) -> Any:
    """Make the project of the build one of the class that *over* makes of its class; return it.

    Sphinx makes its project before extensions are loaded and hands it on; documents that are not
    files are a wish of 2014: https://github.com/sphinx-doc/sphinx/issues/1139. Whoever holds the
    project holds the extended one, as its class changes in place. Where that is not possible, a
    copy takes its place in the application and the environment, as far as they are known to have
    one, and others who keep a project do not know the documents.
    """
    project: Any = app.project
    extended = over(type(project))
    try:
        project.__class__ = extended
    except TypeError:
        copy: Any = extended(project.srcdir, project.source_suffix)
        copy.restore(project)
        app.project = app.env.project = project = copy
    return project


# Templates, which Jinja compiles in every build unless it may keep what it made of them.


def keep_compiled_templates(builder: Builder, folder: Path) -> None:
    """Let Jinja keep compiled templates in *folder*; it compares their texts, and its version.

    Sphinx has no setting for it. Where it keeps Jinja elsewhere, templates are compiled again.
    """
    jinja = getattr(getattr(builder, "templates", None), "environment", None)
    if isinstance(jinja, Environment) and jinja.bytecode_cache is None:
        folder.mkdir(parents=True, exist_ok=True)
        jinja.bytecode_cache = FileSystemBytecodeCache(str(folder))


# What the builders of Sphinx do differently, as far as several packages need it.


def fills_templates(builder: Builder) -> bool:
    """Whether pages are drawn by the templates of a theme.

    ``json`` and ``pickle`` write what a template would be given: what we add for our own must
    not be among it, because it is not data. They have a theme all the same, which is not used.
    """
    return builder.format == "html" and not hasattr(builder, "dump_context")


def is_looking(builder: Builder) -> bool:
    """Whether a project is only looked at, as ``sphinx-docsjson check`` does."""
    return getattr(builder, "dj_is_looking", False)
