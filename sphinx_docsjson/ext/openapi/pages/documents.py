"""The generated documents of an API: which schemas get one, their names and titles."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.base.files import (
    RESERVED,
    read_cache,
    slug,
    without_unwritable,
    write_cache,
)
from sphinx_docsjson.base.messages import words
from sphinx_docsjson.build import the_build
from sphinx_docsjson.ext.openapi.model.api import Operation, Specification
from sphinx_docsjson.ext.openapi.pages.reference import (
    OPENAPI,
    ApiReference,
    ChangesPage,
    DescribedApi,
    Users,
    api_reference,
    digest_of,
    read_binding,
)
from sphinx_docsjson.ext.openapi.reading.parse import mapping
from sphinx_docsjson.ext.openapi.reading.resolver import FILES, Resolver, child, segments
from sphinx_docsjson.ext.openapi.schema.fieldtree import Target, type_limit_of
from sphinx_docsjson.i18n import _

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Plan:
    """The links of pages to schemas, kept between builds of one release.

    :param file: where it is kept.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.known: dict[str, tuple[str, tuple[str, ...], tuple[Target, ...]]] = (
            read_cache(file) or {}
        )
        self.changed = False

    def save(self) -> None:
        """Keep the plan for the next build."""
        if self.changed:
            write_cache(self.file, self.known)

    def schemas(
        self, api: DescribedApi, operations: Iterable[Operation], wanted: Iterable[Target] = ()
    ) -> list[Target]:
        """Return the schemas that need a page, in the order in which they are first linked to.

        :param operations: those that have a page.
        :param wanted: schemas that have a page anyway.
        """
        queue = list(wanted)
        for operation in operations:
            queue += self._links(api, operation)
        found: dict[Target, None] = {}
        while queue:
            target = queue.pop(0)
            if target not in found:
                found[target] = None
                queue += self._links(api, target)
        api.maker.described.forget()
        return list(found)

    def _links(self, api: DescribedApi, subject: Operation | Target) -> tuple[Target, ...]:
        """Return the schemas that the page of an operation or a schema links to."""
        what: str | Target = subject.pointer if isinstance(subject, Operation) else subject
        own = digest_of(
            [
                api.own_digest(subject),
                api.settings.maintain_order,
                repr(api.maker.pills),
                type_limit_of(len(api.spec.operations)),
            ]
        )
        key = f"{api.spec.key} {what}"
        known = self.known.get(key)
        if known and known[0] == digest_of([own, api.digest_of(known[1])]):
            return known[2]
        made = api.trees[what] = api.maker.trees(subject)
        self.known[key] = digest_of([own, api.digest_of(made.refs)]), made.refs, made.targets
        self.changed = True
        return made.targets


def schema_documents(targets: Iterable[Target], folder: str, taken: set[str]) -> dict[Target, str]:
    """Return a document name for each schema.

    :param taken: the names that other documents have.
    """
    return {target: free_name(f"{folder}/{schema_slug(target)}", taken) for target in targets}


# The schemas that readers look up by name, and what uses each. Pure.

SCHEMAS = "#/components/schemas/"
FEW_TAGS = 10
"""With more tags, the navigation of a reference has no room for its schemas unless it is asked."""

FEW_SCHEMAS = 40
"""The same for more schemas."""

NAMES_OF_MODELS = ("schemas", "models")
"""Tags of ``x-tagGroups`` that no operation has, and that stand for all schemas."""

MAX_LOOKED_AT = 20_000
"""How much of an operation is looked at for the schemas that it names."""

_NOT_FOR_READERS = ("x-internal", "x-excluded", "x-hidden", "x-scalar-ignore")


def models_of(spec: Specification) -> list[Target]:
    """Return the named schemas that say more than a type, in the order of the file."""
    found = []
    for name in spec.schema_names:
        pointer = child(SCHEMAS.removesuffix("/"), name)
        schema = mapping(spec.resolver.get(pointer))
        hidden = any(schema.get(word) is True for word in _NOT_FOR_READERS)
        inside = {*schema, *mapping(schema.get("items"))}
        if not hidden and ("$ref" in inside or not inside.isdisjoint(_TELLING_KEYWORDS)):
            found.append(Target(pointer=pointer))
    return found


