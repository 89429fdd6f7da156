"""What a build of a part writes about itself, for ``sphinx-docsjson join``.

A part leaves open what only the other parts know: the address of a reference to one of them
(:func:`~sphinx_docsjson.build.open_address`), and the navigation around its pages. It describes
itself to them in one file.
"""

from __future__ import annotations

import json
import posixpath
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsjson.base.files import identities, remove_unless, write_if_changed
from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.base.source_files import location_of_setting
from sphinx_docsjson.build import base_url, open_address, part_of, the_build
from sphinx_docsjson.html.header_footer import header_choices
from sphinx_docsjson.html.written_files import site_data_of
from sphinx_docsjson.icons.lookup import is_path, resolve_icon
from sphinx_docsjson.navigation.tree import PageInfo, resolve_page
from sphinx_docsjson.outputs.twins import HTML_BUILDERS
from sphinx_docsjson.site.model import Container, Icon, Kind, LinkEntry, Location, PageEntry
from sphinx_docsjson.urls import is_external, mount_path, safe_url
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.icons.lookup import IconSource
    from sphinx_docsjson.site.model import Node

FILE = "docsjson-part.json"

PART_FORMAT = 1
"""Another number says that the file has to be read in another way."""


def check_part(app: Sphinx) -> None:
    """Report an invalid ``docsjson_part`` (``builder-inited``)."""
    written = app.config.docsjson_part
    if written is not None and mount_path(written) is None:
        message = (
            f"docsjson_part: {written!r} is ignored, so this is not a part; write a path below "
            "the site, such as 'v1', or '/'"
        )
        warn(Warn.PART, message, location=location_of_setting(app, "docsjson_part"))


def leave_open(
    app: Sphinx, env: BuildEnvironment, node: Any, contnode: nodes.Element
) -> nodes.reference | None:
    """Leave a reference that another part may resolve open (``missing-reference``)."""
    part, domain = part_of(app.config), env.domains.get(node.get("refdomain", ""))
    if part is None or domain is None or node["refdomain"] == "docsjson":
        return None
    types = domain.objtypes_for_role(node["reftype"])
    if not types:
        return None
    target, explicit = node["reftarget"], bool(node.get("refexplicit"))
    if node["reftype"] == "doc":
        at = posixpath.join("/", part, posixpath.dirname(node["refdoc"]))
        target = posixpath.normpath(posixpath.join(at, target)).lstrip("/")
    titled = domain.name == "std" and not explicit and node["reftype"] != "term"
    refuri = open_address(f"{domain.name}:{','.join(types)}:{target}", titled=titled)
    found = nodes.reference("", "", contnode, refuri=refuri, internal=True)
    if domain.name == "std":
        if node["reftype"] != "term":
            contnode["classes"] = ["doc"] if node["reftype"] == "doc" else ["std", "std-ref"]
    else:
        found["reftitle"] = target
    return found


def write_part(app: Sphinx, _failure: Exception | None) -> None:
    """Write what the other parts need to know about this one (``build-finished``)."""
    part, path = part_of(app.config), app.outdir / FILE
    html_builder = app.builder
    if (
        part is None
        or app.builder.name not in HTML_BUILDERS
        or not isinstance(html_builder, StandaloneHTMLBuilder)
    ):
        path.unlink(missing_ok=True)
        return
    build, uri = the_build(app.config), app.builder.get_target_uri
    docnames = build.nav.tree.docnames
    icon = partial(_icon_data, site_data_of(app.config).icon_source)
    manifest = {
        "format": PART_FORMAT,
        "part": part,
        "name": build.site.name,
        "description": build.site.description or "",
        "base": base_url(app.config),
        "language": app.config.language or "en",
        "icons": build.site.icon_library,
        "eyebrows": build.site.eyebrows,
        "header": header_choices(app.config),
        "stand_ins": dict(build.nav.stand_ins),
        "beside": dict(build.full_site.beside),
        "pages": {
            name: {"uri": uri(name), **_told(build.nav.info(name), icon, UNKNOWN_PAGE)}
            for name in sorted(docnames)
        },
        "navigation": navigation_data(build.full_site.navigation, docnames, icon),
    }
    memory = Path(app.doctreedir) / FILE
    files = html_builder.get_outfilename
    today = {*docnames, *app.env.found_docs}
    kept = identities(Path(files(name)) for name in today)
    for gone in _pages_before(memory) - today:
        # Sphinx leaves the files of documents that no longer exist; a joined site would show them.
        remove_unless(Path(files(gone)), kept)
    text = json.dumps(manifest, ensure_ascii=False, indent=1)
    for each in (path, memory):
        write_if_changed(each, text.encode("utf-8", "replace").decode() + "\n")


def _pages_before(path: Path) -> set[str]:
    try:
        return set(read_json(path.read_bytes())["pages"])
    except (OSError, ValueError, KeyError, TypeError):
        return set()


# The navigation as JSON, and back. Pure.

UNKNOWN_PAGE = PageInfo(title="", label="")

_KEPT = {
    Container: (
        *("kind", "label", "icon", "hidden", "default_hidden", "default", "primary", "root"),
        *("is_link", "at_end", "expanded", "tag", "description", "part"),
    ),
    LinkEntry: (
        *("kind", "label", "href", "icon", "description", "tag", "default", "hidden", "at_end"),
    ),
    PageEntry: ("path", "fragment", "label"),
}


