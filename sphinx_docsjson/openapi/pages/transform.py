"""Puts the content of operations and schemas into the pages that are bound to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.gettext import I18nBuilder
from sphinx.transforms import SphinxTransform

from sphinx_docsjson.base.nodes import free_id, give_id
from sphinx_docsjson.base.source_files import place_of_field
from sphinx_docsjson.build import Build, build_of
from sphinx_docsjson.openapi.checks.runs import EXAMPLES, check_page
from sphinx_docsjson.openapi.content.about import TAG_NAME
from sphinx_docsjson.openapi.content.markdown import first_sentence, to_nodes
from sphinx_docsjson.openapi.content.page import OperationPage, mode_of_page, schema_nodes
from sphinx_docsjson.openapi.content.texts import PageTexts, text_nodes, translated
from sphinx_docsjson.openapi.domain.known import ApiObject, operation_object, schema_object
from sphinx_docsjson.openapi.domain.roles import index_node, mark
from sphinx_docsjson.openapi.model.api import (
    Body,
    MediaType,
    Operation,
    Parameter,
    Server,
    Specification,
)
from sphinx_docsjson.openapi.model.operations import security_of_auth
from sphinx_docsjson.openapi.pages.changed_pages import (
    Dependencies,
    about_content,
    about_digest,
    described_by,
    remember,
)
from sphinx_docsjson.openapi.pages.making import report_new
from sphinx_docsjson.openapi.pages.planning import place_after_title, schema_title, title_of_schema
from sphinx_docsjson.openapi.pages.reference import (
    OPENAPI,
    OVERVIEW,
    SCHEMA,
    TAG,
    ApiReference,
    not_found,
    read_binding,
    read_schema_binding,
    with_defaults,
)
from sphinx_docsjson.openapi.reading.resolver import Resolver
from sphinx_docsjson.openapi.schema.fields import OperationTrees
from sphinx_docsjson.pages.front_matter import DESCRIBED
from sphinx_docsjson.site.model import Api, Auth
from sphinx_docsjson.translation import messages_of
from sphinx_docsjson.urls import is_external, safe_source
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from pathlib import Path


REQUEST, RESPONSE = "RequestExample", "ResponseExample"


class BindPages(SphinxTransform):
    """Fill the pages that name an operation, a schema or an endpoint in their front matter.

    It runs before Sphinx looks up translations (priority 20), and translates these texts itself.
    """

    default_priority = 5

    def apply(self, **kwargs: Any) -> None:
        """Fill the page, if it is bound to something."""
        build = build_of(self.config)
        if build is None:
            return
        metadata = self.env.metadata[self.env.docname]
        reference = build.reference
        if metadata.get(OPENAPI):
            self._operation(build, reference, metadata)
        elif metadata.get(SCHEMA):
            self._schema(build, reference, metadata)
        elif metadata.get(OVERVIEW) or metadata.get(TAG):
            self._about(build, reference, metadata)
        elif metadata.get("api"):
            self._handwritten(build, metadata)
        self._name_files(build, reference)

    def _name_files(self, build: Build, reference: ApiReference) -> None:
        """Give nodes the full path of their specification: Sphinx reads a source from the cwd."""
        files = {key: str(build.srcdir / key) for key in reference.specs if "://" not in key}
        for node in self.document.findall(nodes.Element) if reference.specs else ():
            if node.source in reference.specs:
                node.source = files.get(node.source, node.source)
                if isinstance(node, nodes.TextElement) and not isinstance(node, nodes.Inline):
                    node["translatable"] = False

    def _texts(self, build: Build) -> PageTexts:
        """Return what translates the texts of the page."""
        known = messages_of(self.config, build.srcdir, self.env.docname)
        for_templates = isinstance(build.builder, I18nBuilder)
        return PageTexts(known={} if for_templates else known, found={} if for_templates else None)

    def _note_texts(self, texts: PageTexts, spec: Specification, srcdir: Path) -> None:
        """Give translators the texts of the page; its title may be one of them."""
        if texts.found is None:
            return
        front = self.env.metadata[self.env.docname]
        for title in list(self.document.findall(nodes.title))[:1]:
            if title.line == 1 and not front.get("title"):
                texts.plain(title.rawsource)
                title["translatable"] = False
        self.document.extend(text_nodes(texts, spec, srcdir))

    def _operation(self, build: Build, reference: ApiReference, metadata: dict[str, Any]) -> None:
        bound = reference.bound_operation(metadata, self.env.docname)
        if bound is None:
            self._unknown_operation(reference, str(metadata[OPENAPI]))
            return
        spec, operation = bound
        fits = reference.validators(spec) if self.config[EXAMPLES] else None
        check_page(self.document, operation, fits)
        texts = self._texts(build)
        with spec.resolver.recording() as refs:
            trees = reference.trees_of(spec, operation)
            page = OperationPage(
                operation=translated(with_defaults(operation, reference), texts),
                trees=translated(trees, texts),
                examples=reference.examples(spec),
                api=reference.api,
                config=self.config,
                spec=spec,
                pages=reference.schema_pages.get(spec.key, {}),
                find_target=partial(reference.link_target, spec),
                own_page=partial(reference.own_page, spec),
                mode=mode_of_page(metadata, reference.api),
                translate=texts.markdown,
            )
            if operation.deprecated:
                metadata.setdefault("deprecated", "true")
            self._fill(page, metadata, described=bool(metadata.get("description")))
        own = reference.page_of(spec, operation) == self.env.docname
        schemas = spec.schema_names
        self._note(operation_object(operation, trees, schemas, own=own))
        self._note_texts(texts, spec, build.srcdir)
        digest = reference.operation_digest(spec, operation)
        needs = Dependencies.of(reference, spec, digest, (*refs, *trees.refs), trees.targets)
        remember(self.env, self.env.docname, needs)
        report_new(spec, build.srcdir)

    def _note(self, known: ApiObject) -> None:
        """Let roles, the search and the index find what the page shows."""
        top, index = place_after_title(self.document)
        if isinstance(top, nodes.section):
            mark(top, known)
            top.insert(index, index_node(known, top["ids"][0]))

    def _unknown_operation(self, reference: ApiReference, text: str) -> None:
        if binding := read_binding(text):
            message = not_found(reference.specs.values(), binding, self.env.docname)
            self._unknown(reference, message, OPENAPI)
            return
        hint = "write it as 'GET /path', 'file.yaml GET /path' or 'webhook name'"
        message = f"no specification has the operation {text!r} ({hint})"
        warn(Warn.OPENAPI_OPERATION, message, location=self._place(OPENAPI))

    def _unknown(self, reference: ApiReference, message: str, *fields: str) -> None:
        """Report that no specification has what *fields* name, where any was read."""
        if not reference.waits:
            warn(Warn.OPENAPI_OPERATION, message, location=self._place(*fields))

    def _place(self, *fields: str) -> tuple[str, int]:
        """Return the place of the first of *fields* in the front matter of the page."""
        return place_of_field(self.env, self.env.docname, *fields)

    def _fill(self, page: OperationPage, metadata: dict[str, Any], *, described: bool) -> None:
        """Put the head before the page's own text, and the sections after it."""
        top, index = place_after_title(self.document)
        head: list[nodes.Node] = []
        if not described and page.operation.about:
            head += self._described(page.operation.about, page.description(), metadata)
        head += [*page.head(), *page.playground()]
        written = {
            node["component"]
            for node in self.document.findall(nodes.Element)
            if node.get("component") in (REQUEST, RESPONSE)
        }
        head += page.samples(request=REQUEST not in written, response=RESPONSE not in written)
        top[index:index] = head
        if not self.config.docsjson_openapi_content:
            top += page.content()
        for section in page.sections():
            self._give_ids(section)
            top.append(section)

    def _described(
        self, text: str, description: list[nodes.Node], metadata: dict[str, Any]
    ) -> list[nodes.Node]:
        """Return the *description* of the page; its first paragraph is the lead."""
        metadata["description"] = first_sentence(text)
        self.document[DESCRIBED] = True
        if description and isinstance(description[0], nodes.paragraph):
            description[0]["classes"].append("dj-lead")
        return description

    def _give_ids(self, section: nodes.section) -> None:
        """Make the ids of new sections and tabs free ones."""
        for node in section.findall(nodes.Element):
            wanted = node["ids"]
            node["ids"] = []
            for name in wanted:
                give_id(self.document, node, free_id(self.document, name))

    def _schema(self, build: Build, reference: ApiReference, metadata: dict[str, Any]) -> None:
        bound = reference.bound_schema(metadata, self.env.docname)
        if bound is None:
            named = read_schema_binding(str(metadata[SCHEMA]))
            name = named[1] if named else metadata[SCHEMA]
            self._unknown(reference, f"no specification has the schema {name!r}", SCHEMA)
            return
        spec, target = bound
        texts = self._texts(build)
        original = reference.schema_tree(spec, target)
        tree = translated(original, texts)
        pages = reference.schema_pages.get(spec.key, {})
        top, index = place_after_title(self.document)
        if not metadata.get("description") and tree.root.description:
            text = tree.root.description
            top[index:index] = self._described(text, to_nodes(text, spec.key), metadata)
            tree = replace(tree, root=replace(tree.root, description=""))
        if tree.root.type == title_of_schema(spec, target):
            tree = replace(tree, root=replace(tree.root, type="object"))
        top += schema_nodes(tree, pages, spec.key)
        name = schema_title(target)
        self._note(schema_object(spec.key, name, original.root, part=target.offset))
        own = f"{target.pointer} {target.offset}"
        needs = Dependencies.of(reference, spec, own, original.refs, original.targets)
        self._note_texts(texts, spec, build.srcdir)
        remember(self.env, self.env.docname, needs)
        report_new(spec, build.srcdir)

    def _about(self, build: Build, reference: ApiReference, metadata: dict[str, Any]) -> None:
        """Fill a page about a specification or a tag; what its author wrote stands first."""
        bound = reference.bound_about(metadata, self.env.docname)
        if bound is None:
            named = metadata.get(OVERVIEW) or metadata.get(TAG)
            known = f"specifications: {', '.join(reference.specs) or 'none was found'}"
            message = f"no specification or tag is called {named!r} ({known})"
            self._unknown(reference, message, OVERVIEW, TAG)
            return
        spec, tag = bound
        if label := reference.about_labels.get(self.env.docname):
            metadata["sidebarTitle"] = label
        texts = self._texts(build)
        top, index = place_after_title(self.document)
        content, sections = about_content(reference, spec, tag, texts)
        if not metadata.get("description") and index == len(top.children):
            content = self._described(described_by(content), content, metadata)
        top += content
        for section in sections:
            self._give_ids(section)
            top.append(section)
            for part in section.findall(nodes.section):
                if name := part.attributes.pop(TAG_NAME, ""):
                    mark(part, ApiObject(kind="tag", spec=spec.key, name=name, own=False))
        if tag:
            self._note(ApiObject(kind="tag", spec=spec.key, name=tag))
        self._note_texts(texts, spec, build.srcdir)
        own = about_digest(reference, spec, tag)
        remember(self.env, self.env.docname, Dependencies.of(reference, spec, own, (), ()))

    def _handwritten(self, build: Build, metadata: dict[str, Any]) -> None:
        """Fill a page whose fields are written by hand: endpoint, samples, playground."""
        made = handwritten_operation(self.document, metadata, build.site.api, self.env.docname)
        if made is None:
            warn(
                Warn.OPENAPI_OPERATION,
                f"{metadata['api']!r} is no endpoint; write it as 'POST /path' or with a full URL",
                location=self._place("api"),
            )
            return
        spec, operation = made
        reference = ApiReference(api=build.site.api, specs={spec.key: spec})
        page = OperationPage(
            operation=operation,
            trees=OperationTrees(),
            examples=reference.examples(spec),
            api=build.site.api,
            config=self.config,
            spec=spec,
            mode=mode_of_page(metadata, build.site.api),
        )
        top, index = place_after_title(self.document)
        written = {
            node["component"]
            for node in self.document.findall(nodes.Element)
            if node.get("component") in (REQUEST, RESPONSE)
        }
        head = [*page.head(), *page.authorization(), *page.playground()]
        if not written:
            head += page.samples(response=False)
        top[index:index] = head


