"""Converts images that a book cannot show, and replaces labels and icons with text."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from cmath import phase, rect
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from math import ceil, pi, radians, sqrt, tan
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from sphinx_docsjson.base.messages import TooLarge
from sphinx_docsjson.build import build_of
from sphinx_docsjson.components.icons import icon, icon_html
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder


# Pictures that a book cannot show: converted if possible, otherwise named in words.
#
# LaTeX reads PNG, JPEG and PDF, and ends with an error if a file is not what its name says. So the
# first bytes of each file count, not its name.

logger = logging.getLogger(__name__)

BUILDERS = frozenset({"latex", "texinfo", "epub"})

TIMEOUT = 60
"""Seconds for one picture; a program that hangs costs this picture, not the build."""

TYPES = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/avif": "avif",
    "image/svg+xml": "svg",
    "application/pdf": "pdf",
}


def picture_type(data: bytes) -> str | None:
    """Return what a picture really is; ``None`` when it is none that anyone can read."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png" if data[12:16] == b"IHDR" else None
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:12] in (b"ftypavif", b"ftypavis"):
        return "image/avif"
    if data.startswith(b"%PDF-"):
        return "application/pdf"
    return "image/svg+xml" if b"<svg" in data[:4096].lower() else None


class PicturesForBooks(SphinxPostTransform):
    """Give every picture of a book a file that its builder can show.

    It runs before the converters of Sphinx and of extensions (200), which need more programs.
    """

    default_priority = 195
    formats = ("latex", "texinfo", "html")

    def run(self, **options: Any) -> None:
        """Look at the pictures of the document."""
        build = build_of(self.config)
        if build is None or build.builder.name not in BUILDERS or not build.improves_books:
            return
        for node in list(self.document.findall(nodes.image)):
            self._prepare(node, build.builder)

    def _prepare(self, node: nodes.image, builder: Builder) -> None:
        supported = builder.supported_image_types or list(TYPES)
        candidates = {**node.get("candidates", {}), "*": node.get("uri", "")}
        found: list[tuple[Path, str]] = []
        for name in dict.fromkeys(filter(None, candidates.values())):
            path = Path(self.env.srcdir, name)
            kind = picture_type(path.read_bytes()) if path.is_file() else None
            if kind in supported:
                self._show(node, path, name, str(kind))
                return
            found += [(path, kind)] if kind else []
        for path, kind in found:
            converted = self._converted(path, kind, supported)
            if converted is not None:
                self._show(node, converted, str(converted), picture_type(converted.read_bytes()))
                return
        self._name_in_words(node, next(iter(candidates.values())), builder)

    def _show(self, node: nodes.image, path: Path, name: str, kind: str | None) -> None:
        """Let the builder copy *path*, under a name whose ending says what it is."""
        ending = f".{TYPES.get(kind or '', '')}"
        endings = (".jpg", ".jpeg") if ending == ".jpg" else (ending,)
        if path.suffix.lower() not in endings:
            target = self._kept(path.read_bytes(), ending)
            if not target.is_file():
                shutil.copyfile(path, target)
            path, name = target, str(target)
        node["candidates"] = {str(kind): name}
        node["uri"] = name
        if name not in self.env.images:
            self.env.images.add_file(self.env.docname, name)

    def _kept(self, data: bytes, ending: str) -> Path:
        folder = Path(self.env.doctreedir) / "images"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{hashlib.sha1(data, usedforsecurity=False).hexdigest()[:16]}{ending}"

    def _converted(self, path: Path, kind: str, supported: list[str]) -> Path | None:
        wanted = [name for name in ("application/pdf", "image/png") if name in supported]
        for name in wanted if kind == "image/svg+xml" else wanted[-1:]:
            target = self._kept(path.read_bytes(), f".{TYPES[name]}")
            if target.is_file() or convert(path, target, kind):
                return target
        return None

    def _name_in_words(self, node: nodes.image, name: str, builder: Builder) -> None:
        """Put the text of a picture in its place."""
        alt = str(node.get("alt") or "").strip() or Path(name).name
        logger.info(
            "%s: the picture is shown as its text, because %s cannot show it and no program that "
            "converts it is installed",
            name,
            builder.name,
            location=node,
        )
        label: nodes.Element = nodes.emphasis(alt, alt)
        inside = isinstance(node.parent, nodes.TextElement)
        new = label if inside else nodes.paragraph("", "", label)
        new["ids"] = node["ids"]
        node.replace_self(new)


def convert(source: Path, target: Path, kind: str) -> bool:
    """Write the picture *source* as *target*, whose name says the format; say if it worked."""
    for attempt in _attempts(source, target, kind):
        try:
            attempt()
        except TooLarge:
            return False  # the other programs would fill the memory, or the disk
        except Exception:  # each decoder has errors of its own: a picture may be anything
            continue
        if target.is_file() and picture_type(target.read_bytes()) is not None:
            return True
        target.unlink(missing_ok=True)
    return False


