"""Puts operations, schemas and overviews on their pages, and decides when to read them again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_docsjson.base.nodes import free_id, give_id
from sphinx_docsjson.base.source_files import location_of_field
from sphinx_docsjson.build import Build, build_of, the_build
from sphinx_docsjson.components.families.audiences import agents_only
from sphinx_docsjson.ext.openapi.content.channels import OPERATION, ChannelPage
from sphinx_docsjson.ext.openapi.content.links import page_link
from sphinx_docsjson.ext.openapi.content.markdown import first_sentence, to_nodes
from sphinx_docsjson.ext.openapi.content.nodes import endpoint_node
from sphinx_docsjson.ext.openapi.content.overview import (
    TAG_NAME,
    OverviewPage,
    change_marks,
    change_sections,
    operation_list,
    own_changes,
)
from sphinx_docsjson.ext.openapi.content.page import RESPONSE_NAME, OperationPage, schema_nodes
from sphinx_docsjson.ext.openapi.content.playground import mode_of
from sphinx_docsjson.ext.openapi.content.texts import (
    PageTexts,
    text_nodes,
    texts_of_page,
    translated,
)
from sphinx_docsjson.ext.openapi.domain.known import (
    ApiObject,
    operation_object,
    response_lines,
    schema_object,
)
from sphinx_docsjson.ext.openapi.domain.roles import index_node, mark
from sphinx_docsjson.ext.openapi.model.api import (
    Body,
    MediaType,
    Operation,
    Parameter,
    Server,
    Specification,
)
from sphinx_docsjson.ext.openapi.model.operations import security_of_auth
from sphinx_docsjson.ext.openapi.pages.documents import (
    position_after_title,
    schema_title,
)
from sphinx_docsjson.ext.openapi.pages.downloads import part_of_description
from sphinx_docsjson.ext.openapi.pages.loading import report_new
from sphinx_docsjson.ext.openapi.pages.navigation import OperationGroup, groups_of
from sphinx_docsjson.ext.openapi.pages.reference import (
    ASYNCAPI,
    CHANGES,
    OPENAPI,
    OVERVIEW,
    SCHEMA,
    TAG,
    ApiReference,
    Binding,
    ChangesPage,
    DescribedApi,
    Subject,
    api_reference,
    digest_of,
    nearest_channels,
    not_found,
    read_binding,
    read_schema_binding,
)
from sphinx_docsjson.ext.openapi.reading.parse import json_of
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver, child
from sphinx_docsjson.ext.openapi.schema.fields import PageTrees
from sphinx_docsjson.ext.openapi.schema.fieldtree import Target, type_limit_of
from sphinx_docsjson.i18n import _
from sphinx_docsjson.pages.front_matter import DESCRIBED
from sphinx_docsjson.pages.headings import INCOMPLETE, says_the_same
from sphinx_docsjson.site.model import AUTH_METHODS, Api, Auth
from sphinx_docsjson.urls import is_external, safe_source
from sphinx_docsjson.warnings import Warn, remark, warn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


REQUEST, RESPONSE = "RequestExample", "ResponseExample"

_FRONT_MATTER = (nodes.field_list, nodes.docinfo, nodes.comment)

UNDESCRIBED = "dj-undescribed"
"""The class of what stands for an operation that no description has; ``serve`` looks for it."""


def reference_of_page(env: BuildEnvironment) -> ApiReference | None:
    """Return the APIs that the page being read may show; ``None``: its tags are plain text."""
    build = build_of(env.config)
    is_markdown = str(env.doc2path(env.docname)).endswith(".md")
    if build is None or (is_markdown and not env.config.docsjson_tags_in_md):
        return None
    return api_reference(build)


class BindPages(SphinxTransform):
    """Fill the pages that name an operation, a schema or an endpoint in their front matter.

    It runs before Sphinx looks up translations (priority 20), and translates these texts itself.
    """

    default_priority = 5

    def apply(self, **kwargs: Any) -> None:
        """Fill the page, if it is bound to something."""
        reference = reference_of_page(self.env)
        if reference is None:
            return
        build = the_build(self.config)
        metadata = self.env.metadata[self.env.docname]
        if any(map(metadata.get, (OPENAPI, ASYNCAPI, CHANGES, SCHEMA, OVERVIEW, TAG))):
            match reference.bound(metadata, self.env.docname):
                case None:
                    self._unknown(reference, metadata)
                case api, Operation() as operation:
                    self._operation(build, api, operation, metadata)
                case api, Target() as target:
                    self._schema(build, api, target, metadata)
                case api, ChangesPage() as subject:
                    self._changes(api, subject, metadata)
                case api, str() as tag:
                    self._about(build, api, tag, metadata)
        elif metadata.get("api"):
            self._handwritten(build, metadata)
        self._name_files(build, reference)

    def _name_files(self, build: Build, reference: ApiReference) -> None:
        """Give nodes the full path of their specification: Sphinx reads a source from the cwd."""
        files = {key: str(build.srcdir / key) for key in reference.known if "://" not in key}
        for node in self.document.findall(nodes.Element) if reference.known else ():
            if node.source in reference.known:
                node.source = files.get(node.source, node.source)
                if isinstance(node, nodes.TextElement) and not isinstance(node, nodes.Inline):
                    node["translatable"] = False

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

    def _operation(
        self, build: Build, api: DescribedApi, operation: Operation, metadata: dict[str, Any]
    ) -> None:
        spec = api.spec
        texts = texts_of_page(self.env)
        with spec.resolver.recording() as refs:
            trees = api.trees_of(operation)
            kind = OperationPage if operation.channel is None else ChannelPage
            page = kind(
                operation=translated(api.with_defaults(operation), texts),
                trees=translated(trees, texts),
                api=api,
                config=self.config,
                mode=mode_of(metadata.get("playground"), api.settings),
                translate=texts.markdown,
            )
            if operation.deprecated:
                metadata.setdefault("deprecated", "true")
            responses = self._fill(page, metadata, described=bool(metadata.get("description")))
        own = api.page_of(operation) == self.env.docname
        known = operation_object(operation, trees, spec.schema_names, own=own)
        self._note(replace(known, responses=response_lines(responses)))
        self._note_texts(texts, spec, build.srcdir)
        if api.settings.in_twins and api.download:
            pointers = (*refs, *trees.refs)
            self.document.append(description_node(api, api.download.label, operation, pointers))
        remember(self.env, api, operation, (*refs, *trees.refs), trees.targets)
        report_new(spec, build.srcdir)

    def _note(self, known: ApiObject) -> None:
        """Let roles, the search and the index find what the page shows."""
        top, index = position_after_title(self.document)
        if isinstance(top, nodes.section):
            mark(top, known)
            top.insert(index, index_node(known, top["ids"][0]))

    def _unknown(self, reference: ApiReference, metadata: dict[str, Any]) -> None:
        """Show what front matter alone says, and tell the author what is missing.

        A description that was not read has been reported; that its content is missing is not a
        mistake.
        """
        text = str(metadata.get(OPENAPI) or "")
        self._undescribed(read_binding(text) if text else None, reference.settings)
        where = f"{', '.join(sorted(reference.unread))} is not read"
        if text and (binding := read_binding(text)):
            fields: tuple[str, ...] = (OPENAPI,)
            message = not_found(reference.specs, binding, self.env.docname)
            missed = reference.misses(binding.spec, self.env.docname)
            short = replace(binding, spec=None)
            remains = f"only the method and the path of {str(short)!r} are shown: {where}"
        elif text:
            hint = "write it as 'GET /path', 'file.yaml GET /path' or 'webhook name'"
            message = f"no API description has the operation {text!r} ({hint})"
            warn(Warn.OPENAPI_OPERATION, message, location=self._place(OPENAPI))
            return
        elif metadata.get(ASYNCAPI):
            fields, channel = (ASYNCAPI,), str(metadata[ASYNCAPI])
            near = nearest_channels(reference.specs, channel)
            hint = f"did you mean {' or '.join(near)}?" if near else "write 'file.yaml channel'"
            message = f"no AsyncAPI description has the channel {channel!r} ({hint})"
            missed = reference.misses(None, self.env.docname)
            remains = f"the channel {channel!r} is not shown: {where}"
        elif metadata.get(CHANGES):
            fields, file = (CHANGES,), str(metadata[CHANGES])
            hint = "name one whose entry in docs.json has 'since'"
            message = f"no API description {file!r} is compared with an older one ({hint})"
            missed, remains = (
                reference.misses(file, self.env.docname),
                f"nothing is listed: {where}",
            )
        elif metadata.get(SCHEMA):
            fields, named = (SCHEMA,), read_schema_binding(str(metadata[SCHEMA]))
            name = named[1] if named else metadata[SCHEMA]
            message = f"no API description has the schema {name!r}"
            missed = reference.misses(named[0] if named else None, self.env.docname)
            remains = f"the schema {name!r} is not shown: {where}"
        else:
            fields, name = (OVERVIEW, TAG), metadata.get(OVERVIEW) or metadata.get(TAG)
            known = f"API descriptions: {', '.join(reference.known) or 'none was found'}"
            message = f"no API description or tag is called {name!r} ({known})"
            missed, remains = reference.waits, f"{name!r} is not shown: {where}"
        if missed:
            metadata[INCOMPLETE] = ""
            remark(Warn.OPENAPI_REMAINS, remains, location=self._place(*fields))
        else:
            warn(Warn.OPENAPI_OPERATION, message, location=self._place(*fields))

    def _undescribed(self, binding: Binding | None, settings: Api) -> None:
        """Show the method and the path that the page names; ``serve`` tells of the mark."""
        top, index = position_after_title(self.document)
        while index < len(top.children) and isinstance(top[index], _FRONT_MATTER):
            index += 1  # content that does not come first is shown to readers
        if binding is None:
            top.insert(index, nodes.container(classes=[UNDESCRIBED]))
            return
        base = settings.base_urls[0] if settings.base_urls else ""
        base = "" if binding.method == "WEBHOOK" else base
        head = endpoint_node(binding.method, binding.path, base)
        head["classes"].append(UNDESCRIBED)
        top.insert(index, head)

    def _place(self, *fields: str) -> tuple[str, int]:
        """Return the place of the first of *fields* in the front matter of the page."""
        return location_of_field(self.env, self.env.docname, *fields)

    def _fill(
        self, page: OperationPage, metadata: dict[str, Any], *, described: bool
    ) -> dict[str, str]:
        """Put the head before the page's own text, and the sections after it.

        :returns: response → its anchor.
        """
        top, index = position_after_title(self.document)
        changed = page.api.changes_of(page.operation)
        since = page.api.changes.since if page.api.changes else ""
        head = [*page.endpoint(), *page.playground(), *change_marks(changed, since), *page.head()]
        if not described and page.operation.about:
            head += self._described(page.operation.about, page.description(), metadata)
        written = self._written()
        head += page.samples(request=REQUEST not in written, response=RESPONSE not in written)
        top[index:index] = head
        if not self.config.docsjson_openapi_content:
            top += page.content()
        sections = [*page.sections(), *own_changes(changed, since, page.api.changes_page)]
        responses = self._add_sections(top, sections)
        for section in (part for each in sections for part in each.findall(nodes.section)):
            if known := section.attributes.pop(OPERATION, None):
                name = f"{known.action.upper()} {page.operation.path}"
                found = ApiObject(
                    kind="operation",
                    spec=page.operation.spec,
                    name=name,
                    operation_id=known.name,
                    own=False,
                )
                mark(section, found)
        return responses

    def _written(self) -> set[str]:
        """Return which examples the author of the page wrote."""
        found = {node.get("component") for node in self.document.findall(nodes.Element)}
        return found & {REQUEST, RESPONSE}

    def _described(
        self, text: str, description: list[nodes.Node], metadata: dict[str, Any]
    ) -> list[nodes.Node]:
        """Return the *description* of the page; its first paragraph is the lead.

        A paragraph that says no more than the title is omitted.
        """
        metadata["description"] = first_sentence(text)
        self.document[DESCRIBED] = True
        title = position_after_title(self.document)[0][0].astext()
        if description and says_the_same(description[0].astext(), title):
            description = description[1:]
        if description and isinstance(description[0], nodes.paragraph):
            description[0]["classes"].append("dj-lead")
        return description

    def _add_sections(self, top: nodes.Element, sections: list[nodes.section]) -> dict[str, str]:
        """Add sections, with free ids of their own and of the tabs in them.

        :returns: response → its anchor.
        """
        responses: dict[str, str] = {}
        for section in sections:
            for node in section.findall(nodes.Element):
                wanted = node["ids"]
                node["ids"] = []
                for name in wanted:
                    give_id(self.document, node, free_id(self.document, name))
                if response := node.attributes.pop(RESPONSE_NAME, ""):
                    responses.setdefault(response, node["ids"][0])
            top.append(section)
        return responses

    def _schema(
        self, build: Build, api: DescribedApi, target: Target, metadata: dict[str, Any]
    ) -> None:
        spec, texts = api.spec, texts_of_page(self.env)
        original = api.trees_of(target)
        root = translated(original, texts).root
        top, index = position_after_title(self.document)
        if not metadata.get("description") and root.description:
            text = root.description
            top[index:index] = self._described(text, to_nodes(text, spec.key), metadata)
            root = replace(root, description="")
        name = schema_title(target)
        top += schema_nodes(root, api, name)
        self._add_sections(top, users_section(api, target, texts))
        if api.changes is not None:
            listed = api.changes_of(target)
            self._add_sections(top, own_changes(listed, api.changes.since, api.changes_page))
        self._note(schema_object(spec.key, name, original.root, spec.schema_names))
        self._note_texts(texts, spec, build.srcdir)
        remember(self.env, api, target, original.refs, original.targets)
        report_new(spec, build.srcdir)

    def _about(self, build: Build, api: DescribedApi, tag: str, metadata: dict[str, Any]) -> None:
        """Fill a page about a specification or a tag; what its author wrote is first."""
        spec, texts = api.spec, texts_of_page(self.env)
        if label := api.reference.labels.get(self.env.docname):
            metadata["sidebarTitle"] = label
        top, index = position_after_title(self.document)
        content, sections = overview_content(api, tag, texts)
        if not metadata.get("description") and index == len(top.children):
            content = self._described(described_by(content), content, metadata)
        top += content
        self._add_sections(top, sections)
        for section in sections:
            for part in section.findall(nodes.section):
                if name := part.attributes.pop(TAG_NAME, ""):
                    mark(part, ApiObject(kind="tag", spec=spec.key, name=name, own=False))
        if tag:
            self._note(ApiObject(kind="tag", spec=spec.key, name=tag))
        self._note_texts(texts, spec, build.srcdir)
        remember(self.env, api, tag)

    def _changes(self, api: DescribedApi, subject: ChangesPage, metadata: dict[str, Any]) -> None:
        """Fill the page that lists what is different since an older description."""
        if label := api.reference.labels.get(self.env.docname):
            metadata["sidebarTitle"] = label
        assert api.changes is not None
        top, _index = position_after_title(self.document)

        def page_of(owner: tuple[str, str]) -> str | None:
            if owner[0] != "SCHEMA":
                return api.operations.get(owner)
            pointer = child("#/components/schemas", owner[1])
            return api.schemas.get(Target(pointer=pointer))

        content, sections = change_sections(api.changes, page_of)
        top += content
        self._add_sections(top, sections)
        remember(self.env, api, subject)

    def _handwritten(self, build: Build, metadata: dict[str, Any]) -> None:
        """Fill a page whose fields are written by hand: endpoint, samples, playground."""
        made = handwritten_operation(self.document, metadata, build.site.api, self.env.docname)
        if made is None:
            self._undescribed(None, build.site.api)
            warn(
                Warn.OPENAPI_OPERATION,
                f"{metadata['api']!r} is not an endpoint; write it as 'POST /path' or with a full "
                "URL",
                location=self._place("api"),
            )
            return
        spec, operation = made
        page = OperationPage(
            operation=operation,
            trees=PageTrees(),
            api=ApiReference(settings=build.site.api).add(spec),
            config=self.config,
            mode=mode_of(metadata.get("playground"), build.site.api),
        )
        top, index = position_after_title(self.document)
        head = [*page.endpoint(), *page.playground(), *page.head(), *page.authorization()]
        if not self._written():
            head += page.samples(response=False)
        top[index:index] = head


# A page with ``api: POST /path`` in its front matter: its fields are the operation.

TYPES = {
    **dict.fromkeys(("str", "string", "text", "file"), "string"),
    **dict.fromkeys(("int", "integer"), "integer"),
    **dict.fromkeys(("float", "number"), "number"),
    **dict.fromkeys(("bool", "boolean"), "boolean"),
    **dict.fromkeys(("array", "list"), "array"),
    **dict.fromkeys(("object", "json"), "object"),
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
        _parameter(name, "path", {}, needed=True)
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
    own = AUTH_METHODS.get(str(metadata.get("authMethod", "")).strip().lower())
    if own == "none":
        return None
    if own is None or (api.auth is not None and api.auth.method == own):
        return api.auth
    return Auth(method=own)


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
        # Made values are known by the place of their schema.
        schema_pointer=child("#/parameters", place, name),
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


# What each page shows of a specification, to read the page again when that changes.

ATTRIBUTE = "docsjson_api_pages"


@dataclass(frozen=True, kw_only=True)
class Dependencies:
    """What a page shows of a specification.

    :param own: a digest of what the page is about.
    :param digest: of all that it refers to, as it was when the page was read.
    :param files: the digest of the files, to see at once when nothing changed.
    :param around: a digest of the settings, and of where the links of the page lead.
    """

    key: str
    own: str
    refs: tuple[str, ...]
    digest: str
    files: str
    targets: tuple[Target, ...]
    around: str


def pages_of(env: BuildEnvironment) -> dict[str, Dependencies]:
    """Return the dependencies of the pages of an environment."""
    if not hasattr(env, ATTRIBUTE):
        setattr(env, ATTRIBUTE, {})
    pages: dict[str, Dependencies] = getattr(env, ATTRIBUTE)
    return pages


def remember(
    env: BuildEnvironment,
    api: DescribedApi,
    subject: Subject,
    refs: Iterable[str] = (),
    targets: tuple[Target, ...] = (),
) -> None:
    """Keep what the page that was just made depends on."""
    unique = tuple(sorted(set(refs)))
    pages_of(env)[env.docname] = Dependencies(
        key=api.spec.key,
        own=_own_digest(api, subject),
        refs=unique,
        digest=api.digest_of(unique),
        files=api.digest,
        targets=targets,
        around=_digest_around(api, targets),
    )


def _own_digest(api: DescribedApi, subject: Subject) -> str:
    if isinstance(subject, Target):
        users = api.users.get(subject.pointer)
        named = [(o.key, o.title, api.page_of(o)) for o in users.operations] if users else []
        others = [(p, api.schemas.get(Target(pointer=p))) for p in users.schemas] if users else []
        return digest_of([api.own_digest(subject), named, others])
    return overview_digest(api, subject) if isinstance(subject, str) else api.own_digest(subject)


def users_section(api: DescribedApi, target: Target, texts: PageTexts) -> list[nodes.section]:
    """Return the section that leads from a schema to what uses it; none, where nothing does."""
    users = api.users.get(target.pointer)
    if users is None:
        return []
    content = operation_list(_translated_operations(users.operations, texts), api.operations)
    if users.schemas:
        line = nodes.paragraph("", f"{_('Part of')}: ", translatable=False)
        for number, pointer in enumerate(users.schemas):
            name = schema_title(Target(pointer=pointer))
            docname = api.schemas.get(Target(pointer=pointer))
            line += [nodes.Text(", ")] if number else []
            line.append(page_link(docname, name) if docname else nodes.literal(name, name))
        content.append(line)
    text = str(_("Used by"))
    title = nodes.title(text, text, translatable=False)
    return [nodes.section("", title, *content, ids=["used-by"], classes=["dj-api-part"])]


def _digest_around(api: DescribedApi, targets: tuple[Target, ...]) -> str:
    """Return a digest of the settings, of where links lead, and of which types become links."""
    limit = type_limit_of(len(api.spec.operations))
    return digest_of([repr(api.settings), limit, *(api.schemas.get(target) for target in targets)])


def description_node(
    api: DescribedApi, label: str, operation: Operation, pointers: Iterable[str]
) -> agents_only:
    """Return the part of a description that a page is made of, for its Markdown twin."""
    part = part_of_description(api.spec, operation, pointers)
    text = json_of(part, 2)
    block = nodes.literal_block(text, text, language="json", translatable=False)
    return agents_only("", nodes.rubric("", label), block)


def find_changed_pages(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages that show something that is different now."""
    reference, pages = api_reference(the_build(app.config)), pages_of(env)
    return [
        docname
        for docname in env.found_docs
        if not _holds(pages.get(docname), reference.bound(env.metadata.get(docname, {}), docname))
    ]


