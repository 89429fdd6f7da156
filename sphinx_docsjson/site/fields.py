"""Reads the fields of docs.json: look, frame, API, navigation entries. Pure."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, cast

from sphinx_docsjson.base.files import page_path, problem_of_generated
from sphinx_docsjson.base.messages import METHOD
from sphinx_docsjson.base.near_names import did_you_mean, near_name
from sphinx_docsjson.site.colors import Rgb
from sphinx_docsjson.site.model import (
    AUTH_METHODS,
    OWN_FONTS,
    PLAYGROUND_MODES,
    WHAT_BOOST_IS,
    Api,
    Appearance,
    Auth,
    Background,
    Banner,
    CallToAction,
    CodeTheme,
    ColorPair,
    Colors,
    Font,
    Fonts,
    FooterColumn,
    Gradient,
    Grounds,
    Kind,
    LayoutTheme,
    LinkEntry,
    Logo,
    OpenApiSource,
    OperationEntry,
    Overrides,
    PageEntry,
    SdkSource,
    TopbarLink,
    boost_of,
)
from sphinx_docsjson.urls import is_external, safe_source, scheme_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_docsjson.site.model import Node, TagPages
    from sphinx_docsjson.site.reader import FieldAt


# The two shapes of a configuration, and how each becomes the one :class:`Site`. Pure.


def api(root: FieldAt) -> Api:
    """Return the ``api`` object."""
    field = root["api"]
    playground, examples = field["playground"], field["examples"]
    if not examples:
        examples = field["request"]["example"]
    expanded = field["params"]["expanded"].text() or field["paramFields"]["expanded"].text()
    shown = playground.first("mode", "display").text()
    if shown is None and field["hidePlayground"].flag():
        shown = "hide"
    unset = Api()
    shows_all = examples["showOptionalParams"].flag(True)
    defaults = examples["defaults"].text() or ("all" if shows_all else "required")
    return Api(
        base_urls=_base_urls(field["baseUrl"]) or _base_urls(field["mdx"]["server"]),
        auth=_auth(field["auth"]) or _auth(field["mdx"]["auth"]),
        playground=PLAYGROUND_MODES.get(shown or "", unset.playground),
        maintain_order=field["maintainOrder"].flag(unset.maintain_order),
        schemas=cast(Literal["show", "linked", "hide"] | None, field["schemas"].text()),
        density="compact" if field["density"].text() == "compact" else "comfortable",
        params_expanded=expanded not in (None, "closed", "none"),
        in_twins=root["markdown"]["schema"].flag(),
        playground_proxy=_proxy(playground["proxy"]),
        params_before=field["params"]["pre"].texts(),
        params_after=field["params"]["post"].texts(),
        example_languages=examples["languages"].texts(),
        example_defaults=cast(Literal["required", "defaults", "all"], defaults),
        examples_autogenerate=examples["autogenerate"].flag(unset.examples_autogenerate),
        examples_prefill=examples["prefill"].flag(),
    )


def _proxy(field: FieldAt) -> str | bool | None:
    """Return what requests go through: an address, that of whoever serves the site, or nothing."""
    text = field.text()
    if text is None:
        return None
    if text in ("true", "false"):
        return text == "true"
    url = safe_source(text)
    if url is None or not is_external(url):
        field.warn(f"{text!r} is ignored; a proxy address must begin with https://", kind="url")
        return None
    return url


def site_openapi(root: FieldAt) -> OpenApiSource | None:
    """Return the OpenAPI files of the whole site, wherever the file names them."""
    fields = [root.first("openapi", "openApi"), root["api"]["openapi"]]
    return _of_site(root, fields, "openapi")


def site_asyncapi(root: FieldAt) -> OpenApiSource | None:
    """Return the AsyncAPI files of the whole site, wherever the file names them."""
    return _of_site(root, [root["asyncapi"], root["api"]["asyncapi"]], "asyncapi")


def _of_site(root: FieldAt, fields: list[FieldAt], name: str) -> OpenApiSource | None:
    if root["navigation"].is_object:
        fields.append(root["navigation"][name])
    found = [source for field in fields if (source := openapi(field))]
    if not found:
        return None
    sources = dict.fromkeys(path for source in found for path in source.sources)
    directory = next((source.directory for source in found if source.directory), None)
    named = [source.overlays for source in found if source.overlays is not None]
    overlays = tuple(dict.fromkeys(path for paths in named for path in paths)) if named else None
    since = next((source.since for source in found if source.since), None)
    return replace(
        found[0],
        sources=tuple(sources),
        directory=directory,
        overlays=overlays,
        since=since,
        parts=tuple(part for source in found for part in source.parts),
    )


def _base_urls(field: FieldAt) -> tuple[str, ...]:
    urls = []
    for item in field.each():
        text = item.text() or ""
        if scheme_of(text) in ("http", "https") or text.startswith("/"):
            urls.append(text)
        elif text:
            item.warn(f"{text!r} is ignored; write it with its scheme: 'https://{text}'")
    return tuple(urls)


def _auth(field: FieldAt) -> Auth | None:
    method = field["method"].text()
    if method is None:
        if field:
            field.warn('"method" is missing: bearer, basic or key; the object is ignored')
        return None
    return Auth(
        method=AUTH_METHODS.get(method, "none"),
        name=field["name"].text(),
        input_prefix=_prefix(field["inputPrefix"]),
    )


def _prefix(field: FieldAt) -> str | None:
    """Return the prefix with the space at its end, which separates it from the key."""
    data = field.value.data if field.value else None
    return data if isinstance(data, str) and data else None


# What is around the page: top bar, footer, banner; older and newer spellings.

_SOCIAL_ALIASES = {"twitter": "x", "x-twitter": "x", "earth-americas": "website"}
_GITHUB = ("https://github.com/", "http://github.com/", "github.com/")


def topbar_links(root: FieldAt) -> tuple[TopbarLink, ...]:
    """Return the links of ``topbarLinks`` and ``navbar.links``."""
    items = (*root["topbarLinks"].each(), *root["navbar"]["links"].each())
    return tuple(link for item in items if (link := _link(item)))


def _link(field: FieldAt) -> TopbarLink | None:
    href = field.first("href", "url").href()
    if href is None:
        return None
    written = field["type"].text()
    kind = None if written == "link" else written
    icon = field["icon"].icon(field["iconType"])
    name = field.first("label", "name").text()
    if not name and not icon and not kind:
        field.warn("a link without text is shown as its address; add a text")
        name = href
    return TopbarLink(name=name or "", url=href, icon=icon, type=kind, location=field.location)


def call_to_action(root: FieldAt) -> CallToAction | None:
    """Return the button of ``topbarCtaButton`` or ``navbar.primary``."""
    field = root["navbar"]["primary"] or root["topbarCtaButton"]
    url = field.first("href", "url").href()
    if url is None:
        return None
    kind = field["type"].text() or "link"
    name = field.first("label", "name").text()
    if kind == "github" and not url.startswith(_GITHUB):
        field.warn(f"{url!r} is not a GitHub repository; the button is a plain link")
        kind = "link"
    if kind in ("link", "button"):
        kind = "link"
        if not name:
            key = "label" if field["href"] else "name"
            field.warn(f"a button of type link needs a {key!r}; its address is shown instead")
            name = url.split("//")[-1].rstrip("/")
    return CallToAction(type=cast(Literal["link", "github", "discord"], kind), url=url, name=name)


def socials(root: FieldAt) -> dict[str, str]:
    """Return platform → URL of ``footerSocials`` and ``footer.socials``, in file order."""
    return _socials(root["footerSocials"]) | _socials(root["footer"]["socials"])


def _socials(field: FieldAt) -> dict[str, str]:
    found: dict[str, str] = {}
    listed = (
        ((item["type"].text() or "", item["url"]) for item in field.each())
        if field.is_array
        else field.members()
    )
    for key, value in listed:
        url = value.href()
        if url is not None:
            found.setdefault(_SOCIAL_ALIASES.get(key, key), url)
    return found


def footer_columns(root: FieldAt) -> tuple[FooterColumn, ...]:
    """Return the link columns of ``footer.links``."""
    columns = []
    for column in root["footer"]["links"].each():
        items = column.first("items", "links").each()
        links = tuple(link for item in items if (link := _link(item)))
        if links:
            columns.append(
                FooterColumn(header=column.first("header", "title").text(), links=links)
            )
    return tuple(columns)


def banner(field: FieldAt) -> Banner | None:
    """Return the banner, ``None`` when it has no content."""
    content = field["content"].markdown()
    if content is None:
        return None
    kind = cast(Literal["info", "warning", "critical"], field["type"].text() or "info")
    return Banner(
        content=content,
        dismissible=field["dismissible"].flag(),
        type=kind,
        color=color_pair(field["color"]),
    )


def overrides(field: FieldAt) -> Overrides | None:
    """Return what a language shows instead of the site's own."""
    if not (field["navbar"] or field["footer"] or field["banner"]):
        return None
    columns: tuple[FooterColumn, ...] | None = footer_columns(field) or None
    accounts: Mapping[str, str] | None = socials(field) or None
    return Overrides(
        topbar_links=topbar_links(field) if field["navbar"]["links"] else None,
        call_to_action=call_to_action(field),
        socials=accounts,
        footer_columns=columns,
        banner=banner(field["banner"]),
    )


