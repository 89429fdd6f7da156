"""An OpenAPI description as frozen data: what an API offers, whatever version it is written in.

Schemas stay the raw mappings of the file, with every ``$ref`` a name: whoever needs what is
behind it asks ``Specification.resolver``. Inlining is what makes large specifications explode.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from sphinx_docsjson.openapi.model.access import Security, SecurityScheme, Server
from sphinx_docsjson.openapi.model.api_info import ApiInfo
from sphinx_docsjson.openapi.model.exchange import Body, Parameter, Response
from sphinx_docsjson.openapi.model.titles import is_all_of, short_title
from sphinx_docsjson.openapi.reading.places import AS_WRITTEN, Places

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.reading.resolver import Resolver


@dataclass(frozen=True, kw_only=True, slots=True)
class ExternalDocs:
    """A link to more documentation."""

    url: str
    description: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class OperationTag:
    """A group of operations, in the order of the file.

    :param title: how readers see it, where that is not its name.
    :param kind: what it is for (OpenAPI 3.2): ``nav``, ``badge``, ``audience`` …
    :param groups: whether it is a group of the navigation, and not a mark of operations.
    """

    name: str
    title: str = ""
    summary: str = ""
    description: str = ""
    parent: str | None = None
    kind: str = ""
    groups: bool = True
    external_docs: ExternalDocs | None = None

    @property
    def label(self) -> str:
        """How readers see it."""
        return self.title or self.name


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeSample:
    """A request sample that the file brings (``x-codeSamples``)."""

    language: str
    label: str
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Callback:
    """A request that the API makes to an address it was given (``expression``)."""

    name: str
    expression: str
    operations: tuple[Operation, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Operation:
    """One operation, webhook or callback.

    :param spec: the key of its :class:`Specification`.
    :param method: upper-case (``GET``).
    :param path: the path, or the name of a webhook, or the expression of a callback.
    :param kind: what it is.
    :param hidden: it has a page, which is not in the navigation (``x-hidden``).
    :param servers: the servers that hold for it: its own, its path's, or the file's.
    :param security: see :data:`Security`.
    :param pointer: where it stands in the bundled document.
    :param refs: the ``$ref`` names that were followed to build it (schemas are not).
    :param one_of_several: its path or webhook has other methods, too.
    """

    spec: str
    method: str
    path: str
    kind: Literal["operation", "webhook", "callback"] = "operation"
    operation_id: str | None = None
    summary: str = ""
    description: str = ""
    deprecated: bool = False
    hidden: bool = False
    stability: str = ""
    tags: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    responses: tuple[Response, ...] = ()
    callbacks: tuple[Callback, ...] = ()
    servers: tuple[Server, ...] = ()
    security: Security = ()
    external_docs: ExternalDocs | None = None
    code_samples: tuple[CodeSample, ...] = ()
    extensions: Mapping[str, Any] = field(default_factory=dict)
    pointer: str = ""
    refs: tuple[str, ...] = ()
    one_of_several: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """What identifies it in its file: ``("GET", "/a")`` or ``("WEBHOOK", "name")``.

        Of a webhook with several methods each is called by its own: ``("WEBHOOK", "POST name")``.
        """
        if self.kind != "webhook":
            return (self.method, self.path)
        return ("WEBHOOK", f"{self.method} {self.path}" if self.one_of_several else self.path)

    @property
    def title(self) -> str:
        """The summary on one line, or else the method and the path.

        The name of a webhook says more than a part of its summary.
        """
        title = short_title(self.summary)
        if self.kind != "webhook":
            return title or f"{self.method} {self.path}"
        is_whole = len(title) >= len(self.summary.strip().removesuffix("."))
        return title if title and is_whole else self.path

    @property
    def about(self) -> str:
        """The description; before it the summary, when the title is only a part of that."""
        words = " ".join(self.summary.split())
        known = words in ("", f"{self.title}.") or is_all_of(self.title, self.summary)
        if known or " ".join(self.description.split()).startswith(words):
            return self.description
        return f"{self.summary.strip()}\n\n{self.description}".strip()

    def in_place(self, place: str) -> tuple[Parameter, ...]:
        """Return its parameters of one place, in order."""
        return tuple(p for p in self.parameters if p.place == place)


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkTarget:
    """The operation that a link of a response means, and the document of its page."""

    operation: Operation
    docname: str | None


@dataclass(frozen=True, kw_only=True)
class Specification:
    """An OpenAPI description.

    :param key: how documents and the navigation name it: its path from the source directory, or
        its URL.
    :param version: the version of OpenAPI that it is written in, such as ``3.1.0``.
    :param document: the bundled document: one mapping, all ``$ref`` strings inside it.
    :param places: where the parts of the document stand in its files.
    :param files: the keys of all files that it was read from, overlays among them.
    :param operations: those of ``paths``, in the order of the file.
    :param tag_groups: ``x-tagGroups``: a name with the tags below it.
    """

    key: str
    version: str
    title: str
    description: str
    info: ApiInfo = field(default_factory=ApiInfo)
    document: Mapping[str, Any]
    resolver: Resolver
    places: Places = AS_WRITTEN
    files: tuple[str, ...] = ()
    operations: tuple[Operation, ...] = ()
    webhooks: tuple[Operation, ...] = ()
    servers: tuple[Server, ...] = ()
    security: Security = ()
    security_schemes: Mapping[str, SecurityScheme] = field(default_factory=dict)
    tags: tuple[OperationTag, ...] = ()
    tag_groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    external_docs: ExternalDocs | None = None

    @cached_property
    def by_key(self) -> Mapping[tuple[str, str], Operation]:
        """The operations and webhooks by what identifies them; of equal ones the first."""
        return {each.key: each for each in reversed((*self.operations, *self.webhooks))}

    @property
    def stem(self) -> str:
        """The file name without its extension."""
        return self.key.rsplit("/", 1)[-1].rsplit(".", 1)[0]

    @property
    def schema_names(self) -> Collection[str]:
        """The names of its schemas that others refer to."""
        components = self.document.get("components")
        schemas = components.get("schemas") if isinstance(components, Mapping) else None
        return schemas if isinstance(schemas, Mapping) else ()

    def tag(self, name: str) -> OperationTag:
        """Return the tag *name*; one that is not declared says nothing."""
        found = (tag for tag in self.tags if tag.name == name)
        return next(found, OperationTag(name=name))

    def grouping_tag(self, operation: Operation) -> str | None:
        """Return the first tag of an operation that is a group, ``None`` without any."""
        return next((name for name in operation.tags if self.tag(name).groups), None)

    def find(self, method: str, path: str) -> Operation | None:
        """Return the operation *method* *path* (or ``WEBHOOK`` *name*), or ``None``."""
        wanted = (method.upper(), path)
        return next((o for o in (*self.operations, *self.webhooks) if o.key == wanted), None)
