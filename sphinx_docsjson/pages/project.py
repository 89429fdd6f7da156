"""Knows which documents a build has, and the source file of each."""

from __future__ import annotations

import json
import logging as std_logging
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.project import Project
from sphinx.util import logging

from sphinx_docsjson.base.files import identities, remove_unless, write_if_changed
from sphinx_docsjson.build import build_of, page_build, the_build
from sphinx_docsjson.compat.builders import extend_project
from sphinx_docsjson.compat.sphinx import (
    change_messages,
    logger_of,
    parsers_by_type,
    register_parser,
)
from sphinx_docsjson.configuration import own_suffixes
from sphinx_docsjson.pages.ignored import find_ignored, is_book
from sphinx_docsjson.pages.renderer_base import read_or_show
from sphinx_docsjson.pages.sources import our_suffix
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.build import Build
    from sphinx_docsjson.site.model import Container


RST = "restructuredtext"


def use_safe_rst_parser(app: Sphinx) -> None:
    """Show reStructuredText that cannot be parsed as source."""
    if parser := parsers_by_type(app).get(RST):
        register_parser(app, RST, _bounded(parser))


def _bounded(parser: Any) -> Any:
    # The class that it extends is known only during a build.
    class Bounded(parser):  # type: ignore[misc]  # the class is known at run time
        """Reads a page, or shows it as it is written."""

        def parse(self, inputstring: Any, document: nodes.document) -> None:
            read = partial(super().parse, inputstring, document)
            read_or_show(read, inputstring, document)

    return Bounded


# Which documents a build has: files of the source tree, and pages without a file there.
#
# Pages that are generated during a build (a root document, API pages) are real documents with
# doctrees, search entries and cross-reference targets, while the source tree stays untouched:
# their text is below the doctree directory. ``sphinx.project.Project`` is documented (Project
# API); its subclass here extends whatever class another extension installed.

logger = logging.getLogger(__name__)

FOLDER = "docsjson-generated"
SIDES = "docsjson_generated"
"""Where the environment remembers which documents were generated when it was stored."""


class FirstDiscovery(std_logging.Filter):
    """Silences what Sphinx says about source files before our project is installed.

    With a new environment Sphinx searches for documents before ``builder-inited``, when no
    extension can have replaced the project, and again before it reads them; the second search
    reports whatever is still true.
    """

    def filter(self, record: std_logging.LogRecord) -> bool:
        """Let nothing through."""
        return False


FIRST_LOOK = FirstDiscovery()


def begin_documents(_app: Sphinx, config: Config) -> None:
    """Create the list of documents without a file."""
    page_build(config).documents = GeneratedDocuments()


def silence_first_discovery(app: Sphinx, config: Config) -> None:
    """Silence Sphinx's first discovery of source files."""
    logger_of("sphinx.project").addFilter(FIRST_LOOK)


def install_project(app: Sphinx) -> None:
    """Write the texts of generated documents and make ``app.project`` know them.

    Without ``docs.json`` there are none, and Markdown beside a book still stays out of it.
    """
    logger_of("sphinx.project").removeFilter(FIRST_LOOK)
    build = build_of(app.config)
    folder = Path(app.doctreedir) / FOLDER
    documents = build.documents if build else GeneratedDocuments()
    stubs = write_stubs(folder, documents, our_suffix(app)) if build else {}
    listed = frozenset(listed_paths(build.full_site.navigation) if build else ())
    own = own_suffixes(app.config)
    is_a_book = is_book(Path(app.srcdir), app.config.root_doc, own)
    # Last: if anything above fails, the project stays as Sphinx made it.
    project = extend_project(app, docs_project_over)
    project.dj_documents, project.dj_stubs = documents, stubs
    project.dj_outputs = (Path(app.doctreedir), Path(app.outdir))
    project.dj_listed, project.dj_own, project.dj_is_book = listed, own, is_a_book
    if build is None:
        return
    origins = {
        stub.relative_to(folder).as_posix(): origin_of(build, docname)
        for docname, stub in stubs.items()
    }
    show_origins_in_messages(folder, origins)


def set_origins(app: Sphinx, doctree: nodes.document) -> None:
    """Set the source of the nodes of a generated document."""
    stub = stubs_of(app).get(app.env.docname)
    if stub is not None:
        origin = origin_of(the_build(app.config), app.env.docname)
        name_origin_in_doctree(doctree, str(stub), origin)


def origin_of(build: Build, docname: str) -> str:
    """Return the path of the file that a document was made of: at least of ``docs.json``."""
    document = build.documents.get(docname)
    if document is not None and document.origin is not None:
        return str(document.origin)
    return str(build.srcdir / build.site.source_file)


def stubs_of(app: Sphinx) -> Mapping[str, Path]:
    """Return the generated documents of this build → where their texts are."""
    stubs: Mapping[str, Path] = getattr(app.project, "dj_stubs", {})
    return stubs