def navigation_data(
    node: Node, docnames: Any, icon: Callable[[Icon], dict[str, str]]
) -> dict[str, Any]:
    """Return a part of the navigation as plain data; colours belong to the style of its site."""
    found = _told(node, icon, names=_KEPT[type(node)])
    found["is"] = type(node).__name__
    if isinstance(node, PageEntry):
        found["path"] = resolve_page(node.path, docnames) or node.path
    if isinstance(node, Container):
        if node.part is not None:
            found["location"] = str(node.location or "")
        if node.root is not None:
            found["root"] = resolve_page(node.root, docnames) or node.root
        found["children"] = [
            navigation_data(child, docnames, icon)
            for child in node.children
            if type(child) in _KEPT
        ]
    return found


def _told(
    value: Any,
    icon: Callable[[Icon], dict[str, str]],
    usual: PageInfo | None = None,
    *,
    names: tuple[str, ...] = (),
) -> dict[str, Any]:
    found = {}
    for name in names or [each.name for each in fields(value)]:
        held = getattr(value, name)
        if held == getattr(usual, name, None) or (usual is None and held in (False, "")):
            continue
        found[name] = icon(held) if isinstance(held, Icon) else held
    return found


def _icon_data(source: IconSource, icon: Icon) -> dict[str, str]:
    """Return an icon as data; a drawing of the project as it is: others lack its file."""
    drawn = resolve_icon(icon, source) if is_path(icon.name) or source.folders else None
    if drawn is not None and drawn.startswith("<svg"):
        return {"name": drawn}
    return {key: one for key in ("name", "type", "library") if (one := getattr(icon, key))}


@dataclass(frozen=True, kw_only=True)
class PartManifest:
    """What a part says about itself, with the paths of its pages from the root of the whole site.

    :param pages: page → what the navigation knows of it.
    :param uris: page → its address from the root of the whole site.
    :param beside: page that the navigation does not name → the one whose navigation it shows.
    """

    part: str
    name: str
    navigation: Container
    description: str = ""
    base: str = ""
    language: str = "en"
    icons: str = "fontawesome"
    eyebrows: str = "section"
    header: Mapping[str, Any] = field(default_factory=dict)
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, PageInfo] = field(default_factory=dict)
    uris: Mapping[str, str] = field(default_factory=dict)


def read_manifest(data: Any, address: str = "") -> PartManifest:
    """Return what the file of a part says.

    :param address: where the part is published, if it is not put into the site.
    :raises ValueError: in words for the one who named the part.
    """
    if not isinstance(data, dict) or data.get("format") != PART_FORMAT:
        raise ValueError("it was built by another release of sphinx-docsjson; build it again")
    try:
        mount = mount_path(data["part"])
        if mount is None:
            raise ValueError
        before = f"{mount}/" if mount else ""
        pages = {before + name: _info(one) for name, one in data["pages"].items()}
        uris = {
            before + name: (address or before) + str(one["uri"])
            for name, one in data["pages"].items()
        }
        return PartManifest(
            part=mount,
            name=str(data["name"]),
            navigation=_container(data["navigation"], before, data["pages"]),
            **{
                key: str(data[key])
                for key in ("description", "base", "language", "icons", "eyebrows")
            },
            header=dict(data["header"]),
            stand_ins={before + one: before + two for one, two in data["stand_ins"].items()},
            beside={before + one: before + two for one, two in data["beside"].items()},
            pages=pages,
            uris=uris,
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ValueError(f"its {FILE} does not describe a part; build it again") from None


def _icon(data: Any) -> Icon | None:
    if not data:
        return None
    library = str(data["library"]) if "library" in data else None
    kind = str(data["type"]) if "type" in data else None
    return Icon(name=str(data["name"]), type=kind, library=library)


def _info(data: dict[str, Any]) -> PageInfo:
    known = {each.name for each in fields(PageInfo)} - {"icon", "url"}
    found = {key: value for key, value in data.items() if key in known}
    url = safe_url(str(data["url"])) if "url" in data else None
    return replace(UNKNOWN_PAGE, **found, icon=_icon(data.get("icon")), url=url)


def _node(data: dict[str, Any], before: str, pages: Any) -> Node:
    if data["is"] == "PageEntry":
        return PageEntry(
            path=before + data["path"],
            fragment=str(data.get("fragment", "")),
            label=str(data.get("label", "")),
        )
    if data["is"] == "Container":
        return _container(data, before, pages)
    given = {key: data[key] for key in _KEPT[LinkEntry] if key in data and key not in _MADE}
    href = str(data["href"])
    if not is_external(href) and resolve_page(href.partition("#")[0], pages):
        href = f"/{before}{href.lstrip('/')}"
    kind = Kind(data["kind"])
    return LinkEntry(kind=kind, href=href, icon=_icon(data.get("icon")), **given)


_MADE = {"kind", "icon", "href", "root"}


def _container(data: dict[str, Any], before: str, pages: Any) -> Container:
    given = {key: data[key] for key in _KEPT[Container] if key in data and key not in _MADE}
    children = tuple(_node(child, before, pages) for child in data.get("children", ()))
    file, _, place = str(data.get("location", "")).partition(":")
    line, _, column = place.partition(":")
    here = Location(file=file, line=int(line), column=int(column)) if column else None
    found = Container(
        kind=Kind(data["kind"]),
        label=str(given.pop("label", "")),
        icon=_icon(data.get("icon")),
        root=before + data["root"] if "root" in data else None,
        children=children,
        location=here,
        **given,
    )
    return found if found.kind is not Kind.SITE else replace(found, prefix=before)
