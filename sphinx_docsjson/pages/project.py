"""Which documents a build has: files of the source tree, and pages without a file there.

Pages that are made during a build (a root document, API pages) are real documents with doctrees,
search entries and cross-reference targets, while the source tree stays untouched: their text
lies below the doctree directory. ``sphinx.project.Project`` is documented (Project API); its
subclass here is built over whatever class another extension installed.
"""

from __future__ import annotations

import logging as std_logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.project import Project
from sphinx.util import logging

from sphinx_docsjson.pages.ignored import find_ignored
from sphinx_docsjson.state import state_of
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util._pathlib import _StrPath

    from sphinx_docsjson.site.nodes import Container

logger = logging.getLogger(__name__)

ROOM = "generated documents"
FOLDER = "docsjson-generated"
INSTALL_PRIORITY = 400


@dataclass(frozen=True, kw_only=True, slots=True)
class GeneratedDocument:
    """A document without a file in the source tree.

    :param suffix: one of the source suffixes; it chooses the parser.
    :param origin: the file that the text was made of, such as an OpenAPI file.
    """

    docname: str
    text: str
    suffix: str = ".md"
    origin: Path | None = None


class GeneratedDocuments:
    """The documents that rooms add before the build looks for its sources."""

    def __init__(self) -> None:
        self._by_docname: dict[str, GeneratedDocument] = {}

    def add(
        self, docname: str, text: str, suffix: str = ".md", *, origin: Path | None = None
    ) -> bool:
        """Add a document; call this at ``builder-inited`` with a priority below 400.

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
            docname=docname, text=text, suffix=suffix, origin=origin
        )
        return True

    def get(self, docname: str) -> GeneratedDocument | None:
        """Return the generated document of that name, or ``None``."""
        return self._by_docname.get(docname)

    def __iter__(self) -> Iterator[GeneratedDocument]:
        return iter(self._by_docname.values())

    def __contains__(self, docname: str) -> bool:
        return docname in self._by_docname


def generated_documents(config: Config) -> GeneratedDocuments:
    """Return the generated documents of a build.

    :raises LookupError: when the build has no ``docs.json``.
    """
    state = state_of(config)
    if state is None:
        raise LookupError("a build without docs.json has no generated documents")
    documents: GeneratedDocuments = state.rooms.setdefault(ROOM, GeneratedDocuments())
    return documents


def setup_project(app: Sphinx) -> None:
    """Install our view of the source tree once every room has added its documents."""
    app.connect("config-inited", hush_first_look, priority=900)
    app.connect("builder-inited", install_project, priority=INSTALL_PRIORITY)
    app.connect("doctree-read", name_origins, priority=100)


class FirstLook(std_logging.Filter):
    """Silences what Sphinx says about source files before our project is installed.

    With a fresh environment Sphinx looks for documents before ``builder-inited``, when no
    extension can have replaced the project, and again before it reads them; the second look
    reports whatever is still true.
    """

    def filter(self, record: std_logging.LogRecord) -> bool:
        """Let nothing through."""
        return False


FIRST_LOOK = FirstLook()


def hush_first_look(app: Sphinx, config: Config) -> None:
    """Start to silence Sphinx's first look at the source tree."""
    if state_of(config) is not None:
        project_logger().addFilter(FIRST_LOOK)


def project_logger() -> std_logging.Logger:
    """Return the logger of ``sphinx.project``."""
    return logging.getLogger("sphinx.project").logger


def install_project(app: Sphinx) -> None:
    """Write the texts of generated documents and make ``app.project`` know them."""
    project_logger().removeFilter(FIRST_LOOK)
    state = state_of(app.config)
    if state is None:
        return
    documents = generated_documents(app.config)
    stubs = write_stubs(Path(app.doctreedir) / FOLDER, documents)
    project: Any = app.project
    project.__class__ = docs_project_over(type(project))
    project.dj_documents = documents
    project.dj_stubs = stubs
    project.dj_outputs = (Path(app.doctreedir), Path(app.outdir))
    project.dj_listed = frozenset(listed_paths(state.site.navigation))


def name_origins(app: Sphinx, doctree: nodes.document) -> None:
    """Let the nodes of a generated document name what it was made of, not where its text lies.

    Translation templates and warnings name that file; a path below the doctree directory says
    nothing to anybody and differs from machine to machine.
    """
    stubs: dict[str, Path] = getattr(app.project, "dj_stubs", {})
    stub = stubs.get(app.env.docname)
    if stub is None:
        return
    document = generated_documents(app.config).get(app.env.docname)
    origin = document.origin if document else None
    shown = str(origin or app.srcdir / app.env.doc2path(app.env.docname, base=False))
    for node in doctree.findall(nodes.Element):
        if node.source == str(stub):
            node.source = shown


def write_stubs(folder: Path, documents: Iterable[GeneratedDocument]) -> dict[str, Path]:
    """Write the text of each document below *folder* and remove files of former ones.

    A file whose text did not change keeps its time, so that only what changed is read again.
    """
    stubs = {doc.docname: folder / f"{doc.docname}{doc.suffix}" for doc in documents}
    for document in documents:
        path = stubs[document.docname]
        data = document.text.encode("utf-8")
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    if folder.is_dir():
        kept = set(stubs.values())
        for path in folder.rglob("*"):
            if path.is_file() and path not in kept:
                path.unlink()
    return stubs


def listed_paths(navigation: Container) -> Iterator[str]:
    """Yield the paths that the navigation names, as documents would be called."""
    from sphinx_docsjson.site.nodes import Container, PageEntry

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
    """Adds generated documents to a project, and leaves out what is no page."""

    dj_documents: GeneratedDocuments
    dj_stubs: dict[str, Path]
    dj_outputs: tuple[Path, ...]
    dj_listed: frozenset[str]

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ("**",)
    ) -> set[str]:
        """Find the documents of the source tree, and add the generated ones.

        A file of the source tree wins over a generated document of the same name.
        """
        ignored = find_ignored(
            Path(self.srcdir), self.source_suffix, self.dj_listed, self.dj_outputs
        )
        for note in ignored.notes:
            logger.info(note, type="docsjson", subtype="ignored")
        super().discover([*exclude_paths, *ignored.patterns], include_paths)
        for document in self.dj_documents:
            if document.docname in self.docnames:
                warn(
                    Warn.GENERATED_PAGE,
                    f"{document.docname!r} is a file of the source tree and would also be "
                    "generated; the file is used. Rename it, or bind it to its operation with "
                    "'openapi' in its front matter",
                    location=document.docname,
                )
                del self.dj_stubs[document.docname]
            else:
                self.docnames.add(document.docname)
        return self.docnames

    def doc2path(self, docname: str, absolute: bool) -> _StrPath:
        """Return the path of a document; for a generated one below the doctree directory.

        Its relative path is the one that it would have in the source tree, so that suffix,
        ``_sources`` and edit links come out right.
        """
        stub = self.dj_stubs.get(docname)
        if stub is None:
            return super().doc2path(docname, absolute)
        path_type = type(super().doc2path(docname, absolute))
        return path_type(stub if absolute else f"{docname}{stub.suffix}")

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
        state = {k: v for k, v in self.__dict__.items() if not k.startswith("dj_")}
        return object.__new__, (base,), state
