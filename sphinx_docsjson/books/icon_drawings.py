"""Icons for LaTeX: the shapes of a small SVG as commands of pgf, which every LaTeX has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tan
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from docutils import nodes

from sphinx_docsjson.components.forms.icon_nodes import icon, icon_html

if TYPE_CHECKING:
    from sphinx.application import Sphinx

UNITS = 10
"""So many units are as wide as the text is high."""

COUNTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
TOKEN = re.compile(r"[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]


def setup_drawings(app: Sphinx) -> None:
    """Let LaTeX draw the icons that other builders than HTML leave out."""
    app.add_node(icon, override=True, latex=(_draw, None))


def _draw(translator: Any, node: icon) -> None:
    if not _names_a_place(node):
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
    """Return the drawing of an icon; ``""`` for one that is no SVG or draws what pgf cannot."""
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


def _command(step: Step, left: float, top: float, scale: float) -> str:
    name, points = step
    numbers = "".join(
        f"{{{(x - left) * scale:.3f}}}{{{UNITS - (y - top) * scale:.3f}}}" for x, y in points
    )
    return rf"\dj{name}{numbers}" + ("" if numbers else " ")


def steps(shape: ElementTree.Element) -> Iterator[Step]:
    """Yield how an element of SVG is drawn: M, L, C and Z with absolute points."""
    kind = shape.tag.rpartition("}")[2]

    def number(name: str) -> float:
        return float(shape.get(name, "0"))

    if kind == "path":
        yield from path_steps(shape.get("d", ""))
    elif kind in {"circle", "ellipse"}:
        rx, ry = (number("r"),) * 2 if kind == "circle" else (number("rx"), number("ry"))
        x, y = number("cx"), number("cy")
        yield "M", ((x + rx, y),)
        yield from arc((x + rx, y), rx, ry, 0, False, True, (x - rx, y))
        yield from arc((x - rx, y), rx, ry, 0, False, True, (x + rx, y))
        yield "Z", ()
    elif kind == "rect":
        x, y, width, height = map(number, ("x", "y", "width", "height"))
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        yield from _lines(corners, closed=True)
    elif kind == "line":
        yield from _lines(((number("x1"), number("y1")), (number("x2"), number("y2"))))
    elif kind in {"polyline", "polygon"}:
        values = [float(text) for text in TOKEN.findall(shape.get("points", ""))]
        points = tuple(zip(values[::2], values[1::2], strict=True))
        yield from _lines(points, closed=kind == "polygon")


def _lines(points: tuple[Point, ...], *, closed: bool = False) -> Iterator[Step]:
    for index, point in enumerate(points):
        yield ("L" if index else "M"), (point,)
    if closed:
        yield "Z", ()


def _past_separators(data: str, place: int) -> int:
    while place < len(data) and (data[place] == "," or data[place].isspace()):
        place += 1
    return place


def _arguments(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of path data; flags of arcs may stand without a space."""
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


def path_steps(data: str) -> Iterator[Step]:
    """Yield the steps of a path.

    :raises ValueError: when the data is none that SVG knows.
    """
    here: Point = (0.0, 0.0)
    start, control, before = here, here, ""
    for command, values in _arguments(data):
        name = command.lower()
        base = here if command.islower() else (0.0, 0.0)
        if name == "h":
            values = [values[0], 0.0 if command.islower() else here[1]]
        elif name == "v":
            values = [0.0 if command.islower() else here[0], values[0]]
        given = values[5:] if name == "a" else values
        points = [(base[0] + x, base[1] + y) for x, y in zip(given[::2], given[1::2], strict=True)]
        if name in "st":
            same = before in ("cs" if name == "s" else "qt")
            mirrored = (2 * here[0] - control[0], 2 * here[1] - control[1]) if same else here
            points.insert(0, mirrored)
        if name == "z":
            yield "Z", ()
            here = start
        elif name == "m":
            here = start = points[0]
            yield "M", (here,)
        elif name in "lhv":
            here = points[0]
            yield "L", (here,)
        elif name in "cs":
            yield "C", tuple(points)
            control, here = points[1], points[2]
        elif name in "qt":
            bend, end = points
            yield "C", (_third(here, bend), _third(end, bend), end)
            control, here = bend, end
        else:
            rx, ry, turn, large, sweep = values[:5]
            yield from arc(here, abs(rx), abs(ry), turn, bool(large), bool(sweep), points[0])
            here = points[0]
        before = name


def _third(end: Point, bend: Point) -> Point:
    return (end[0] + 2 / 3 * (bend[0] - end[0]), end[1] + 2 / 3 * (bend[1] - end[1]))


def arc(
    start: Point, rx: float, ry: float, turn: float, large: bool, sweep: bool, end: Point
) -> Iterator[Step]:
    """Yield an elliptical arc as curves (SVG 2, appendix B.2.4)."""
    if not rx or not ry or start == end:
        yield "L", (end,)
        return
    angle = turn * pi / 180
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos(angle) * dx + sin(angle) * dy, -sin(angle) * dx + cos(angle) * dy
    grow = max(1.0, hypot(x / rx, y / ry))
    rx, ry = rx * grow, ry * grow
    rest = max(0.0, (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2)
    factor = sqrt(rest / ((rx * y) ** 2 + (ry * x) ** 2)) * (-1 if large == sweep else 1)
    mx, my = factor * rx * y / ry, -factor * ry * x / rx
    first = atan2((y - my) / ry, (x - mx) / rx)
    span = atan2((-y - my) / ry, (-x - mx) / rx) - first
    if sweep and span < 0:
        span += 2 * pi
    elif not sweep and span > 0:
        span -= 2 * pi
    cx = cos(angle) * mx - sin(angle) * my + (start[0] + end[0]) / 2
    cy = sin(angle) * mx + cos(angle) * my + (start[1] + end[1]) / 2

    def place(px: float, py: float) -> Point:
        px, py = rx * px, ry * py
        return (cx + cos(angle) * px - sin(angle) * py, cy + sin(angle) * px + cos(angle) * py)

    count = max(1, ceil(abs(span) / (pi / 2)))
    delta = span / count
    reach = 4 / 3 * tan(delta / 4)
    for index in range(count):
        a, b = first + index * delta, first + (index + 1) * delta
        yield (
            "C",
            (
                place(cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
                place(cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
                place(cos(b), sin(b)),
            ),
        )