def _attempts(source: Path, target: Path, kind: str) -> Iterator[Callable[[], Any]]:
    """Yield the ways to convert a picture that this machine has, the best one first."""
    ending = target.suffix[1:]
    if kind == "image/svg+xml":
        commands = [
            ["rsvg-convert", "-f", ending, "-o", str(target), str(source)],
            ["inkscape", f"--export-type={ending}", f"--export-filename={target}", str(source)],
            ["magick", str(source), str(target)],
        ]
    else:
        yield partial(_with_pillow, source, target)
        commands = [
            ["magick", f"{source}[0]", f"png:{target}"],
            ["convert", f"{source}[0]", f"png:{target}"],
        ]
    for command in commands:
        if shutil.which(command[0]):
            yield partial(
                subprocess.run, command, capture_output=True, timeout=TIMEOUT, check=True
            )


def _with_pillow(source: Path, target: Path) -> None:
    image: Any = import_module("PIL.Image")
    try:
        with image.open(source) as picture:
            picture.convert("RGBA").save(target)
    except image.DecompressionBombError as error:
        raise TooLarge(str(error)) from error


# Icons for LaTeX: the shapes of a small SVG as commands of pgf, which every LaTeX has.

UNITS = 10
"""How many units are as wide as the text is high."""

COUNTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
TOKEN = re.compile(r"[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")

PathStep = tuple[str, tuple[complex, ...]]
"""A command, and its points as complex numbers, which can be turned."""


def setup_drawings(app: Sphinx) -> None:
    """Let LaTeX draw the icons that other builders than HTML leave out."""
    app.add_node(icon, override=True, latex=(_draw, None))


def _draw(translator: Any, node: icon) -> None:
    build = build_of(translator.config)
    if build is not None and build.improves_books and not _names_a_place(node):
        drawn = latex_of(icon_html(node, translator.config))
        color = str(node.get("color") or "").lstrip("#").upper()
        if drawn and re.fullmatch(r"[0-9A-F]{6}", color):
            drawn = rf"\textcolor[HTML]{{{color}}}{{{drawn}}}"
        translator.body.append(drawn)
    raise nodes.SkipNode


def _names_a_place(node: nodes.Node) -> bool:
    """Whether *node* is part of a heading, which LaTeX repeats in contents and bookmarks."""
    parent: Any = node.parent
    while isinstance(parent, nodes.TextElement):
        if isinstance(parent, nodes.rubric):
            return True
        if isinstance(parent, nodes.title):
            return not isinstance(parent.parent, nodes.Admonition)
        parent = parent.parent
    return False


def latex_of(svg: str) -> str:
    """Return the drawing of an icon; ``""`` for one that is not SVG or draws what pgf cannot."""
    try:
        root = ElementTree.fromstring(svg)
        left, top, width, height = map(float, root.get("viewBox", "").replace(",", " ").split())
        scale = UNITS / max(width, height)
        shapes = [
            (shape.attrib, "".join(_command(step, left, top, scale) for step in steps(shape)))
            for shape in root.iter()
        ]
    except (ElementTree.ParseError, ValueError, LookupError, ZeroDivisionError):
        return ""
    strokes = root.get("fill") == "none"
    line = float(root.get("stroke-width", "2") or 2) * scale
    use = r"\djS" if strokes else r"\djF"
    body = "".join(path + use for _attributes, path in shapes if path)
    return rf"\docsjsonIcon{{{line:.3f}}}{{{body}}}" if body else ""


def _command(step: PathStep, left: float, top: float, scale: float) -> str:
    name, points = step
    numbers = "".join(
        f"{{{(point.real - left) * scale:.3f}}}{{{UNITS - (point.imag - top) * scale:.3f}}}"
        for point in points
    )
    return rf"\dj{name}{numbers}" + ("" if numbers else " ")


def steps(shape: ElementTree.Element) -> Iterator[PathStep]:
    """Yield how an element of SVG is drawn: M, L, C and Z with absolute points."""
    kind = shape.tag.rpartition("}")[2]

    def number(name: str) -> float:
        return float(shape.get(name, "0"))

    if kind == "path":
        yield from path_steps(shape.get("d", ""))
    elif kind in {"circle", "ellipse"}:
        rx, ry = (number("r"),) * 2 if kind == "circle" else (number("rx"), number("ry"))
        middle = complex(number("cx"), number("cy"))
        yield "M", (middle + rx,)
        yield from arc(middle + rx, rx, ry, 0, False, True, middle - rx)
        yield from arc(middle - rx, rx, ry, 0, False, True, middle + rx)
        yield "Z", ()
    elif kind == "rect":
        x, y, width, height = map(number, ("x", "y", "width", "height"))
        right, bottom = x + width, y + height
        yield from _lines([x, y, right, y, right, bottom, x, bottom], closed=True)
    elif kind == "line":
        yield from _lines(map(number, ("x1", "y1", "x2", "y2")))
    elif kind in {"polyline", "polygon"}:
        numbers = map(float, TOKEN.findall(shape.get("points", "")))
        yield from _lines(numbers, closed=kind == "polygon")


def _points(numbers: Iterable[float]) -> list[complex]:
    given = list(numbers)
    return list(map(complex, given[::2], given[1::2]))