_TELLING_KEYWORDS = words(
    "properties patternProperties additionalProperties allOf oneOf anyOf enum if prefixItems "
    "contentSchema discriminator"
)


def model_tag_of(spec: Specification, tags: Iterable[str]) -> str | None:
    """Return which of *tags* stands for all schemas: one that no operation has."""
    used = {name for operation in spec.operations for name in operation.tags}
    named = (tag for tag in tags if tag.casefold() in NAMES_OF_MODELS and tag not in used)
    return next(named, None)


def lists_models(spec: Specification, choice: str | None, models: Collection[Target]) -> bool:
    """Whether the navigation has the schemas.

    :param choice: ``api.schemas`` of ``docs.json``.
    """
    if choice is not None or not models:
        return choice == "show" and bool(models)
    if any(model_tag_of(spec, tags) for _title, tags in spec.tag_groups):
        return True
    tags = {name for operation in spec.operations for name in operation.tags}
    return len(tags) <= FEW_TAGS and len(models) <= FEW_SCHEMAS


def users_of(spec: Specification) -> dict[str, Users]:
    """Return the users of each named schema, by its pointer."""
    resolver = spec.resolver

    def schemas_in(value: Any) -> Iterator[str]:
        """Yield the schemas that a value names, directly or through what is not a schema."""
        seen: set[str] = set()
        stack, steps = [value], 0
        while stack and steps < MAX_LOOKED_AT:
            node, steps = stack.pop(), steps + 1
            if isinstance(node, list):
                stack += [inner for inner in node if isinstance(inner, dict | list)]
            elif isinstance(node, Mapping):
                stack += [inner for inner in node.values() if isinstance(inner, dict | list)]
                ref = node.get("$ref")
                if not isinstance(ref, str) or ref in seen:
                    continue
                seen.add(ref)
                if ref.startswith(SCHEMAS) and ref.count("/") == SCHEMAS.count("/"):
                    yield ref
                else:
                    stack.append(resolver.get(ref))

    operations: dict[str, dict[int, None]] = {}
    listed: dict[int, Operation] = {}
    for number, operation in enumerate(spec.every_operation):
        if not operation.hidden:
            listed[number] = operation
            around = mapping(resolver.get(operation.pointer.rpartition("/")[0])).get("parameters")
            for ref in schemas_in([resolver.get(operation.pointer), around]):
                operations.setdefault(ref, {})[number] = None
    schemas: dict[str, dict[str, None]] = {}
    for name in spec.schema_names:
        own = child(SCHEMAS.removesuffix("/"), name)
        for ref in schemas_in(resolver.get(own)):
            if ref != own:
                schemas.setdefault(ref, {})[own] = None
    return {
        ref: Users(
            operations=tuple(listed[number] for number in operations.get(ref, ())),
            schemas=tuple(schemas.get(ref, ())),
        )
        for ref in {*operations, *schemas}
    }


# The titles of pages: the title of a page that has none of its own, and the titles below it.


def provide_operation_titles(app: Sphinx) -> None:
    """Give the kernel the titles of operations and the downloadable descriptions."""
    build = the_build(app.config)
    reference = api_reference(build)

    def description_of(front: Mapping[str, Any], docname: str) -> str:
        bound = reference.bound(front, docname)
        file = bound[0].download if bound else None
        return file.path if file else ""

    build.description_of = description_of
    build.description_files = lambda: (
        api.download.path for api in reference.known.values() if api.download
    )
    build.title_of = partial(page_title, reference)


def page_title(reference: ApiReference, fields: Mapping[str, Any], docname: str) -> str | None:
    """Return the title of a page that has none, by what its *fields* bind it to."""
    if bound := reference.bound(fields, docname):
        spec, subject = bound[0].spec, bound[1]
        if isinstance(subject, Operation):
            return subject.title
        if isinstance(subject, Target):
            return schema_title(subject)
        if isinstance(subject, ChangesPage):
            changes = bound[0].changes
            return str(_("Changes since %s") % changes.since) if changes else str(_("Changes"))
        return spec.tag(subject).label if subject else spec.title or spec.stem
    binding = read_binding(str(fields.get(OPENAPI) or fields.get("api", "")))
    return f"{binding.method} {binding.path}" if binding else None


