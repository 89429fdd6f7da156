"""Operations, schemas and tags that directives embed in any page, as nodes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx_design.shared import create_component

from sphinx_docsjson.base.files import relative_path, slug
from sphinx_docsjson.base.near_names import near_name, near_names
from sphinx_docsjson.base.nodes import free_id, give_id
from sphinx_docsjson.build import build_of
from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.families.side_examples import code_group, side_example
from sphinx_docsjson.ext.openapi.content.examples import as_nodes, example_group
from sphinx_docsjson.ext.openapi.content.markdown import to_nodes
from sphinx_docsjson.ext.openapi.content.overview import operation_list
from sphinx_docsjson.ext.openapi.content.page import RESPONSE_NAME, OperationPage, schema_nodes
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
from sphinx_docsjson.ext.openapi.model.api import Operation, Specification
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.pages.documents import schema_title
from sphinx_docsjson.ext.openapi.pages.loading import report, report_new
from sphinx_docsjson.ext.openapi.pages.navigation import groups_of
from sphinx_docsjson.ext.openapi.pages.reference import (
    ApiReference,
    DescribedApi,
    find_operation,
    find_schema,
    known_reference,
    nearest,
    read_binding,
    tag_names,
)
from sphinx_docsjson.ext.openapi.reading.bundle import DATA_SUFFIXES
from sphinx_docsjson.ext.openapi.reading.overlays import OverlayChoice
from sphinx_docsjson.ext.openapi.reading.parse import key_named, normal_key
from sphinx_docsjson.ext.openapi.reading.specifications import load, reader
from sphinx_docsjson.ext.openapi.schema.fields import PageTrees
from sphinx_docsjson.ext.openapi.schema.fieldtree import Field, Target, anchored
from sphinx_docsjson.i18n import _
from sphinx_docsjson.site.model import Api
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment


class api_part(nodes.General, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """The place of a directive, until the whole page is read.

    ``kind`` is what it shows, ``target`` what its argument says; ``file``, ``title``, ``choice``,
    ``examples`` and ``generated`` are its options.
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
        kind = place["kind"]
        if kind == "file":
            parts = self._parts(place, known[0])
            yield from self._file(place, parts)
            self._finish(parts)
            return
        target = " ".join(str(place["target"]).split())
        found = _found(kind, target, known)
        if found is None and " " in target and not place["file"]:
            word, _space, rest = target.partition(" ")
            found = _found(kind, rest, [api for api in known if key_named(api.spec.key, word)])
        if found is None:
            near = _near(kind, target, [api.spec for api in known])
            files = ", ".join(api.spec.key for api in known)
            hint = f"did you mean {' or '.join(near)}?" if near else f"API descriptions: {files}"
            message = f"no API description has the {kind} {target!r} ({hint})"
            warn(Warn.OPENAPI_DIRECTIVE, message, location=place)
            return
        api, what = found
        _depend(self.env, api.spec)
        parts = self._parts(place, api)
        if kind == "operation":
            yield from parts.operation(what, place["title"])
        elif kind == "schema":
            yield from parts.schema(what, place["title"])
        else:
            tagged = [each for each in api.spec.every_operation if what in each.tags]
            if not place["full"]:
                yield from parts.tag_list(tagged)
            for operation in tagged if place["full"] else ():
                yield from parts.operation(operation)
        self._finish(parts)

    def _named(self, place: api_part) -> list[DescribedApi]:
        """Return the API that a directive names, or those of the site."""
        name = place["file"]
        if name:
            found = named_api(self.env, name, place["encoding"])
            known = [found] if found else []
            message = f"the OpenAPI file {name!r} cannot be read; nothing is shown here"
        else:
            site = reference_of(self.env)
            known = list(site.known.values()) if site is not None else []
            message = "docs.json names no OpenAPI file; name one with ':file:'"
        if not known:
            warn(Warn.OPENAPI_DIRECTIVE, message, location=place)
        return known

    def _file(self, place: api_part, parts: ApiParts) -> Iterator[nodes.Node]:
        choice: OperationChoice = place["choice"]
        operations, problems = chosen(parts.api.spec.operations, choice)
        for problem in problems:
            warn(Warn.OPENAPI_DIRECTIVE, problem, location=place)
        if not (choice.paths or choice.include or choice.methods):
            operations += parts.api.spec.webhooks
        if choice.grouped and any(operation.tags for operation in operations):
            yield from parts.groups(operations)
        else:
            for operation in operations:
                yield from parts.operation(operation)

    def _parts(self, place: api_part, api: DescribedApi) -> ApiParts:
        return ApiParts(
            document=self.document,
            config=self.config,
            texts=texts_of_page(self.env),
            api=api,
            sections=isinstance(place.parent, nodes.section | nodes.document),
            noted=not place["no-index"],
            examples=place["examples"],
            generated=place["generated"],
        )

    def _finish(self, parts: ApiParts) -> None:
        srcdir = Path(self.env.srcdir)
        if parts.texts.found is not None:
            self.document.extend(text_nodes(parts.texts, parts.api.spec, srcdir))
        report_new(parts.api.spec, srcdir)

    def _name_files(self, top: nodes.Node) -> None:
        """Give nodes the full path of the file that they come from, which they have as a key."""
        for node in top.findall(nodes.Element):
            if node.source and "://" not in node.source and not os.path.isabs(node.source):
                node.source = os.path.normpath(os.path.join(self.env.srcdir, node.source))
                if isinstance(node, nodes.TextElement) and not isinstance(node, nodes.Inline):
                    node["translatable"] = False