# How the site looks: logo, colours, modes, background, fonts; older and newer spellings.

IconLibrary = Literal["fontawesome", "lucide", "tabler"]


def logo(root: FieldAt) -> Logo | None:
    """Return the logo, ``None`` when no image of it exists."""
    field = root["logo"]
    image = field.images()
    return Logo(image=image, href=field["href"].href() or "/") if image else None


def colors(root: FieldAt) -> Colors:
    """Return ``colors``, and the background of either spelling."""
    field = root["colors"]
    anchors = color(field["anchors"])
    background = field["background"] or root["background"]["color"]
    return Colors(
        primary=hex_color(field["primary"]) or Colors().primary,
        light=hex_color(field["light"]),
        dark=hex_color(field["dark"]),
        background=Grounds(
            light=hex_color(background["light"]), dark=hex_color(background["dark"])
        ),
        anchors=anchors.light if isinstance(anchors, ColorPair) else anchors,
    )


def appearance(root: FieldAt) -> Appearance:
    """Return the modes from ``appearance`` or ``modeToggle``."""
    field = root["appearance"] or root["modeToggle"]
    default = field["default"].text()
    return Appearance(
        default=cast(Literal["light", "dark"], default) if default in ("light", "dark") else None,
        toggle_hidden=field["strict"].flag(field["isHidden"].flag()),
    )


