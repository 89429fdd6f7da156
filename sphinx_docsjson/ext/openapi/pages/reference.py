"""The APIs of a site, what each page shows of them, and how authors refer to it. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote, unquote

from sphinx_docsjson.base.messages import METHOD
from sphinx_docsjson.base.near_names import near_names
from sphinx_docsjson.ext.openapi.model.api import (
    CHANNEL,
    Link,
    LinkTarget,
    Operation,
    Server,
    Specification,
)
from sphinx_docsjson.ext.openapi.model.operations import (
    METHODS,
    PageAnchor,
    page_at,
    security_of_auth,
)
from sphinx_docsjson.ext.openapi.reading.parse import join, keys_named, mapping
from sphinx_docsjson.ext.openapi.reading.resolver import child, segments
from sphinx_docsjson.ext.openapi.schema.constraints import PillKeys
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.fields import FieldMark, PageTrees, TreeMaker
from sphinx_docsjson.ext.openapi.schema.fieldtree import Target
from sphinx_docsjson.i18n import _
from sphinx_docsjson.site.model import Api, Container, Location, OpenApiSource, Site

if TYPE_CHECKING:
    from sphinx_docsjson.build import Build
    from sphinx_docsjson.ext.openapi.model.changes import Change, Changes


# What a build knows of the documented APIs: their specifications, and the pages of their parts.

OPENAPI, SCHEMA, BESIDE = "openapi", "openapi-schema", "openapi-beside"
OVERVIEW, TAG = "openapi-overview", "openapi-tag"
ASYNCAPI, CHANGES = "asyncapi", "openapi-changes"
"""The names of the fields of the front matter that bind a page."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangesPage:
    """What is different since an older description, as the subject of a page."""


Subject: TypeAlias = Operation | Target | ChangesPage | str
"""What of an API a page is about: an operation, a schema, what changed, or a tag; an empty tag is
the whole."""

OF_CHANGES = "\0changes"
"""What is among tags for the page of changes; no tag is called so."""


@dataclass(kw_only=True)
class ApiReference:
    """The APIs of a site.

    :param settings: ``api`` of ``docs.json``.
    :param known: by the key of the specification, in the order in which they are searched.
    :param unread: the specifications that could not be read.
    :param labels: document → how the navigation names it, where that is not its title.
    :param written: the documents that authors have written.
    """

    settings: Api
    known: dict[str, DescribedApi] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    labels: dict[str, str] = field(default_factory=dict)
    written: frozenset[str] = frozenset()

    def add(self, spec: Specification, digest: str = "") -> DescribedApi:
        """Add an API, with a digest of all its files."""
        self.known[spec.key] = DescribedApi(spec=spec, reference=self, digest=digest)
        return self.known[spec.key]

    @property
    def specs(self) -> list[Specification]:
        """The specifications, in the order in which they are searched."""
        return [api.spec for api in self.known.values()]

    @property
    def waits(self) -> bool:
        """Whether no specification could be read: that has been said, and nothing is unknown."""
        return bool(self.unread) and not self.known

    def misses(self, word: str | None, page: str) -> bool:
        """Whether a description that was not read may be the one that *page* means.

        :param word: how the page names it; ``None``: not at all.
        """
        return self.waits or bool(keys_named(self.unread, word, page) if word else self.unread)

    def bound(self, front: Mapping[str, Any], page: str) -> tuple[DescribedApi, Subject] | None:
        """Return the API, and what of it, that the front matter of the document *page* names."""
        found: tuple[Specification, Subject] | None = None
        if front.get(OPENAPI):
            binding = read_binding(str(front[OPENAPI]))
            found = find_operation(self.specs, binding, page) if binding else None
        elif front.get(CHANGES):
            near = matching_specifications(self.specs, str(front[CHANGES]).strip(), page)
            compared = [spec for spec in near if self.known[spec.key].changes is not None]
            found = (compared[0], ChangesPage()) if compared else None
        elif front.get(ASYNCAPI):
            found = find_channel(self.specs, str(front[ASYNCAPI]), page)
        elif front.get(SCHEMA):
            named = read_schema_binding(str(front[SCHEMA]))
            schema = find_schema(self.specs, *named, page) if named else None
            if schema:
                beside = tuple(map(unquote, str(front.get(BESIDE, "")).split()))
                found = schema[0], Target(pointer=schema[1], beside=beside)
        else:
            overview, tag = str(front.get(OVERVIEW, "")), str(front.get(TAG, ""))
            found = find_about(self.specs, overview, tag, page)
        return (self.known[found[0].key], found[1]) if found else None