def _found(
    kind: str, target: str, known: Iterable[DescribedApi]
) -> tuple[DescribedApi, Any] | None:
    """Return the operation, the pointer of the schema, or the tag that *target* names."""
    for api in known:
        what: Any
        if kind == "operation":
            what = _operation(target, api.spec)
        elif kind == "schema":
            what = (find_schema([api.spec], None, target) or (None, None))[1]
        else:
            what = target if target in tag_names(api.spec) else None
        if what is not None:
            return api, what
    return None


def _operation(target: str, spec: Specification) -> Operation | None:
    binding = read_binding(target)
    if binding is not None and binding.spec is None:
        found = find_operation([spec], binding)
        return found[1] if found else None
    return next((o for o in spec.every_operation if o.operation_id == target), None)


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


# Operations, schemas and tags as parts of a page that is about more than one of them.


@dataclass(frozen=True, kw_only=True)
class ApiParts:
    """Makes the parts of one page.

    :param sections: whether sections may be where the parts go.
    :param noted: whether what is shown can be named by roles.
    :param examples: whether requests and responses have examples.
    :param generated: whether examples are made where the file gives none.
    """

    document: nodes.document
    config: Any
    texts: PageTexts
    api: DescribedApi
    sections: bool = True
    noted: bool = True
    examples: bool = False
    generated: bool = True

    def operation(self, operation: Operation, title: str = "") -> list[nodes.Node]:
        """Return an operation with all that it is asked to show."""
        text = title or self.texts.plain(operation.title)
        word = "webhook" if operation.kind == "webhook" else operation.method
        name = operation.operation_id or f"{word} {operation.path}"
        part = self._part(text, slug(name, "operation"))
        anchor = part["ids"][0]
        trees = anchored_trees(self.api.maker.trees(operation), anchor)
        page = OperationPage(
            operation=translated(self.api.with_defaults(operation), self.texts),
            trees=translated(trees, self.texts),
            api=self.api,
            config=self.config,
            mode="simple",
            generate=self.generated,
            translate=self.texts.markdown,
        )
        part += [*page.endpoint(), *page.head(), *page.description()]
        responses: dict[str, str] = {}
        for section in page.sections():
            part += self._flat(section, anchor, responses)
        part += self._examples(page) if self.examples else ()
        known = operation_object(operation, trees, self.api.spec.schema_names, own=False)
        self._note(part, replace(known, responses=response_lines(responses)))
        return [part]

    def _examples(self, page: OperationPage) -> Iterator[nodes.Node]:
        """Yield the request and the responses as code among the text."""
        sides = (
            (_("Request"), page.samples(response=False)),
            (_("Response"), page.samples(request=False)),
        )
        for title, groups in sides:
            for group in groups:
                yield _rubric(str(title))
                yield among_text(group)

    def _flat(
        self, section: nodes.section, prefix: str, responses: dict[str, str]
    ) -> Iterator[nodes.Node]:
        """Yield a section of an operation without making it an entry of the page's contents.

        :param responses: is given the anchor of each response.
        """
        for node in section.children:
            if isinstance(node, nodes.title):
                yield _rubric(node.astext(), *self._ids(section, prefix))
            elif isinstance(node, nodes.section):
                yield from self._flat(node, prefix, responses)
            elif isinstance(node, side_example):
                yield from [among_text(node)] if self.examples else []
            else:
                for inner in node.findall(nodes.Element):
                    names, inner["ids"] = self._ids(inner, prefix), []
                    for name in names:
                        give_id(self.document, inner, name)
                    if response := inner.attributes.pop(RESPONSE_NAME, ""):
                        responses.setdefault(response, inner["ids"][0])
                yield node

    def _ids(self, node: nodes.Element, prefix: str) -> list[str]:
        return [free_id(self.document, f"{prefix}-{name}") for name in node["ids"]]

    def schema(self, pointer: str, title: str = "") -> list[nodes.Node]:
        """Return a schema with its fields."""
        target = Target(pointer=pointer)
        shown = schema_title(target)
        part = self._part(title or shown, slug(shown, "schema"))
        root = translated(anchored(self.api.maker.trees(target).root, part["ids"][0]), self.texts)
        part += to_nodes(root.description, self.api.spec.key)
        part += schema_nodes(replace(root, description=""), self.api, shown)
        spec = self.api.spec
        self._note(part, schema_object(spec.key, shown, root, spec.schema_names, own=False))
        return [part]

    def tag_list(self, operations: Sequence[Operation]) -> list[nodes.Node]:
        """Return a list of operations that leads to them."""
        shown = [replace(each, summary=self.texts.plain(each.summary)) for each in operations]
        return operation_list(shown, self.api.operations)

    def groups(self, operations: Sequence[Operation]) -> Iterator[nodes.Node]:
        """Yield a section for each tag, with its operations."""
        webhooks = tuple(each for each in operations if each.kind == "webhook")
        others = tuple(each for each in operations if each.kind != "webhook")
        spec = self.api.spec
        some = replace(spec, operations=others, webhooks=webhooks, tag_groups=())
        for group in groups_of(some):
            for each in group.walk():
                if not each.operations:
                    continue
                part = self._part(self.texts.plain(each.title), slug(each.title, "tag"))
                if each.tag:
                    about = self.texts.markdown(spec.tag(each.tag).description)
                    part += to_nodes(about, spec.key)
                    tag = ApiObject(kind="tag", spec=spec.key, name=each.tag, own=False)
                    self._note(part, tag)
                for operation in each.operations:
                    part += self.operation(operation)
                yield part

    def _part(self, text: str, wanted: str) -> nodes.Element:
        """Return a section, or what stands for one where none may be."""
        anchor = free_id(self.document, wanted)
        if self.sections:
            heading = nodes.title(text, text, translatable=False)
            part: nodes.Element = nodes.section("", heading)
        else:
            part = nodes.container("", _rubric(text, heading=True))
        give_id(self.document, part, anchor)
        return part

    def _note(self, part: nodes.Element, known: ApiObject) -> None:
        if self.noted:
            anchor = part["ids"][0]
            mark(self.document, known, anchor)
            part.insert(1, index_node(known, anchor))


