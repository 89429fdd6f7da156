"""Loads the :class:`Site` of a source directory, and reports problems in its ``docs.json``."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, cast

from sphinx_docsjson.base.files import is_file, names_file, page_path
from sphinx_docsjson.base.messages import without_effect, words
from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.site.fields import (
    api,
    appearance,
    background,
    banner,
    call_to_action,
    code_mode,
    code_themes,
    colors,
    fonts,
    footer_columns,
    icon_library,
    layout_theme,
    logo,
    site_asyncapi,
    site_openapi,
    socials,
    topbar_links,
)
from sphinx_docsjson.site.json_reader import SourceError, Value, decode, parse
from sphinx_docsjson.site.model import (
    CONFIG_NAMES,
    Container,
    ContextualLink,
    Feedback,
    Kind,
    LinkEntry,
    Location,
    NotFound,
    Organization,
    PageEntry,
    Redirect,
    Site,
    Thumbnails,
)
from sphinx_docsjson.site.reader import ConfigProblem, FieldAt, Reader, Report, SourceTree, inside
from sphinx_docsjson.site.shapes import arrange, children, listing, marks
from sphinx_docsjson.site.validation import added_fields, locations, schema, validate
from sphinx_docsjson.urls import host_of, site_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx_docsjson.site.model import Node


__all__ = ["ConfigProblem", "LoadedSite", "load_site"]


@dataclass(frozen=True, kw_only=True, slots=True)
class LoadedSite:
    """A site (``None`` when there is none) and the problems found while reading it.

    :param files: the files that were read; a change of any of them changes the site.
    :param is_foreign: the file says nothing of a site: it may be that of another program.
    :param without_effect: the fields that are accepted and do nothing here: their paths → where
        the first is, and what to use instead.
    """

    site: Site | None
    problems: tuple[ConfigProblem, ...] = ()
    files: tuple[Path, ...] = ()
    without_effect: Mapping[str, tuple[Location, str]] = field(default_factory=dict)
    is_foreign: bool = False

    @property
    def remarks(self) -> tuple[str, ...]:
        """What an owner should know of the file, and need not fix."""
        missing = (*missing_targets(self.site), *_no_proxy(self.site)) if self.site else ()
        alike: dict[str, list[str]] = {}
        for path, (_place, why) in self.without_effect.items():
            alike.setdefault(why, []).append(path)
        idle = []
        for why, paths in alike.items():
            place, _why = self.without_effect[paths[0]]
            where = f"line {place.line}" if place.file in CONFIG_NAMES else str(place)
            idle.append(f"{without_effect(paths, where)} {why}".rstrip())
        return (*idle, *missing)


def load_site(
    srcdir: Path, typed: Mapping[Path, str] = MappingProxyType({}), address: str = ""
) -> LoadedSite:
    """Read ``docs.json`` of *srcdir*, or ``mint.json`` when there is none.

    :param typed: path → the text that an editor shows of a file and has not saved.
    :param address: that of the site, where the project says it outside the file.
    :returns: no site and no problem when neither file exists; no site and a fatal problem when
        the file is not JSON or has no name or no navigation. Never raises for what is in a file.
    """
    srcdir = Path(srcdir)
    path = next((srcdir / name for name in CONFIG_NAMES if (srcdir / name).is_file()), None)
    if path is None:
        return LoadedSite(site=None)
    report = Report()
    splicer = Splicer(srcdir=srcdir, report=report, typed=typed)
    site = None
    is_foreign = False
    idle: Mapping[str, tuple[Location, str]] = MappingProxyType({})
    try:
        value = splicer.read(path)
        is_foreign = not says_something_of_a_site(value)
        site = _read(value, path.name, srcdir, report, address)
        idle = fields_without_effect(value, schema()) if site else idle
    except SourceError as error:
        report.add(error.message, error.location, fatal=True)
    except OSError as error:
        place = Location(file=path.name, line=1, column=1)
        report.add(f"the file cannot be read: {error.strerror}", place, fatal=True)
    files = tuple(splicer.files) or (path,)
    return LoadedSite(
        site=site,
        problems=tuple(dict.fromkeys(report.problems)),
        files=files,
        without_effect=idle,
        is_foreign=is_foreign,
    )


def says_something_of_a_site(value: Value) -> bool:
    """Whether a file has a navigation or another field that is ours, beside a name.

    ``docs.json`` is a name that other tools use as well, for data of their own.
    """
    if not value.is_object:
        return False
    ours: frozenset[str] = frozenset(schema()["properties"])
    # A misspelt navigation is a mistake, and so is a dotted field such as ``colors.primary``.
    named = {key.partition(".")[0] for key in value.members}
    near = (near_name(key, ["navigation"]) for key in value.members)
    return bool(named & ours - _OF_MANY) or any(near)


_OF_MANY = words(
    "$schema api appearance classes code description errors feedback icons integrations "
    "interaction layout markdown metadata name search sidebar theme variables versions"
)
"""Fields that the files of many programs have."""


def _read(value: Value, name: str, srcdir: Path, report: Report, address: str) -> Site | None:
    checked = validate(value, report)
    if checked is None:
        return None
    tree = SourceTree(srcdir=srcdir, report=report)
    tags = metatags(FieldAt.root(checked, Reader(report=report, tree=tree)))
    tree = replace(tree, address=address or site_address(tags.get("canonical", "")))
    others = {
        key: checked.members[key].plain() for key in added_fields() if key in checked.members
    }
    site = read_site(FieldAt.root(checked, Reader(report=report, tree=tree)), name)
    links = tuple(each for each in report.links if not each.field.startswith("redirects["))
    site = replace(site, added=others, links=tuple(dict.fromkeys(links)))
    if not site.integrations:
        return site
    lost = set(_half_read(value, checked))
    for service in sorted(lost & set(CONSENT)):
        report.add(f"integrations.{service}: {NOBODY_AGREES}", site.nearest("integrations"))
    left = {} if lost & set(CONSENT) else site.integrations
    return replace(site, integrations={n: each for n, each in left.items() if n not in lost})


def _half_read(value: Value, checked: Value) -> Iterator[str]:
    """Yield the services of which a field was wrong: what remains may not be what was meant."""
    known = schema()["$defs"]["integrations"]["properties"]
    for name in ("integrations", "analytics"):
        written, kept = _said(value, name), _said(checked, name)
        for service in known.keys() & written.keys():
            fields = _said(written[service]).keys() & known[service]["properties"].keys()
            if service not in kept or fields - _said(kept[service]).keys():
                yield service


def _said(value: Value, name: str | None = None) -> dict[str, Value]:
    """Return the members of an object, or of one of its members, that say something."""
    inner = value.members.get(name) if name else value
    members = inner.members if inner else {}
    return {key: each for key, each in members.items() if each.data is not None}


# A validated configuration, in either shape or a mix of both → the one :class:`Site`.

SIGNALS = ("search", "ai-input", "ai-train")
"""What crawlers may do, in the words of contentsignals.org."""


def content_signals(field: FieldAt) -> dict[str, bool]:
    """Return what the site allows or refuses; a value that is neither says nothing."""
    found = {name: field[name] for name in SIGNALS}
    return {name: each.flag() for name, each in found.items() if each.flag() == each.flag(True)}


_TAG_FREE_METADATA = frozenset({"timestamp"})


def read_site(root: FieldAt, source_file: str) -> Site:
    """Return the site that the configuration describes; what is wrong is reported on the way."""
    name = root["name"].text() or ""
    tree = navigation(root, name)
    prompt = root["search"]["prompt"].text()
    seo = root["seo"]
    layout = layout_theme(root["theme"])
    eyebrows = root["styling"]["eyebrows"].text() or "section"
    latex = root["styling"]["latex"]
    return Site(
        name=name,
        navigation=tree,
        description=root["description"].text(),
        logo=logo(root),
        favicon=root["favicon"].images(),
        colors=colors(root),
        topbar_links=topbar_links(root),
        call_to_action=call_to_action(root),
        api=api(root),
        openapi=site_openapi(root),
        asyncapi=site_asyncapi(root),
        socials=socials(root),
        footer_columns=footer_columns(root),
        feedback=Feedback(
            suggest_edit=root["feedback"]["suggestEdit"].flag(),
            raise_issue=root["feedback"]["raiseIssue"].flag(),
        ),
        appearance=appearance(root),
        background=background(root),
        layout=layout,
        banner=banner(root["banner"]),
        icon_library=icon_library(root),
        eyebrows=cast(Literal["section", "breadcrumbs"], eyebrows),
        latex=latex.flag() if latex else None,
        search_prompt=prompt,
        metatags=metatags(root),
        metatags_below=metatags_below(seo["paths"]),
        thumbnails=thumbnails(root["thumbnails"]),
        organization=organization(seo["organization"]),
        content_signals=content_signals(seo["contentSignals"]),
        trailing_slash=seo["trailingSlash"].flag() if seo["trailingSlash"] else None,
        index_hidden_pages=seo["indexing"].text() == "all" or seo["indexHiddenPages"].flag(),
        contextual_options=contextual_options(root["contextual"]["options"]),
        contextual_targets=contextual_targets(root["contextual"]),
        integrations=integrations(root["integrations"], root["analytics"]),
        contextual_display=cast(
            Literal["header", "toc"], root["contextual"]["display"].text() or layout.menu
        ),
        agent_instructions=root["markdown"]["instructions"].texts(),
        drilldown=root["interaction"]["drilldown"].flag(),
        variables={key: field.text() or "" for key, field in root["variables"].members()},
        variations=tuple(variations(root["variations"]["options"])),
        redirects=tuple(redirects(root["redirects"])),
        source_file=source_file,
        fonts=fonts(root),
        not_found=not_found(root["errors"]["404"]),
        timestamps=root["metadata"]["timestamp"].flag(),
        code_mode=code_mode(root),
        code_themes=code_themes(root),
        locations=locations(root.value) if root.value else {},
    )


def variations(options: FieldAt) -> Iterator[tuple[str, str]]:
    """Yield id and label of each variation; a second one of the same id is omitted."""
    seen = set()
    for option in options.each():
        name, label = option["id"].text(), option["label"].text()
        if not name or not label:
            continue
        if name in seen:
            option["id"].warn(f"the variation {name!r} is already listed above; left out")
            continue
        seen.add(name)
        yield name, label


def navigation(root: FieldAt, name: str) -> Container:
    """Return the root of the navigation tree."""
    field = root["navigation"]
    nested: tuple[Node, ...] = ()
    lists = [field]
    if field.is_object:
        nested = children(field, skip=("groups", "pages"))
        lists = [field["groups"], field["pages"]]
    if any(lists):
        nodes = (*arrange(root, lists, listing(field, None)), *nested)
    else:
        nodes = (*nested, *_outer_links(root, nested))
    return Container(
        kind=Kind.SITE,
        label=name,
        children=nodes,
        hidden=field.is_object and field["hidden"].flag(),
        searchable=not field.is_object or field["searchable"].flag(True),
        location=field.location,
    )


def _outer_links(root: FieldAt, nested: tuple[Node, ...]) -> Iterator[LinkEntry]:
    """Yield ``tabs`` and ``anchors`` of the flat shape beside a nested navigation, as links."""
    if root["versions"]:
        root["versions"].warn(
            "these names have no effect with a nested navigation; use navigation.versions"
        )
    tree = Container(kind=Kind.SITE, label="", children=nested)
    paths = [node.path for _, node in tree.walk() if isinstance(node, PageEntry)]
    for kind in (Kind.TAB, Kind.ANCHOR):
        for mark in marks(root["tabs" if kind is Kind.TAB else "anchors"], kind, ()):
            node = mark.node
            if isinstance(node, LinkEntry):
                yield node
                continue
            target = next((p for p in paths if f"{p}/".startswith(f"{mark.prefix}/")), None)
            if target is None and names_file(mark.prefix):
                target = mark.prefix
            if target is None:
                mark.field.warn(f"no page in the navigation starts with {mark.prefix!r}; left out")
                continue
            yield LinkEntry(
                kind=kind,
                label=node.label,
                href=f"/{target}",
                icon=node.icon,
                color=node.color,
                location=node.location,
            )


def metatags(root: FieldAt) -> dict[str, str]:
    """Return meta tags of every page from ``seo.metatags`` and the older ``metadata``."""
    return _texts(root["metadata"]) | _texts(root["seo"]["metatags"])


def metatags_below(field: FieldAt) -> dict[str, dict[str, str]]:
    """Return folder → meta tags of the pages in it, from ``seo.paths``, shorter paths first.

    No folder's path is the beginning of its neighbour's: ``guides`` is not ``guides-old``.
    """
    found: dict[str, dict[str, str]] = {}
    for item in field.each():
        folder = (item["path"].text() or "").strip("/")
        if page_path(folder) is None:
            item["path"].warn(f"{item['path'].text()!r} is left out; write it as in 'guides/v2'")
        elif folder in found:
            item["path"].warn(f"{folder!r} is listed twice; the first one is used")
        else:
            found[folder] = _texts(item["metatags"])
    return dict(sorted(found.items(), key=lambda entry: entry[0].count("/")))


def _texts(field: FieldAt) -> dict[str, str]:
    """Return the meta tags among the members of an object."""
    return {
        key: text
        for key, member in field.members()
        if key not in _TAG_FREE_METADATA and (text := member.text())
    }


def thumbnails(field: FieldAt) -> Thumbnails | None:
    """Return how the pictures of pages are drawn; ``None`` where nobody asks for any.

    Social networks show no SVG: none of them documents one, and Open Graph names none in its
    examples.
    """
    if not field:
        return None
    picture = field["background"].file()
    return Thumbnails(
        appearance=cast(Literal["light", "dark"] | None, field["appearance"].text()),
        background=None if picture and picture.lower().endswith(".svg") else picture,
    )


def organization(field: FieldAt) -> Organization | None:
    """Return the publisher; addresses that are not allowed are reported and left out."""
    if not field:
        return None
    accounts = (item.href() for item in field["sameAs"].each())
    return Organization(
        name=field["name"].text(),
        legal_name=field["legalName"].text(),
        id=field["id"].href(),
        url=field["url"].href(),
        logo=field["logo"].href(),
        same_as=tuple(url for url in accounts if url),
    )


def redirects(field: FieldAt) -> Iterator[Redirect]:
    """Yield the redirects that have both ends."""
    for item in field.each():
        source, destination = item["source"].text(), item["destination"].href()
        if source is None or destination is None:
            continue
        if "?" in source:
            item["source"].warn(f"{source!r} is ignored; a path here cannot contain '?'")
            continue
        if host_of(source):
            said = "names a host and is ignored. Write the old path from the root of the site."
            item["source"].warn(f"{source!r} {said}")
            continue
        source = f"/{source.lstrip('/')}"
        if source.rstrip("/") == destination.rstrip("/"):
            item.warn(f"{source!r} leads to itself; the redirect is ignored")
            continue
        yield Redirect(
            source=source,
            destination=destination,
            permanent=item["permanent"].flag(True),
            location=item.location,
        )


def not_found(field: FieldAt) -> NotFound:
    """Return the text of the page for unknown addresses."""
    return NotFound(
        title=field["title"].text(),
        description=field["description"].markdown(),
        redirect=field["redirect"].flag(),
    )


def contextual_options(field: FieldAt) -> tuple[str | ContextualLink, ...] | None:
    """Return the entries of the page menu in their order: names, and the author's own."""
    if not field:
        return None
    found: list[str | ContextualLink | None] = [
        _own_entry(item) if item.is_object else item.text() for item in field.each()
    ]
    return tuple(dict.fromkeys(entry for entry in found if entry))


