"""Fills the places of directives with what the descriptions say that they name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.gettext import I18nBuilder
from sphinx.transforms import SphinxTransform

from sphinx_docsjson.build import build_of
from sphinx_docsjson.openapi.content.specification_texts import PageTexts, text_nodes
from sphinx_docsjson.openapi.embedding.api_parts import ApiParts, in_tag
from sphinx_docsjson.openapi.embedding.choosing import Extent, OperationChoice, chosen
from sphinx_docsjson.openapi.embedding.described_files import (
    depend,
    named_specification,
    specifications,
)
from sphinx_docsjson.openapi.pages.binding import (
    find_operation,
    find_schema,
    nearest,
    read_binding,
    tag_names,
)
from sphinx_docsjson.openapi.pages.reference_making import report_new
from sphinx_docsjson.openapi.reading.file_keys import key_named
from sphinx_docsjson.text.near_names import near_names
from sphinx_docsjson.translation import messages_of
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.api import Operation, Specification
    from sphinx_docsjson.openapi.pages.reference import ApiReference

Known = list[tuple["ApiReference", "Specification"]]


class api_part(nodes.General, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """The place of a directive, until the whole page is read.

    ``kind`` is what it shows, ``target`` what its argument says; ``file``, ``title``, ``choice``
    and ``extent`` are its options.
    """


class FillApiParts(SphinxTransform):
    """Puts operations, schemas and tags in the places of their directives.

    It runs before Sphinx looks up translations (priority 20), and translates these texts itself.
    """

    default_priority = 6

    def apply(self, **kwargs: Any) -> None:
        """Fill the places of the page."""
        for place in list(self.document.findall(api_part)):
            found = list(self._content(place))
            for node in found:
                self._name_files(node)
            place.replace_self(found)

    def _content(self, place: api_part) -> Iterator[nodes.Node]:
        known = self._named(place)
        if not known:
            return
        target = " ".join(str(place["target"]).split())
        if place["kind"] == "file":
            yield from self._file(place, *known[0])
            return
        found = self._found(place["kind"], target, known)
        if found is None and " " in target and not place["file"]:
            word, _space, rest = target.partition(" ")
            near = [(reference, spec) for reference, spec in known if key_named(spec.key, word)]
            found = self._found(place["kind"], rest, near)
        if found is None:
            self._unknown(place, target, known)
            return
        reference, spec, what = found
        depend(self.env, spec)
        parts, extent = self._parts(place, reference, spec), place["extent"]
        if place["kind"] == "operation":
            yield from parts.operation(what, extent, place["title"])
        elif place["kind"] == "schema":
            yield from parts.schema(target, what, place["title"])
        elif place["full"]:
            for operation in in_tag((*spec.operations, *spec.webhooks), what):
                yield from parts.operation(operation, extent)
        else:
            yield from parts.tag_list(in_tag((*spec.operations, *spec.webhooks), what))
        self._finish(parts)

    def _named(self, place: api_part) -> Known:
        """Return the description that a directive names, or those of the site."""
        name = place["file"]
        if not name:
            if not (known := specifications(self.env)):
                message = "docs.json names no OpenAPI file; name one with ':file:'"
                warn(Warn.OPENAPI_DIRECTIVE, message, location=place)
            return known
        found = named_specification(self.env, name, place["encoding"])
        if found is None:
            message = f"the OpenAPI file {name!r} cannot be read; nothing is shown here"
            warn(Warn.OPENAPI_DIRECTIVE, message, location=place)
        return [found] if found else []

    def _found(
        self, kind: str, target: str, known: Known
    ) -> tuple[ApiReference, Specification, Any] | None:
        for reference, spec in known:
            found = _find(kind, target, spec)
            if found is not None:
                return reference, spec, found
        return None

    def _unknown(self, place: api_part, target: str, known: Known) -> None:
        kind = place["kind"]
        near = _near(kind, target, [spec for _reference, spec in known])
        files = ", ".join(spec.key for _reference, spec in known)
        hint = f"did you mean {' or '.join(near)}?" if near else f"specifications: {files}"
        message = f"no specification has the {kind} {target!r} ({hint})"
        warn(Warn.OPENAPI_DIRECTIVE, message, location=place)

    def _file(
        self, place: api_part, reference: ApiReference, spec: Specification
    ) -> Iterator[nodes.Node]:
        choice: OperationChoice = place["choice"]
        extent: Extent = place["extent"]
        operations, problems = chosen(spec.operations, choice)
        for problem in problems:
            warn(Warn.OPENAPI_DIRECTIVE, problem, location=place)
        if not (choice.paths or choice.include or choice.methods):
            operations += spec.webhooks
        parts = self._parts(place, reference, spec)
        if choice.grouped and any(operation.tags for operation in operations):
            yield from parts.groups(operations, extent)
        else:
            for operation in operations:
                yield from parts.operation(operation, extent)
        self._finish(parts)

    def _parts(self, place: api_part, reference: ApiReference, spec: Specification) -> ApiParts:
        return ApiParts(
            document=self.document,
            config=self.config,
            texts=self._texts(),
            reference=reference,
            spec=spec,
            sections=isinstance(place.parent, nodes.section | nodes.document),
            noted=not place["no-index"],
        )

    def _texts(self) -> PageTexts:
        """Return what translates the texts of the page."""
        if isinstance(getattr(build_of(self.config), "builder", None), I18nBuilder):
            return PageTexts(known={}, found={})
        known = messages_of(self.config, Path(self.env.srcdir), self.env.docname)
        return PageTexts(known=known)

    def _finish(self, parts: ApiParts) -> None:
        if parts.texts.found is not None:
            srcdir = Path(self.env.srcdir)
            self.document.extend(text_nodes(parts.texts, parts.spec, srcdir))
        report_new(parts.spec, Path(self.env.srcdir))

    def _name_files(self, top: nodes.Node) -> None:
        """Give nodes the full path of the file that they come from, which they have as a key."""
        for node in top.findall(nodes.Element):
            if node.source and "://" not in node.source and not os.path.isabs(node.source):
                node.source = os.path.normpath(os.path.join(self.env.srcdir, node.source))
                if isinstance(node, nodes.TextElement) and not isinstance(node, nodes.Inline):
                    node["translatable"] = False


def _find(kind: str, target: str, spec: Specification) -> Any:
    """Return the operation, the pointer of the schema, or the tag that *target* names."""
    if kind == "operation":
        return _operation(target, spec)
    if kind == "schema":
        found = find_schema([spec], None, target)
        return found[1] if found else None
    return target if target in tag_names(spec) else None


def _operation(target: str, spec: Specification) -> Operation | None:
    binding = read_binding(target)
    if binding is not None and binding.spec is None:
        found = find_operation([spec], binding)
        return found[1] if found else None
    return next(
        (o for o in (*spec.operations, *spec.webhooks) if o.operation_id == target),
        None,
    )


def _near(kind: str, target: str, specs: Iterable[Specification]) -> list[str]:
    specs = list(specs)
    if kind == "operation":
        if binding := read_binding(target):
            return nearest(specs, binding)
        names = [o.operation_id or "" for spec in specs for o in spec.operations]
    elif kind == "schema":
        names = [str(name) for spec in specs for name in spec.schema_names]
    else:
        names = [name for spec in specs for name in tag_names(spec)]
    return near_names(target, names, 3)
