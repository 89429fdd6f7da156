"""The preview image of a page for social networks, drawn during the build.

It is drawn with Pillow (the extra ``cards``) in the font and the colours of the site, without a
browser or network. Its name is a digest of its content, so an unchanged picture is drawn once.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from sphinx_docsjson.base.files import file_below
from sphinx_docsjson.base.theme_files import has_our_theme, theme_path
from sphinx_docsjson.base.titles import title_of
from sphinx_docsjson.build import base_url, the_build
from sphinx_docsjson.outputs.twins import HTML_BUILDERS
from sphinx_docsjson.site.colors import make_palette
from sphinx_docsjson.steps import Turn, add_step
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.version import __version__
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL import ImageDraw
    from PIL.ImageFont import FreeTypeFont
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_docsjson.site.model import Site

logger = logging.getLogger(__name__)

SIZE = (1200, 630)
"""Width and height in pixels, as social networks ask for them."""

MARGIN = 80
FOOT = 538
"""Where the name of the site is, in pixels from the top."""

LONGEST_LINE = 300
"""How many letters are wider than a picture in any font."""

FOLDER = "_images/cards"
OWN_FONTS = ("inter-latin.woff2", "inter-latin-ext.woff2")
DRAWN_BY = "1"
"""Another number draws all pictures again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Card:
    """What is on a picture.

    :param section: the part of the site that the page is in.
    :param ground: path of a picture behind the text, from the source directory.
    :param logo: path of a picture beside the name of the site, from the source directory.
    :param fonts: paths of font files; a character is drawn in the first one that has it.
    :param colors: ground, text, muted text, accent.
    """

    title: str
    description: str
    section: str
    name: str
    ground: str
    logo: str
    fonts: tuple[str, ...]
    colors: tuple[str, str, str, str]

    def file_name(self, srcdir: Path) -> str:
        """Return the path of the picture below the output folder."""
        words = json.dumps([DRAWN_BY, asdict(self)], sort_keys=True)
        files = (srcdir / path for path in (self.ground, self.logo) if path)
        digest = sha256(words.encode())
        for path in files:
            digest.update(path.read_bytes())
        return f"{FOLDER}/{digest.hexdigest()[:20]}.png"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the steps."""
    add_step(
        app,
        "builder-inited",
        Turn.AMONG,
        report_missing_pillow,
        "check that the extra `cards` is installed",
    )
    add_step(app, "html-page-context", Turn.AFTER, draw_card, "draw the social card of the page")
    add_step(app, "build-finished", Turn.AMONG, remove_old_cards, "remove unused social cards")
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def can_draw() -> bool:
    """Whether the extra ``cards`` is installed."""
    try:
        import PIL.ImageFont  # noqa: F401 (an extra)
    except ImportError:
        return False
    return True


def wants_cards(app: Sphinx) -> bool:
    """Whether pages of this build get pictures; ``thumbnails`` of ``docs.json`` asks for them."""
    return (
        app.builder.name in HTML_BUILDERS
        and has_our_theme(app.config)
        and the_build(app.config).site.thumbnails is not None
        and bool(base_url(app.config))
    )


def report_missing_pillow(app: Sphinx) -> None:
    """Say once that pictures are asked for and nothing can draw them."""
    if wants_cards(app) and not can_draw():
        logger.info(
            'thumbnails: pictures of pages need Pillow: pip install "sphinx-docsjson[cards]"'
        )


def draw_card(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Draw the picture of a page that names none, unless an earlier build has drawn it.

    The frame of the page is given ``dj_card``, its whole address.
    """
    if not isinstance(doctree, nodes.document) or not wants_cards(app) or not can_draw():
        return
    front = {str(name).lower() for name in app.env.metadata.get(pagename, {})}
    site = the_build(app.config).site
    named = (site.metatags, *site.metatags_below.values())
    if "og:image" in front or any("og:image" in tags for tags in named):
        return
    card = card_of(app, pagename)
    name = card.file_name(app.srcdir)
    path = app.outdir / name
    if not path.is_file() and not paint(card, app.srcdir, path):
        return
    context["dj_card"] = base_url(app.config) + name