def _holds(needs: Dependencies | None, bound: tuple[DescribedApi, Subject] | None) -> bool:
    """Whether a page still shows what its specification says; nothing, where it names nothing."""
    if needs is None or bound is None:
        return needs is None and bound is None
    api, subject = bound
    if needs.key != api.spec.key or needs.around != _digest_around(api, needs.targets):
        return False
    if needs.files == api.digest and isinstance(subject, Operation):
        return True
    return needs.own == _own_digest(api, subject) and needs.digest == api.digest_of(needs.refs)


def forget_dependencies(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Forget a page that is read again or removed."""
    pages_of(env).pop(docname, None)


def merge_dependencies(
    app: Sphinx, env: BuildEnvironment, docnames: Iterable[str], other: BuildEnvironment
) -> None:
    """Take over what another process read."""
    theirs = pages_of(other)
    pages_of(env).update({name: theirs[name] for name in docnames if name in theirs})


# Fills the pages about a whole specification, and about one of its tags.

Content = tuple[list[nodes.Node], list[nodes.section]]


def overview_content(api: DescribedApi, tag: str, texts: PageTexts) -> Content:
    """Return what is at the top of the page, and its sections."""
    page = OverviewPage(
        spec=_translated_specification(api.spec, texts),
        groups=[_translated_group(group, texts) for group in groups_of(api.spec)],
        operations=api.operations,
        tags={name: docname for name, docname in api.tags.items() if name},
        leads=api.choice.tags != "none",
        file=(api.download.label, api.download.path) if api.download else None,
        own_page=api.own_page,
    )
    return page.tag(tag) if tag else page.whole()


def overview_digest(api: DescribedApi, tag: str) -> str:
    """Return a digest of what such a page shows."""
    spec = api.spec
    shown: list[Any] = [
        tag,
        spec.title,
        repr(spec.info),
        repr((spec.tags, spec.tag_groups, spec.external_docs)),
        [(o.key, o.title, o.path, o.tags, o.hidden, api.page_of(o)) for o in spec.every_operation],
        list(api.tags.items()),
        repr(api.download),
        api.choice.tags,
        [
            api.own_page(docs.url)
            for docs in (spec.external_docs, *(each.external_docs for each in spec.tags))
            if docs
        ],
        api.reference.labels.get(api.tags.get(tag, "")),
    ]
    if not tag:
        shown.append(repr((spec.servers, spec.security, spec.security_schemes)))
    return digest_of(shown)


def _translated_specification(spec: Specification, texts: PageTexts) -> Specification:
    if texts.idle:
        return spec
    return replace(
        spec,
        info=translated(spec.info, texts),
        servers=translated(spec.servers, texts),
        security_schemes=translated(dict(spec.security_schemes), texts),
        tags=tuple(
            replace(tag, title=texts.plain(tag.title) if tag.title else texts.plain(tag.name))
            for tag in translated(spec.tags, texts)
        ),
        external_docs=translated(spec.external_docs, texts),
    )


def _translated_group(group: OperationGroup, texts: PageTexts) -> OperationGroup:
    if texts.idle:
        return group
    return replace(
        group,
        title=texts.plain(group.title),
        operations=_translated_operations(group.operations, texts),
        groups=[_translated_group(inner, texts) for inner in group.groups],
    )


def _translated_operations(operations: Iterable[Operation], texts: PageTexts) -> list[Operation]:
    return [
        replace(each, summary=texts.plain(each.summary)) if each.summary else each
        for each in operations
    ]


def described_by(content: Sequence[nodes.Node]) -> str:
    """Return the text that says what the page is about: its first paragraph."""
    first = content[0] if content else None
    return first.astext() if isinstance(first, nodes.paragraph) else ""
