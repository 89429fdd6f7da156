"""The typed warnings of sphinx-docsjson: how they are emitted and printed.

Every message has a type ``docsjson.<kind>`` that ``suppress_warnings`` accepts, and says where
it happened, what is wrong and what to do.
"""

from __future__ import annotations

import errno
import logging
import os
import re
from contextlib import contextmanager
from enum import Enum
from functools import wraps
from pathlib import Path
from traceback import format_exception
from typing import TYPE_CHECKING, Any, TypeVar

from docutils import ApplicationError, nodes
from docutils.parsers.rst import DirectiveError
from sphinx.errors import SphinxError
from sphinx.util.logging import getLogger

from sphinx_docsjson.base.messages import one_line
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.compat.sphinx import change_messages, warning_handlers
from sphinx_docsjson.site.model import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx.application import Sphinx


logger = getLogger("sphinx_docsjson")

Part = TypeVar("Part")


class Warn(Enum):
    """The kinds of warnings. The value is the subtype in ``docsjson.<value>``."""

    CONFIG = "config"
    """A field of docs.json is unknown, has a wrong value, or names a file that does not exist."""

    COLOR = "color"
    """A colour of docs.json cannot be read on its background and is replaced; an info."""

    THEME_OPTION = "theme-option"
    """An option of the theme in conf.py has a value that it cannot have."""

    NAV_PAGE = "nav-page"
    """The navigation names a page that does not exist."""

    PART = "part"
    """A part of a site that is built in parts is missing, or does not match the others."""

    GENERATED_PAGE = "generated-page"
    """A page that would be generated has the name of another one."""

    ICON = "icon"
    """An icon name that no icon set has."""

    REPOSITORY = "repository"
    """Feedback buttons are turned on, but no repository is known."""

    MATH = "math"
    """A formula that cannot be turned into MathML."""

    URL = "url"
    """A URL with a scheme that is not allowed, such as ``javascript:``."""

    TAG = "tag"
    """A tag that is not a component, is never closed, or cannot be parsed."""

    EXPRESSION = "expression"
    """An expression in braces uses a name that nothing defines, or needs JavaScript."""

    SYNTAX = "syntax"
    """Something in the syntax of another tool is shown as text, or a block is never closed."""

    PAGE = "page"
    """A page is empty, or another file has its name."""

    FRONT_MATTER = "front-matter"
    """The front matter of a page is not YAML, has no end, or has a field without effect."""

    ENCODING = "encoding"
    """A page is not encoded in UTF-8, or contains NUL."""

    NESTING = "nesting"
    """Directives are nested too deeply; the deeper ones are shown as text."""

    FAILED = "failed"
    """A step failed for a page, because of a bug in sphinx-docsjson; the page lacks its result."""

    FILE_GONE = "file-gone"
    """A file was removed while the site was built."""

    BUDGET = "budget"
    """Values, snippets or lists of a page multiply each other until the page is too large."""

    SNIPPET = "snippet"
    """A snippet does not exist, imports itself, or needs JavaScript."""

    IMAGE = "image"
    """An image or another file that a page shows does not exist."""

    FONT = "font"
    """No installed font has a script of a book, so its PDF will lack characters."""

    LINK = "link"
    """A link leads to a page or a file that does not exist."""

    ANCHOR = "anchor"
    """A link leads to an anchor that its page does not have."""

    REDIRECT = "redirect"
    """A redirect that has no target, or back to itself."""

    OPENAPI_FILE = "openapi-file"
    """A specification cannot be read, or has a key twice."""

    OPENAPI_VERSION = "openapi-version"
    """A specification uses a version of OpenAPI that is not supported."""

    OPENAPI_REF = "openapi-ref"
    """A reference in a specification has no target."""

    OPENAPI_SCHEMA = "openapi-schema"
    """Something in a specification is not valid OpenAPI."""

    OPENAPI_OVERLAY = "openapi-overlay"
    """An overlay cannot be read or applied, or selects nothing."""

    OPENAPI_OPERATION = "openapi-operation"
    """A page or the navigation names an operation that no specification has."""

    OPENAPI_REMAINS = "openapi-remains"
    """A page shows what its front matter says, because its description is not read; an info."""

    OPENAPI_REFERENCE = "openapi-reference"
    """A role names an operation, schema, field, tag or webhook that no page shows, or several."""

    OPENAPI_DIRECTIVE = "openapi-directive"
    """A directive names a part of an API that is not there, or an option that does nothing."""

    OPENAPI_EXAMPLE = "openapi-example"
    """An example does not match its schema."""

    OPENAPI_DEFAULT = "openapi-default"
    """A default value does not match its schema."""

    OPENAPI_DUPLICATE = "openapi-duplicate"
    """A specification defines one name twice: an operationId, a path, a parameter, a tag."""

    OPENAPI_LINK = "openapi-link"
    """A link of a response names no operation, or a parameter that the operation does not have."""

    OPENAPI_PARAMETER = "openapi-parameter"
    """A path and its parameters do not match."""

    OPENAPI_REQUEST = "openapi-request"
    """A request that a form begins with, or a response of a page, does not match its operation."""

    OPENAPI_BREAKING = "openapi-breaking"
    """An API description breaks clients of an older one (`check --fail-on breaking`)."""

    OPENAPI_REMOTE = "openapi-remote"
    """A URL of a specification may not be read, or did not answer."""

    SDK = "sdk"
    """The code of an SDK cannot be read: its file type is unknown, or it cannot be imported."""

    ATTRIBUTE = "attribute"
    """An attribute of a component is unknown, missing, or has a wrong value."""

    PARENT = "parent"
    """A component is outside the component that it belongs in."""

    FRONT_MATTER_MISSING = "front-matter-missing"
    """Convention: a page without a title or a description in its front matter."""

    HEADING_ONE = "heading-one"
    """Convention: a heading of the first level in the body of a page."""

    IMAGE_FRAME = "image-frame"
    """Convention: an image outside a frame."""

    IMAGE_ALT = "image-alt"
    """Convention: an image without alt text."""

    LINK_TEXT = "link-text"
    """Convention: a link whose text does not say where it leads, such as “here”."""

    SECRET = "secret"
    """Convention: code that contains what looks like a real secret."""

    EXAMPLE_PLACE = "example-place"
    """Convention: an example of a request or a response outside an endpoint page."""