def among_text(group: nodes.Node) -> nodes.Node:
    """Return a group of examples as code that is among the text, not beside it."""
    made = as_nodes(group) if isinstance(group, example_group) else group
    node: Any = create_component("dj-codegroup", ["dj-code-group"], children=made.children)
    node = become(node, code_group)
    node.attributes.update({"component": "CodeGroup", "component_attributes": {}})
    return node  # type: ignore[no-any-return]  # a node may become any class


def _rubric(text: str, *ids: str, heading: bool = False) -> nodes.rubric:
    classes = ["dj-heading" if heading else "dj-fields-heading"]
    return nodes.rubric(text, text, classes=classes, ids=list(ids), translatable=False)


# Field trees whose anchors begin with a word, so that many can be on one page. Pure.


def anchored_trees(trees: PageTrees, prefix: str) -> PageTrees:
    """Return the trees of an operation with such anchors; those that are one stay one."""
    made: dict[int, Field] = {}

    def once(tree: Field) -> Field:
        if id(tree) not in made:
            made[id(tree)] = anchored(tree, prefix)
        return made[id(tree)]

    return replace(
        trees,
        parameters={name: once(tree) for name, tree in trees.parameters.items()},
        contents={name: once(tree) for name, tree in trees.contents.items()},
        headers={name: tuple(map(once, found)) for name, found in trees.headers.items()},
    )


# Which operations a directive shows, and in which order. Pure.


@dataclass(frozen=True, kw_only=True)
class OperationChoice:
    """What a directive asks for.

    :param paths: the paths to show; nothing: all of them.
    :param include: patterns of more paths; nothing: none.
    :param exclude: patterns of paths that are omitted.
    :param methods: the methods to show; nothing: all of them.
    :param grouped: whether there is a section for each tag.
    """

    paths: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    grouped: bool = False