@dataclass(kw_only=True)
class ApiState:
    """What this feature keeps of a build.

    :param sdk_pages: the documents of SDKs, and what each says above its members.
    """

    reference: ApiReference = field(init=False)
    sdk_pages: dict[str, str] = field(default_factory=dict)


def api_reference(build: Build) -> ApiReference:
    """Return the APIs of a site with ``docs.json`` (``builder-inited``)."""
    return build.state(ApiState).reference


def known_reference(build: Build | None) -> ApiReference | None:
    """Return the APIs of a site, ``None`` where there are none or no build."""
    return None if build is None else getattr(build.state(ApiState), "reference", None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Users:
    """What names a schema directly.

    :param operations: in a parameter, a body or a response, inside components too.
    :param schemas: the pointers of the schemas that have it in a field or a choice.
    """

    operations: tuple[Operation, ...] = ()
    schemas: tuple[str, ...] = ()


@dataclass(kw_only=True)
class DescribedApi:
    """An API of a site: its specification, and where its parts went.

    :param digest: of all files of the specification.
    :param choice: what ``docs.json`` says about it.
    :param operations: method and path → document.
    :param schemas: schema → document.
    :param users: pointer of a schema → what uses it.
    :param tags: tag (nothing: the whole) → document.
    :param download: its description, as a file that readers can have.
    :param changes: what is different since an older description, where one is named.
    :param changes_page: the document of the page that lists them.
    :param trees: the field trees that were made before their pages are read: of an operation by
        its pointer, of a schema.
    """

    spec: Specification
    reference: ApiReference
    digest: str = ""
    choice: OpenApiSource = field(default_factory=lambda: OpenApiSource(sources=()))
    operations: dict[tuple[str, str], str] = field(default_factory=dict)
    schemas: dict[Target, str] = field(default_factory=dict)
    users: Mapping[str, Users] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    download: Download | None = None
    changes: Changes | None = None
    changes_page: str = ""
    trees: dict[str | Target, PageTrees] = field(default_factory=dict)
    _hashes: dict[str, str] = field(default_factory=dict)

    @property
    def settings(self) -> Api:
        """``api`` of ``docs.json``."""
        return self.reference.settings

    @cached_property
    def maker(self) -> TreeMaker:
        """What makes its field trees."""
        settings = self.settings
        return TreeMaker(
            spec=self.spec,
            keep_order=settings.maintain_order,
            marks=self.marks,
            pills=PillKeys(before=settings.params_before, after=settings.params_after),
        )

    @cached_property
    def marks(self) -> dict[str, FieldMark]:
        """What is said beside fields that changed, by where these are."""
        return marks_of(self.changes) if self.changes else {}

    @cached_property
    def _marked_parts(self) -> dict[str, list[str]]:
        """The same for digests: what is marked below each part of the document."""
        found: dict[str, list[str]] = {}
        for pointer, mark in self.marks.items():
            found.setdefault("/".join(pointer.split("/")[:4]), []).append(f"{pointer} {mark}")
        return found

    @cached_property
    def examples(self) -> Examples:
        """What makes its example values."""
        kind = self.settings.example_defaults
        return Examples(
            self.maker.schemas, only_required=kind != "all", defaults=kind == "defaults"
        )

    def trees_of(self, subject: Operation | Target) -> PageTrees:
        """Return the field trees of a page; those that were kept are given away."""
        key = subject.pointer if isinstance(subject, Operation) else subject
        return self.trees.pop(key, None) or self.maker.trees(subject)

    def page_of(self, operation: Operation) -> str | None:
        """Return the document of an operation."""
        return self.operations.get(operation.key)

    def own_page(self, url: str) -> PageAnchor | None:
        """Return the page of the site that an address of it means, and the place on it."""
        return page_at(url, self.spec.key, self.reference.written)

    def with_defaults(self, operation: Operation) -> Operation:
        """Return an operation with the servers and the authentication of ``docs.json``."""
        settings = self.settings
        if operation.kind != "operation":
            return operation
        if not operation.servers and settings.base_urls:
            servers = tuple(Server(url=url) for url in settings.base_urls)
            operation = replace(operation, servers=servers)
        if not operation.security and settings.auth and not self.spec.security:
            operation = replace(operation, security=security_of_auth(settings.auth))
        return operation

    def link_target(self, link: Link) -> LinkTarget | None:
        """Return the operation that a link of a response means: by its id, or by where it is.

        An ``operationRef`` may lead into another description of the site.
        """
        apis = (self, *self.reference.known.values())
        file, _mark, fragment = (link.operation_ref or "").partition("#")
        if not link.operation_id:
            key = join(self.spec.key, file) if file else self.spec.key
            apis = tuple(api for api in apis if fragment and api.spec.key == key)
        pointer = child("#", *segments(fragment))
        for api in apis:
            for operation in api.spec.every_operation:
                named = operation.operation_id == link.operation_id
                if named if link.operation_id else operation.pointer == pointer:
                    return LinkTarget(operation=operation, docname=api.page_of(operation))
        return None

    def digest_of(self, refs: Iterable[str]) -> str:
        """Return a digest of what *refs* point to, each without what it refers to in turn."""
        total = blake2b(digest_size=16)
        for ref in sorted(set(refs)):
            if ref not in self._hashes:
                found = self.spec.resolver.get(ref)
                marked = self._marked_parts.get("/".join(ref.split("/")[:4]))
                self._hashes[ref] = digest_of([found, marked] if marked else found)
            total.update(f"{ref}\0{self._hashes[ref]}\0".encode("utf-8", "surrogatepass"))
        return total.hexdigest()

    def changes_of(self, subject: Operation | Target) -> tuple[Change, ...]:
        """Return what is different in an operation or a schema, without what it refers to."""
        if self.changes is None:
            return ()
        if isinstance(subject, Operation):
            return self.changes.by_owner.get(subject.key, ())
        parts = segments(subject.pointer)
        named = len(parts) == 3 and parts[:2] == ["components", "schemas"]
        return self.changes.by_owner.get(("SCHEMA", parts[2]), ()) if named else ()

    def own_digest(self, subject: Operation | Target | ChangesPage) -> str:
        """Return a digest of an operation and of what it inherits, or of which schema it is."""
        if isinstance(subject, ChangesPage):
            pages = [*self.operations.items(), *((str(t), d) for t, d in self.schemas.items())]
            return digest_of([repr(self.changes), pages])
        changed = self.changes_of(subject)
        own = self._own_digest(subject)
        return (
            digest_of([own, self.changes and self.changes.since, repr(changed)])
            if changed
            else own
        )

    def _own_digest(self, subject: Operation | Target) -> str:
        if isinstance(subject, Target):
            return str(subject)
        operation = subject
        if operation.channel is not None:
            return digest_of(repr(operation))
        item = mapping(self.spec.resolver.get(operation.pointer.rpartition("/")[0]))
        own = operation.method.lower()
        shared = {k: v for k, v in item.items() if k != own and k.lower() not in METHODS}
        raw = self.spec.resolver.get(operation.pointer)
        docs = operation.external_docs
        page = self.own_page(docs.url) if docs else None
        return digest_of([raw, shared, repr(operation.security), repr(operation.servers), page])


def marks_of(changes: Changes) -> dict[str, FieldMark]:
    """Return what is said beside each field that changed, by where it is."""
    words = {
        "new": _("new since %s") % changes.since,
        "changed": _("changed since %s") % changes.since,
        "deprecated": _("deprecated since %s") % changes.since,
    }
    found: dict[str, FieldMark] = {}
    for pointer, listed in changes.by_pointer.items():
        marks = [each.mark for each in listed if not each.values]
        mark = next((m for m in ("new", "deprecated", "changed") if m in marks), "")
        values = tuple(value for each in listed for value in each.values)
        mark = mark or ("changed" if values else "")
        found[pointer] = FieldMark(
            words=(str(words[mark]),) if mark else (), values=values, said=str(words["new"])
        )
    return found


def schema_binding(key: str, target: Target) -> dict[str, str]:
    """Return the front matter that binds a page to a schema; a pointer is one word in it."""

    def word(pointer: str) -> str:
        return quote(pointer, safe="#/~!$&'()*+,;=:@?")

    front = {SCHEMA: f"{key} {word(target.pointer)}"}
    if target.beside:
        front[BESIDE] = " ".join(map(word, target.beside))
    return front


def digest_of(value: Any) -> str:
    """Return a digest of plain data."""
    return blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


# Where the pages of an API went, and what of them authors have written or chosen. Pure.

FOLDER = "api-reference"
Key = tuple[str, str, str]
"""A specification, a method and a path."""


Label = Callable[[str, Specification], str]


@dataclass(frozen=True, kw_only=True, slots=True)
class About:
    """A page about a specification, about one of its tags, or about what changed.

    :param label: how the navigation names it; nothing: by its title.
    """

    spec: Specification
    tag: str = ""
    label: str = ""

    @property
    def of_changes(self) -> bool:
        """Whether it is the page of changes."""
        return self.tag == OF_CHANGES


@dataclass(frozen=True, kw_only=True, slots=True)
class Download:
    """A file that readers can have.

    :param path: where it is written, from the root of the site; of a description that was read
        from a URL, that URL.
    :param as_given: it is the author's file, byte for byte.
    """

    label: str
    path: str
    as_given: bool = False


@dataclass(kw_only=True)
class OwnPages:
    """What authors have written themselves.

    :param operations: document → the operation that it names; ``None``: it is unknown.
    :param about: specification and tag (nothing: the whole) → document.
    :param schemas: specification and pointer of a schema → document.
    :param documents: all documents that are files.
    """

    operations: dict[str, tuple[Specification, Operation] | None] = field(default_factory=dict)
    about: dict[tuple[str, str], str] = field(default_factory=dict)
    schemas: dict[tuple[str, str], str] = field(default_factory=dict)
    documents: Set[str] = frozenset()


@dataclass(kw_only=True)
class OperationPages:
    """Where operations went.

    :param pages: document → the operation that is generated there.
    :param about: document → what it is about; documents of authors are not in it.
    :param about_pages: specification and tag → document, those of authors too.
    :param schemas: specification and schema → document, of those that the navigation lists.
    :param listed: the generated pages of hidden operations that the navigation names.
    :param folders: specification → the folder of its generated pages.
    :param unknown: messages about what the navigation names and no specification has.
    :param moved: other addresses that pages have on the hosted platform, or had → document.
    """

    site: Site
    pages: dict[str, tuple[Specification, Operation]] = field(default_factory=dict)
    about: dict[str, About] = field(default_factory=dict)
    about_pages: dict[tuple[str, str], str] = field(default_factory=dict)
    schemas: dict[tuple[str, Target], str] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)
    folders: dict[str, str] = field(default_factory=dict)
    unknown: list[tuple[str, Location | None]] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)


