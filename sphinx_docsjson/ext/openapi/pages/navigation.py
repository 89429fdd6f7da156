"""OpenAPI in the navigation: operations that docs.json names become pages, in groups. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial
from urllib.parse import quote

from sphinx_docsjson.base.files import problem_of_generated, slug
from sphinx_docsjson.ext.openapi.model.api import CHANNEL, Operation, Specification
from sphinx_docsjson.ext.openapi.model.operations import page_extension
from sphinx_docsjson.ext.openapi.pages.documents import (
    free_name,
    hosted_name,
    hosted_names,
    hosted_slug,
    lists_models,
    model_tag_of,
    models_of,
    schema_slug,
)
from sphinx_docsjson.ext.openapi.pages.reference import (
    FOLDER,
    OF_CHANGES,
    About,
    Binding,
    Key,
    Label,
    OperationPages,
    OwnPages,
    choices_of,
    find_operation,
    matching_specifications,
    not_found,
)
from sphinx_docsjson.i18n import _
from sphinx_docsjson.site.model import (
    Container,
    Kind,
    Node,
    OpenApiSource,
    OperationEntry,
    PageEntry,
    Redirect,
    Site,
)


def with_operations(
    site: Site,
    specs: Sequence[Specification],
    written: OwnPages,
    named: Iterable[str],
    label: Label = lambda title, _spec: title,
    *,
    compared: Set[str] = frozenset(),
) -> OperationPages:
    """Return *site* with a page for each operation that it names.

    Pages about a whole specification or a tag get names that the operations leave, so that no
    address of an operation depends on them.

    :param specs: the specifications, in the order in which they are searched.
    :param named: the keys of the specifications that the configuration of the site names.
    :param label: a title of a specification → the label of its group; pages keep their names.
    :param compared: the keys of those that have a page of changes.
    """
    filler = partial(
        _NavigationFiller,
        site=site,
        specs=specs,
        written=written,
        named=frozenset(named),
        label=label,
        compared=compared,
    )
    alone = filler(reserved=None).run()
    filled = filler(reserved={*written.documents, *alone.pages}).run()
    pages = {*written.documents, *filled.pages, *filled.about, *filled.schemas.values()}
    filled.moved = {
        old: new
        for old, new in filled.moved.items()
        if old not in pages and not _PATTERN.search(old) and not problem_of_generated(old)
    }
    moves = [
        Redirect(source=f"/{old}", destination=quote(f"/{new}"))
        for old, new in filled.moved.items()
    ]
    filled.site = replace(filled.site, redirects=(*filled.site.redirects, *moves))
    return filled


_PATTERN = re.compile(r":[A-Za-z_]|\*")
"""What redirects read as a wildcard."""


@dataclass(kw_only=True)
class _NavigationFiller:
    """Puts pages into the navigation where it names operations, once.

    :param reserved: the documents that no page about a whole or a tag may be; ``None``: there are
        no such pages.
    """

    site: Site
    specs: Sequence[Specification]
    written: OwnPages
    named: frozenset[str]
    label: Label
    reserved: set[str] | None
    compared: Set[str] = frozenset()

    def __post_init__(self) -> None:
        self.choices = choices_of(self.site, self.specs)
        self.filled = OperationPages(site=self.site, about_pages=dict(self.written.about))
        self.taken: set[str] = set(self.written.operations)
        self.docnames: dict[Key, list[_Shown]] = {}
        self.used: set[str] = set()
        self.about_spots: dict[tuple[str, tuple[int, ...]], _Spot] = {}
        self.editions = _editions(self.site.navigation)
        for docname, found in self.written.operations.items():
            if found:
                self.used.add(found[0].key)
                self.docnames.setdefault(_key(*found), []).append(_Shown(docname=docname))

    def run(self) -> OperationPages:
        """Replace operations by pages, then add the specifications that nobody bound."""
        root = self.container(self.site.navigation, (), self.site.navigation)
        rest = [spec for spec in self.specs if spec.key in self.named - self.used]
        for spec in rest:
            root = self.add_rest(root, spec, alone=len(rest) == 1)
        for spec in self.specs:
            if self.choices[spec.key].overview and self.reserved is not None:
                self.overview(spec, "")
        self.filled.site = replace(self.site, navigation=root)
        return self.filled

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
        done = replace(node, children=tuple(children))
        if node is root:
            return done
        added = self.all_of(done, chain, node.openapi) if not _selects(node) else []
        added += self.all_of(done, chain, node.asyncapi)
        return beside(done, added, label=str(_("API reference")))

    def entry(self, entry: OperationEntry, chain: tuple[Container, ...]) -> list[Node]:
        """Return the page of an operation that the navigation names."""
        binding = Binding(method=entry.method, path=entry.path, spec=entry.spec)
        specs = self.near(chain) if entry.spec is None else self.specs
        found = find_operation(specs, binding) or find_operation(self.specs, binding)
        if found is None:
            self.filled.unknown.append((not_found(self.specs, binding), entry.location))
            return []
        spec, operation = found
        self.used.add(spec.key)
        folder = self.folder_of(chain, spec)
        spot = _Spot(folder=folder, chain=chain)
        docname = self.known(spot, spec, operation) or self.chosen(spot, spec, operation)
        if docname is None:
            pair = (_in_tag(folder, spec, operation), operation)
            name = hosted_names([pair], self.taken)[0]
            docname = self.generate(name, spot, spec, operation)
        else:
            self.also(_in_tag(folder, spec, operation), operation, docname)
        self.filled.listed.add(docname)
        return [PageEntry(path=docname, location=entry.location)]

    def near(self, chain: tuple[Container, ...]) -> list[Specification]:
        """Return the specifications that hold for a place in the navigation."""
        source = self.site.openapi_of(chain)
        found: list[Specification] = []
        for word in source.sources if source else ():
            found += matching_specifications(self.specs, word)
        return found or list(self.specs)

    def all_of(
        self, node: Container, chain: tuple[Container, ...], source: OpenApiSource | None
    ) -> list[Node]:
        """Return groups of all operations of the specifications that a container names."""
        words = source.sources if source else ()
        matching = [each for word in words for each in matching_specifications(self.specs, word)]
        specs = list({spec.key: spec for spec in matching}.values())
        added: list[Node] = []
        for spec in specs:
            self.used.add(spec.key)
            base = self.folder_of(chain, spec)
            # Two files may have the same tags; of OpenAPI the platform reads the first one only.
            alone = spec is specs[0]
            named = source.parts if source else ()
            alone |= any(part.directory and self.names(part, spec) for part in named)
            before = base if alone else f"{base}/{slug(spec.stem)}"
            folder = base if spec.is_async else before
            spot = _Spot(folder=base, chain=chain)
            found = self.groups(spec, folder, spot, _listed_below(node), before)
            groups: list[Node] = [*found]
            if node.kind is Kind.GROUP and len(specs) == 1 and len(groups) == 1:
                (only,) = groups
                if isinstance(only, Container) and only.root is None:
                    groups = list(only.children)
            label = str(_("Overview")) if len(specs) == 1 else ""
            first = self.overview(spec, folder, label, spot)
            added += first if node.kind is Kind.GROUP else _untitled(first)
            added += groups
        return added

    def add_rest(self, root: Container, spec: Specification, *, alone: bool) -> Container:
        """Return the navigation with the pages of a specification that nobody bound."""
        source = self.site.asyncapi if spec.is_async else self.site.openapi
        own = self.named_folder(source, spec)
        target = target_of(root, own)
        base = own or (target.prefix if target and target.prefix else FOLDER)
        base = base.strip("/") or FOLDER
        folder = base if alone else f"{base}/{slug(spec.stem)}"
        spot = _Spot(folder=base, chain=(root,))
        groups = self.groups(spec, folder, spot)
        by_itself = alone and (target is not None or not root.children)
        label = str(_("Overview")) if by_itself else ""
        added = [*_untitled(self.overview(spec, folder, label, spot)), *groups]
        return with_children(root, target or root, added, label=str(_("API reference")))

    def overview(
        self, spec: Specification, folder: str, label: str = "", spot: _Spot | None = None
    ) -> list[Node]:
        """Return the entry of the page about *spec*, unless it is elsewhere or is unwanted."""
        choice = self.choices[spec.key]
        changes: list[Node] = []
        if spec.key in self.compared and folder:
            about = About(spec=spec, tag=OF_CHANGES, label=str(_("Changes")))
            changes = self.about(about, f"{folder}/changes", spot)
        if not choice.has_overview:
            return changes
        path = choice.overview or f"{folder}/overview"
        about = About(spec=spec, label=label)
        return [*self.about(about, path, spot, exact=bool(choice.overview)), *changes]

    def about(
        self, about: About, path: str, spot: _Spot | None, *, exact: bool = False
    ) -> list[Node]:
        """Return the entry of a page about a specification or a tag, which may be generated.

        It has one in each language and version; in a second tab of the same one it would lead to
        the first tab, and nobody would find its neighbours.

        :param spot: where the entry is; ``None``: nowhere.
        :param exact: the author chose *path*; a page of this name is that page.
        """
        key = (about.spec.key, about.tag)
        if self.reserved is None:
            return []
        docname = self.filled.about_pages.get(key)
        if docname is None:
            taken = self.taken if exact else self.taken | self.reserved
            docname = self.filled.about_pages[key] = free_name(path, taken)
            self.taken.add(docname)
            self.filled.about[docname] = about
        walk = self.site.navigation.walk()
        listed = any(isinstance(node, PageEntry) and node.path == docname for _above, node in walk)
        if listed or spot is None:
            return []
        first = self.about_spots.setdefault((docname, spot.edition), spot)
        return [PageEntry(path=docname)] if first.division == spot.division else []

    def folder_of(self, chain: tuple[Container, ...], spec: Specification) -> str:
        """Return the folder of generated pages at a place in the navigation."""
        for node in reversed(chain):
            named = node.asyncapi or node.openapi if spec.is_async else node.openapi
            if directory := self.named_folder(named, spec):
                return directory.strip("/") or FOLDER
            if named and not node.prefix.strip("/"):
                return (node.directory or "").strip("/") or FOLDER
            if node.directory:
                return node.directory.strip("/") or FOLDER
            if node.prefix.strip("/") and not problem_of_generated(node.prefix):
                return node.prefix.strip("/")
        source = self.site.asyncapi if spec.is_async else self.site.openapi
        return (self.named_folder(source, spec) or FOLDER).strip("/")

    def named_folder(self, source: OpenApiSource | None, spec: Specification) -> str | None:
        """Return the folder that *source* names for the pages of a specification, if it does."""
        for part in source.parts if source else ():
            if part.directory and self.names(part, spec):
                return part.directory
        return source.directory if source else None

    def names(self, source: OpenApiSource, spec: Specification) -> bool:
        """Whether *source* names a specification."""
        return any(spec in matching_specifications(self.specs, word) for word in source.sources)

    def groups(
        self,
        spec: Specification,
        folder: str,
        spot: _Spot,
        listed: Set[str] = frozenset(),
        before: str = "",
    ) -> list[Container]:
        """Return the navigation groups of all operations of a specification.

        :param listed: the documents that are there already.
        :param before: the folder that channels had before, where it was another.
        """
        self.filled.folders.setdefault(spec.key, folder)
        found = groups_of(spec)
        pairs = [
            (_in_tag(folder, spec, operation), operation)
            for whole in found
            for group in whole.walk()
            for operation in group.operations
        ]
        # A tag may be in several groups (x-tagGroups); its operations have one page each.
        first = {_key(spec, pair[1]): pair for pair in reversed(pairs)}
        missing = [
            pair
            for pair in reversed(first.values())
            if not self.known(spot, spec, pair[1]) and not self.chosen(spot, spec, pair[1])
        ]
        for within, operation in first.values():
            if known := self.known(spot, spec, operation):
                self.also(within, operation, known)
        order = {each.key: at for at, each in enumerate(spec.every_operation)}
        missing.sort(key=lambda pair: order[pair[1].key])  # as they are in the file
        names = hosted_names(missing, self.taken)
        used: set[str] = set()
        for name, (_folder, operation) in zip(names, missing, strict=True):
            page = self.generate(free_name(name, self.taken), spot, spec, operation)
            if operation.pointer.startswith("#/channels/"):  # parts of one had no other address
                old = free_name(_channel_before(before or folder, operation), used, first=1)
                self.filled.moved.setdefault(old, page)
        tagged = sum(bool(part.tag) for group in found for part in group.walk())
        has_pages = self.choices[spec.key].tags == "page" and tagged > 1
        shown = {
            operation.key: docname
            for _folder, operation in first.values()
            if (docname := self.known(spot, spec, operation)) and docname not in listed
        }
        place = (folder, spot) if has_pages else None
        made = [self.group(group, spec, place, shown) for group in found]
        groups = [group for group in made if group.children]
        return self.with_models(groups, spec, folder, spot)

    def with_models(
        self, groups: list[Container], spec: Specification, folder: str, spot: _Spot
    ) -> list[Container]:
        """Return *groups* with one of all schemas, at the end or where ``x-tagGroups`` has it."""
        models = models_of(spec)
        if self.reserved is None or not lists_models(spec, self.site.api.schemas, models):
            return groups
        entries: list[Node] = []
        for target in models:
            docname = self.written.schemas.get((spec.key, target.pointer))
            docname = docname or self.filled.schemas.get((spec.key, target))
            if docname is None:
                path = f"{folder}/schemas/{schema_slug(target)}"
                docname = free_name(path, self.taken | self.reserved)
                self.taken.add(docname)
                self.filled.schemas[spec.key, target] = docname
            first = self.about_spots.setdefault((docname, spot.edition), spot)
            entries += [PageEntry(path=docname)] if first.division == spot.division else []
        if not entries:
            return groups
        own = Container(kind=Kind.GROUP, label=str(_("Schemas")), children=tuple(entries))
        for title, tags in spec.tag_groups:
            if not model_tag_of(spec, tags):
                continue
            label = self.label(title, spec)
            around = next((group for group in groups if group.label == label), None)
            if around is None:
                return [*groups, replace(own, label=label)]
            both = replace(around, children=(*around.children, own))
            return [both if group is around else group for group in groups]
        return [*groups, own]

    def group(
        self,
        group: OperationGroup,
        spec: Specification,
        place: tuple[str, _Spot] | None,
        shown: Mapping[tuple[str, str], str],
    ) -> Container:
        """Return a navigation group with the pages of its operations, each once.

        :param place: where the page of a tag goes, and its entry; ``None``: a tag has none.
        :param shown: operation → the page that is here; others are here already.
        """
        names = dict.fromkeys(shown[each.key] for each in group.listed if each.key in shown)
        pages: list[Node] = [PageEntry(path=name) for name in names]
        parts = [self.group(part, spec, place, shown) for part in group.groups if not part.empty]
        inner = [part for part in parts if part.children]
        label = self.label(group.title, spec)
        root = None
        if group.tag and place is not None and (pages or inner):
            path = f"{place[0]}/{hosted_name(group.tag) or slug(group.title)}"
            for entry in self.about(About(spec=spec, tag=group.tag), path, place[1]):
                root = entry.path if isinstance(entry, PageEntry) else None
        return Container(kind=Kind.GROUP, label=label, children=(*pages, *inner), root=root)

    def also(self, folder: str, operation: Operation, docname: str) -> None:
        """Note the address that the platform has for an operation whose page is elsewhere."""
        if not page_extension(operation.extensions).href:  # its author chose one address
            self.filled.moved.setdefault(f"{folder}/{hosted_slug(operation)}", docname)

    def known(self, spot: _Spot, spec: Specification, operation: Operation) -> str | None:
        """Return the page of an operation that stands for it at a place, if there is one.

        Two places of one division share a page. Another division with a folder of its own, such as
        another language, has its own page there, as on the hosted platform. A page that an author
        wrote is everywhere except in editions that have no entry of it.
        """
        for page in self.docnames.get(_key(spec, operation), ()):
            if page.spot is None:
                editions = self.editions.get(page.docname)
                if editions is None or spot.edition in editions:
                    return page.docname
            elif spot.folder == page.spot.folder or spot.division == page.spot.division:
                return page.docname
        return None

    def chosen(self, spot: _Spot, spec: Specification, operation: Operation) -> str | None:
        """Return the document that the description itself chooses: a page of the site, or a new
        one; ``None`` when it chooses none.
        """
        path = page_extension(operation.extensions).href
        if not path:
            return None
        if path in self.written.documents:
            self.docnames.setdefault(_key(spec, operation), []).append(_Shown(docname=path))
            return path
        if wrong := problem_of_generated(path):
            message = f"x-mint: the page {path!r} is left out: {wrong}"
            spec.resolver.report(message, operation.pointer, kind="openapi-operation")
            return None
        return self.generate(free_name(path, self.taken), None, spec, operation)

    def generate(
        self, docname: str, spot: _Spot | None, spec: Specification, operation: Operation
    ) -> str:
        """Note the document of an operation.

        :param spot: where it is; ``None``: its author chose one address for all places.
        """
        self.taken.add(docname)
        shown = self.docnames.setdefault(_key(spec, operation), [])
        shown.append(_Shown(docname=docname, spot=spot))
        self.filled.pages[docname] = (spec, operation)
        return docname


@dataclass(frozen=True, kw_only=True)
class _Spot:
    """A place in the navigation where operations are.

    :param folder: the folder of the pages that are generated there.
    """

    folder: str
    chain: tuple[Container, ...]

    @property
    def division(self) -> tuple[int, ...]:
        """What tells the place from those in other divisions."""
        return tuple(id(node) for node in self.chain if node.kind is not Kind.GROUP)

    @property
    def edition(self) -> tuple[int, ...]:
        """What tells the place from those in other languages and versions."""
        return _edition(self.chain)


@dataclass(frozen=True, kw_only=True)
class _Shown:
    """A page of an operation.

    :param spot: where it was generated for; ``None``: its author decided where it is.
    """

    docname: str
    spot: _Spot | None = None


def _edition(chain: Iterable[Container]) -> tuple[int, ...]:
    return tuple(id(node) for node in chain if node.kind in _EDITIONS)


_EDITIONS = (Kind.LANGUAGE, Kind.VERSION)


def _editions(root: Container) -> dict[str, set[tuple[int, ...]]]:
    """Return the documents that the navigation lists → the editions that do so."""
    found: dict[str, set[tuple[int, ...]]] = {}
    for above, node in root.walk():
        if isinstance(node, PageEntry):
            found.setdefault(node.path, set()).add(_edition(above))
    return found


def _selects(node: Container) -> bool:
    """Whether operations of the specification that *node* names are chosen one by one in it.

    Then only these are shown, as on the hosted platform. Pages, operations of a file that the
    entry names itself, and operations that an inner part chooses of its own file do not hide the
    others.
    """
    for child in node.children:
        if isinstance(child, OperationEntry) and child.spec is None:
            return True
        if isinstance(child, Container) and child.openapi is None and _selects(child):
            return True
    return False


def _listed_below(node: Container) -> set[str]:
    """Return the documents that have an entry in *node*."""
    inside = [each for _above, each in node.walk()]
    return {each.path for each in inside if isinstance(each, PageEntry)}


def _key(spec: Specification, operation: Operation) -> Key:
    return (spec.key, *operation.key)


def _in_tag(folder: str, spec: Specification, operation: Operation) -> str:
    """Return the folder of an operation on the hosted platform: that of its first tag."""
    without = WEBSOCKETS if operation.channel is not None else ""
    tag = hosted_name(spec.grouping_tag(operation) or without)
    return f"{folder}/{tag}" if tag else folder


def _channel_before(folder: str, operation: Operation) -> str:
    """Return the address that a channel had before it had the one of the platform."""
    carried = operation.channel.operations if operation.channel else ()
    tags = (*operation.tags, *(tag for each in carried for tag in each.tags))
    within = f"{folder}/{hosted_name(tags[0])}" if tags else folder
    name = operation.channel.name if operation.channel else operation.path
    return f"{within}/{slug(operation.summary or name)}"


def _untitled(entries: list[Node]) -> list[Node]:
    """Return entries as a group without a label, as pages are in groups only."""
    return [Container(kind=Kind.GROUP, label="", children=tuple(entries))] if entries else []


# The operations of a specification in groups, as its author sorted them. Pure.

WEBSOCKETS = "Websockets"
"""The group of channels without a tag on the hosted platform, whose folder is named after it."""

CALLED_VERSION = re.compile(r"v?\d+(?:\.\d+)*|api|rest", re.IGNORECASE)


@dataclass(kw_only=True)
class OperationGroup:
    """A group with a title, operations, and groups inside it.

    :param tag: the name of the tag that it stands for; nothing where it stands for none.
    """

    title: str
    tag: str = ""
    operations: list[Operation] = field(default_factory=list)
    groups: list[OperationGroup] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing is in it."""
        return not self.operations and all(group.empty for group in self.groups)

    @property
    def listed(self) -> list[Operation]:
        """The operations that readers are led to."""
        return [operation for operation in self.operations if not operation.hidden]

    def walk(self) -> Iterator[OperationGroup]:
        """Yield the group and all groups inside it."""
        yield self
        for group in self.groups:
            yield from group.walk()


