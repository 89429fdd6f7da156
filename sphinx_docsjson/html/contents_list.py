"""The contents list of a page, from the one that Sphinx renders, without the page title."""

from __future__ import annotations

from xml.parsers import expat

from markupsafe import Markup

from sphinx_docsjson.base.messages import breakable

TITLE = ["ul", "li"]
END = "</ul>"


def contents_list(toc: str) -> Markup:
    """Return the list of the headings below the title, empty when there are none.

    Sphinx has already rendered it; rendering a part of it again costs ten times as much as finding
    where that part begins and ends.

    :param toc: Sphinx's ``toc``: a list whose one item is the title of the page, with the
        headings below it in a list of its own. A page with several titles keeps them all.
    """
    reader = expat.ParserCreate("utf-8")
    path: list[str] = []
    titles: list[int] = []
    edges: list[int] = []

    def begin(name: str, _attributes: dict[str, str]) -> None:
        if [*path, name] == [*TITLE, "ul"]:
            edges.append(reader.CurrentByteIndex)
        path.append(name)
        if path == TITLE:
            titles.append(reader.CurrentByteIndex)

    def end(name: str) -> None:
        path.pop()
        if [*path, name] == [*TITLE, "ul"]:
            edges.append(reader.CurrentByteIndex + len(END))

    reader.StartElementHandler, reader.EndElementHandler = begin, end
    text = toc.encode()
    try:
        reader.Parse(text, True)
    except expat.ExpatError:
        return Markup(toc)
    if len(titles) > 1:
        return Markup(toc)
    inner = text[edges[0] : edges[-1]].decode() if edges else ""
    if "<li" not in inner:
        return Markup("")
    # What follows each "<" is the rest of a tag, ">" and a text.
    parts = (part.partition(">") for part in inner.split("<"))
    return Markup("<".join(f"{tag}{end}{breakable(text)}" for tag, end, text in parts))