def remove_old_cards(app: Sphinx, failure: Exception | None) -> None:
    """Remove the pictures that no page has any more."""
    folder = app.outdir / FOLDER
    if failure is not None or not folder.is_dir():
        return
    drawn = wants_cards(app) and can_draw()
    wanted = (
        {card_of(app, name).file_name(app.srcdir) for name in app.env.found_docs}
        if drawn
        else set()
    )
    for path in folder.glob("*.png"):
        if f"{FOLDER}/{path.name}" not in wanted:
            path.unlink()


def card_of(app: Sphinx, docname: str) -> Card:
    """Return what is on the picture of a page."""
    build = the_build(app.config)
    site, nav = build.site, build.nav
    front = app.env.metadata.get(docname, {})
    nav_view = nav.view(docname).nav_view
    return Card(
        title=title_of(app.env, docname),
        description=str(front.get("description") or ""),
        section=(nav_view.eyebrow if nav_view else None) or "",
        name=site.name,
        ground=_picture(site.thumbnails.background if site.thumbnails else None, app.srcdir),
        logo=_logo(site, app.srcdir),
        fonts=tuple(_font_files(site, app.srcdir)),
        colors=_colors(site),
    )


def _colors(site: Site) -> tuple[str, str, str, str]:
    mode = (site.thumbnails.appearance if site.thumbnails else None) or (
        site.appearance.default or "light"
    )
    found = make_palette(site.colors, mode).properties
    return (found["bg"], found["text"], found["text-muted"], found["primary"])


def _logo(site: Site, srcdir: Path) -> str:
    """Return a logo that Pillow can read."""
    if site.logo is None:
        return ""
    dark = site.thumbnails is not None and site.thumbnails.appearance == "dark"
    return _picture(site.logo.image.dark if dark else site.logo.image.light, srcdir)


def _picture(path: str | None, srcdir: Path) -> str:
    if not path or is_external(path) or path.lower().endswith(".svg"):
        return ""
    return path if _can_be_read(_is_picture, path, srcdir) else ""


def _can_be_read(asks: Callable[[Path, int], bool], name: str, srcdir: Path) -> bool:
    """Whether a file is there and can be read, as it is now: ``serve`` goes on after a fix."""
    path = srcdir / name
    return file_below(srcdir, name) is not None and asks(path, path.stat().st_mtime_ns)


@cache
def _is_picture(path: Path, _written: int) -> bool:
    """Whether Pillow can read a picture; a warning says why not."""
    from PIL import Image

    try:
        with Image.open(path) as picture:
            picture.convert("RGBA")
    except Exception as error:  # each of its decoders has errors of its own
        _warn_unreadable(path, "picture", error)
        return False
    return True


@cache
def _is_font(path: Path, _written: int) -> bool:
    try:
        _has(path, "A")
    except Exception as error:  # FreeType says "unknown file format", Pillow much else
        _warn_unreadable(path, "font", error)
        return False
    return True


def _warn_unreadable(path: Path, what: str, error: Exception) -> None:
    message = (
        f"thumbnails: the {what} {path.name} cannot be read, so the pictures of pages are made "
        f"without it ({error}). Save it in another format."
    )
    warn(Warn.IMAGE, message, location="docs.json")


def _font_files(site: Site, srcdir: Path) -> Iterator[str]:
    own = site.fonts.heading or site.fonts.body
    source = own.source if own is not None else None
    if source and _can_be_read(_is_font, source, srcdir):
        yield source
    yield from OWN_FONTS


# Drawing.