def _lines(numbers: Iterable[float], *, closed: bool = False) -> Iterator[PathStep]:
    for index, point in enumerate(_points(numbers)):
        yield ("L" if index else "M"), (point,)
    if closed:
        yield "Z", ()


def _past_separators(data: str, place: int) -> int:
    while place < len(data) and (data[place] == "," or data[place].isspace()):
        place += 1
    return place


def _arguments(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of path data; flags of arcs may be without a space."""
    place, command = 0, ""
    while (place := _past_separators(data, place)) < len(data):
        if data[place].isalpha():
            command = data[place]
            place += 1
        elif not command or command in "zZ":
            raise ValueError(data)
        values: list[float] = []
        for index in range(COUNTS[command.lower()]):
            place = _past_separators(data, place)
            if command in "aA" and index in (3, 4):
                values.append(float(data[place]))
                place += 1
                continue
            match = TOKEN.match(data, place)
            if match is None:
                raise ValueError(data)
            values.append(float(match[0]))
            place = match.end()
        yield command, values
        command = {"m": "l", "M": "L"}.get(command, command)


def path_steps(data: str) -> Iterator[PathStep]:
    """Yield the steps of a path.

    :raises ValueError: when the data is none that SVG knows.
    """
    here = start = control = 0j
    before = ""
    for command, values in _arguments(data):
        name = command.lower()
        base = here if command.islower() else 0j
        if name == "h":
            values = [values[0], (here - base).imag]
        elif name == "v":
            values = [(here - base).real, values[0]]
        points = [base + point for point in _points(values[5:] if name == "a" else values)]
        if name in "st":
            same = before in ("cs" if name == "s" else "qt")
            points.insert(0, 2 * here - control if same else here)
        if name == "z":
            yield "Z", ()
            points = [start]
        elif name == "a":
            rx, ry, turn, large, sweep = values[:5]
            yield from arc(here, abs(rx), abs(ry), turn, bool(large), bool(sweep), points[0])
        elif name in "qt":
            bend, end = points
            yield "C", ((here + 2 * bend) / 3, (end + 2 * bend) / 3, end)
        else:
            yield {"m": "M", "c": "C", "s": "C"}.get(name, "L"), tuple(points)
        control, here, before = points[-2:][0], points[-1], name
        start = here if name == "m" else start


def arc(
    start: complex, rx: float, ry: float, turn: float, large: bool, sweep: bool, end: complex
) -> Iterator[PathStep]:
    """Yield an elliptical arc as curves: those of a circle with the radius 1, drawn and turned.

    The ellipse is made larger where it does not reach (SVG 2, appendix B.2.5).
    """
    if not rx or not ry or start == end:
        yield "L", (end,)
        return
    turned = rect(1, radians(turn))
    way = (end - start) / turned / 2
    half = complex(way.real / rx, way.imag / ry)
    grow = max(1.0, abs(half))
    half, rx, ry = half / grow, rx * grow, ry * grow
    side = -1 if large == sweep else 1
    middle = side * 1j * half / abs(half) * sqrt(max(0.0, 1 - abs(half) ** 2))
    first = phase(-half - middle)
    span = phase(half - middle) - first
    if sweep and span < 0:
        span += 2 * pi
    elif not sweep and span > 0:
        span -= 2 * pi
    count = max(1, ceil(2 * abs(span) / pi - 1e-6))
    reach = 4j / 3 * tan(span / count / 4)
    for index in range(count):
        a, b = (rect(1, first + (index + n) / count * span) for n in (0, 1))
        curve = [middle + point for point in (a * (1 + reach), b * (1 - reach), b)]
        drawn = (complex(point.real * rx, point.imag * ry) * turned for point in curve)
        yield "C", tuple((start + end) / 2 + point for point in drawn)


# Images of other hosts in formats that would have to fetch them: a link instead.
#
# A build does not use the network. HTML shows such images from their host; LaTeX and EPUB would
# download them, so there they become links with the text of the image. The book of a project with
# toctrees stays as Sphinx makes it.


class RemoteImages(SphinxPostTransform):
    """Runs before Sphinx's own downloader of images, which has the priority 100."""

    default_priority = 90

    def run(self, **kwargs: Any) -> None:
        """Replace the remote images of the document where the builder cannot show them."""
        build = build_of(self.config)
        if build is None or build.has_own_book or not build.improves_books:
            return
        if build.builder.supported_remote_images:
            return
        for image in list(self.document.findall(nodes.image)):
            uri = image.get("uri", "")
            if is_external(uri) and not uri.startswith("data:"):
                image.replace_self(_link_instead(image, uri))


def _link_instead(image: nodes.image, uri: str) -> nodes.Element:
    text = nodes.Text(image.get("alt") or uri)
    if isinstance(image.parent, nodes.reference):
        return nodes.inline("", "", text)
    link = nodes.reference("", "", text, refuri=uri, internal=False)
    if isinstance(image.parent, nodes.TextElement):
        return link
    return nodes.paragraph("", "", link)