def _own_entry(item: FieldAt) -> ContextualLink | None:
    target, title = item["href"], item["title"].text()
    href = (target["base"] if target.is_object else target).href()
    if href is None or title is None:
        return None
    query = target["query"]
    pairs = (
        ((pair["key"].text() or "", pair["value"].text() or "") for pair in query.each())
        if query.is_array
        else ((key, value.text() or "") for key, value in query.members())
    )
    return ContextualLink(
        title=title,
        description=item["description"].text() or "",
        href=href,
        icon=item["icon"].icon(item["iconType"]),
        query=tuple(pair for pair in pairs if pair[0]),
    )


def contextual_targets(field: FieldAt) -> dict[str, str]:
    """Return what entries of the page menu lead to beside the site itself."""
    server, pdf = field["mcp"], field["pdf"].file()
    address = site_address(server.text() or "")
    if server and not address:
        server.warn(
            f"{server.text()!r} is ignored; write the full address of your MCP server, such as "
            "'https://docs.example.com/mcp'",
            kind="url",
        )
    found = {"mcp": address, "assistant": field["assistant"].href(), "pdf": pdf}
    return {name: target for name, target in found.items() if target}


def page_menu_of(text: str, srcdir: Path) -> tuple[tuple[str | ContextualLink, ...], str] | None:
    """Return the entries and the place of the page menu that a page has for itself.

    :param text: ``contextual`` of its front matter, as JSON.
    :returns: ``None`` where the site decides: it has no list of options, or makes no sense.
    """
    try:
        value = parse(text, "").value
    except SourceError:
        return None
    report = Report()
    tree = SourceTree(srcdir=srcdir, report=report)
    field = FieldAt.root(value, Reader(report=report, tree=tree))
    options = contextual_options(field["options"]) if field.is_object else None
    return None if options is None else (options, field["display"].text() or "")