def background(root: FieldAt) -> Background:
    """Return what is behind every page."""
    field = root["background"]
    image = (field["image"] or root["backgroundImage"]).images()
    decoration = field.first("decoration", "style").text()
    return Background(
        image=image,
        decoration=cast(Literal["gradient", "grid", "windows"] | None, decoration),
    )


OLD_THEMES = ("prism", "quill", "venus")
"""The layout themes that the hosting platform had."""


@cache
def layout_themes() -> dict[str, LayoutTheme]:
    """Return the layout themes of the hosting platform: name → what tells it apart."""
    text = files("sphinx_docsjson.site").joinpath("themes.toml").read_text(encoding="utf-8")
    return {name: LayoutTheme(**table) for name, table in tomllib.loads(text).items()}


def layout_theme(field: FieldAt) -> LayoutTheme:
    """Return the layout theme; one that is not known changes nothing.

    The platform may have new ones, so only a value close to a known name is a mistake.
    """
    text, themes = field.text(), layout_themes()
    near = near_name(text, [*themes, *OLD_THEMES]) if text else None
    if text not in themes and text not in OLD_THEMES and near:
        field.warn(f"{text!r} is not a theme and has no effect.{did_you_mean(near)}")
    return themes.get(text or "", LayoutTheme())


def fonts(root: FieldAt) -> Fonts:
    """Return the fonts; a field of ``fonts`` itself holds for both kinds."""
    field = root["fonts"] or root["font"]
    told: set[str] = set()
    both = _font(field, told)
    heading = _font(field.first("heading", "headings"), told) or both
    return Fonts(heading=heading, body=_font(field["body"], told) or both)


_INSTALLED = frozenset(
    {
        *("-apple-system", "arial", "avenir", "bahnschrift", "blinkmacsystemfont", "calibri"),
        *("cambria", "consolas", "courier new", "cursive", "fantasy", "georgia", "helvetica"),
        *("helvetica neue", "menlo", "monaco", "monospace", "palatino", "roboto", "sans-serif"),
        *("segoe ui", "serif", "sf mono", "sf pro", "system-ui", "tahoma", "times new roman"),
        *("trebuchet ms", "ui-monospace", "ui-rounded", "ui-sans-serif", "ui-serif", "verdana"),
    }
)
"""Fonts that most devices have, or that CSS names by what they are like."""


