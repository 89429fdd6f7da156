"""Finds and reads the OpenAPI files of a build, and gives them pages."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.gettext import I18nBuilder
from sphinx.util import logging
from sphinx.util.matching import compile_matchers

from sphinx_docsjson.build import Build, the_build
from sphinx_docsjson.components.assets import found_on
from sphinx_docsjson.ext.openapi.content.nodes import endpoint, field_tree
from sphinx_docsjson.ext.openapi.model.api import Operation
from sphinx_docsjson.ext.openapi.model.asyncapi import described
from sphinx_docsjson.ext.openapi.model.operations import page_extension
from sphinx_docsjson.ext.openapi.pages.documents import Plan, schema_documents, users_of
from sphinx_docsjson.ext.openapi.pages.downloads import download_of
from sphinx_docsjson.ext.openapi.pages.navigation import with_operations
from sphinx_docsjson.ext.openapi.pages.reference import (
    ASYNCAPI,
    CHANGES,
    FOLDER,
    OF_CHANGES,
    OPENAPI,
    OVERVIEW,
    SCHEMA,
    TAG,
    ApiReference,
    ApiState,
    Binding,
    ChangesPage,
    OperationPages,
    OwnPages,
    api_reference,
    choices_of,
    find_channel,
    find_operation,
    find_schema,
    openapi_sources,
    read_binding,
    read_schema_binding,
    schema_binding,
)
from sphinx_docsjson.ext.openapi.reading.fetched import FOLDER as FETCHED
from sphinx_docsjson.ext.openapi.reading.fetched import saved_text
from sphinx_docsjson.ext.openapi.reading.locations import locate, shown_pointer
from sphinx_docsjson.ext.openapi.reading.overlays import OverlayChoice
from sphinx_docsjson.ext.openapi.reading.parse import (
    MAX_BYTES,
    UTF_16,
    as_utf8,
    keys_named,
    normal_key,
    places_named,
)
from sphinx_docsjson.ext.openapi.reading.specifications import (
    Fetcher,
    Loaded,
    load,
    load_at,
    reader,
    root_of,
)
from sphinx_docsjson.ext.openapi.schema.fieldtree import Target
from sphinx_docsjson.i18n import _
from sphinx_docsjson.pages.front_matter import read_front_matter
from sphinx_docsjson.pages.sources import our_suffixes
from sphinx_docsjson.site.model import Location, OpenApiSource, OperationEntry, Site
from sphinx_docsjson.site.reader import PAGE_SUFFIXES
from sphinx_docsjson.warnings import Warn, remark, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.ext.openapi.model.api import Operation, Specification
    from sphinx_docsjson.ext.openapi.reading.overlays import Overlay
    from sphinx_docsjson.ext.openapi.reading.resolver import ApiProblem


STYLE, SCRIPT = "api.css", "api.js"


def load_files(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Load style sheet and script on the pages that need them."""
    front = app.env.metadata.get(pagename, {})
    found = found_on(doctree)
    listed = OVERVIEW in front or TAG in front or found.any_class("dj-operations")
    if app.builder.name != "epub" and (listed or found.any_kind(endpoint, field_tree)):
        app.add_css_file(STYLE, priority=430)
        said = {"fold": _("Fold"), "path": _("Copy the path"), "copied": _("Copied")}
        words: dict[str, Any] = {f"data-{name}": str(text) for name, text in said.items()}
        app.add_js_file(SCRIPT, loading_method="defer", **words)


# When in a build the API reference is made: specifications are read, pages are added.

logger = logging.getLogger(__name__)

CACHE = "docsjson-openapi"

DESCRIPTIONS_READ = "docsjson-descriptions-read"
"""The event between reading and placing: listeners are given what reads an older description."""


