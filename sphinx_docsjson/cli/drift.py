"""``check --drift``: what pages say that is not so any more.

A page drifts when the package goes on without it. Four things are told: a name in a code span
that the sources, a description or a page defined at an older release and that is nowhere now; an
option of a JSON Schema that the page of that schema does not list; a version that is older than
the package; and a sample that does not parse (:mod:`sphinx_docsjson.cli.samples`).

What was is asked of git (:mod:`sphinx_docsjson.cli.releases`): nobody keeps a record for it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_docsjson.base.messages import read_json, words
from sphinx_docsjson.base.titles import title_of, title_text
from sphinx_docsjson.cli.releases import (
    OPTION,
    Definition,
    NoRelease,
    PresentNames,
    definitions_at,
    inventory_of,
    module_of,
    packages_of,
    present_names,
    release_before,
    words_of,
)
from sphinx_docsjson.cli.samples import sample_problems
from sphinx_docsjson.html.meta import run_git
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

IGNORE = "docsjson_drift_ignore"
"""The setting with names that pages may go on to say."""

SCHEMA = "json-schema"
"""The field of front matter that names the schema whose options a page lists."""


def tell_drift(app: Sphinx, since: str = "") -> None:
    """Warn of all that drifted in the pages of *app*, which has read them.

    :param since: a revision of git, a date, or the path of an older ``objects.inv``; without one,
        the last release: the newest tag with a version that is not what is checked out.
    """
    pages = [*written_pages(app.env)]
    root = Path(run_git(Path(app.srcdir), "rev-parse", "--show-toplevel") or app.srcdir)
    for page in pages:
        for sample in () if page.past else sample_problems(page.doctree):
            warn(Warn.DRIFT_SAMPLE, sample.message, location=page.place(sample.node, sample.text))
    packages = packages_of(root)
    for page in pages:
        for old in old_versions(page, packages):
            warn(Warn.DRIFT_VERSION, old.message, location=page.place(old.node, old.text))
    ignored = tuple(getattr(app.config, IGNORE, ()))
    schemas = {page.docname: app.env.metadata[page.docname].get(SCHEMA, "") for page in pages}
    named = pages if any(schemas.values()) else []
    listed = [*ignored, *(name for page in named for name in _listed(page))]
    for page in pages:
        for message in lacking_options(page, schemas[page.docname], listed):
            warn(Warn.DRIFT_OPTION, message, location=(page.docname, 1))
    try:
        release = release_before(root, since)
        gone = list(gone_names(app, pages, root, release))
    except NoRelease as error:
        if since or run_git(root, "rev-parse", "--is-shallow-repository") == "true":
            warn(Warn.DRIFT_NAME, str(error), location=root.as_posix())
        else:
            print(f"Names are compared with nothing: {error}", file=sys.stderr)
        return
    for each in gone:
        if not any(fnmatchcase(each.mention.name, pattern) for pattern in ignored):
            where = each.mention.page.place(each.mention.node, each.mention.text)
            warn(Warn.DRIFT_NAME, each.message, location=where)


# The pages that people wrote, and what in them tells of the past.

_PAST_PAGE = re.compile(
    r"(?i)change|histor|release|whatsnew|what-s-new|news|migrat|upgrad|deprecat|porting|backward"
    r"|announce|blog|roadmap|legacy|archive|adopt|rfc|proposal"
)
_PAST_TITLE = re.compile(
    r"(?i)\b(?:change[sd]?|changelog|history|releases?|what.?s new|migrat\w+|upgrad\w+"
    r"|deprecat\w+|removed|porting|backwards?|previous|older|legacy|breaking|roadmap|before)\b"
)
_PAST_WORD = re.compile(
    r"(?i)\b(?:remov(?:ed|al)|renam(?:ed|ing)|deprecat\w+|no longer|former(?:ly)?|used to"
    r"|previous(?:ly)?|earlier|legacy|replace[sd]|superseded|obsolete|dropped|prior to"
    r"|migrat\w+|upgrad\w+|instead of|backwards?|histor\w+|originally|any ?more|in favou?r of"
    r"|(?:versions?|releases?)\s(?:lower|older|before|below|up to)|compatib\w+|support\w* older"
    r"|python ?2)\b"
)


@dataclass(frozen=True, kw_only=True)
class WrittenPage:
    """A page that has a file in the repository.

    :param past: it tells of other releases, as a list of changes does.
    """

    docname: str
    path: Path
    doctree: nodes.document
    past: bool
    lines: tuple[str, ...]

    def place(self, node: nodes.Node, text: str) -> str | nodes.Node | tuple[str, int | None]:
        """Return where *text* stands, for a message: in *node*, or not far below."""
        source, begin = _source_of(node)
        if source and Path(source) != self.path:
            return node  # a docstring or an included file: Sphinx knows its place
        if text and (found := self._line_with(text, begin)):
            return f"{self.path}:{found}:{self.lines[found - 1].find(text) + 1}"
        return (self.docname, begin or None)

    def _line_with(self, text: str, begin: int) -> int:
        numbers = (*range(max(1, begin), len(self.lines) + 1), *range(1, max(1, begin)))
        return next((each for each in numbers if text in self.lines[each - 1]), 0)


def _source_of(node: nodes.Node) -> tuple[str, int]:
    """Return the file of a node and its line, of the nearest one around it that has them."""
    at: nodes.Node | None = node
    while at is not None and not at.line:
        at = at.parent
    return (at.source or "", at.line or 0) if at is not None else ("", 0)


def written_pages(env: BuildEnvironment) -> Iterator[WrittenPage]:
    """Yield the pages that somebody wrote; those that are made of descriptions are not theirs."""
    for docname in sorted(env.found_docs):
        path = Path(env.doc2path(docname))
        try:
            lines = tuple(path.read_text(encoding="utf-8", errors="replace").splitlines())
        except OSError:
            continue
        if not path.is_relative_to(env.srcdir):
            continue
        doctree = env.get_doctree(docname)
        title = title_of(env, docname)
        past = bool(_PAST_PAGE.search(docname) or _PAST_TITLE.search(title))
        yield WrittenPage(docname=docname, path=path, doctree=doctree, past=past, lines=lines)


def _tells_of_the_past(node: nodes.Node) -> bool:
    """Whether a piece of text is about how things were."""
    at: nodes.Node | None = node
    nearest = True
    while at is not None:
        if isinstance(at, addnodes.versionmodified) or type(at).__name__ == "update":
            return True
        if isinstance(at, nodes.section) and _PAST_TITLE.search(_title(at)):
            return True
        if nearest and isinstance(at, nodes.TextElement) and not isinstance(at, nodes.Inline):
            nearest = False
            if _PAST_WORD.search(at.astext()):
                return True
        if isinstance(at, nodes.list_item | nodes.row) and _PAST_WORD.search(at.astext()):
            return True
        at = at.parent
    return False


def _title(section: nodes.section) -> str:
    return title_text(section.next_node(nodes.title))


# Names in code spans.

_NAME = re.compile(r"@?(?P<name>[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)(?:\(.*\))?")
_ROUTE = re.compile(r"(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) +)?(?P<path>/[\w{}/.:-]+)")
_LOOKS_NAMED = re.compile(r"[_.\-/0-9]|[a-z][A-Z]")
"""What tells a name from a word of the language."""


@dataclass(frozen=True, kw_only=True)
class Mention:
    """A name that a page says in a code span.

    :param text: the code span as it is written; *kind* is ``name``, ``option`` or ``route``.
    """

    name: str
    kind: str
    text: str
    page: WrittenPage
    node: nodes.Node

    @property
    def last(self) -> str:
        """The part of the name that a definition has."""
        return self.name.rpartition(".")[2] if self.kind == "name" else self.name


def mentions_of(page: WrittenPage) -> Iterator[Mention]:
    """Yield the names in the code spans of a page that tell of what is now."""
    if page.past:
        return
    for node in page.doctree.findall(nodes.literal):
        text = node.astext().strip()
        found = [(kind, name) for kind, name in _named(text) if _LOOKS_NAMED.search(name)]
        if _PAST_PAGE.search(Path(_source_of(node)[0]).name):
            continue  # a list of changes that another page includes
        if found and not _tells_of_the_past(node):
            for kind, name in found:
                yield Mention(name=name, kind=kind, text=text, page=page, node=node)


def _named(text: str) -> Iterator[tuple[str, str]]:
    if match := _NAME.fullmatch(text):
        yield "name", match["name"]
    elif match := _ROUTE.fullmatch(text):
        yield "route", match["path"]
    else:
        for option in OPTION.findall(text):
            yield "option", option


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def _spellings(mention: Mention) -> set[str]:
    """Return the words that a definition of a name may be made of: ``--a-b`` of ``a_b``."""
    name = mention.last.removeprefix("--")
    if mention.kind == "route":
        return {name}
    snake = _HUMP.sub("_", name).lower().replace("-", "_")
    first, *rest = snake.split("_")
    camel = first + "".join(part.capitalize() for part in rest)
    return {name, snake, camel, name.replace("-", "_"), snake.replace("_", "-")}


def inventory_words(env: BuildEnvironment) -> set[str]:
    """Return the names of all objects that pages describe now, and the last parts of them."""
    found = {obj[0] for domain in env.domains.sorted() for obj in domain.get_objects()}
    return found | {part for name in found for part in words_of(name)}


# Which names are gone.


@dataclass(frozen=True, kw_only=True)
class GoneName:
    """A name that a page says and that nothing has any more."""

    mention: Mention
    definition: Definition
    release: str

    @property
    def message(self) -> str:
        """What is wrong and what to do."""
        at = f"{self.definition} had it at {self.release}"
        return f"{self.mention.name!r} is gone: {at}; say what takes its place, or that it is gone"


def gone_names(
    app: Sphinx, pages: Iterable[WrittenPage], root: Path, release: str
) -> Iterator[GoneName]:
    """Yield the names in code spans of *pages* that were there at *release* and are gone."""
    mentions = [mention for page in pages for mention in mentions_of(page)]
    if not mentions:
        return
    asked = {spelling for mention in mentions for spelling in _spellings(mention)}
    present = present_names(root, asked, inventory_words(app.env))
    lacking, dotted = [], []
    for mention in mentions:
        if present.words.isdisjoint(_spellings(mention)):
            lacking.append(mention)
        elif mention.kind == "name" and "." in mention.name:
            dotted.append(mention)
    if release.endswith(".inv"):
        was = inventory_of(release)
    else:
        was = definitions_at(
            root, release, {each.last for each in lacking}, {each.last for each in dotted}
        )
    classes = present.classes()
    for mention in lacking:
        meant = [each for each in was.get(mention.last, ()) if _may_mean(mention, each)]
        for definition in meant[:1]:
            yield GoneName(mention=mention, definition=definition, release=release)
    for mention in dotted:
        found = [
            each
            for each in was.get(mention.last, ())
            if each.file.endswith(".py") and f".{each.name}".endswith(f".{mention.name}")
        ]
        if found and not any(_still_there(each, present, classes) for each in found):
            yield GoneName(mention=mention, definition=found[0], release=release)


def _may_mean(mention: Mention, old: Definition) -> bool:
    """Whether a name is that of a definition: ``json.loads`` is not every ``loads``."""
    plain = mention.last == mention.name or f".{old.name}".endswith(f".{mention.name}")
    return plain or bool(_LOOKS_NAMED.search(mention.last))


def _still_there(
    old: Definition, present: PresentNames, classes: Mapping[str, list[tuple[str, str]]]
) -> bool:
    """Whether a name may still be in the module or the class that had it, or in a base of it."""
    parent, _, last = old.name.rpartition(".")
    here = present.python.get(old.file, "")
    if old.name == module_of(old.file) and here:
        return True
    if last in words_of(here) or "import *" in here or "__getattr__" in here:
        return True
    package = present.python.get(f"{old.file.removesuffix('.py')}/__init__.py", "")
    if last in words_of(package) or "import *" in package:
        return True
    owner = parent.rpartition(".")[2]
    todo, seen = [owner] if owner[:1].isupper() else [], set[str]()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        known = classes.get(name)
        if known is None:
            return name != owner  # a base from elsewhere may have everything
        for text, bases in known:
            if last in words_of(text) or "__getattr__" in text:
                return True
            todo += [
                base.strip().rpartition(".")[2]
                for base in re.sub(r"\[.*?\]", "", bases).split(",")
                if base.strip() and "=" not in base
            ]
    return False


# Options of a JSON Schema that its page does not name.


def lacking_options(page: WrittenPage, named: str, listed: Iterable[str]) -> Iterator[str]:
    """Yield what to say of each option of a schema that *page* does not name.

    :param named: the path of the schema from the page, and maybe a JSON Pointer after ``#``.
    :param listed: what tables, terms and headings of all pages have; ``*`` stands for anything.
    """
    if not named:
        return
    name, _, pointer = named.partition("#")
    try:
        root = read_json((page.path.parent / name).read_text(encoding="utf-8"))
        options = options_of(root, pointer)
    except (OSError, ValueError, LookupError, TypeError) as error:
        yield f"{SCHEMA}: {named!r} cannot be read: {error}"
        return
    known = {*listed, *_listed(page, (*_LISTED, *_SHOWN))}
    patterns = [each for each in known if "*" in each and each.strip("*")]
    # Many options with one schema, such as the hooks of a program, are named as a family.
    families = Counter(_reference(schema) for schema in options.values())
    for option, schema in options.items():
        if option in known or any(fnmatchcase(option, each) for each in patterns):
            continue
        is_one_of_many = _reference(schema) and families[_reference(schema)] >= FAMILY
        if not is_one_of_many and option[:1] != "_":
            yield f"{name} has the option {option!r}, which this page does not name"


FAMILY = 8


def _reference(schema: Any) -> str:
    """Return what a schema refers to that says nothing of its own."""
    only = isinstance(schema, dict) and schema.keys() == {"$ref"}
    return str(schema["$ref"]) if only else ""


def options_of(root: Any, pointer: str) -> dict[str, Any]:
    """Return the options of the schema at *pointer* that somebody may set, with their schemas."""
    schema = root
    for part in filter(None, pointer.split("/")):
        key = part.replace("~1", "/").replace("~0", "~")
        schema = schema[int(key)] if isinstance(schema, list) else schema[key]
    found: dict[str, Any] = {}
    todo: list[Any] = [schema]
    seen: list[Any] = []
    while todo:
        here = todo.pop(0)
        if not isinstance(here, dict) or any(here is each for each in seen):
            continue
        seen.append(here)
        for key, value in (here.get("properties") or {}).items():
            if not (isinstance(value, dict) and value.get("deprecated")) and key[:1] != "$":
                found[key] = value
        for word in ("allOf", "anyOf", "oneOf"):
            todo += here.get(word) or []
        reference = here.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/"):
            target = root
            for part in reference[2:].split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            todo.append(target)
    return found


_FIELD = re.compile(r"<(?:Param|Response)Field\b[^>]*")
_LISTED = (nodes.entry, nodes.term, nodes.title, nodes.field_name, addnodes.desc_name)
_SHOWN = (nodes.literal, nodes.literal_block, nodes.reference)
"""What names an option on the page of its schema, too: code, and a link to a page of its own."""


def _listed(page: WrittenPage, kinds: tuple[type[nodes.Node], ...] = _LISTED) -> set[str]:
    """Return the words of tables, terms and headings, and the parts of dotted ones."""
    found: set[str] = set()
    for node in page.doctree.findall(lambda each: isinstance(each, kinds)):
        text = node.astext()
        said = re.findall(r"[\w$-]+", text)
        found |= {*said, *(word.lstrip("-") for word in said)}
        found |= {word for word in text.split() if "*" in word}
    for tag in _FIELD.findall("\n".join(page.lines)):
        found |= set(re.findall(r"[\w$-]+", tag))
    return found


# Versions in text that are older than the package.


@dataclass(frozen=True, kw_only=True)
class OldVersion:
    """A version that a page names, and what to say of it."""

    node: nodes.Node
    text: str
    message: str


def old_versions(page: WrittenPage, packages: Mapping[str, str]) -> Iterator[OldVersion]:
    """Yield the versions of *packages* that a page installs or calls the newest, and are not."""
    if page.past or not packages:
        return
    for node in page.doctree.findall(lambda each: isinstance(each, nodes.TextElement)):
        is_code = isinstance(node, nodes.literal_block | nodes.literal)
        if is_code and _is_any_version(node):
            continue
        text = _typed(node.astext()) if is_code else node.astext()
        for name, version in packages.items():
            for match in version_patterns(name).finditer(text):
                said = match["pin"] or match["rev"] or match["newest"]
                counts = not _is_supposed(text, match) if match["newest"] else is_code
                if counts and is_older(said, version) and not _tells_of_the_past(node):
                    message = f"{said!r} is older than {name} {version}, the newest release"
                    yield OldVersion(node=node, text=_line_of(match, said), message=message)


def _is_any_version(node: nodes.Node) -> bool:
    """Whether the text before code says that any version may stand there."""
    at = node
    while not isinstance(at.parent, nodes.section | nodes.document | None):
        at = at.parent
    text = at.astext() if isinstance(node, nodes.literal) else ""
    if at.parent is not None and isinstance(node, nodes.literal_block):
        before = at.parent.index(at) - 1
        text = at.parent[before].astext() if before >= 0 else ""
    said = ["".join(filter(str.isalpha, word)) for word in text.lower().split()]
    return "versions" in said or any(
        second in ("version", "release") and first in _ANY for first, second in pairwise(said)
    )


_ANY = words("another any certain different exact fixed given own particular some specific that")
_PROMPTS = frozenset({"$", "%", ">", ">>>"})


def _typed(text: str) -> str:
    """Return what somebody types in a terminal, without what it answers; else the whole *text*."""
    lines = text.splitlines()
    typed = [line for line in lines if not _PROMPTS.isdisjoint(line.split()[:4])]
    return "\n".join(typed or lines)


def _is_supposed(text: str, match: re.Match[str]) -> bool:
    """Whether a sentence only supposes a newest version, or does not say of what it is."""
    if match[0].lower().startswith("current") and " of " not in match[0]:
        return True
    sentence = text[: match.start()].rpartition(". ")[2].lower().split()
    return not {"if", "when", "assume", "assuming", "suppose", "example"}.isdisjoint(sentence)


def _line_of(match: re.Match[str], said: str) -> str:
    lines = [line for line in match[0].splitlines() if said in line]
    return lines[-1].strip() if lines else said


def version_patterns(name: str) -> re.Pattern[str]:
    """Return what finds a version of a package where it means the one to take."""
    said = "[-_.]".join(map(re.escape, re.split(r"[-_.]", name)))
    return re.compile(
        rf"(?<![\w.-]){said}[ ]?(?:==|@|:)[ ]?v?(?P<pin>\d+\.\d+(?:\.\d+)*)(?![\w.*+-])"
        rf"|repo:[^\n]*/{said}(?:-mirror\w*|\.git)?[\"']?[ ]*\n[ ]*rev:[ ]*[\"']?v?"
        r"(?P<rev>\d+\.\d+(?:\.\d+)*)"
        rf"|(?:latest|newest|current)[ ](?:stable[ ])?(?:version|release)(?:[ ]of[ ]{said})?"
        rf"(?:,|[ ]is|:)[ ]v?(?P<newest>\d+\.\d+(?:\.\d+)*)(?![\w*+-])",
        re.IGNORECASE,
    )


def is_older(said: str, version: str) -> bool:
    """Whether *said* is older, as far as it is said: 1.2 is not older than 1.2.3."""
    ours = [int(part) for part in re.findall(r"\d+", version)]
    theirs = [int(part) for part in said.split(".")]
    return theirs < ours[: len(theirs)]
