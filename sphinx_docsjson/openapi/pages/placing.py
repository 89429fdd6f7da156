"""A site with operations → a site of pages only, and the documents that this takes. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.pages.binding import (
    Binding,
    find_operation,
    matching_specifications,
    nearest,
    read_binding,
)
from sphinx_docsjson.openapi.pages.document_names import (
    free_name,
    operation_names,
    operation_slug,
    slug,
)
from sphinx_docsjson.openapi.pages.grouping import OperationGroup, groups_of
from sphinx_docsjson.site.containers import Container, Kind, Node, OperationEntry, PageEntry
from sphinx_docsjson.site.model import Site
from sphinx_docsjson.site.place import Location

FOLDER = "api-reference"
TELLING = ("api-reference", "api", "reference", "rest")
"""The starts of URLs that tell where an API reference belongs."""

Key = tuple[str, str, str]
"""A specification, a method and a path."""


Label = Callable[[str, Specification], str]


@dataclass(kw_only=True)
class Placed:
    """Where operations went.

    :param pages: document → the operation that is generated there.
    :param folders: specification → the folder of its generated pages.
    :param unknown: what the navigation names and no specification has, with what was meant.
    """

    site: Site
    pages: dict[str, tuple[Specification, Operation]] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)
    unknown: list[tuple[Binding, list[str], Location | None]] = field(default_factory=list)


def with_operations(
    site: Site,
    specs: Sequence[Specification],
    bound: Mapping[str, str],
    named: Iterable[str],
    label: Label = lambda title, _spec: title,
) -> Placed:
    """Return *site* with a page for each operation that it names.

    :param specs: the specifications, in the order in which they are searched.
    :param bound: document → what its front matter says of its operation.
    :param named: the keys of the specifications that the configuration of the site names.
    :param label: a title of a specification → the label of its group; pages keep their names.
    """
    return _Placer(site, specs, bound, set(named), label).run()


class _Placer:
    def __init__(
        self,
        site: Site,
        specs: Sequence[Specification],
        bound: Mapping[str, str],
        named: set[str],
        label: Label,
    ) -> None:
        self.site = site
        self.label = label
        self.specs = specs
        self.named = named
        self.placed = Placed(site=site)
        self.taken: set[str] = set(bound)
        self.docnames: dict[Key, str] = {}
        self.used: set[str] = set()
        for docname, text in bound.items():
            binding = read_binding(text)
            found = find_operation(specs, binding) if binding else None
            if found:
                self.used.add(found[0].key)
                self.docnames.setdefault(_key(*found), docname)

    def run(self) -> Placed:
        """Replace operations by pages, then add the specifications that nobody bound."""
        root = self.container(self.site.navigation, (), self.site.navigation)
        rest = [spec for spec in self.specs if spec.key in self.named - self.used]
        for spec in rest:
            root = self.add_rest(root, spec, alone=len(rest) == 1)
        self.placed.site = replace(self.site, navigation=root)
        return self.placed

    def container(
        self, node: Container, ancestors: tuple[Container, ...], root: Container
    ) -> Container:
        """Return a container in which operations are pages."""
        chain = (*ancestors, node)
        children: list[Node] = []
        for item in node.children:
            if isinstance(item, Container):
                children.append(self.container(item, chain, root))
            elif isinstance(item, OperationEntry):
                children += self.entry(item, chain)
            else:
                children.append(item)
        if node.openapi and node is not root and not _has_entries(node):
            children += self.all_of(node, chain)
        return replace(node, children=tuple(children))

    def entry(self, entry: OperationEntry, chain: tuple[Container, ...]) -> list[Node]:
        """Return the page of an operation that the navigation names."""
        binding = Binding(method=entry.method, path=entry.path, spec=entry.spec)
        specs = self.near(chain) if entry.spec is None else self.specs
        found = find_operation(specs, binding) or find_operation(self.specs, binding)
        if found is None:
            self.placed.unknown.append((binding, nearest(self.specs, binding), entry.location))
            return []
        spec, operation = found
        self.used.add(spec.key)
        docname = self.docnames.get(_key(spec, operation))
        if docname is None:
            folder = self.folder_of(chain, spec)
            name = free_name(f"{folder}/{operation_slug(operation)}", self.taken)
            docname = self.generate(name, spec, operation)
        return [PageEntry(path=docname, location=entry.location)]

    def near(self, chain: tuple[Container, ...]) -> list[Specification]:
        """Return the specifications that hold for a place in the navigation."""
        source = self.site.openapi_of(chain)
        found: list[Specification] = []
        for word in source.sources if source else ():
            found += matching_specifications(self.specs, word)
        return found or list(self.specs)

    def all_of(self, node: Container, chain: tuple[Container, ...]) -> list[Node]:
        """Return groups of all operations of the specifications of a container."""
        specs = self.near(chain)
        added: list[Node] = []
        for spec in specs:
            self.used.add(spec.key)
            base = self.folder_of(chain, spec)
            folder = base if len(specs) == 1 else f"{base}/{slug(spec.stem)}"
            added += self.groups(spec, folder)
        if len(added) == 1 and isinstance(added[0], Container) and node.kind is Kind.GROUP:
            return list(added[0].children)
        return added

    def add_rest(self, root: Container, spec: Specification, *, alone: bool) -> Container:
        """Return the navigation with the pages of a specification that nobody bound."""
        source = self.site.openapi
        own = source.directory if source else None
        target = _target(root, own)
        base = own or (target.prefix if target and target.prefix else FOLDER)
        base = base.strip("/") or FOLDER
        groups = self.groups(spec, base if alone else f"{base}/{slug(spec.stem)}")
        if target is None:
            return replace(root, children=(*root.children, *groups))
        return _with_children(root, target, groups)

    def folder_of(self, chain: tuple[Container, ...], spec: Specification) -> str:
        """Return the folder of generated pages at a place in the navigation."""
        for node in reversed(chain):
            if node.openapi and node.openapi.directory:
                return node.openapi.directory.strip("/") or FOLDER
            if node.directory:
                return node.directory.strip("/") or FOLDER
            if node.prefix.strip("/"):
                return node.prefix.strip("/")
        source = self.site.openapi
        return (source.directory if source and source.directory else FOLDER).strip("/")

    def groups(self, spec: Specification, folder: str) -> list[Node]:
        """Return the navigation groups of all operations of a specification."""
        self.placed.folders.setdefault(spec.key, folder)
        found = groups_of(spec)
        pairs = [
            (f"{folder}/{slug(group.title)}", operation)
            for group in found
            for group, operation in _flat(group)
        ]
        missing = [pair for pair in pairs if _key(spec, pair[1]) not in self.docnames]
        names = operation_names(missing)
        for name, (_folder, operation) in zip(names, missing, strict=True):
            self.generate(free_name(name, self.taken), spec, operation)
        return [self.group(group, spec) for group in found]

    def group(self, group: OperationGroup, spec: Specification) -> Container:
        """Return a navigation group with the pages of its operations, each once.

        The methods of one webhook share a page.
        """
        names = dict.fromkeys(self.docnames[_key(spec, each)] for each in group.operations)
        pages: list[Node] = [PageEntry(path=name) for name in names]
        inner = [self.group(part, spec) for part in group.groups if not part.empty]
        label = self.label(group.title, spec)
        return Container(kind=Kind.GROUP, label=label, children=(*pages, *inner))

    def generate(self, docname: str, spec: Specification, operation: Operation) -> str:
        """Note the document of an operation."""
        self.taken.add(docname)
        self.docnames[_key(spec, operation)] = docname
        self.placed.pages[docname] = (spec, operation)
        return docname


def _key(spec: Specification, operation: Operation) -> Key:
    return (spec.key, *operation.key)


def _flat(group: OperationGroup) -> list[tuple[OperationGroup, Operation]]:
    found = [(group, operation) for operation in group.operations]
    for inner in group.groups:
        found += _flat(inner)
    return found


def _has_entries(node: Container) -> bool:
    """Whether a container names pages or operations of its own."""
    return any(isinstance(item, OperationEntry | PageEntry) for _above, item in node.walk())


def _target(root: Container, folder: str | None) -> Container | None:
    """Return the tab or anchor under whose URL an API reference falls; ``None``: the root."""
    divisions = [
        node
        for _above, node in root.walk()
        if isinstance(node, Container) and node.kind in (Kind.TAB, Kind.ANCHOR, Kind.DROPDOWN)
    ]
    wanted = (folder.strip("/"),) if folder else TELLING
    for start in wanted:
        for node in divisions:
            prefix = node.prefix.strip("/")
            if prefix and (start == prefix or start.startswith(f"{prefix}/")):
                return node
    if all(isinstance(child, Container) and child.kind is Kind.GROUP for child in root.children):
        return None
    holding = [node for node in divisions if _groups_stand_in(node)]
    return next((node for node in holding if node.primary), holding[0] if holding else None)


def _groups_stand_in(node: Container) -> bool:
    return all(not isinstance(c, Container) or c.kind is Kind.GROUP for c in node.children)


def _with_children(node: Container, target: Container, added: list[Node]) -> Container:
    """Return *node* with *added* at the end of *target*, which is in it."""
    if node is target:
        return replace(node, children=(*node.children, *added))
    children = tuple(
        _with_children(child, target, added) if isinstance(child, Container) else child
        for child in node.children
    )
    return replace(node, children=children)