CONSENT = ("cookies", "onetrust", "transcend")
"""What services wait for; to ask readers is not watching."""

NOBODY_AGREES = "no service is loaded until this is fixed, because readers could not give consent"


def integrations(*places: FieldAt) -> dict[str, dict[str, str]]:
    """Return the services that pages load: those that have all the fields that they need.

    The schema decides what IDs look like, and removes others. If a service that asks for consent
    is named but cannot be read, no service is loaded without it.
    """
    known = schema()["$defs"]["integrations"]["properties"]
    found: dict[str, dict[str, str]] = {}
    for name, service in (pair for place in places for pair in place.members()):
        part = known[name]
        needed = [*part.get("required", ()), *part.get("then", {}).get("required", ())]
        texts = {key: text for key, member in service.members() if (text := member.text())}
        if name not in CONSENT and not service.is_object and (text := service.text()):
            texts = {needed[0]: text}
        if name not in found and all(key in texts for key in needed):
            found[name] = texts
        elif name in CONSENT and name not in found:
            service.warn(NOBODY_AGREES)
            return {}
    if found.pop("telemetry", {}).get("enabled") == "false":
        return {}
    return found if found.keys() - {"cookies"} else {}


WANTED_TARGETS = {
    "add-mcp": "mcp",
    "assistant": "assistant",
    "cursor": "mcp",
    "devin-mcp": "mcp",
    "download-pdf": "pdf",
    "mcp": "mcp",
    "vscode": "mcp",
}
"""Entry of the page menu → which of :attr:`Site.contextual_targets` it needs."""

