"""What ``docs.json`` says of an operation where its file is silent. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from sphinx_docsjson.base.messages import METHOD
from sphinx_docsjson.base.near_names import near_names
from sphinx_docsjson.openapi.model.api import Link, LinkTarget, Operation, Server, Specification
from sphinx_docsjson.openapi.model.operations import PageAnchor, page_at, security_of_auth
from sphinx_docsjson.openapi.reading.file_keys import join, keys_named
from sphinx_docsjson.openapi.reading.resolver import child, segments
from sphinx_docsjson.openapi.schema.examples import Examples
from sphinx_docsjson.openapi.schema.fields import OperationTrees, SchemaTree, TreeMaker
from sphinx_docsjson.openapi.schema.fieldtree import Target
from sphinx_docsjson.site.model import Api, Container, Location, OpenApiSource, Site

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.checks.values import SchemaValidators


def with_defaults(operation: Operation, reference: ApiReference) -> Operation:
    """Return an operation with the servers and the authentication of ``docs.json``."""
    if operation.kind != "operation":
        return operation
    api = reference.api
    if not operation.servers and api.base_urls:
        servers = tuple(Server(url=url) for url in api.base_urls)
        operation = replace(operation, servers=servers)
    if not operation.security and api.auth and not reference.specs[operation.spec].security:
        operation = replace(operation, security=security_of_auth(api.auth))
    return operation


# What a build knows of the documented APIs: specifications, and the page of everything.

OPENAPI, SCHEMA, OFFSET, BESIDE = (
    "openapi",
    "openapi-schema",
    "openapi-offset",
    "openapi-beside",
)
OVERVIEW, TAG = "openapi-overview", "openapi-tag"
"""The names of the fields of the front matter that bind a page."""


@dataclass(kw_only=True)
class ApiReference:
    """The APIs of a site.

    :param specs: by key, in the order in which they are searched.
    :param digests: specification → a digest of all its files.
    :param files: specification → the keys of all its files.
    :param unread: the specifications that could not be read.
    :param schema_pages: specification → schema → document.
    :param operation_pages: specification and operation → document.
    :param downloads: specification → its description and its requests, as files.
    :param about_labels: document → how the navigation names it, where that is not its title.
    :param written: the documents that authors have written.
    :param choices: specification → what ``docs.json`` says of it.
    :param about_pages: specification and tag (nothing: the whole) → document.
    """

    api: Api
    specs: dict[str, Specification] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    files: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    schema_pages: dict[str, dict[Target, str]] = field(default_factory=dict)
    operation_pages: dict[tuple[str, str, str], str] = field(default_factory=dict)
    about_pages: dict[tuple[str, str], str] = field(default_factory=dict)
    downloads: dict[str, tuple[Download, ...]] = field(default_factory=dict)
    about_labels: dict[str, str] = field(default_factory=dict)
    choices: dict[str, OpenApiSource] = field(default_factory=dict)
    written: frozenset[str] = frozenset()
    trees: dict[tuple[str, str], OperationTrees] = field(default_factory=dict)
    schema_trees: dict[tuple[str, Target], SchemaTree] = field(default_factory=dict)
    _makers: dict[str, TreeMaker] = field(default_factory=dict)
    _examples: dict[str, Examples] = field(default_factory=dict)
    _validators: dict[str, SchemaValidators] = field(default_factory=dict)
    _hashes: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def waits(self) -> bool:
        """Whether no specification could be read: that has been said, and nothing is unknown."""
        return bool(self.unread) and not self.specs

    def maker(self, spec: Specification) -> TreeMaker:
        """Return what makes the field trees of *spec*."""
        if spec.key not in self._makers:
            keep_order = self.api.maintain_order
            self._makers[spec.key] = TreeMaker(spec=spec, keep_order=keep_order)
        return self._makers[spec.key]

    def examples(self, spec: Specification) -> Examples:
        """Return what makes the example values of *spec*."""
        if spec.key not in self._examples:
            only_required = self.api.example_defaults == "required"
            self._examples[spec.key] = Examples(
                self.maker(spec).schemas, only_required=only_required
            )
        return self._examples[spec.key]

    def validators(self, spec: Specification) -> SchemaValidators:
        """Return what holds values against the schemas of *spec*."""
        if spec.key not in self._validators:
            # jsonschema takes a tenth of a second to load, also where nothing is checked
            from sphinx_docsjson.openapi.checks.values import SchemaValidators

            self._validators[spec.key] = SchemaValidators(spec)
        return self._validators[spec.key]

    def forget_trees(self) -> None:
        """Have the trees made again when their pages are read."""
        self.trees.clear()
        self.schema_trees.clear()

    def trees_of(self, spec: Specification, operation: Operation) -> OperationTrees:
        """Return the field trees of an operation; those that were kept are given away."""
        kept = self.trees.pop((spec.key, operation.pointer), None)
        return kept or self.maker(spec).operation(operation)

    def schema_tree(self, spec: Specification, target: Target) -> SchemaTree:
        """Return the field tree of a schema; one that was kept is given away."""
        kept = self.schema_trees.pop((spec.key, target), None)
        return kept or self.maker(spec).schema(target)

    def page_of(self, spec: Specification, operation: Operation) -> str | None:
        """Return the document of an operation."""
        return self.operation_pages.get((spec.key, *operation.key))

    def link_target(self, spec: Specification, link: Link) -> LinkTarget | None:
        """Return the operation that a link of a response of *spec* means."""
        found = find_linked(self.specs, spec, link)
        return LinkTarget(operation=found[1], docname=self.page_of(*found)) if found else None

    def bound_operation(
        self, metadata: Mapping[str, Any], page: str
    ) -> tuple[Specification, Operation] | None:
        """Return the operation that the front matter of the document *page* names."""
        binding = read_binding(str(metadata.get(OPENAPI, "")))
        return find_operation(self.specs.values(), binding, page) if binding else None

    def bound_schema(
        self, metadata: Mapping[str, Any], page: str
    ) -> tuple[Specification, Target] | None:
        """Return the schema that the front matter of the document *page* names."""
        named = read_schema_binding(str(metadata.get(SCHEMA, "")))
        if named is None:
            return None
        found = find_schema(self.specs.values(), *named, page)
        if found is None:
            return None
        offset = str(metadata.get(OFFSET, "0"))
        number = int(offset) if offset.isdecimal() else 0
        beside = tuple(unquote(pointer) for pointer in str(metadata.get(BESIDE, "")).split())
        return found[0], Target(pointer=found[1], offset=number, beside=beside)

    def own_page(self, spec: Specification, url: str) -> PageAnchor | None:
        """Return the page of the site that an address of *spec* means, and the place on it."""
        return page_at(url, spec.key, self.written)

    def has_leads(self, spec: Specification) -> bool:
        """Whether the overview describes the tags that have no page."""
        choice = self.choices.get(spec.key)
        return choice is None or choice.tags != "none"

    def files_of(self, spec: Specification) -> list[tuple[str, str]]:
        """Return the words and the paths of the files that readers can have of *spec*."""
        return [(file.label, file.path) for file in self.downloads.get(spec.key, ())]

    def bound_about(
        self, metadata: Mapping[str, Any], page: str
    ) -> tuple[Specification, str] | None:
        """Return the specification, and the tag of it, that the document *page* is about."""
        return find_about(
            self.specs.values(),
            str(metadata.get(OVERVIEW, "")),
            str(metadata.get(TAG, "")),
            page,
        )

    def digest(self, spec: Specification, refs: Iterable[str]) -> str:
        """Return a digest of what *refs* point to, each without what it refers to in turn."""
        total = blake2b(digest_size=16)
        for ref in sorted(set(refs)):
            key = (spec.key, ref)
            if key not in self._hashes:
                self._hashes[key] = digest_of(spec.resolver.get(ref))
            total.update(f"{ref}\0{self._hashes[key]}\0".encode("utf-8", "surrogatepass"))
        return total.hexdigest()

    def operation_digest(self, spec: Specification, operation: Operation) -> str:
        """Return a digest of an operation itself and of what it inherits."""
        item = spec.resolver.get(operation.pointer.rpartition("/")[0])
        own = {k: v for k, v in item.items() if k != operation.method.lower()} if item else {}
        methods = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
        shared = {name: value for name, value in own.items() if name.lower() not in methods}
        raw = spec.resolver.get(operation.pointer)
        docs = operation.external_docs
        page = self.own_page(spec, docs.url) if docs else None
        return digest_of([raw, shared, repr(operation.security), repr(operation.servers), page])


def schema_binding(key: str, target: Target) -> dict[str, str]:
    """Return the front matter that binds a page to a schema; a pointer is one word in it."""

    def word(pointer: str) -> str:
        return quote(pointer, safe="#/~!$&'()*+,;=:@?")

    front = {SCHEMA: f"{key} {word(target.pointer)}"}
    if target.offset:
        front[OFFSET] = str(target.offset)
    if target.beside:
        front[BESIDE] = " ".join(map(word, target.beside))
    return front


def digest_of(value: Any) -> str:
    """Return a digest of plain data."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


