"""HTML as a person would write it down: a line for each block, without what every page has."""

from __future__ import annotations

from bs4 import BeautifulSoup, NavigableString, Tag

INLINE = {
    *("a", "abbr", "b", "bdi", "br", "button", "cite", "code", "del", "em", "i", "img", "input"),
    *("ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup"),
    *("svg", "time", "u", "var", "wbr"),
}
VOID = frozenset({"br", "hr", "img", "input", "source", "col", "wbr", "track"})
KEPT_IN_CODE = frozenset({"hll", "linenos", "dj-line"})


def readable(element: Tag) -> str:
    """Return what is in *element*; anchors of headings, drawings and colours of code left out."""
    copy = BeautifulSoup(str(element), "html.parser")
    for link in copy.select("a.headerlink"):
        link.decompose()
    for drawing in copy.select("svg"):
        drawing.clear()
        drawing.attrs = {"class": drawing["class"]} if drawing.get("class") else {}
    for span in copy.select("pre span, code > .pre"):
        if KEPT_IN_CODE.isdisjoint(span.get("class", [])):
            span.unwrap()
    (root,) = (child for child in copy.children if isinstance(child, Tag))
    root.smooth()
    return "\n".join(_blocks(root, 0))


def _blocks(element: Tag, depth: int) -> list[str]:
    """Return the lines of what is in *element*."""
    lines: list[str] = []
    run: list[str] = []

    def end_run() -> None:
        text = " ".join("".join(run).split())
        if text:
            lines.append(f"{'  ' * depth}{text}")
        run.clear()

    for child in element.children:
        if isinstance(child, Tag) and not _is_inline(child):
            end_run()
            lines += _block(child, depth)
        else:
            run.append(_written(child))
    end_run()
    return lines


def _block(element: Tag, depth: int) -> list[str]:
    indent = "  " * depth
    if element.name == "pre":
        text = "".join(map(_written, element.children)).strip("\n")
        return [f"{indent}{_start(element)}", *text.split("\n"), f"{indent}</pre>"]
    if all(not isinstance(child, Tag) or _is_inline(child) for child in element.children):
        text = " ".join("".join(map(_written, element.children)).split())
        return [f"{indent}{_start(element)}{text}{_end(element)}"]
    return [f"{indent}{_start(element)}", *_blocks(element, depth + 1), f"{indent}{_end(element)}"]


def _is_inline(child: Tag) -> bool:
    return child.name in INLINE and all(
        _is_inline(inner) for inner in child.children if isinstance(inner, Tag)
    )


def _written(child: object) -> str:
    if isinstance(child, Tag):
        return f"{_start(child)}{''.join(map(_written, child.children))}{_end(child)}"
    return child.output_ready() if isinstance(child, NavigableString) else ""


def _start(element: Tag) -> str:
    parts = [element.name]
    for name, value in element.attrs.items():
        text = " ".join(value) if isinstance(value, list) else str(value)
        parts.append(f'{name}="{text.replace(chr(34), "&quot;")}"' if text else name)
    return f"<{' '.join(parts)}>"


def _end(element: Tag) -> str:
    return "" if element.name in VOID else f"</{element.name}>"