# A page with ``api: POST /path`` in its front matter: its fields are the operation.

TYPES = {
    "str": "string",
    "string": "string",
    "text": "string",
    "file": "string",
    "int": "integer",
    "integer": "integer",
    "float": "number",
    "number": "number",
    "bool": "boolean",
    "boolean": "boolean",
    "array": "array",
    "list": "array",
    "object": "object",
    "json": "object",
}
_ORIGIN = re.compile(r"([a-z]+://[^/?#]+)(.*)", re.IGNORECASE | re.DOTALL)


def handwritten_operation(
    document: nodes.document, metadata: Mapping[str, Any], api: Api, docname: str
) -> tuple[Specification, Operation] | None:
    """Return the operation that a page describes by its fields, or ``None``."""
    binding = read_binding(str(metadata.get("api", "")))
    if binding is None or binding.method == "WEBHOOK":
        return None
    servers, path = _address(binding.path, api)
    fields = [
        node for node in document.findall(nodes.container) if node.get("component") == "ParamField"
    ]
    parameters = []
    properties: dict[str, Any] = {}
    required: list[str] = []
    for field in fields:
        if _inside_field(field):
            continue
        attributes: dict[str, str] = field.get("component_attributes", {})
        place = next((p for p in ("path", "query", "header", "cookie") if attributes.get(p)), None)
        needed = attributes.get("required") == "true"
        if place:
            parameters.append(_parameter(attributes[place], place, attributes, needed=needed))
        elif name := attributes.get("body"):
            properties[name] = _schema(attributes)
            required += [name] if needed else []
    known = {parameter.name for parameter in parameters if parameter.place == "path"}
    parameters += [
        Parameter(name=name, place="path", required=True, schema={"type": "string"})
        for name in re.findall(r"\{([^{}]+)\}", path)
        if name not in known
    ]
    operation = Operation(
        spec=docname,
        method=binding.method,
        path=path,
        servers=servers,
        parameters=tuple(parameters),
        body=_body(properties, required),
        security=security_of_auth(auth) if (auth := _auth(metadata, api)) else (),
        pointer="#/paths",
    )
    document_of_page: dict[str, Any] = {}
    spec = Specification(
        key=docname,
        version="3.1.0",
        title="",
        description="",
        document=document_of_page,
        resolver=Resolver(document_of_page),
        operations=(operation,),
    )
    return spec, operation