# Where the pages of an API went, and what of them authors have written or chosen. Pure.

FOLDER = "api-reference"
Key = tuple[str, str, str]
"""A specification, a method and a path."""


Label = Callable[[str, Specification], str]


@dataclass(frozen=True, kw_only=True, slots=True)
class About:
    """A page about a specification, or about one of its tags.

    :param label: how the navigation names it; nothing: by its title.
    """

    spec: Specification
    tag: str = ""
    label: str = ""


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

    :param operations: document → what its front matter says of its operation.
    :param about: specification and tag (nothing: the whole) → document.
    :param documents: all documents that are files.
    """

    operations: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[tuple[str, str], str] = field(default_factory=dict)
    documents: Set[str] = frozenset()


@dataclass(kw_only=True)
class OperationPages:
    """Where operations went.

    :param pages: document → the operation that is generated there.
    :param about: document → what it is about; documents of authors are not in it.
    :param about_pages: specification and tag → document, those of authors too.
    :param listed: the generated pages of hidden operations that the navigation names.
    :param folders: specification → the folder of its generated pages.
    :param unknown: messages about what the navigation names and no specification has.
    :param moved: addresses that generated pages had, or have on the hosted platform → document.
    """

    site: Site
    pages: dict[str, tuple[Specification, Operation]] = field(default_factory=dict)
    about: dict[str, About] = field(default_factory=dict)
    about_pages: dict[tuple[str, str], str] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)
    folders: dict[str, str] = field(default_factory=dict)
    unknown: list[tuple[str, Location | None]] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)


def choices_of(site: Site, specs: Sequence[Specification]) -> dict[str, OpenApiSource]:
    """Return what ``docs.json`` says of each specification: the innermost part that names it."""
    sources = [site.openapi] if site.openapi else []
    for _above, node in site.navigation.walk():
        if isinstance(node, Container) and node.openapi:
            sources.append(node.openapi)
    found = {spec.key: OpenApiSource(sources=(spec.key,)) for spec in specs}
    for source in sources:
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
    for same in (_same_path, _same_loosely):
        for spec in candidates:
            for operation in (*spec.operations, *spec.webhooks):
                if operation.key[0] == binding.method and same(operation, binding.path):
                    return spec, operation
    return None


def _same_path(operation: Operation, path: str) -> bool:
    return operation.path == path


def _same_loosely(operation: Operation, path: str) -> bool:
    return loose_path(operation.path) == loose_path(path)


def loose_path(path: str) -> str:
    """Return a path without what does not tell it from others: names, a slash at its end."""
    return re.sub(r"\{[^{}]*\}", "{}", path.strip().rstrip("/")) or "/"


def nearest(specs: Iterable[Specification], binding: Binding) -> list[str]:
    """Return the operations that an author may have meant."""
    known = {
        f"{'webhook' if o.kind == 'webhook' else o.method} {o.key[1]}": None
        for spec in specs
        for o in (*spec.operations, *spec.webhooks)
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
        return f"there is no specification {binding.spec!r} ({hint})"
    near = nearest(named or known, binding)
    files = ", ".join(spec.key for spec in known) or "none was found"
    hint = f"did you mean {' or '.join(near)}?" if near else f"specifications: {files}"
    return f"no specification has the operation '{binding}' ({hint})"


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
    used = (name for operation in spec.operations for name in operation.tags)
    return dict.fromkeys((*(tag.name for tag in spec.tags), *used))


def find_linked(
    specs: Mapping[str, Specification], spec: Specification, link: Link
) -> tuple[Specification, Operation] | None:
    """Return the operation that a link of *spec* means: by its id, or by where it stands.

    An ``operationRef`` may lead into another description of the site.
    """
    if link.operation_id:
        for each in (spec, *specs.values()):
            for operation in (*each.operations, *each.webhooks):
                if operation.operation_id == link.operation_id:
                    return each, operation
        return None
    file, _mark, fragment = (link.operation_ref or "").partition("#")
    target = specs.get(join(spec.key, file)) if file else spec
    if target is None or not fragment:
        return None
    pointer = child("#", *segments(fragment))
    found = (o for o in (*target.operations, *target.webhooks) if o.pointer == pointer)
    return next(((target, each) for each in found), None)