ADVICE = {
    "mcp": "a static site has no MCP server. On a host with workers, set `docsjson_mcp = True` "
    "in conf.py. If you run a server, write its address beside `options`: "
    '"mcp": "https://docs.example.com/mcp"',
    "assistant": "a static site has no assistant. If yours is elsewhere, write its address beside "
    '`options`: "assistant": "https://chat.example.com"',
}


def missing_targets(site: Site) -> Iterator[str]:
    """Yield what the owner can write so that all entries of the page menu are there."""
    for target, advice in ADVICE.items():
        lost = [
            entry if isinstance(entry, str) else entry.title
            for entry in site.contextual_options or ()
            if wanted_target(entry) == target
        ]
        if lost and target not in site.contextual_targets:
            names = ", ".join(map(repr, lost))
            yield f"contextual.options: the page menu does not show {names}: {advice}"


def _no_proxy(site: Site) -> Iterator[str]:
    if site.api.playground_proxy is True:
        yield (
            "api.playground.proxy: a published static site has no proxy, so requests go straight "
            'to the API, which has to allow that. If you run a proxy, write its address: "proxy": '
            '"https://proxy.example.com/?to={url}"'
        )


def wanted_target(entry: str | ContextualLink) -> str | None:
    """Return which of :attr:`Site.contextual_targets` an entry of the page menu needs."""
    if isinstance(entry, str):
        return WANTED_TARGETS.get(entry)
    texts = (entry.href, *(value for _key, value in entry.query))
    return "mcp" if any("$mcp" in text for text in texts) else None


