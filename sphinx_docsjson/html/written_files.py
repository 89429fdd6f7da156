"""The files that a build in our theme writes beside the pages, and those that it links to."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from sphinx.util.matching import Matcher

from sphinx_docsjson.base.files import file_below, near_file
from sphinx_docsjson.base.media import picture_size
from sphinx_docsjson.base.near_names import did_you_mean
from sphinx_docsjson.base.source_files import (
    META_FILES,
    agent_files,
    copy_shown,
    files_of_pages,
    is_authors,
)
from sphinx_docsjson.base.theme_files import (
    BACKDROPS,
    DENSE,
    LENT,
    LENT_SCRIPTS,
    LENT_TOKENS,
    SCRIPTS,
    SHEETS,
    THEMES,
    has_our_theme,
    lent_sheet,
    shared_tokens,
    sources_of,
    style_sheet,
    theme_script,
    theme_sheet,
    write_if_new,
)
from sphinx_docsjson.build import base_url, shown_build, the_build
from sphinx_docsjson.compat.builders import fills_templates
from sphinx_docsjson.html.author_files import is_own_file
from sphinx_docsjson.html.shared import SiteData
from sphinx_docsjson.html.site_css import (
    SITE_CSS,
    lent_tokens,
    seen_modes,
    site_css,
    write_made_icon,
)
from sphinx_docsjson.icons.lookup import linked_picture
from sphinx_docsjson.navigation.nav import icons_of
from sphinx_docsjson.pages.ignored import read_rules
from sphinx_docsjson.pages.site_links import linked_files
from sphinx_docsjson.site.colors import make_palette
from sphinx_docsjson.site.model import Colors, Container, Icon, Kind, Site, tile_colors
from sphinx_docsjson.theme_options import options_of
from sphinx_docsjson.urls import is_external, path_below
from sphinx_docsjson.warnings import Warn, remark, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_docsjson.base.media import PictureSize
    from sphinx_docsjson.html.template_data import LogoContext, TemplateContext
    from sphinx_docsjson.site.colors import Mode
    from sphinx_docsjson.site.model import ImagePair
    from sphinx_docsjson.theme_options import ThemeOptions


# What a build of this theme writes beside the pages, and what it checks first.


@dataclass
class SharedState:
    """What is kept of a build: what all its pages share."""

    site_data: SiteData | None = None


def site_data_of(config: Config) -> SiteData:
    """Return what all pages of a build share; without a ``docs.json`` that is a name."""
    build = shown_build(config)
    if build is None:
        root = Container(kind=Kind.SITE, label=config.project)
        name = config.html_title or config.project
        return _site_data(config, Site(name=name, navigation=root), Path())
    state = build.state(SharedState)
    if state.site_data is None:
        state.site_data = _site_data(config, build.full_site, build.srcdir)
    return state.site_data


def _site_data(config: Config, site: Site, srcdir: Path) -> SiteData:
    return SiteData(
        site=site,
        srcdir=srcdir,
        html_context=dict(config.html_context),
        folders=dict(config.docsjson_icon_dirs),
        options=partial(options_of, config),
    )


def uses_theme(app: Sphinx) -> bool:
    """Whether this build writes pages of this theme."""
    return has_our_theme(app.config) and fills_templates(app.builder)


def check_look(app: Sphinx) -> None:
    """Report files, colours and a repository that the configuration needs and does not have."""
    if not uses_theme(app):
        return
    data = site_data_of(app.config)
    data.prepare()
    report_missing_files(data.site, data.srcdir)
    report_colors(data.site)
    feedback = data.site.feedback
    if (feedback.suggest_edit or feedback.raise_issue) and data.repository is None:
        warn(
            Warn.REPOSITORY,
            "feedback: the repository of the documentation is not known, so its buttons are left "
            "out; set html_context = {'github_user': …, 'github_repo': …, 'github_version': …, "
            "'doc_path': …} in conf.py (or the same with gitlab_ or bitbucket_)",
            location=data.site.location("feedback") or data.site.source_file,
        )


def report_colors(site: Site) -> None:
    """Say which configured accents cannot be read on their background, and what replaces them.

    A mode that no reader can see is left out, and so is the accent of dark mode if the
    configuration leaves it to the theme.
    """
    if site.colors == Colors():
        return
    for mode in seen_modes(site):
        for field, (configured, used) in make_palette(site.colors, mode).adjusted.items():
            location = site.location(field)
            if location is None or (mode == "dark" and field != "colors.light"):
                continue
            remark(
                Warn.COLOR,
                f"{field}: text in {configured} cannot be read on the {mode} background (WCAG AA "
                f"asks for a contrast of 4.5); links use {used} instead",
                location=location,
            )


def write_theme_files(app: Sphinx) -> None:
    """Write the styles and scripts of our pages, or what our components need in another theme."""
    if app.builder.format != "html" or app.builder.name == "epub":
        return
    static = Path(app.outdir) / "_static"
    ours = has_our_theme(app.config)
    if ours:
        for name in SHEETS:
            write_if_new(static / name, theme_sheet(name))
    else:
        for name in LENT:
            write_if_new(static / name, lent_sheet(name))
    for name in SCRIPTS if ours else LENT_SCRIPTS:
        write_if_new(static / name, theme_script(name))
    if not has_our_theme(app.config):
        colors = site_data_of(app.config).site.colors
        write_if_new(static / LENT_TOKENS, shared_tokens() + lent_tokens(colors))


def write_site_css(app: Sphinx) -> None:
    """Write what every page loads: colours, icon and script, the files that docs.json names.

    ``serve`` shows the first page long before the build ends.
    """
    if not uses_theme(app):
        return
    data = site_data_of(app.config)
    site = data.site
    shown = set(copy_site_files(site, data.srcdir, Path(app.outdir), base_url(app.config)))
    if (build := shown_build(app.config)) is not None:
        build.published.update(shown)
    images: dict[Mode, str] = {}
    if site.background.image is not None:
        modes: tuple[Mode, ...] = ("light", "dark")
        for mode in modes:
            path: str = getattr(site.background.image, mode)
            images[mode] = path if is_external(path) else f"../{path.lstrip('/')}"
    options = options_of(app.config)
    text = site_css(site, tiles=tile_colors(site), images=images, options=options)
    if images or site.background.decoration:
        text += style_sheet(sources_of([BACKDROPS]))
    if site.layout.layout:
        text += style_sheet(sources_of([THEMES]))
    if build is not None and build.from_toctrees:
        text += style_sheet(sources_of([DENSE]))
    write_if_new(Path(app.outdir) / "_static" / SITE_CSS, text)
    write_made_icon(app, site)
    app.add_css_file(SITE_CSS, priority=250)
    app.add_js_file("docsjson.js", loading_method="defer")


def copy_files(app: Sphinx, failure: Exception | None) -> None:
    """Copy icons, social pictures and files for agents."""
    build, outdir = the_build(app.config), Path(app.outdir)
    if app.builder.format == "html" and app.builder.name != "epub" and failure is None:
        icons = (linked_picture(icon.name) for icon, _page in icons_of(build.nav))
        pdf = build.site.contextual_targets.get("pdf", "")
        linked = (file for link in build.site.links for file in linked_files(build, link.href))
        names = (pdf, *icons, *linked, *files_of_pages(app.env), *files_for_agents(app))
        named = (name for name in names if name and not is_external(name))
        own = partial(is_authors, app)
        build.published.update(copy_shown(named, build.srcdir, outdir, leave=own))


def files_for_agents(app: Sphinx) -> Iterator[str]:
    """Yield the files for agents; those that the navigation names are pages."""
    root, config = Path(app.srcdir), app.config
    pages = {Path(app.env.doc2path(name)) for name in app.env.found_docs}
    left_out, ignored = Matcher(config.exclude_patterns), read_rules(root / ".mintignore")
    for name in agent_files(root):
        hidden = left_out(name) or ignored.match(name, is_folder=False)
        if root / name not in pages and not hidden and is_own_file(root, root / name):
            yield name


# The files behind the addresses of a logo, for the room that it has before it is loaded.

STATIC = "_static/"


def sized_logo(
    app: Sphinx, frame: TemplateContext, options: ThemeOptions, root: str
) -> LogoContext:
    """Return the logo with the sizes of those of its pictures that are files of the project.

    Beside a logo of conf.py the name of the site is shown. A wide picture contains it.

    :param root: how the page writes the root of the site.
    """

    def size(address: str | None) -> PictureSize | None:
        if not address or is_external(address):
            return None
        path = posixpath.normpath(unquote(address.partition("?")[0].removeprefix(root)))
        files = (file_below(folder, name) for folder, name in _places(app, options, path))
        file = next(filter(None, files), None)
        return picture_size(file) if file is not None else None

    logo, text = frame.logo, frame.logo.text
    light = size(logo.light)
    named = app.config.html_logo or options.light_logo or options.dark_logo
    if named and not options.sidebar_hide_name and light and light.width <= 2 * light.height:
        text = text or frame.site_name
    return replace(logo, light_size=light, dark_size=size(logo.dark), text=text)


def _places(app: Sphinx, options: ThemeOptions, path: str) -> Iterator[tuple[Path, str]]:
    """Yield folders and names below them that *path* of the output may have been copied from."""
    confdir = Path(app.confdir)
    if path.startswith(STATIC):
        name = path.removeprefix(STATIC)
        chosen = (app.config.html_logo, *((one.light, one.dark) if (one := options.logo) else ()))
        yield from ((confdir, file) for file in chosen if file and Path(file).name == name)
        yield from ((confdir / folder, name) for folder in app.config.html_static_path)
    yield Path(app.srcdir), path


# The files that a site shows around its pages: which they are, and their copies in the output.


def site_files(site: Site) -> Iterator[tuple[str, str]]:
    """Yield the files that the configuration names: the field and the path from the root."""
    pairs: list[tuple[str, ImagePair | None]] = [
        ("logo", site.logo.image if site.logo else None),
        ("favicon", site.favicon),
        ("backgroundImage", site.background.image),
    ]
    for field, pair in pairs:
        if pair is not None:
            yield from ((field, path) for path in dict.fromkeys((pair.light, pair.dark)))
    for name in ("heading", "body"):
        font = getattr(site.fonts, name)
        if font is not None and font.source:
            yield "fonts", font.source
    if site.thumbnails is not None and site.thumbnails.background:
        yield "thumbnails.background", site.thumbnails.background
    for tags in (site.metatags, *site.metatags_below.values()):
        for name, content in tags.items():
            if name.lower() in META_FILES:
                yield f"seo.metatags.{name}", content
    for icon in icons_in(site):
        if picture := linked_picture(icon.name):
            yield "icon", picture


def icons_in(value: Any) -> Iterator[Icon]:
    """Yield every icon that the configuration names, wherever it is in it."""
    if isinstance(value, Icon):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from icons_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from icons_in(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from icons_in(item)


def report_missing_files(site: Site, srcdir: Path) -> None:
    """Warn about each file that the configuration names and that does not exist."""
    for field, path in dict.fromkeys(site_files(site)):
        if not path or is_external(path) or file_below(srcdir, path) is not None:
            continue
        if field == "icon":
            continue  # what draws it says so
        warn(
            Warn.CONFIG,
            f"{field}: the file {path!r} does not exist in the source directory; "
            "write its path from the folder of docs.json." + did_you_mean(near_file(srcdir, path)),
            location=site.nearest(field) or site.source_file,
        )


def copy_site_files(site: Site, srcdir: Path, outdir: Path, address: str = "") -> Iterator[Path]:
    """Copy the files of the configuration to the same paths below *outdir*; yield those."""
    paths = (path_below(path, address) or path for _field, path in site_files(site))
    return copy_shown((path for path in paths if not is_external(path)), srcdir, outdir)