def chosen(
    operations: Sequence[Operation], choice: OperationChoice
) -> tuple[list[Operation], list[str]]:
    """Return the operations that are shown, and what is wrong with the choice, a line each.

    Paths and patterns work as in sphinxcontrib-openapi: a pattern matches the start of a path, and
    paths are in the order in which they are listed.
    """
    known = list(dict.fromkeys(operation.path for operation in operations))
    problems = []
    paths: dict[str, None] = {}
    for path in choice.paths:
        if path in known:
            paths[path] = None
        else:
            near = near_name(path, known)
            hint = f" (did you mean {near}?)" if near else ""
            problems.append(f"the file has no path {path!r}{hint}")
    patterns, wrong = compiled(choice.include)
    excluded, also_wrong = compiled(choice.exclude)
    paths.update(dict.fromkeys(path for path in known if _fits(patterns, path)))
    if not choice.paths and not choice.include:
        paths = dict.fromkeys(known)
    methods = {method.upper() for method in choice.methods}
    found = [
        operation
        for path in paths
        if not _fits(excluded, path)
        for operation in operations
        if operation.path == path and (not methods or operation.method in methods)
    ]
    return found, [*problems, *wrong, *also_wrong]


def compiled(patterns: Iterable[str]) -> tuple[list[re.Pattern[str]], list[str]]:
    """Return patterns that can be asked, and what is wrong with the others."""
    found, wrong = [], []
    for pattern in patterns:
        try:
            found.append(re.compile(pattern))
        except re.error as error:
            wrong.append(f"{pattern!r} is not a valid regular expression: {error}")
    return found, wrong


def _fits(patterns: Iterable[re.Pattern[str]], path: str) -> bool:
    return any(pattern.match(path) for pattern in patterns)


# The descriptions that directives name: those of the site, or any file beside a page.

ROOM = 600_000
"""How many bytes of fields an operation may take where its types can have no pages."""


Described = tuple[ApiReference, dict[tuple[str, str], DescribedApi | None]]
"""The APIs that directives of a build have read, which need no ``docs.json``: path and encoding →
the API, or nothing where the file cannot be read. What is in them has no pages of its own."""

_described: WeakKeyDictionary[Config, Described] = WeakKeyDictionary()


def reference_of(env: BuildEnvironment) -> ApiReference | None:
    """Return what the site says about its APIs, where there is one."""
    build = build_of(env.config)
    return known_reference(build)


def named_api(env: BuildEnvironment, name: str, encoding: str = "") -> DescribedApi | None:
    """Return the API that a directive names, and note that its page depends on the file.

    :param name: a path from the page, or from the source directory with a slash in front; or
        what a description of the site is called.
    :param encoding: of the file, where that is not UTF-8.
    """
    site, srcdir = reference_of(env), Path(env.srcdir)
    _relative, absolute = env.relfn2path(name)
    path = Path(os.path.normpath(absolute))
    key = relative_path(path, srcdir)
    if site is not None:
        own = key if path.is_file() else ""
        named = [each for each in (own, normal_key(name)) if each in site.known]
        named = named or [each for each in site.known if not own and key_named(each, name)]
        if named:
            api = site.known[named[0]]
            _depend(env, api.spec)
            return api
    if env.config not in _described:
        settings = site.settings if site is not None else Api()
        _described[env.config] = ApiReference(settings=settings), {}
    reference, known = _described[env.config]
    if (key, encoding) not in known:
        known[key, encoding] = _read(reference, path, srcdir, key, encoding)
    if found := known[key, encoding]:
        _depend(env, found.spec)
    else:
        env.note_dependency(key)
    return found


def _depend(env: BuildEnvironment, spec: Specification) -> None:
    keys = [spec.key, *spec.files]
    if any("://" in key for key in keys):
        env.note_reread()  # a change of a URL cannot be noticed
    for key in keys:
        if "://" not in key:
            env.note_dependency(os.path.normpath(key))
    if (build := build_of(env.config)) is not None:
        env.note_dependency(build.site.source_file)


def _read(
    reference: ApiReference, path: Path, srcdir: Path, key: str, encoding: str
) -> DescribedApi | None:
    """Read a file; what it refers to is in the source directory, or beside it."""
    outside = key.startswith("../")
    folder, name = (path.parent, path.name) if outside else (srcdir, key)
    encoding = encoding or "utf-8-sig"
    beside = (Path(name).with_name(file.name).as_posix() for file in path.parent.glob("*.*"))
    choice = OverlayChoice(
        folder,
        (other for other in beside if other.endswith(DATA_SUFFIXES)),
        reader(folder, None, encoding),
    )
    loaded = load(name, folder, overlays=choice.beside(name), encoding=encoding)
    report(loaded.problems, key, srcdir)
    if loaded.document is None:
        return None
    files = tuple(f"{key.removesuffix(name)}{file}" for file in loaded.files)
    api = reference.add(
        specification(loaded.document, key, loaded.source_pointers, files), loaded.digest
    )
    api.maker.room = ROOM
    return api