def groups_of(spec: Specification) -> list[OperationGroup]:
    """Return the groups: tag groups, else tags in their order, else first path segments.

    Segments that most operations have to themselves make no groups.
    """
    tagged = any(spec.grouping_tag(operation) for operation in spec.in_groups)
    by_name = _by_tag(spec) if tagged or spec.channels else _by_segment(spec)
    if spec.tag_groups and tagged:
        found = _by_tag_groups(spec, by_name)
    elif any(tag.parent for tag in spec.tags):
        found = _by_parents(spec, by_name)
    else:
        found = list(by_name.values())
    if spec.webhooks:
        listed = list(spec.webhooks)
        found.append(OperationGroup(title=str(_("Webhooks")), operations=listed))
    return [group for group in found if not group.empty]


def _by_tag(spec: Specification) -> dict[str, OperationGroup]:
    declared = (tag for tag in spec.tags if tag.groups)
    groups = {tag.name: OperationGroup(title=tag.label, tag=tag.name) for tag in declared}
    if spec.channels:  # their groups are in the order of the channels, as on the platform
        groups.clear()
    for operation in spec.in_groups:
        name = spec.grouping_tag(operation) or ""
        title = spec.tag(name).label if name else spec.title or str(_("Other"))
        if operation.channel is not None and not name:
            title = _title_of_channels(spec)
        group = groups.setdefault(name, OperationGroup(title=title, tag=name))
        group.operations.append(operation)
    return groups