def warn(
    kind: Warn,
    message: str,
    *,
    location: Location | nodes.Node | tuple[str, int | None] | str | None = None,
    once: bool = False,
) -> None:
    """Emit one typed warning, on one line (:mod:`sphinx_docsjson.base.messages`).

    :param kind: which of the warnings of this project it is.
    :param message: what is wrong and what to do, in one or two plain sentences.
    :param location: where: a place in ``docs.json`` or another file that we read, a docutils
        node, a ``(docname, line)`` or ``(file, line)`` pair, or a docname.
    :param once: several steps of a build may find it; only the first one says so.
    """
    place = str(location) if isinstance(location, Location) else location
    if isinstance(place, tuple) and Path(place[0]).is_absolute():
        place = ":".join(str(part) for part in place if part is not None)  # no document to Sphinx
    if isinstance(place, str) and place.endswith((".json", ".yaml", ".yml")):
        place = f"{place}:1"  # without a line Sphinx takes it for a document
    text = one_line(message)
    logger.warning(text, type="docsjson", subtype=kind.value, location=place, once=once)


def remark(
    kind: Warn, message: str, *, location: Location | tuple[str, int | None] | str | None = None
) -> None:
    """Say at info level what an owner may want to know and need not fix.

    Something wrong that we already corrected is reported here, so that ``-W`` can be used.

    :param kind: the subject, as of the warnings.
    """
    place = str(location) if isinstance(location, Location) else location
    logger.info(one_line(message), type="docsjson", subtype=kind.value, location=place)


def warn_of_missing_source(error: FileNotFoundError, source: Path, *outputs: Path) -> bool:
    """Warn of a source that was removed since it was found; return whether it is one.

    An editor or a version control system may change files at any time, even during a build.

    :param error: names the file.
    :param source: the source directory.
    :param outputs: folders that hold what a build writes; what is missing there is our mistake.
    """
    gone = Path(str(error.filename or ""))
    if not gone.is_absolute() or not gone.is_relative_to(source):
        return False
    if any(gone.is_relative_to(folder) for folder in outputs):
        return False
    name = gone.relative_to(source).as_posix()
    message = f"{name!r} was removed during the build, which continues without it; build again."
    warn(Warn.FILE_GONE, message, location=(str(gone), 1))
    return True


def fail(message: str, *, location: Location | None) -> None:
    """Emit the error that stops a build: there is no site to build."""
    logger.error(one_line(message), location=str(location) if location else None)