def make_reference(app: Sphinx) -> None:
    """Read the specifications, place their operations and add the documents of their pages."""
    build = the_build(app.config)
    build.state(ApiState).reference = ApiReference(settings=build.site.api)
    cache = Path(app.doctreedir) / CACHE
    found = discover(
        build.srcdir,
        [each for each in our_suffixes(app) if each != MD or app.config.docsjson_tags_in_md],
        app.config.exclude_patterns,
        (Path(app.outdir), Path(app.doctreedir)),
        app.config.source_suffix,
    )
    named = named_sources(build.site, found, build.srcdir)
    keys = list(named)
    if not keys and (found.fronts or any(operation_entries(build.site))):
        keys = descriptions_in(build.srcdir, found)
    keys += bound_files(build.site, found, keys, build.srcdir)
    if not keys:
        return
    root = root_of(build.srcdir, app.config.docsjson_root)
    saved = partial(saved_text, build.srcdir)
    fetcher = Fetcher(app.config.docsjson_allow_remote, cache / "remote", saved)
    choice = OverlayChoice(build.srcdir, found.files, reader(build.srcdir, fetcher))

    def loaded(key: str) -> Loaded:
        overlays = overlays_of(key, openapi_sources(build.site), choice)
        return load(key, build.srcdir, overlays=overlays, fetch=fetcher, cache=cache, root=root)

    for key in dict.fromkeys(keys):
        add_specification(build, loaded(key), found)
    add_unnamed(build, found, loaded)

    def older(key: str, since: str) -> Loaded:
        overlays = overlays_of(key, openapi_sources(build.site), choice)
        if since.lower().endswith(DATA_SUFFIXES) or "://" in since:
            return load(
                since, build.srcdir, overlays=overlays, fetch=fetcher, cache=cache, root=root
            )
        return load_at(key, build.srcdir, since, overlays=overlays, cache=cache)

    app.emit(DESCRIPTIONS_READ, older)
    api_reference(build).written = frozenset(found.documents)
    add_operation_pages(app, build, found, named)
    if build.page_language is not None:
        for api in api_reference(build).known.values():
            api.trees.clear()  # their words are not in the language of a page yet


def add_specification(build: Build, loaded: Loaded, found: BoundPages) -> None:
    """Add what was read; what is wrong in it is reported."""
    named = _location_of_name(build.site, loaded.key) or _page_that_names(loaded.key, found)
    report(loaded.problems, loaded.key, build.srcdir, named, at_name=loaded.is_outside)
    for note in loaded.notes:
        place = locate(note.pointer, loaded.key, build.srcdir, named=named)
        logger.info("%s: %s", place, note.message)
    if loaded.document is None:
        api_reference(build).unread.add(loaded.key)
        return
    spec = described(loaded.document, loaded.key, loaded.source_pointers, loaded.files, named)
    api_reference(build).add(spec, loaded.digest)
    build.documents.parts.update(loaded.files)
    report_new(spec, build.srcdir)


def add_unnamed(build: Build, found: BoundPages, loaded: Callable[[str], Loaded]) -> None:
    """Add the files that nobody names and that alone have what pages or the navigation name.

    They are tried in order of name, as on the hosted platform; a file that adds nothing does not
    belong to the site, and is not reported.

    :param loaded: reads a description.
    """
    wanted = _unnamed(build.site, found, api_reference(build).specs)
    if not wanted:
        return
    tried = api_reference(build).known.keys() | api_reference(build).unread
    for key in descriptions_in(build.srcdir, found):
        if not wanted:
            return
        if key in tried or (read := loaded(key)).document is None:
            continue
        spec = described(read.document, key, read.source_pointers, read.files)
        left = [has for has in wanted if not has([spec])]
        if len(left) < len(wanted):
            wanted = left
            add_specification(build, read, found)


Has = Callable[[Iterable["Specification"]], object]
"""Whether descriptions have what someone names: returns what that is, or nothing."""


def _unnamed(site: Site, found: BoundPages, specs: Sequence[Specification]) -> list[Has]:
    """Return what is named without a file, and that no description has so far."""
    named = [
        Binding(method=entry.method, path=entry.path)
        for entry in operation_entries(site)
        if entry.spec is None
    ]
    schemas: list[str] = []
    for front in found.fronts.values():
        binding = read_binding(front.get(OPENAPI, ""))
        schema = read_schema_binding(front.get(SCHEMA, ""))
        named += [binding] if binding and binding.spec is None else []
        schemas += [schema[1]] if schema and schema[0] is None else []
    wanted: list[Has] = [partial(find_operation, binding=each) for each in dict.fromkeys(named)]
    wanted += [partial(find_schema, word=None, name=each) for each in dict.fromkeys(schemas)]
    channels = (front[ASYNCAPI] for front in found.fronts.values() if ASYNCAPI in front)
    wanted += [partial(find_channel, text=each) for each in dict.fromkeys(channels)]
    return [has for has in wanted if not has(specs)]