def is_generated(app: Sphinx, docname: str) -> bool:
    """Whether a document has no file of the author, wherever the output folder is."""
    return docname in stubs_of(app)


def reread_changed_sides(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the documents that were generated and now are files, or the other way round.

    Sphinx compares times; the file that replaces a generated text may be older.
    """
    now = frozenset(stubs_of(app))
    before = getattr(env, SIDES, now)
    setattr(env, SIDES, now)
    return sorted((before ^ now) & env.found_docs)


def listed_paths(navigation: Container) -> Iterator[str]:
    """Yield the paths that the navigation names, as documents would be called."""
    from sphinx_docsjson.site.model import Container, PageEntry

    for _ancestors, node in navigation.walk():
        if isinstance(node, PageEntry):
            yield node.path.strip("/")
        elif isinstance(node, Container) and node.root:
            yield node.root.strip("/")


_classes: dict[type[Project], type[Project]] = {}


def docs_project_over(base: type[Project]) -> type[Project]:
    """Return the subclass of *base* that knows generated documents and ignored files."""
    if issubclass(base, _Documents):
        return base
    if base not in _classes:
        _classes[base] = type("DocsProject", (_Documents, base), {})
    return _classes[base]


class _Documents(Project):
    """Adds generated documents to a project, and leaves out what is not a page."""

    dj_documents: GeneratedDocuments
    dj_stubs: dict[str, Path]
    dj_outputs: tuple[Path, ...]
    dj_listed: frozenset[str]
    dj_own: tuple[str, ...]
    dj_is_book: bool

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ("**",)
    ) -> set[str]:
        """Find the documents of the source tree, and add the generated ones.

        A file of the source tree wins over a generated document of the same name.
        """
        ignored = find_ignored(
            Path(self.srcdir),
            self.source_suffix,
            self.dj_listed,
            self.dj_outputs,
            self.dj_own,
            is_book=self.dj_is_book,
            parts=self.dj_documents.parts,
        )
        for note in ignored.notes:
            logger.info(note, type="docsjson", subtype="ignored")
        for path, other in ignored.hidden:
            message = (
                f"the page is left out: {other} has the same name and is used. Rename one of "
                "them, or delete it."
            )
            warn(Warn.PAGE, message, location=f"{Path(self.srcdir) / path}:1")
        super().discover([*exclude_paths, *ignored.patterns], include_paths)
        for document in self.dj_documents:
            if document.docname in self.docnames:
                warn(
                    Warn.GENERATED_PAGE,
                    f"{document.docname!r} is a file in the source folder and would also be "
                    "generated; the file is used. Rename it, or assign it to its operation with "
                    "'openapi' in its front matter",
                    location=document.docname,
                )
                del self.dj_stubs[document.docname]
            else:
                self.docnames.add(document.docname)
        if self.dj_listed:
            self._report_case()
        return self.docnames

    def _report_case(self) -> None:
        """Say which pages some systems and hosts do not tell from each other."""
        known: dict[str, str] = {}
        for name in sorted(self.docnames):
            other = known.setdefault(name.casefold(), name)
            if other != name:
                message = (
                    f"the names of {other!r} and {name!r} differ only in case: on Windows, "
                    "macOS and some hosts one overwrites the other. Rename one of them."
                )
                warn(Warn.PAGE, message, location=f"{self.doc2path(name, absolute=True)}:1")

    def doc2path(self, docname: str, absolute: bool) -> Any:
        """Return the path of a document; for a generated one below the doctree directory.

        Its relative path is the one that it would have in the source tree, so that suffix,
        ``_sources`` and edit links come out right.
        """
        stub = self.dj_stubs.get(docname)
        if stub is None:
            return super().doc2path(docname, absolute)
        return self.dj_path_type(stub if absolute else f"{docname}{stub.suffix}")

    @cached_property
    def dj_path_type(self) -> type[Any]:
        """The type that Sphinx has for paths of documents."""
        return type(super().doc2path("index", absolute=True))

    def path2doc(self, filename: Any) -> str | None:
        """Return the document of a file, generated ones included."""
        path = Path(filename)
        if path.is_absolute() and path.parts:
            for docname, stub in self.dj_stubs.items():
                if stub == path:
                    return docname
        return super().path2doc(filename)

    def __reduce__(self) -> Any:
        """Pickle as the class below: no paths of this machine, loadable without us."""
        base = type(self).__mro__[2]
        build = {k: v for k, v in self.__dict__.items() if not k.startswith("dj_")}
        return object.__new__, (base,), build


# The documents of a build that no author wrote: their texts, names and origins.


@dataclass(frozen=True, kw_only=True, slots=True)
class GeneratedDocument:
    """A document without a file in the source tree.

    :param suffix: one of the source suffixes, which chooses the parser; without one, ours.
    :param origin: the file that the text was made of, such as an OpenAPI file.
    """

    docname: str
    text: str
    suffix: str = ""
    origin: Path | None = None


class GeneratedDocuments:
    """The documents that rooms add before the build looks for its sources.

    ``parts`` are files that something else is made of, by path: one without front matter is not a
    page of its own, unless the navigation or a toctree names it.
    """

    def __init__(self) -> None:
        self.parts: set[str] = set()
        self._by_docname: dict[str, GeneratedDocument] = {}

    def add(
        self,
        docname: str,
        text: str = "",
        suffix: str = "",
        *,
        front: Mapping[str, Any] | None = None,
        origin: Path | None = None,
    ) -> bool:
        """Add a document; call this at ``builder-inited`` with a priority below 400.

        :param front: the fields of its front matter, which *text* follows.
        :returns: whether it was added: not when another one has the name, which is reported.
        :raises ValueError: when the name leads out of the site or is empty.
        """
        parts = docname.split("/")
        if any(part in ("", ".", "..") for part in parts):
            raise ValueError(f"not a document name: {docname!r}")
        if docname in self._by_docname:
            warn(
                Warn.GENERATED_PAGE,
                f"two pages would be generated at {docname!r}; the first one is kept. "
                "Give one of them another path",
                location=str(origin) if origin else None,
            )
            return False
        self._by_docname[docname] = GeneratedDocument(
            docname=docname, text=f"{_matter(front)}{text}", suffix=suffix, origin=origin
        )
        return True

    def get(self, docname: str) -> GeneratedDocument | None:
        """Return the generated document of that name, or ``None``."""
        return self._by_docname.get(docname)

    def __iter__(self) -> Iterator[GeneratedDocument]:
        return iter(self._by_docname.values())

    def __contains__(self, docname: object) -> bool:
        return docname in self._by_docname


_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""What may not be in YAML as it is, or would end a line there."""


def _matter(front: Mapping[str, Any] | None) -> str:
    lines = [f"{_yaml(name)}: {_yaml(value)}" for name, value in (front or {}).items()]
    return "\n".join(("---", *lines, "---", "")) if lines else ""


def _yaml(value: Any) -> str:
    """Return a value on one line. YAML 1.1, as MyST reads it, escapes no halves of an emoji."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def write_stubs(
    folder: Path, documents: Iterable[GeneratedDocument], suffix: str
) -> dict[str, Path]:
    """Write the text of each document below *folder* and remove files of former ones.

    A file whose text has not changed keeps its time, so that only changed files are read again.

    :param suffix: that of documents without one.
    """
    stubs = {doc.docname: folder / f"{doc.docname}{doc.suffix or suffix}" for doc in documents}
    for document in documents:
        write_if_changed(stubs[document.docname], document.text)
    if folder.is_dir():
        kept = identities(stubs.values())
        for path in folder.rglob("*"):
            if path.is_file():
                remove_unless(path, kept)
    return stubs


# Which file a generated document was made of, and how every message says so.
#
# The text of a generated document is below the doctree directory. A path there means nothing to an
# author, differs from machine to machine, and is gone after ``make clean``. So translation
# templates name the origin, and so does each message, whether this project, Sphinx, docutils or
# another extension wrote it.


class OriginsInMessages(std_logging.Filter):
    """Replaces the paths of generated documents in messages.

    The line is dropped too: it counts in a generated text.

    :param folder: where the texts of generated documents are.
    :param origins: the path of such a text below *folder* → what to say instead.
    """

    def __init__(self, folder: Path, origins: Mapping[str, str]) -> None:
        super().__init__()
        self._folder = f"{folder}{os.sep}"
        self._origins = origins
        endings = "|".join(sorted({re.escape(os.path.splitext(name)[1]) for name in origins}))
        self._path = re.compile(rf"{re.escape(self._folder)}(.+?(?:{endings}))(?![\w/])(?::\d+)?")

    def filter(self, record: std_logging.LogRecord) -> bool:
        """Change what the record says; let every record through."""
        location = getattr(record, "location", None)
        if isinstance(location, str) and self._folder in location:
            record.location = self._without_paths(location)
        text = str(record.msg)
        if record.args:
            try:
                text = text % record.args
            except (TypeError, ValueError):
                return True
        if self._folder in text:
            record.msg, record.args = self._without_paths(text), ()
        return True

    def _without_paths(self, text: str) -> str:
        def origin(match: re.Match[str]) -> str:
            name = match[1].replace(os.sep, "/")
            return self._origins.get(name, name)

        return self._path.sub(origin, text)


def show_origins_in_messages(folder: Path, origins: Mapping[str, str]) -> None:
    """Let every message of this build name the origins of generated documents."""
    if origins:
        change_messages(OriginsInMessages(folder, origins))


def name_origin_in_doctree(doctree: nodes.document, stub: str, origin: str) -> None:
    """Set the source of the nodes of a generated document."""
    for node in doctree.findall(nodes.Element):
        if node.source == stub:
            node.source = origin