# How messages are printed: with locations that can be clicked, and one line for equal ones.
#
# Both work on what Sphinx is about to print, after its own filters: suppressed messages do not
# arrive here, each place counts in the final number of warnings, and ``check`` sees each one.

FEW = 3
"""Up to this many equal messages keep a line each, which leads to its place."""

NAMED = 3
"""How many further places are named where a line stands for more."""

_RELATIVE = re.compile(r"(?P<file>[^:\s/\\][^:\n]*+)(?P<place>(?>(?::\d++)*):?)")
_KIND = re.compile(r" \[[\w.-]+\]\Z")
_INDEX = re.compile(r"\[\d+\]")


class AbsolutePaths(logging.Filter):
    """Writes the places of our messages as Sphinx writes those of pages: with the whole path.

    ``docs.json:3:21`` is right only from the source folder; editors and terminals make links
    relative to the folder of the build, or absolute ones. Messages of others are not changed:
    docutils names an included file relative to the folder of the build.

    :param folder: the source folder.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the location of our records; let every record through."""
        is_ours = record.name.startswith("sphinx.sphinx_docsjson")
        place: Any = getattr(record, "location", None) if is_ours else None
        match = _RELATIVE.fullmatch(place) if isinstance(place, str) else None
        if match is not None and os.path.lexists(self._folder / match["file"]):
            record.location = f"{self._folder / match['file']}{match['place']}"
        return True