def position_after_title(document: nodes.document) -> tuple[nodes.Element, int]:
    """Return the section of the page's title, and the place after its title and lead."""
    sections = [node for node in document.children if isinstance(node, nodes.section)]
    top: nodes.Element = sections[0] if sections else document
    index = 0
    for index, node in enumerate(top.children):
        lead = isinstance(node, nodes.paragraph) and "dj-lead" in node["classes"]
        if not isinstance(node, nodes.title) and not lead:
            return top, index
    return top, len(top.children)


# Names of generated documents: readable, stable, and the same on every file system. Pure.

MAX_HOSTED = 180
"""Bytes: file systems allow 255, and endings and numbers are added."""

_RESERVED_BELOW = RESERVED - {"search", "genindex", "py-modindex"}
"""What no page or folder below another folder is called: pages of Sphinx are at the root."""

_PARAMETER = re.compile(r"\{[^{}]*+\}")
_DROPPED = re.compile(r"[{}(),.'/\n]")
"""What addresses of the platform leave out."""


def hosted_name(text: str) -> str:
    """Return *text* as the hosted platform writes it in addresses; nothing where none is left.

    Spaces and parameters in braces become hyphens, one hyphen goes at each end, pairs of hyphens
    become one, and only the marks of ``_DROPPED`` are omitted: ``_``, ``&`` and letters of any
    script stay, and ``A - B`` is ``a--b``. The rule was compared with the links of public sites.
    Characters that some system does not allow in file names are also omitted; links to them still
    work.
    """
    found = _PARAMETER.sub("-", text.strip().replace(" ", "-"))
    found = found.removeprefix("-").removesuffix("-")
    found = _DROPPED.sub("", found).replace("--", "-").lower()
    found = without_unwritable(found)
    found = found.encode()[:MAX_HOSTED].decode(errors="ignore")
    return f"{found}-page" if found in _RESERVED_BELOW else found


def hosted_slug(operation: Operation) -> str:
    """Return the name of an operation on the hosted platform: its summary, or method and path."""
    if operation.channel is not None:
        name = operation.channel.name
        return hosted_name(operation.summary or name) or slug(name, "channel")
    named = hosted_name(operation.summary) or hosted_name(operation.path)
    if operation.kind == "webhook" or hosted_name(operation.summary):
        return named or slug(operation.path)
    return f"{operation.method.lower()}-{named}".removesuffix("-")


def hosted_names(pairs: Iterable[tuple[str, Operation]], taken: Set[str]) -> list[str]:
    """Return a document name for each pair of a folder and an operation, as the platform does.

    The first keeps the name, others are numbered from 1 on; hidden ones are named last.
    """
    listed = list(pairs)
    names: dict[int, str] = {}
    used = set(taken)
    for number in sorted(range(len(listed)), key=lambda at: listed[at][1].hidden):
        folder, operation = listed[number]
        names[number] = free_name(f"{folder}/{hosted_slug(operation)}", used, first=1)
    return [names[number] for number in range(len(listed))]


def free_name(name: str, taken: set[str], *, first: int = 2) -> str:
    """Return *name*, or with a number when it is taken; the result is taken afterwards."""
    candidate, number = name, first
    while candidate in taken:
        candidate = f"{name}-{number}"
        number += 1
    taken.add(candidate)
    return candidate


def schema_title(target: Target) -> str:
    """Return what a schema's page is called."""
    for pointer in (target.pointer, *target.beside):
        parts = segments(pointer)
        if parts[:2] == ["components", "schemas"] and len(parts) == 3:
            return parts[2]
        if parts[:1] == [FILES] and len(parts) == 2:
            return Resolver.name(pointer)
    return ".".join(_telling(segments(target.pointer))) or "schema"


def _telling(parts: list[str]) -> list[str]:
    """Return the parts of a pointer that an author named."""
    named: list[str] = []
    if parts[:2] == ["components", "schemas"]:
        named.append(parts[2])
    elif parts[:1] == ["paths"] and len(parts) > 2:
        named += [f"{parts[2].upper()} {parts[1]}"]
    for before, part in pairwise(parts):
        if before in ("properties", "patternProperties"):
            named.append(part)
        elif before in ("oneOf", "anyOf", "allOf", "prefixItems"):
            named.append(str(int(part) + 1) if part.isdecimal() else part)
    return named


def schema_slug(target: Target) -> str:
    """Return the short name of a schema's page."""
    return slug(schema_title(target), "schema")