def report(
    problems: Iterable[ApiProblem],
    key: str,
    srcdir: Path,
    named: Location | None = None,
    *,
    at_name: bool = False,
) -> None:
    """Warn about problems at the places where they are.

    :param problems: their pointers lead into the files of the specification.
    :param named: where the project names the specification.
    :param at_name: the mistake is that name, and nothing in the file.
    """
    for problem in problems:
        kind = Warn(problem.kind)
        place = locate(problem.pointer, key, srcdir, place=problem.place, named=named)
        place = named if at_name and named is not None else place
        shown = shown_pointer(problem.pointer, key, srcdir)
        pointer = f" [{shown}]" if len(shown) > 1 else ""
        say = remark if problem.is_note else warn
        say(kind, f"{problem.message}{pointer}", location=place)


def report_found(problems: Iterable[ApiProblem], spec: Specification, srcdir: Path) -> None:
    """Warn about problems that were found in the document of a specification."""
    in_files = (replace(p, pointer=spec.source_pointers.source(p.pointer)) for p in problems)
    report(in_files, spec.key, srcdir, spec.named)


def report_new(spec: Specification, srcdir: Path) -> None:
    """Warn about what was found in a specification since the last time."""
    problems = list(spec.resolver.problems)
    spec.resolver.problems.clear()
    report_found(problems, spec, srcdir)


def add_operation_pages(
    app: Sphinx, build: Build, found: BoundPages, named: Iterable[str]
) -> None:
    """Put the operations into the navigation and generate the pages that are missing."""
    reference = api_reference(build)
    specs = reference.specs
    translating = isinstance(app.builder, I18nBuilder)

    def label(title: str, spec: Specification) -> str:
        """Return the label of a group; its place takes long to find and is for translators."""
        place = location_of_tag(title, spec, build.srcdir) if translating else None
        return build.texts(title, place)

    bound = {docname: reference.bound(front, docname) for docname, front in found.fronts.items()}
    written = OwnPages(documents=found.documents)
    for docname, meant in bound.items():
        if meant is None:
            front = found.fronts[docname]
            written.operations |= {docname: None} if OPENAPI in front or ASYNCAPI in front else {}
        elif isinstance(meant[1], Operation):
            written.operations[docname] = meant[0].spec, meant[1]
        elif isinstance(meant[1], Target):
            written.schemas.setdefault((meant[0].spec.key, meant[1].pointer), docname)
        elif isinstance(meant[1], ChangesPage):
            written.about.setdefault((meant[0].spec.key, OF_CHANGES), docname)
        elif isinstance(meant[1], str):
            written.about.setdefault((meant[0].spec.key, meant[1]), docname)
    compared = {key for key, api in reference.known.items() if api.changes is not None}
    filled = with_operations(build.site, specs, written, named, label, compared=compared)
    build.full_site = filled.site
    reference.labels = {name: about.label for name, about in filled.about.items()}
    if reference.waits:
        logger.info("%d operations of docs.json are left out with it", len(filled.unknown))
    for message, location in () if reference.waits else filled.unknown:
        warn(Warn.OPENAPI_OPERATION, message, location=location or build.site.source_file)
    for (key, tag), docname in filled.about_pages.items():
        if tag == OF_CHANGES:
            reference.known[key].changes_page = docname
            continue
        reference.known[key].tags[tag] = docname
    shown = filled.pages | {docname: it for docname, it in written.operations.items() if it}
    for docname, (spec, operation) in shown.items():
        reference.known[spec.key].operations.setdefault(operation.key, docname)
    beside: dict[str, str] = {}
    plan = Plan(Path(app.doctreedir) / CACHE / "plan.pickle")
    taken = {*found.fronts, *filled.pages, *filled.about, *filled.schemas.values()}
    for key, choice in choices_of(build.site, specs).items():
        api = reference.known[key]
        api.choice = choice
        operations = {name: it for name, (spec, it) in shown.items() if spec is api.spec}
        wanted = {
            meant[1]: docname
            for docname, meant in bound.items()
            if meant and meant[0] is api and isinstance(meant[1], Target)
        }
        wanted |= {target: name for (of, target), name in filled.schemas.items() if of == key}
        targets = plan.schemas(api, operations.values(), wanted)
        others = [target for target in targets if target not in wanted]
        folder = filled.folders.get(key) or _folder(list(operations))
        api.users = users_of(api.spec) if targets else {}
        api.schemas = {**wanted, **schema_documents(others, f"{folder}/schemas", taken)}
        api.download = download_of(api, filled.folders.get(key, FOLDER))
        beside |= dict.fromkeys(api.schemas.values(), next(iter(operations), ""))
        report_new(api.spec, build.srcdir)
    plan.save()
    build.full_site = replace(filled.site, beside=beside)
    add_documents(app, build, filled, found)