def _address(text: str, api: Api) -> tuple[tuple[Server, ...], str]:
    """Return the servers and the path of an endpoint, which may be a full URL."""
    if is_external(text):
        match = _ORIGIN.fullmatch(safe_source(text) or "")
        if match:
            return (Server(url=match.group(1)),), match.group(2) or "/"
        return (), "/"
    path = text if text.startswith("/") else f"/{text}"
    return tuple(Server(url=url) for url in api.base_urls), path


def _auth(metadata: Mapping[str, Any], api: Api) -> Auth | None:
    """Return the authentication of a page: its own ``authMethod``, else that of docs.json."""
    match str(metadata.get("authMethod", "")).lower():
        case "bearer" | "basic" | "key" as own:
            name = api.auth.name if api.auth and api.auth.method == own else None
            return Auth(method=own, name=name)
        case "none":
            return None
        case _:
            return api.auth


def _inside_field(node: nodes.Element) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.get("component") in ("ParamField", "ResponseField"):
            return True
        parent = parent.parent
    return False


def _parameter(name: str, place: Any, attributes: Mapping[str, str], *, needed: bool) -> Parameter:
    return Parameter(
        name=name,
        place=place,
        required=needed or place == "path",
        deprecated=attributes.get("deprecated") == "true",
        style="form" if place in ("query", "cookie") else "simple",
        explode=place in ("query", "cookie"),
        schema=_schema(attributes),
    )