def _font(field: FieldAt, told: set[str]) -> Font | None:
    """Return a font; one that nobody has is reported once.

    :param told: the families that were reported.
    """
    family = field["family"].text()
    if family is None:
        return None
    source, written = field.first("source", "url"), field["weight"].text() or ""
    weight = int(float(written)) if written.replace(".", "", 1).isdigit() else None
    form = field["format"].text()
    if source:
        return Font(
            family=family,
            weight=weight,
            source=_font_file(source),
            format=cast(Literal["woff", "woff2"] | None, form),
        )
    found = field.reader.tree.font(family, weight)
    known = {*_INSTALLED, *map(str.casefold, OWN_FONTS)}
    if found is None and family.casefold() not in {*known, *told}:
        told.add(family.casefold())
        field["family"].warn(
            f"{family!r} is not a font of the theme ({' and '.join(OWN_FONTS)}), and no file in "
            f"fonts/ has that name: readers without it see another font. Put its file there, such "
            f"as fonts/{family.replace(' ', '')}.woff2, or name it in 'source'"
        )
    return Font(family=family, source=found, text_weight=weight)


def _font_file(field: FieldAt) -> str | None:
    path = field.file()
    if path is not None and is_external(path):
        field.warn(
            "pages do not load fonts from other hosts; put the file in the source folder and "
            "write its path"
        )
        return None
    return path


def icon_library(root: FieldAt) -> IconLibrary:
    """Return the library that icon names are taken from."""
    return cast(IconLibrary, root["icons"]["library"].text() or "fontawesome")


def code_mode(root: FieldAt) -> Literal["system", "dark"]:
    """Return whether code blocks follow the mode of the page."""
    written = root["styling"]["codeblocks"].text() or root["codeBlock"]["mode"].text()
    return "dark" if written == "dark" else "system"


@cache
def known_code_themes() -> dict[str, CodeTheme]:
    """Return the colours of code that have a name: name → colours."""
    text = files("sphinx_docsjson.site").joinpath("code_themes.toml").read_text(encoding="utf-8")
    return {
        name: CodeTheme(mode=row["mode"], colors=tuple(row["colors"].split()))
        for name, row in tomllib.loads(text).items()
    }


def code_themes(root: FieldAt) -> dict[str, CodeTheme]:
    """Return mode of the page → the colours of code that the author chose for it."""
    field = root["styling"]["codeblocks"]
    if not field.is_object:
        return {}
    theme = field["theme"]
    fields = {mode: theme[mode] if theme.is_object else theme for mode in ("light", "dark")}
    known = known_code_themes()
    chosen = {mode: each.text() or "" for mode, each in fields.items()}
    for mode, name in chosen.items():
        if name and name not in known and (mode == "light" or theme.is_object):
            near = did_you_mean(near_name(name, known))
            fields[mode].warn(
                f"{name!r} is not available here; code uses the colours of the site.{near} "
                "docs/configure/look lists the themes"
            )
    return {mode: known[name] for mode, name in chosen.items() if name in known}


# Entries of the navigation and what every container may carry, in both shapes.

_OPERATION = re.compile(rf"(?:(\S+)\s+)?({METHOD})\s+(/\S*)")
_WEBHOOK = re.compile(r"(?:(\S+)\s+)?webhook\s+(\S.*)", re.IGNORECASE)
LISTINGS = ("accordion", "card", "none")


def is_entry(field: FieldAt) -> bool:
    """Whether an item of ``pages`` is an entry, and not a group."""
    return not field.is_object or bool(field["page"])


