"""What a build knows of the documented APIs: specifications, and the page of everything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from sphinx_docsjson.openapi.model.api import LinkTarget, Operation, Specification
from sphinx_docsjson.openapi.model.exchange import Link
from sphinx_docsjson.openapi.model.relative_urls import PagePlace, page_at
from sphinx_docsjson.openapi.pages.binding import (
    find_about,
    find_linked,
    find_operation,
    find_schema,
    read_binding,
    read_schema_binding,
)
from sphinx_docsjson.openapi.schema.example_values import Examples
from sphinx_docsjson.openapi.schema.fieldtree import Target
from sphinx_docsjson.openapi.schema.page_fields import OperationTrees, SchemaTree, TreeMaker
from sphinx_docsjson.site.containers import OpenApiSource
from sphinx_docsjson.site.model import Api

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.checks.values.validity import SchemaValidators
    from sphinx_docsjson.openapi.pages.places.placed import Download

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
            from sphinx_docsjson.openapi.checks.values.validity import SchemaValidators

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

    def own_page(self, spec: Specification, url: str) -> PagePlace | None:
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