def openapi_sources(site: Site) -> list[OpenApiSource]:
    """Return what the configuration says about specifications, in order."""
    parts = [node for _above, node in site.navigation.walk() if isinstance(node, Container)]
    listed = [site.openapi, site.asyncapi]
    listed += [source for node in parts for source in (node.openapi, node.asyncapi)]
    return [each for source in listed if source for each in (source, *source.parts)]


def choices_of(site: Site, specs: Sequence[Specification]) -> dict[str, OpenApiSource]:
    """Return what ``docs.json`` says about each specification, in the innermost part naming it."""
    found = {spec.key: OpenApiSource(sources=(spec.key,)) for spec in specs}
    for source in openapi_sources(site):
        for word in source.sources:
            found |= {spec.key: source for spec in matching_specifications(specs, word)}
    return found


# What a page binds itself to with ``openapi`` and ``openapi-schema`` in front matter. Pure.

_OPERATION = re.compile(rf"(?:(\S+)\s+)?({METHOD})\s+(\S.*)")
_WEBHOOK = re.compile(r"(?:(\S+)\s+)?webhook\s+(\S.*)", re.IGNORECASE)
_ONE_OF_WEBHOOK = re.compile(rf"webhook\s+{METHOD}\s+[^/]", re.IGNORECASE)
_SCHEMA = re.compile(r"(?:(\S+)\s+)?(\S+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Binding:
    """An operation as an author names it; ``method`` is upper-case, or ``WEBHOOK``."""

    method: str
    path: str
    spec: str | None = None

    def __str__(self) -> str:
        word = "webhook" if self.method == "WEBHOOK" else self.method
        return " ".join(part for part in (self.spec, word, self.path) if part)


def read_binding(text: str) -> Binding | None:
    """Return what ``[spec] METHOD /path`` or ``[spec] webhook name`` names, or ``None``.

    A webhook with several methods is ``[spec] webhook METHOD name``.
    """
    text = text.lstrip()
    match = _OPERATION.fullmatch(text)
    if match and not _ONE_OF_WEBHOOK.match(text):
        spec, method, path = match.groups()
        return Binding(method=method.upper(), path=path.rstrip("\t\r\n"), spec=spec)
    text = text.rstrip()
    if match := _WEBHOOK.fullmatch(text):
        spec, name = match.groups()
        return Binding(method="WEBHOOK", path=name.strip(), spec=spec)
    return None


def read_schema_binding(text: str) -> tuple[str | None, str] | None:
    """Return the specification and the name or pointer of ``[spec] Name``, or ``None``."""
    match = _SCHEMA.fullmatch(text.strip())
    return (match.group(1), match.group(2)) if match else None


def matching_specifications(
    specs: Iterable[Specification], word: str | None, page: str = ""
) -> list[Specification]:
    """Return the specifications that *word* may mean; all of them when it is ``None``.

    :param page: the document that says *word*; nothing: docs.json.
    """
    by_key = {spec.key: spec for spec in specs}
    if word is None:
        return list(by_key.values())
    return [by_key[key] for key in keys_named(by_key, word, page)]


def find_operation(
    specs: Iterable[Specification], binding: Binding, page: str = ""
) -> tuple[Specification, Operation] | None:
    """Return the operation that *binding* names, of the first specification that has it.

    A slash or a space at the end of the path and the names of its variables do not matter when no
    operation has the path as it is written. A webhook with several methods is ``webhook POST
    name``; without the method the first of them is meant.

    :param page: the document that says it; nothing: docs.json.
    """
    candidates = matching_specifications(specs, binding.spec, page)
    for path in dict.fromkeys((binding.path, binding.path.strip())):
        for spec in candidates:
            if operation := spec.by_key.get((binding.method, path)):
                return spec, operation
    path = binding.path
    for same in (str, loose_path):
        for spec in candidates:
            for operation in spec.every_operation:
                if operation.key[0] == binding.method and same(operation.path) == same(path):
                    return spec, operation
    return None


def loose_path(path: str) -> str:
    """Return a path without what does not tell it from others: names, a slash at its end."""
    return re.sub(r"\{[^{}]*\}", "{}", path.strip().rstrip("/")) or "/"


def find_channel(
    specs: Iterable[Specification], text: str, page: str = ""
) -> tuple[Specification, Operation] | None:
    """Return the channel that ``[spec] channel`` names: by its name in the file, or its address.

    :param page: the document that says it; nothing: docs.json.
    """
    known = [spec for spec in specs if spec.is_async]
    whole = " ".join(text.split())
    word, _space, rest = whole.partition(" ")
    named = [(rest, matching_specifications(known, word, page))] if rest else []
    for name, candidates in (*named, (whole, known)):
        for same in (name, name.removeprefix("/")):
            for spec in candidates:
                if found := spec.by_key.get((CHANNEL, same)):
                    return spec, found
            for spec in candidates:
                if found := next((each for each in spec.channels if each.path == same), None):
                    return spec, found
    return None


def nearest_channels(specs: Iterable[Specification], text: str) -> list[str]:
    """Return the channels that an author may have meant."""
    channels = [each for spec in specs for each in spec.channels]
    names = [name for each in channels for name in (each.key[1], each.path)]
    return near_names(text.split()[-1] if text.split() else "", dict.fromkeys(names), 3)


def nearest(specs: Iterable[Specification], binding: Binding) -> list[str]:
    """Return the operations that an author may have meant."""
    known = {
        f"{'webhook' if o.kind == 'webhook' else o.method} {o.key[1]}": None
        for spec in specs
        for o in spec.every_operation
        if o.channel is None
    }
    wanted = str(replace(binding, spec=None))
    path = wanted.partition(" ")[2]
    other_methods = (name for name in known if name.partition(" ")[2] == path)
    below_another = (name for name in known if path.strip("/") and name.endswith(path))
    found = near_names(wanted, known, 3) or [*other_methods, *below_another]
    return list(dict.fromkeys(found))[:3]


def not_found(specs: Iterable[Specification], binding: Binding, page: str = "") -> str:
    """Return a message that says why nothing has the operation, and what to do.

    :param page: the document that names it; nothing: docs.json.
    """
    known = list(specs)
    named = matching_specifications(known, binding.spec, page)
    short = replace(binding, spec=None)
    if binding.spec and (other := find_operation(known, short)):
        if named:
            files = ", ".join(spec.key for spec in named)
            hint = f"{other[0].key} has it; name that file, or add it"
            return f"{files} has no operation '{short}' ({hint})"
        hint = f"{other[0].key} has '{short}'; write its path from the page or from the root"
        return f"there is no API description {binding.spec!r} ({hint})"
    near = nearest(named or known, binding)
    files = ", ".join(spec.key for spec in known) or "none was found"
    hint = f"did you mean {' or '.join(near)}?" if near else f"API descriptions: {files}"
    return f"no API description has the operation '{binding}' ({hint})"


def find_schema(
    specs: Iterable[Specification], word: str | None, name: str, page: str = ""
) -> tuple[Specification, str] | None:
    """Return the specification and the pointer of a schema named by name or by pointer.

    :param page: the document that names it.
    """
    for spec in matching_specifications(specs, word, page):
        pointer = unquote(name) if name.startswith("#") else f"#/components/schemas/{name}"
        if spec.resolver.get(pointer) is not None:
            return spec, pointer
    return None


def find_about(
    specs: Iterable[Specification], overview: str, tag: str, page: str = ""
) -> tuple[Specification, str] | None:
    """Return the specification and the tag that a page is about; no tag: the whole.

    :param overview: what ``openapi-overview`` says: a file, or ``true`` for the only one.
    :param tag: what ``openapi-tag`` says: ``[spec] Name``.
    :param page: the document that says it.
    """
    found = list(specs)
    if overview.strip():
        word = None if overview.strip().lower() == "true" else overview.strip()
        near = matching_specifications(found, word, page)
        return (near[0], "") if near else None
    name = " ".join(tag.split())
    if not name:
        return None
    word, _space, rest = name.partition(" ")
    for wanted, candidates in (
        (rest, matching_specifications(found, word, page) if rest else []),
        (name, found),
    ):
        for spec in candidates:
            names = {" ".join(name.split()): name for name in tag_names(spec)}
            if wanted in names:
                return spec, names[wanted]
    return None


def tag_names(spec: Specification) -> dict[str, None]:
    """Return the tags of a specification, declared or not."""
    used = (name for operation in spec.in_groups for name in operation.tags)
    return dict.fromkeys((*(tag.name for tag in spec.tags), *used))