def paint(card: Card, srcdir: Path, target: Path) -> bool:
    """Draw a picture into a file; ``False`` where the fonts lack a character of its words."""
    from PIL import Image, ImageDraw, ImageOps

    ground, text, muted, accent = card.colors
    pen = _Pen(card.fonts, srcdir)
    if not pen.knows(card.title + card.description + card.section + card.name):
        return False
    image = Image.new("RGB", SIZE, ground)
    if card.ground:
        with Image.open(srcdir / card.ground) as picture:
            image.paste(ImageOps.fit(picture.convert("RGB"), SIZE))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, SIZE[0], 12), fill=accent)
    width = SIZE[0] - 2 * MARGIN
    top = MARGIN
    if card.section:
        pen.write(draw, (MARGIN, top), card.section, 30, 600, accent)
        top += 56
    for line in pen.lines(card.title, 62, 700, width, 3):
        pen.write(draw, (MARGIN, top), line, 62, 700, text)
        top += 78
    top += 20
    for line in pen.lines(card.description, 32, 400, width, max(0, (FOOT - 28 - top) // 46)):
        pen.write(draw, (MARGIN, top), line, 32, 400, muted)
        top += 46
    if card.logo:
        with Image.open(srcdir / card.logo) as picture:
            logo = ImageOps.contain(picture.convert("RGBA"), (240, 48))
        image.paste(logo, (MARGIN, FOOT - 4), logo)
    else:
        pen.write(draw, (MARGIN, FOOT), card.name, 32, 650, text)
    target.parent.mkdir(parents=True, exist_ok=True)
    # A picture behind the words needs the better colours, which take seven times as long.
    method = Image.Quantize.MEDIANCUT if card.ground else Image.Quantize.FASTOCTREE
    image.quantize(256, method).save(target, "PNG", optimize=True)
    return True


@cache
def _font(path: Path, size: int, weight: int) -> FreeTypeFont:
    from PIL import ImageFont

    font = ImageFont.truetype(str(path), size)
    with suppress(OSError, NotImplementedError):  # a font with one weight
        font.set_variation_by_axes([weight])
    return font


class _Pen:
    """Writes words in the first of some fonts that has each character."""

    def __init__(self, names: tuple[str, ...], srcdir: Path) -> None:
        own = theme_path() / "static" / "fonts"
        self._paths = [own / name if name in OWN_FONTS else srcdir / name for name in names]

    def knows(self, words: str) -> bool:
        """Whether there is a font for each character."""
        return all(self._path(character) for character in set(words) if not character.isspace())

    def _path(self, character: str) -> Path | None:
        return next((path for path in self._paths if _has(path, character)), None)

    def _runs(self, words: str) -> Iterator[tuple[Path, str]]:
        """Yield the pieces of a text that one font has."""
        piece, last = "", self._paths[0]
        for character in words:
            path = last if character.isspace() else self._path(character) or last
            if path != last and piece:
                yield last, piece
                piece = ""
            piece, last = piece + character, path
        if piece:
            yield last, piece

    def width(self, words: str, size: int, weight: int) -> float:
        """Return how wide a text is, in pixels."""
        return sum(_font(path, size, weight).getlength(part) for path, part in self._runs(words))

    def write(
        self,
        draw: ImageDraw.ImageDraw,
        place: tuple[int, int],
        words: str,
        size: int,
        weight: int,
        color: str,
    ) -> None:
        """Draw a line."""
        left = float(place[0])
        for path, part in self._runs(words):
            font = _font(path, size, weight)
            draw.text((left, place[1]), part, font=font, fill=color)
            left += font.getlength(part)

    def lines(self, words: str, size: int, weight: int, width: int, most: int) -> list[str]:
        """Return a text in lines; what is left of the last one is cut, and ends with ``…``."""
        found: list[str] = []
        rest = words[: most * LONGEST_LINE].split()
        while rest and len(found) < most:
            count = 1
            while (
                count < len(rest) and self.width(" ".join(rest[: count + 1]), size, weight) < width
            ):
                count += 1
            found.append(" ".join(rest[:count]))
            rest = rest[count:]
        for number, line in enumerate(found):
            goes_on = bool(rest) and number == len(found) - 1
            if not goes_on and self.width(line, size, weight) <= width:
                continue
            cut = line[:LONGEST_LINE]
            while cut and self.width(f"{cut}…", size, weight) > width:
                cut = cut[:-1]
            found[number] = f"{cut.rstrip(' .,;:')}…"
        return found


@cache
def _has(path: Path, character: str) -> bool:
    """Whether a font has a character: without one it draws what stands for none."""
    font = _font(path, 24, 400)
    mask, none = font.getmask(character), font.getmask("\uffff")
    return mask.size != none.size or bytes(mask) != bytes(none)