def location_of_tag(title: str, spec: Specification, srcdir: Path) -> Location | None:
    """Return where a specification describes the tag that is shown as *title*."""
    found = (number for number, tag in enumerate(spec.tags) if title in (tag.title, tag.name))
    number = next(found, None)
    pointer = "#/" if number is None else spec.source_pointers.source(f"#/tags/{number}")
    place = locate(pointer, spec.key, srcdir)
    return place if isinstance(place, Location) else None


def _folder(docnames: list[str]) -> str:
    """Return the folder that the pages of a specification share."""
    folders = [os.path.dirname(name) for name in docnames]
    return (os.path.commonpath(folders) if folders and all(folders) else "") or FOLDER


def add_documents(app: Sphinx, build: Build, filled: OperationPages, found: BoundPages) -> None:
    """Add the documents that have no file."""
    reference, documents = api_reference(build), build.documents
    srcdir = Path(app.srcdir)
    for docname, (spec, operation) in filled.pages.items():
        word = "webhook" if operation.kind == "webhook" else operation.method
        front = {OPENAPI: f"{spec.key} {word} {operation.key[1]}"}
        if operation.channel is not None:
            front = {ASYNCAPI: f"{spec.key} {operation.channel.name}"}
        if operation.hidden and docname not in filled.listed:
            front["hidden"] = "true"
        own = page_extension(operation.extensions)
        shown = own.content and app.config.docsjson_openapi_content
        text = f"\n{own.content}\n" if shown else ""
        documents.add(docname, text, front={**own.front, **front}, origin=_origin(spec, srcdir))
    for docname, about in filled.about.items():
        front = {TAG: f"{about.spec.key} {about.tag}"} if about.tag else {OVERVIEW: about.spec.key}
        front = {CHANGES: about.spec.key} if about.of_changes else front
        documents.add(docname, front=front, origin=_origin(about.spec, srcdir))
    for api in reference.known.values():
        for target, docname in api.schemas.items():
            if docname not in found.fronts:
                front = schema_binding(api.spec.key, target)
                if reference.settings.schemas == "hide":
                    front["hidden"] = "true"
                documents.add(docname, front=front, origin=_origin(api.spec, srcdir))


def _origin(spec: Specification, srcdir: Path) -> Path | None:
    return None if "://" in spec.key else srcdir / spec.key


# Which specifications a site has, and which overlays each of them: configured, named or found.


def remote_sources(site: Site, srcdir: Path) -> list[str]:
    """Return the URLs that the configuration and the front matter of pages name, in order.

    Those of AsyncAPI are among them.
    """
    found = discover(srcdir, PAGE_SUFFIXES, (), (), PAGE_SUFFIXES)
    named = [source for each in openapi_sources(site) for source in each.sources]
    named += [word for _page, word in _words(site, found)]
    return [url for url in dict.fromkeys(named) if "://" in url]


def named_sources(site: Site, files: BoundPages, srcdir: Path) -> dict[str, None]:
    """Return the specifications that the configuration names, in order."""
    found: dict[str, None] = {}
    for source in openapi_sources(site):
        found.update(dict.fromkeys(map(key_of, source.sources)))
    for node in operation_entries(site):
        if node.spec and "." in node.spec:
            key = key_of(node.spec)
            if not keys_named(found, node.spec):
                there = [key] if _is_data_file(srcdir, key) else []
                others = [] if there else specifications_among(srcdir, files.files)
                found |= dict.fromkeys(there or keys_named(others, node.spec) or [key])
    return found


def operation_entries(site: Site) -> Iterator[OperationEntry]:
    """Yield the operations that the navigation names."""
    for _above, node in site.navigation.walk():
        if isinstance(node, OperationEntry):
            yield node