def _title_of_channels(spec: Specification) -> str:
    """Return the title of the group of channels without a tag, which on the platform is fixed."""
    others = {each.method for each in spec.channels} - {"WS", "WSS", CHANNEL}
    return str(_("Channels")) if others else WEBSOCKETS


def _by_segment(spec: Specification) -> dict[str, OperationGroup]:
    groups: dict[str, OperationGroup] = {}
    for operation in spec.operations:
        parts = [part for part in operation.path.split("/") if part and part[0] != "{"]
        telling = [part for part in parts if not CALLED_VERSION.fullmatch(part)]
        name = (telling or parts or [spec.title or "Operations"])[0]
        title = name.replace("_", " ").replace("-", " ").strip().capitalize() or name
        groups.setdefault(name, OperationGroup(title=title)).operations.append(operation)
    alone = sum(len(group.operations) == 1 for group in groups.values())
    if alone * 2 > len(groups) > 1:
        listed = list(spec.operations)
        title = str(_("Operations"))
        return {"": OperationGroup(title=title, operations=listed)}
    return groups


def _by_tag_groups(
    spec: Specification, by_name: dict[str, OperationGroup]
) -> list[OperationGroup]:
    found: list[OperationGroup] = []
    used: set[str] = set()
    for title, tags in spec.tag_groups:
        inner = [by_name[tag] for tag in tags if tag in by_name and not by_name[tag].empty]
        used.update(tags)
        found.append(OperationGroup(title=title, groups=inner))
    return found + [group for name, group in by_name.items() if name not in used]


