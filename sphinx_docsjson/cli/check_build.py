"""The build behind ``check``: selects the documents to read again, and writes no output."""

from __future__ import annotations

import io
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.application import Sphinx
from sphinx.util.display import status_iterator
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.base import kept_messages
from sphinx_docsjson.base.contents import SETTING, WITHOUT_EXTENSION
from sphinx_docsjson.build import build_of
from sphinx_docsjson.cli.check_messages import MessageRecorder, recording_failures
from sphinx_docsjson.compat.builders import lay_over
from sphinx_docsjson.pages.checks import idle_remarks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set
    from typing import TextIO


# A build of Sphinx as far as it can report anything: everything is read, resolved and translated.
#
# Templates are not rendered, and the search index is not written. What Sphinx and extensions still
# write goes into a folder that nobody publishes.

CHECKING = "checking pages... "


@dataclass(frozen=True, kw_only=True)
class CheckedProject:
    """What is checked, and how the build would be called.

    :param settings: what ``-D`` sets.
    """

    folder: Path
    builder: str = "html"
    settings: Mapping[str, str] = field(default_factory=dict)
    nitpicky: bool = False
    jobs: int = 1

    @property
    def has_conf(self) -> bool:
        """Whether a conf.py configures Sphinx."""
        return (self.folder / "conf.py").is_file()

    @property
    def overrides(self) -> dict[str, Any]:
        """The settings, with the extension where no conf.py names it."""
        found: dict[str, Any] = {} if self.has_conf else {"extensions": "sphinx_docsjson"}
        found.update(self.settings)
        return found | {"nitpicky": True} if self.nitpicky else found


@dataclass(frozen=True, kw_only=True)
class Looked:
    """What a build without output has seen.

    :param read: the documents that were read, and ``written`` those that were translated.
    :param duplicates: documents that define a name that another document defines, too.
    :param remarks: what pages have without effect.
    """

    messages: tuple[str, ...]
    documents: frozenset[str]
    read: frozenset[str]
    written: frozenset[str]
    duplicates: frozenset[str]
    remarks: tuple[str, ...] = ()


@contextmanager
def application(
    project: CheckedProject,
    work: Path,
    recorder: MessageRecorder,
    *,
    builder: str = "",
    fresh: bool = False,
    status: TextIO | None = None,
) -> Iterator[Sphinx]:
    """Yield a Sphinx application for *project* that keeps everything in the folder *work*."""
    confdir = project.folder if project.has_conf else None
    with recording_failures(recorder), patch_docutils(confdir), docutils_namespace():
        yield Sphinx(
            srcdir=project.folder,
            confdir=confdir,
            outdir=work / (builder or project.builder),
            doctreedir=work / "doctrees",
            buildername=builder or project.builder,
            confoverrides=project.overrides,
            status=status,
            warning=recorder,
            freshenv=fresh,
            parallel=project.jobs,
        )


def look(
    project: CheckedProject, work: Path, *, fresh: bool, status: TextIO | None = None
) -> Looked:
    """Build *project* without output.

    :param fresh: nothing that was read before counts.
    """
    recorder = MessageRecorder()
    with application(project, work, recorder, fresh=fresh, status=status) as app:
        if SETTING in app.config:
            setattr(app.config, SETTING, True)
        else:
            for event, run in (*WITHOUT_EXTENSION, *kept_messages.STEPS):
                app.connect(event, run, priority=0)
        kept = kept_messages.begin(app)
        again = kept.duplicates() | kept.with_errors()
        for name in again & app.env.all_docs.keys():
            if not Path(app.env.doc2path(name)).is_file():
                continue  # Sphinx has to notice it, and to read others again
            app.emit("env-purge-doc", app.env, name)
            app.env.clear_doc(name)
        # Only changed ones would be checked, and the messages of the others would be missing.
        vars(app.env).pop("docsjson_checked", None)
        before = dict(app.env.all_docs)
        builder = lay_over(app.builder, _Quiet)
        builder.dj_written = set()
        app.build()
        env = app.env
        read = frozenset(n for n, time in env.all_docs.items() if before.get(n) != time)
        return Looked(
            messages=tuple(recorder.messages),
            documents=frozenset(env.found_docs),
            read=read,
            written=frozenset(builder.dj_written),
            duplicates=frozenset(kept.duplicates() & env.found_docs) - again,
            remarks=tuple(idle_remarks(app)) if build_of(app.config) else (),
        )


class NoOutput:
    """Laid over the class of an HTML builder: it resolves and translates, and fills in nothing."""

    dj_is_looking = True
    copysource = False

    def prepare_writing(self, docnames: Set[str]) -> None:
        """Prepare as the builder does, with templates that are never filled."""
        this: Any = self
        parent: Any = super()
        parent.prepare_writing(docnames)
        this.templates = _NoTemplates(this.templates)

    def load_indexer(self, docnames: Set[str]) -> None:
        """Leave the search index of the last look unread."""

    def index_page(self, pagename: str, doctree: Any, title: str) -> None:
        """Leave the words of a page uncounted."""

    def dump_search_index(self) -> None:
        """Write no search index."""


class _Quiet(NoOutput):
    """Laid over the class of an HTML builder, once it has read its configuration."""

    dj_written: set[str]

    def write_documents(self, docnames: Set[str]) -> None:
        """Translate what may say something else than at the last look."""
        this: Any = self
        parent: Any = super()
        this.parallel_ok = False  # the progress shows each page
        shown = status_iterator(sorted(docnames), CHECKING, "darkgreen", len(docnames))
        for docname in shown:
            parent.write_documents({docname})
        self.dj_written |= docnames


class _NoTemplates:
    """Answers as the templates do, and fills in nothing."""

    def __init__(self, templates: Any) -> None:
        self._templates = templates

    def __getattr__(self, name: str) -> Any:
        return getattr(self._templates, name)

    def render(self, template: str, context: dict[str, Any]) -> str:
        return ""


# An application of Sphinx that looks at a project and leaves nothing behind.


@contextmanager
def scratch_application(
    folder: Path, conf: Path | None, settings: Mapping[str, Any], builder: str
) -> Iterator[Sphinx]:
    """Yield an application for the pages of *folder*, whose output is removed at the end.

    :param conf: the folder of conf.py, if there is one.
    :param settings: what ``-D`` would set.
    """
    with (
        tempfile.TemporaryDirectory() as scratch,
        patch_docutils(conf),
        docutils_namespace(),
    ):
        yield Sphinx(
            srcdir=folder,
            confdir=conf,
            outdir=Path(scratch) / "out",
            doctreedir=Path(scratch) / "doctrees",
            buildername=builder,
            confoverrides=dict(settings),
            status=None,
            warning=io.StringIO(),
            freshenv=True,
        )