def _schema(attributes: Mapping[str, str]) -> dict[str, Any]:
    """Return the schema that the attributes of a field say."""
    written = attributes.get("type", "").strip().lower()
    word = re.split(r"[\s<|(\[]", written, maxsplit=1)[0]
    schema: dict[str, Any] = {"type": TYPES.get(word, "string")}
    if written.endswith("[]"):
        schema = {"type": "array", "items": {"type": TYPES.get(word, "string")}}
    if word == "file":
        schema["format"] = "binary"
    default = attributes.get("default") or attributes.get("initialValue")
    if default:
        schema["default"] = _value(default, schema["type"])
    elif attributes.get("placeholder"):
        schema["example"] = _value(attributes["placeholder"], schema["type"])
    return schema


def _value(text: str, kind: str) -> Any:
    """Return an attribute as a value of its type; what is none stays text."""
    try:
        if kind == "integer":
            return int(text)
        if kind == "number":
            return float(text)
    except ValueError:
        return text
    if kind == "boolean":
        return text.lower() == "true"
    return text


def _body(properties: dict[str, Any], required: list[str]) -> Body | None:
    if not properties:
        return None
    has_file = any(schema.get("format") == "binary" for schema in properties.values())
    schema = {"type": "object", "properties": properties, "required": required}
    name = "multipart/form-data" if has_file else "application/json"
    return Body(content=(MediaType(name=name, schema=schema, pointer="#/body"),), required=True)