def _by_parents(spec: Specification, by_name: dict[str, OperationGroup]) -> list[OperationGroup]:
    """Nest tags below their parents (OpenAPI 3.2); a cycle of parents stays flat."""
    parents = {tag.name: tag.parent for tag in spec.tags if tag.parent in by_name}
    roots = []
    for name, group in by_name.items():
        parent, seen = parents.get(name), {name}
        while parent is not None and parent not in seen:
            seen.add(parent)
            parent = parents.get(parent)
        direct = parents.get(name)
        if direct is not None and parent is None:
            by_name[direct].groups.append(group)
        else:
            roots.append(group)
    return roots


# Where the pages of a specification go in a navigation that names no place for them. Pure.

TELLING = ("api-reference", "api", "reference", "rest")
"""The starts of URLs that tell where an API reference belongs."""


def target_of(root: Container, folder: str | None) -> Container | None:
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
    holding = [
        node
        for node in divisions
        if all(not isinstance(c, Container) or c.kind is Kind.GROUP for c in node.children)
    ]
    return next((node for node in holding if node.primary), holding[0] if holding else None)


def with_children(
    node: Container, target: Container, added: Sequence[Node], *, label: str
) -> Container:
    """Return *node* with *added* at the end of *target*, which is in it.

    :param label: what a division of its own is called, where *target* has divisions.
    """
    if node is target:
        return beside(node, added, label=label)
    children = tuple(
        with_children(child, target, added, label=label) if isinstance(child, Container) else child
        for child in node.children
    )
    return replace(node, children=children)


def beside(node: Container, added: Sequence[Node], *, label: str) -> Container:
    """Return *node* with groups after what is in it, where a reader finds them.

    Among groups they are groups. Beside tabs, anchors and so on they are one more of them, as
    nothing leads to what is next to divisions. Versions and languages each have them.

    :param label: what a division of its own is called.
    """
    if not added:
        return node
    inside = [each for each in node.children if isinstance(each, Container) and not each.hidden]
    divisions = [each for each in inside if each.kind is not Kind.GROUP]
    if not divisions:
        return replace(node, children=(*node.children, *added))
    kinds = [each.kind for each in divisions if each.kind not in _EDITIONS]
    if kinds:
        own = Container(kind=kinds[-1], label=label, children=tuple(added))
        return replace(node, children=(*node.children, own))
    children = tuple(
        beside(child, added, label=label)
        if isinstance(child, Container) and child.kind in _EDITIONS
        else child
        for child in node.children
    )
    return replace(node, children=children)