def _location_of_name(site: Site, key: str) -> Location | None:
    """Return where the configuration names a specification first, if it does."""
    for source in openapi_sources(site):
        for name, place in zip(source.sources, source.locations, strict=False):
            if key_of(name) == key:
                return place
    entries = (node for node in operation_entries(site) if node.spec and key_of(node.spec) == key)
    return next((node.location for node in entries), None)


def _page_that_names(key: str, found: BoundPages) -> Location | None:
    """Return the first page that names a URL: what is read from there has no other place."""
    pages = (
        page for page, front in found.fronts.items() if key in " ".join(front.values()).split()
    )
    page = next(pages, None) if "://" in key else None
    return Location(file=found.names[page], line=1, column=1) if page is not None else None


def key_of(source: str) -> str:
    """Return what the configuration calls a specification as its key."""
    return source if "://" in source else normal_key(source)


def overlays_of(
    key: str, sources: Iterable[OpenApiSource], choice: OverlayChoice
) -> list[Overlay]:
    """Return the overlays of a specification: those that are named with it, or are beside it."""
    named: list[str] | None = None
    others: list[str] = []
    for source in sources:
        keys = list(map(key_of, source.sources))
        if source.overlays is not None and key in keys:
            named = [*(named or ()), *map(key_of, source.overlays)]
            others += keys
    return choice.beside(key) if named is None else choice.named(named, key, others)


def bound_files(site: Site, found: BoundPages, keys: Iterable[str], srcdir: Path) -> list[str]:
    """Return the specifications that pages name and *keys* has not, whichever page is read first.

    A file at the path that a page names is used, whatever its content. Otherwise any file with
    that name is meant, unless one of the known files has it.
    """
    known = dict.fromkeys(keys)
    added: dict[str, None] = {}
    names = []
    for page, word in _words(site, found):
        places = places_named(word, page)
        there = (
            key for key in places if key in known or "://" in key or _is_data_file(srcdir, key)
        )
        if place := next(there, None):
            added[place] = None
        else:
            names.append((page, word))
    known |= added
    missing = [(page, word) for page, word in names if not keys_named(known, word, page)]
    others = specifications_among(srcdir, found.files) if missing else []
    others += specifications_among(srcdir, found.files, ASYNC_SPECIFICATION) if missing else []
    for page, word in missing:
        added |= dict.fromkeys(keys_named(others, word, page))
    return sorted(added.keys() - set(keys))


def _words(site: Site, found: BoundPages) -> Iterator[tuple[str, str]]:
    """Yield the documents that say the name of a file, with the name; docs.json has no name."""
    for node in operation_entries(site):
        if node.spec:
            yield "", node.spec
    for page, front in found.fronts.items():
        if (binding := read_binding(front.get(OPENAPI, ""))) and binding.spec:
            yield page, binding.spec
        if (named := read_schema_binding(front.get(SCHEMA, ""))) and named[0]:
            yield page, named[0]
        first = front.get(ASYNCAPI, "").partition(" ")[0]
        if first.lower().endswith(DATA_SUFFIXES):
            yield page, first
        word = front.get(OVERVIEW) or front.get(CHANGES) or front.get(TAG, "").partition(" ")[0]
        if word.lower().endswith(DATA_SUFFIXES):
            yield page, word


def _is_data_file(srcdir: Path, key: str) -> bool:
    return key.lower().endswith(DATA_SUFFIXES) and os.path.isfile(srcdir / key)


# Which pages bind operations, and which files of the source tree are specifications.

SKIPPED = frozenset({"node_modules", "__pycache__", "_build", "venv", FETCHED})
DATA_SUFFIXES = (".json", ".yaml", ".yml")
MD = ".md"
"""The ending of pages that may be written for MyST alone: ``docsjson_tags_in_md``."""

HEAD = 64 * 1024

_BINDS = re.compile(
    rb"^(?:openapi(?:-schema|-overview|-tag|-changes)?|asyncapi)[ \t]*:", re.MULTILINE
)
_NAMES_VERSION = re.compile(rb'"(?:openapi|swagger|asyncapi)"')
SPECIFICATION = re.compile(
    rb"""^(?:['"]?(?:openapi['"]?[ \t]*:[ \t]*['"]?3|swagger['"]?[ \t]*:[ \t]*['"]?2)\.)"""
    rb"""|['"](?:openapi['"]\s*:\s*['"]3|swagger['"]\s*:\s*['"]2)\.""",
    re.MULTILINE,
)
ASYNC_SPECIFICATION = re.compile(
    rb"""^['"]?asyncapi['"]?[ \t]*:[ \t]*['"]?[23]\.|['"]asyncapi['"]\s*:\s*['"][23]\.""",
    re.MULTILINE,
)