class EqualMessages(logging.Filter):
    """Holds messages back, and says those of one text in one line.

    A stream with the attribute ``wants_each_place`` gets a line for each place at once: its
    readers need to know which step printed which.

    :param handler: what prints them.
    :param folder: the source folder, which further places are named from.
    :param only_ours: whether messages of others keep their lines.
    """

    def __init__(self, handler: logging.Handler, folder: Path, *, only_ours: bool) -> None:
        super().__init__()
        self._handler = handler
        self._only_ours = only_ours
        self._folder = f"{folder}{os.sep}"
        self._held: dict[tuple[int, str], list[logging.LogRecord]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep a message of a page until :meth:`release`; let others through."""
        is_ours = getattr(record, "type", "") == "docsjson"
        if not is_ours and (self._only_ours or not getattr(record, "location", None)):
            return True
        stream = getattr(getattr(self._handler, "stream", None), "stream", None)
        if getattr(stream, "wants_each_place", False):
            return True
        # That of Sphinx's records begins with the place.
        record.msg, record.args = logging.LogRecord.getMessage(record), ()
        # Two mistakes in a list of docs.json may differ only in the number of the item.
        field, colon, rest = record.msg.partition(": ")
        alike = f"{_INDEX.sub('[]', field)}{colon}{rest}"
        self._held.setdefault((record.levelno, alike), []).append(record)
        return False

    def release(self) -> None:
        """Print what was held, in the order in which it came."""
        held, self._held = self._held, {}
        for equal in held.values():
            records = list({str(getattr(each, "location", "")): each for each in equal}.values())
            if len(records) > FEW:
                records[0].msg = self._with_more(str(records[0].msg), records[1:])
                del records[1:]
            for record in records:
                self._print(record)

    def _print(self, record: logging.LogRecord) -> None:
        """Print a record that has been through all filters."""
        self._handler.acquire()
        try:
            self._handler.emit(record)
        finally:
            self._handler.release()

    def _with_more(self, text: str, others: Iterable[logging.LogRecord]) -> str:
        """Return a message with the number of its further places, and the first of them."""
        places = [str(getattr(record, "location", None) or "") for record in others]
        named = [place.removeprefix(self._folder) for place in places]
        kind = match[0] if (match := _KIND.search(text)) else ""
        more = f"the same at {len(places)} more places: {', '.join(named[:NAMED])}"
        rest = "" if len(named) <= NAMED else ", …; `sphinx-docsjson check` lists all"
        return f"{text.removesuffix(kind)} ({more}{rest}){kind}"


def write_absolute_places(app: Sphinx, _config: object = None) -> None:
    """Let our messages of this build name files with their whole path."""
    for handler in warning_handlers():
        for found in list(handler.filters):
            if isinstance(found, AbsolutePaths):
                handler.removeFilter(found)
    change_messages(AbsolutePaths(app.srcdir))


def deduplicate_messages(app: Sphinx) -> None:
    """Let equal messages of pages be one line from here on.

    While documents are read, Sphinx has other handlers; so this is done before.
    """
    write_absolute_places(app)  # once more, after what was added meanwhile
    # A project with its own theme keeps its messages as they were, one line each.
    only_ours = not has_our_theme(app.config)
    for handler in warning_handlers():
        handler.addFilter(EqualMessages(handler, app.srcdir, only_ours=only_ours))


def flush_messages(app: Sphinx, _event: object = None) -> None:
    """Say what was held back: what was found in pages, after they were read, and at the end."""
    for handler in warning_handlers():
        for found in handler.filters:
            if isinstance(found, EqualMessages):
                found.release()


@contextmanager
def deduplicated_messages(app: Sphinx) -> Iterator[None]:
    """Let equal messages be one line, as long as the context lasts."""
    deduplicate_messages(app)
    try:
        yield
    finally:
        flush_messages(app)
        for handler in warning_handlers():
            for found in list(handler.filters):
                if isinstance(found, EqualMessages):
                    handler.removeFilter(found)


# A bug here costs a page only what the step adds.

DISK = frozenset({errno.ENOSPC, errno.EROFS, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""What is wrong with a disk, and not with the extension that writes to it."""


class DiskError(SphinxError):
    """Sphinx would take what no extension can help for a mistake of the one that met it."""

    category = "Disk error"

    def __init__(self, error: OSError, folder: Any) -> None:
        place = error.filename or folder
        super().__init__(f"{place}: {error.strerror}; the output is incomplete, build again.")


def report_failure(
    what: str, error: Exception, location: nodes.Node | str | None, *, instead: str = ""
) -> None:
    """Warn that one of our steps failed; the page, or the site, is built without it.

    :param location: the node or the page that it failed for; ``None`` for the whole site.
    :param instead: what is shown in its place.
    """
    if isinstance(error, OSError) and error.errno in DISK:
        raise DiskError(error, "output") from error
    reason = " ".join(str(error).split())[:200]
    why = f"{type(error).__name__}: {reason}" if reason else type(error).__name__
    where = "the site" if location is None else "this page"
    result = instead or f"{where} is built without it"
    message = f"{what} failed for {where}: {why}; {result}. Please report it."
    warn(Warn.FAILED, message, location=location)
    # As text: what another process says is pickled, and a traceback cannot be.
    logger.debug("%s failed:\n%s", what, "".join(format_exception(error)))


INSTEAD, LEFT_OUT = "its text is shown instead", "it is left out"
"""What becomes of an element that cannot be written."""


def place_of(node: Any) -> Any:
    """Return what names the place of a node: itself, or what is around it and has a line."""
    while node.line is None and node.parent is not None:
        node = node.parent
    return node if node.line is not None else f"{node.get('source', '')}:1"


def safe(
    part: type[Part],
    method: str,
    page: Callable[..., Any],
    otherwise: Callable[..., Any] = lambda *_: None,
) -> type[Part]:
    """Return *part* so that an exception in a method of it costs a page what it adds.

    :param method: the name of the method, which Sphinx calls for a page.
    :param page: returns the page, or a place on it; it is given what the method is given.
    :param otherwise: returns what Sphinx gets instead, from the same.
    """
    usual = getattr(part, method)

    @wraps(usual)
    def call(self: Any, *args: Any, **options: Any) -> Any:
        try:
            return usual(self, *args, **options)
        except (SphinxError, ApplicationError, DirectiveError):
            raise
        except Exception as error:
            report_failure(part.__name__, error, page(self, *args))
            return otherwise(self, *args)

    made = type(part.__name__, (part,), {method: call, "__doc__": part.__doc__})
    made.__module__ = part.__module__
    return made


def safe_transform(transform: type[Part]) -> type[Part]:
    """Return *transform* so that an exception costs a page what it adds."""
    return safe(transform, "apply", lambda self: self.document.settings.env.docname)


def safe_collector(collector: type[Part]) -> type[Part]:
    """Return *collector* so that an exception costs a page what it notes."""
    return safe(collector, "process_doc", lambda _self, _app, tree: tree.settings.env.docname)


def safe_role(role: type[Part]) -> type[Part]:
    """Return *role* so that an exception costs a page what it makes of its text."""
    return safe(
        role,
        "run",
        lambda self: ":".join(str(part) for part in self.get_source_info()),
        lambda self: ([nodes.Text(self.text)], []),
    )


def safe_directive(directive: type[Part]) -> type[Part]:
    """Return *directive* so that an exception costs a page what it makes; its text is shown."""
    return safe(
        directive,
        "run",
        lambda self: self.get_location(),
        lambda self: [nodes.literal_block(self.block_text, self.block_text)],
    )