def entry(field: FieldAt) -> Node | None:
    """Return the entry that an item of ``pages`` stands for.

    ``"guides/start"``, ``"guides/start#part"``, ``"GET /users"``, ``"spec.yaml GET /users"``
    and ``"webhook name"`` are understood, and ``{"page": "guides/start", "title": "Start"}``.
    What is not an entry is reported.
    """
    if field.is_object:
        node, title = entry(field["page"]), field["title"].text() or ""
        return replace(node, label=title) if isinstance(node, PageEntry) else node
    text = field.text()
    if text is None:
        field.warn("an empty entry is ignored; write the path of a page")
        return None
    if operation := _OPERATION.fullmatch(text):
        spec, method, path = operation.groups()
        written = field.value.data if field.value else text
        ending = written[len(written.rstrip(" ")) :] if isinstance(written, str) else ""
        return OperationEntry(  # a trailing space in a path makes it another path
            method=method.upper(), path=f"{path}{ending}", spec=spec, location=field.location
        )
    if webhook := _WEBHOOK.fullmatch(text):
        spec, name = webhook.groups()
        return OperationEntry(method="WEBHOOK", path=name, spec=spec, location=field.location)
    if is_external(text):
        field.warn(
            f"{text!r} is ignored; an entry is the path of a page. For a link, create a page with "
            "title and url in its front matter"
        )
        return None
    path, _, fragment = text.partition("#")
    name = page_path(path)
    if name is None:
        field.warn(f"{text!r} is ignored; it is not the path of a page in the source folder")
        return None
    return PageEntry(path=name, fragment=fragment, location=field.location)


def common(field: FieldAt) -> dict[str, Any]:
    """Return the properties that every container may carry, as arguments of the model."""
    return {
        "icon": field["icon"].icon(field["iconType"]),
        "color": color(field["color"]),
        "hidden": field["hidden"].flag(),
        "searchable": field["searchable"].flag(not field["hidden"].flag()),
        "boost": _boost(field["boost"]),
        "default": field["default"].flag(),
        "tag": field["tag"].text(),
        "description": field["description"].text(),
        "openapi": openapi(field["openapi"]),
        "asyncapi": openapi(field["asyncapi"]),
        "sdk": sdk(field["sdk"]),
        "directory": _folder(field["directory"]),
        "at_end": field["align"].text() == "end",
        "location": field.location,
    }


def _boost(field: FieldAt) -> float:
    """Return how many times as much the pages of a container count in the search."""
    number = boost_of(field.text() or "1")
    if number is None:
        field.warn(f"{field.text()} is left out; {WHAT_BOOST_IS}")
    return number or 1.0


def _folder(field: FieldAt) -> str | None:
    """Return ``directory`` where it is a folder and not a way to list pages."""
    return None if field.text() in LISTINGS else _generated(field)


def _generated(field: FieldAt) -> str | None:
    """Return where the author wants pages to be generated."""
    text = field.text()
    if text is None:
        return None
    if problem := problem_of_generated(text):
        field.warn(f"{text!r} is left out: {problem}")
        return None
    return page_path(text)


def link(field: FieldAt, kind: Kind, label: str, href: str) -> LinkEntry:
    """Return the link entry that a container without children is."""
    return LinkEntry(
        kind=kind,
        label=label,
        href=href,
        icon=field["icon"].icon(field["iconType"]),
        color=color(field["color"]),
        description=field["description"].text(),
        tag=field["tag"].text(),
        default=field["default"].flag(),
        hidden=field["hidden"].flag(),
        at_end=field["align"].text() == "end",
        location=field.location,
    )


def hex_color(field: FieldAt) -> str | None:
    """Return a colour as ``#rrggbb``; the schema has checked its form."""
    text = field.text()
    return Rgb.from_hex(text).hex if text else None


def color(field: FieldAt) -> str | ColorPair | Gradient | None:
    """Return a colour, a gradient (``from``, ``to``) or a colour for each mode."""
    if not field.is_object:
        return hex_color(field)
    start, end = hex_color(field["from"]), hex_color(field["to"])
    if start or end:
        return Gradient(start=cast(str, start or end), end=cast(str, end or start))
    return color_pair(field)


def color_pair(field: FieldAt) -> ColorPair | None:
    """Return a colour for each mode; a single one, or one of two, is both."""
    if not field.is_object:
        single = hex_color(field)
        return ColorPair(light=single, dark=single) if single else None
    light, dark = hex_color(field["light"]), hex_color(field["dark"])
    if not light and not dark:
        return None
    return ColorPair(light=cast(str, light or dark), dark=cast(str, dark or light))