@dataclass(kw_only=True)
class BoundPages:
    """What is in a source tree.

    :param fronts: document → the fields of its front matter that bind it.
    :param names: the files of these documents.
    :param documents: all documents that are files.
    :param files: the data files that may be specifications.
    """

    fronts: dict[str, dict[str, str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    documents: set[str] = field(default_factory=set)
    files: list[str] = field(default_factory=list)


def discover(
    srcdir: Path,
    suffixes: Iterable[str],
    excluded: Iterable[str],
    outside: Iterable[Path],
    others: Iterable[str] = (),
) -> BoundPages:
    """Look through a source tree.

    :param suffixes: the file extensions of Markdown pages.
    :param others: those of all other pages.
    :param excluded: the patterns of files that are not sources.
    :param outside: folders of output, which may be inside the source tree.
    """
    found = BoundPages()
    endings = tuple(suffixes)
    all_endings = tuple(sorted({*endings, *others}, key=len, reverse=True))
    for name in sorted(_files(srcdir, excluded, outside)):
        if ending := next((each for each in all_endings if name.endswith(each)), ""):
            found.documents.add(name.removesuffix(ending))
        if name.endswith(endings):
            _read_page(srcdir, name, endings, found)
        elif name.lower().endswith(DATA_SUFFIXES):
            found.files.append(name)
    return found


def _files(srcdir: Path, excluded: Iterable[str], outside: Iterable[Path]) -> Iterator[str]:
    matchers = compile_matchers(list(excluded))
    barred = {str(path.resolve()) for path in outside}
    for folder, folders, files in os.walk(srcdir):
        here = Path(folder)
        relative = here.relative_to(srcdir).as_posix()
        prefix = "" if relative == "." else f"{relative}/"
        folders[:] = [
            name
            for name in folders
            if name not in SKIPPED
            and not name.startswith(".")
            and str((here / name).resolve()) not in barred
            and not any(matches(f"{prefix}{name}") for matches in matchers)
        ]
        for name in files:
            path = f"{prefix}{name}"
            if not any(matches(path) for matches in matchers):
                yield path


def _read_page(srcdir: Path, name: str, endings: tuple[str, ...], found: BoundPages) -> None:
    try:
        with (srcdir / name).open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return
    if not _BINDS.search(head) or not head.lstrip(b"\xef\xbb\xbf").startswith(b"---"):
        return
    front = read_front_matter(head.decode("utf-8-sig", errors="replace"))
    ending = next(ending for ending in endings if name.endswith(ending))
    docname = name.removesuffix(ending)
    fields = (OPENAPI, ASYNCAPI, CHANGES, SCHEMA, OVERVIEW, TAG)
    if binding := {name: text for name in fields if (text := front.text(name))}:
        found.fronts[docname] = binding
        found.names[docname] = name


def descriptions_in(srcdir: Path, found: BoundPages) -> list[str]:
    """Return the files that are descriptions; of AsyncAPI only where a page names a channel."""
    keys = specifications_among(srcdir, found.files)
    if any(ASYNCAPI in front for front in found.fronts.values()):
        keys += specifications_among(srcdir, found.files, ASYNC_SPECIFICATION)
    return keys


def specifications_among(
    srcdir: Path, files: Iterable[str], form: re.Pattern[bytes] = SPECIFICATION
) -> list[str]:
    """Return the files with a top-level ``openapi`` or ``swagger`` field, by their names.

    :param form: what tells such a file; ``ASYNC_SPECIFICATION`` for ``asyncapi``.
    """
    return [name for name in sorted(files) if _is_specification(srcdir / name, form)]


def _is_specification(path: Path, form: re.Pattern[bytes]) -> bool:
    try:
        if path.stat().st_size > MAX_BYTES:
            return False
        with path.open("rb") as file:
            head = file.read(HEAD)
            if head.startswith(UTF_16):
                head = as_utf8(head + file.read())
            if path.suffix.lower() == ".json" and not _NAMES_VERSION.search(head):
                head = file.read()
    except OSError:
        return False
    return form.search(head) is not None