# ``{"$ref": "./part.json"}`` replaced by the file it names, inside the source tree only.

MAX_FILES = 200
MAX_BYTES = 64_000_000
MAX_VALUES = 100_000


@dataclass(kw_only=True)
class Splicer:
    """Reads a file and every file it refers to.

    :param srcdir: the source directory, which no reference may leave.
    :param report: receives what is wrong with the references.
    :param typed: path → what an editor shows of a file.
    """

    srcdir: Path
    report: Report
    typed: Mapping[Path, str] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)
    _parsed: dict[Path, Value] = field(default_factory=dict)
    _bytes: int = 0
    _values: int = 0

    def read(self, path: Path) -> Value:
        """Return the value of a file with every reference in it replaced.

        :raises SourceError: when the file itself is not JSON; references that cannot be
            replaced are reported and left out.
        """
        return self._replace(self._parse(path), path, (path,)) or self._parsed[path]

    def _parse(self, path: Path) -> Value:
        if path not in self._parsed:
            data = self._bytes_of(path)
            self._bytes += len(data)
            self.files.append(path)
            name = path.relative_to(self.srcdir).as_posix()
            parsed = parse(decode(data, name), name)
            for message, place in parsed.remarks:
                self.report.add(message, place)
            self._parsed[path] = parsed.value
        return self._parsed[path]

    def _bytes_of(self, path: Path) -> bytes:
        if path in self.typed:
            return self.typed[path].encode("utf-8", "replace")
        return path.read_bytes()

    def _replace(self, value: Value, path: Path, chain: tuple[Path, ...]) -> Value | None:
        """Return *value* with its references replaced, or ``None`` when it is a broken one."""
        self._values += 1
        if value.is_array:
            items = (self._replace(item, path, chain) for item in value.items)
            return value.with_data([item for item in items if item is not None])
        if not value.is_object:
            return value
        members: dict[str, Value] = {}
        for key, member in value.members.items():
            replaced = member if key == "$ref" else self._replace(member, path, chain)
            if replaced is not None:
                members[key] = replaced
        reference = members.pop("$ref", None)
        if reference is None:
            return value.with_data(members)
        target = self._target(reference, path, chain)
        if target is None:
            return value.with_data(members) if members else None
        if not target.is_object:
            return target
        keys = {**target.keys, **{key: value.keys[key] for key in members}}
        return Value({**target.members, **members}, value.file, value.offset, keys)

    def _target(self, reference: Value, path: Path, chain: tuple[Path, ...]) -> Value | None:
        problem = None
        target = None
        name = reference.data
        if not isinstance(name, str) or not name or ":" in name or "#" in name:
            problem = 'a "$ref" is the relative path of a JSON file'
        else:
            base = self.srcdir if name.startswith("/") else path.parent
            target = inside(self.srcdir, base / name.lstrip("/"))
            if target is None:
                problem = f'"$ref" {name!r} leaves the source folder'
            elif not is_file(target):
                problem = f'"$ref" {name!r} names no file'
            elif target in chain:
                problem = f'"$ref" {name!r} leads back to a file that refers to it'
            elif len(self.files) >= MAX_FILES or self._bytes > MAX_BYTES:
                problem = '"$ref" includes too many files, or files that are too large'
            elif self._values > MAX_VALUES:
                problem = '"$ref" makes the configuration too large'
        if problem or target is None:
            self.report.add(f"{problem}; it is left out", reference.location)
            return None
        try:
            return self._replace(self._parse(target), target, (*chain, target))
        except SourceError as error:
            self.report.add(f"{error.message}; the file is left out", error.location)
            return None