def openapi(field: FieldAt) -> OpenApiSource | None:
    """Return OpenAPI or AsyncAPI files: paths that exist, and URLs; ``None`` when none is left."""
    if not field:
        return None
    if field.is_array and any(item.is_object for item in field.each()):
        return _all_of([each for item in field.each() if (each := openapi(item))])
    listed = field["source"] if field.is_object else field
    found = [(source, item.location) for item in listed.each() if (source := item.described())]
    if not found:
        return None
    overview, tags = field["overview"], field["tags"]
    own = overview.value.data if overview.value else True
    shown = tags.value.data if tags.value else True
    return OpenApiSource(
        sources=tuple(source for source, _ in found),
        locations=tuple(place for _, place in found),
        overlays=_overlays(field["overlays"]) if field.is_object else None,
        directory=_generated(field["directory"]),
        overview=_generated(overview) if isinstance(own, str) else None,
        has_overview=own is not False,
        tags=cast("TagPages", shown if isinstance(shown, str) else ("none", "page")[bool(shown)]),
        download=field["download"].flag(True),
        since=_since(field["since"]) if field.is_object else None,
        location=field.location,
    )


_READ_SDKS = '"python:" with a package, and objects.inv'


def sdk(field: FieldAt) -> SdkSource | None:
    """Return the code whose reference a container has; ``None`` where we cannot read it."""
    source = field["source"].text()
    if source is None:
        return None
    written, kind = field["format"].text(), _kind_of_sdk(source)
    if kind is None or written not in (None, "sphinx"):
        said = f" as {written}" if written else ""
        field["source"].warn(
            f"{source!r} is not read{said}; {_READ_SDKS} are. The pages are left out"
        )
        return None
    found = source.removeprefix(PYTHON)
    if kind == "python":
        if not all(part.isidentifier() for part in found.split(".")):
            field["source"].warn(f"{found!r} is not the name of a package, such as acme.client")
            return None
    elif (file := field["source"].file()) is not None:
        found = file
    else:
        return None
    base = (field["url"].href() or "").rstrip("/")
    if kind == "inventory" and not is_external(base):
        field.warn('"url" is missing: the address of the site whose objects.inv this is')
        return None
    return SdkSource(
        kind=kind,
        source=found,
        directory=_generated(field["directory"]) or SDK_FOLDER,
        url=f"{base}/",
        location=field.location,
    )


PYTHON = "python:"
SDK_FOLDER = "sdk-reference"


def _kind_of_sdk(source: str) -> Literal["python", "inventory"] | None:
    """Return what a source is by its name."""
    if source.startswith(PYTHON):
        return "python"
    return "inventory" if source.endswith(".inv") else None


def _all_of(parts: Sequence[OpenApiSource]) -> OpenApiSource | None:
    """Return the files of a list that says more than their names of some."""
    if not parts:
        return None
    return OpenApiSource(
        sources=tuple(source for part in parts for source in part.sources),
        locations=tuple(place for part in parts for place in part.locations),
        parts=tuple(parts),
        location=parts[0].location,
    )


def _since(field: FieldAt) -> str | None:
    """Return what a description is compared with: a file that exists, a URL, or a Git tag."""
    text = (field.text() or "").strip()
    if not text:
        return None
    if text.lower().endswith((".json", ".yaml", ".yml")) or "://" in text:
        return field.described()
    if problem := problem_of_revision(text):
        field.warn(f"{text!r} {problem}; write the path of an older file, or a Git tag")
        return None
    return text


def problem_of_revision(text: str) -> str:
    """Return why *text* is not a name of a tag or a commit that git is asked for, or nothing.

    The rules are stricter than those of ``git check-ref-format``, so that no name is an option, a
    range, a path, or an expression.
    """
    allowed = all(char.isalnum() or char in "._/+-" for char in text)
    is_plain = text[0].isalnum() and ".." not in text and "//" not in text
    if allowed and text.isascii() and is_plain and not text.endswith((".lock", "/", ".")):
        return ""
    return "cannot be the name of a tag"


def _overlays(field: FieldAt) -> tuple[str, ...] | None:
    """Return the overlays that are named; an empty list is not the same as no field."""
    if not field:
        return None
    return tuple(path for item in field.each() if (path := item.file()))


def warn_unsupported(field: FieldAt, *keys: str) -> None:
    """Report the parts of a container that only the hosting platform can build."""
    for key in keys:
        if field[key]:
            field[key].warn(
                f"{key}: no pages are generated from it, and its tab or group is left out; write "
                "the reference as pages, or link to it with `href`"
            )