# Which fields of a configuration are accepted without effect: people who move need to know them.

EFFECT, NONE = "x-effect", "none"
"""How the schema marks them."""

VALUES, ENDINGS = "x-values-without-effect", "x-endings-without-effect"
"""How it marks texts that do nothing, where others do something: whole ones, and their ends."""

WARNED = frozenset({"graphql"})
"""What pages would be made of gets a warning with its place instead."""


Idle = tuple[str, Location, str]


def fields_without_effect(
    value: Value, schema: Mapping[str, Any]
) -> Mapping[str, tuple[Location, str]]:
    """Return the fields of *value* that its schema marks as being without effect.

    Members of such objects are named too: ``thumbnails.fonts.family``. A field with many items is
    named once.
    """
    found: dict[str, tuple[Location, str]] = {}
    for path, place, why in _fields(value, [schema], schema["$defs"], ""):
        found.setdefault(path, (place, why))
    return found


def _fields(
    value: Value, parts: list[Mapping[str, Any]], known: Mapping[str, Any], path: str
) -> Iterator[Idle]:
    applied = [each for part in parts for each in _applied(part, value, known)]
    if value.is_array:
        inner = [part["items"] for part in applied if isinstance(part.get("items"), dict)]
        for item in value.items:
            yield from _fields(item, inner, known, path)
        return
    if isinstance(value.data, str):
        text = value.data.lower()
        ends = [end for part in applied for end in part.get(ENDINGS, ())]
        if text.endswith(tuple(ends)) or any(
            value.data in part.get(VALUES, ()) for part in applied
        ):
            yield f"{path} {value.data!r}", value.location, _described(applied)
        return
    if not value.is_object:
        return
    for key, member in value.members.items():
        below = [part["properties"][key] for part in applied if key in part.get("properties", ())]
        others = (part.get("additionalProperties") for part in applied)
        below = below or [part for part in others if isinstance(part, dict)]
        name = f"{path}.{key}" if path else key
        meant = [each for part in below for each in _applied(part, member, known)]
        if any(part.get(EFFECT) == NONE for part in meant):
            place = value.key_location(key)
            named = () if key in WARNED else _named(name, member)
            yield from ((each, place, _described(meant)) for each in named)
        else:
            yield from _fields(member, below, known, name)


def _described(parts: Iterable[Mapping[str, Any]]) -> str:
    return next((part["description"] for part in parts if "description" in part), "")


def _named(name: str, member: Value) -> list[str]:
    if member.is_object and member.members:
        return [f"{name}.{inner}" for inner in member.members]
    return [name]


def _applied(
    part: Mapping[str, Any], value: Value, known: Mapping[str, Any]
) -> Iterator[Mapping[str, Any]]:
    """Yield a part of the schema, what it refers to, and the branch that is for this value."""
    yield part
    if "$ref" in part:
        yield from _applied(known[part["$ref"].rpartition("/")[2]], value, known)
    if "if" in part:
        wanted = part["if"].get("type")
        fits = {"array": value.is_array, "object": value.is_object}.get(
            wanted, isinstance(value.data, str)
        )
        branch = part.get("then" if fits else "else")
        if branch is not None:
            yield from _applied(branch, value, known)
