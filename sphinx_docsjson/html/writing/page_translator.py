"""What the pages of our theme say otherwise than docutils, Sphinx and MyST write it.

It is laid over the translator that the project has, whichever that is.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

from sphinx_docsjson.compat.registrations import translator_class
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.html.writing.picture_room import is_of_author, room_of
from sphinx_docsjson.kinds_of_builders import fills_templates
from sphinx_docsjson.locale import _
from sphinx_docsjson.text.line_ends import breakable

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SIZED = frozenset({"col", "iframe", "img", "object", "table", "video"})
"""Elements with attributes for their size, so that no policy has to allow a style."""

SHORT = 20
"""The most letters of code that goes to the next line whole: an option such as ``--watch``."""

CHECKBOX = '<input class="task-list-item-checkbox" '

AS_LIST = {
    "<dl>\n": '<ul class="dj-sig-lines">\n',
    "<dd>": "<li>",
    "</dd>\n": "</li>\n",
    "</dl>\n\n": "</ul>\n\n",
}
"""What Sphinx writes around the lines of a signature, definitions without terms → a list."""


def use_page_translator(app: Sphinx) -> None:
    """Lay ours over the translator of the builder, if its pages are ours."""
    builder = app.builder
    if not has_our_theme(app.config) or builder.format != "html":
        return
    given = translator_class(app)
    if issubclass(given, HTML5Translator):
        app.set_translator(builder.name, type(given.__name__, (PageTranslator, given), {}), True)


class PageTranslator(HTML5Translator):
    """Writes sizes as attributes, and the roles and names that screen readers need."""

    def starttag(
        self, node: Any, tagname: str, suffix: str = "\n", empty: bool = False, **attributes: Any
    ) -> str:
        """Return an opening tag; a style that is nothing but a size becomes attributes."""
        is_sized = "style" in attributes and tagname in SIZED
        if is_sized and (sizes := sizes_of(attributes["style"])):
            del attributes["style"]
            attributes |= sizes
        if tagname == "img" and isinstance(node, nodes.image) and "style" not in attributes:
            classes = [*node["classes"], *attributes.get("classes", ())]
            has_styles = fills_templates(self.builder) and not any(map(is_of_author, classes))
            attributes |= room_of(attributes, self._file, has_styles=has_styles)
        elif tagname == "code" and isinstance(node, nodes.literal) and _is_short(node):
            attributes["CLASS"] = f"{attributes.get('CLASS', '')} dj-whole".lstrip()
        elif attributes.get("role") == "doc-biblioentry":
            # It is deprecated, and the list around the citations may not hold it.
            attributes["role"] = "listitem"
        return str(super().starttag(node, tagname, suffix, empty, **attributes))

    def visit_image(self, node: nodes.image) -> None:
        """Write a picture; one of the project gets its size, so that it has its room."""
        uri = node["uri"]
        self._file = Path(self.builder.srcdir, uri) if uri in self.builder.images else None
        super().visit_image(node)

    def visit_Text(self, node: nodes.Text) -> None:  # noqa: N802 (docutils names it)
        """Write text; a long path in a heading may take several lines."""
        super().visit_Text(node)
        if isinstance(node.parent, nodes.title):
            self.body[-1] = breakable(self.body[-1])

    def visit_entry(self, node: nodes.entry) -> None:
        """Open a cell; one of the head without words is none that names a column."""
        row: Any = node.parent
        is_head = isinstance(row.parent, nodes.thead) or row.parent.parent.stubs[row.column]
        if not is_head or node.astext().strip() or any(node.findall(nodes.image)):
            super().visit_entry(node)
            return
        spans = {"rowspan": node.get("morerows", 0) + 1, "colspan": node.get("morecols", 0) + 1}
        wide: dict[str, Any] = {name: count for name, count in spans.items() if count > 1}
        row.column += spans["colspan"]
        self.body.append(self.starttag(node, "td", "", CLASS="head", **wide))
        self.context.append("</td>\n")

    def visit_raw(self, node: nodes.raw) -> None:
        """Write raw HTML; the checkbox that MyST makes for a task gets the name that it lacks."""
        html = node.astext()
        if html.startswith(CHECKBOX) and html.rfind("<") == 0:
            box: dict[str, Any] = {"type": "checkbox", "class": "task-list-item-checkbox"}
            box |= {name: name for name in ("checked", "disabled") if f' {name}="' in html}
            box["aria-label"] = _("Done") if "checked" in box else _("To do")
            self.body.append(self.starttag(node, "input", "", **box))
            raise nodes.SkipNode
        super().visit_raw(node)

    def visit_desc_parameterlist(self, node: nodes.Element) -> None:
        """Open the parameters of a signature."""
        self._start = len(self.body)
        super().visit_desc_parameterlist(node)

    def depart_desc_parameterlist(self, node: nodes.Element) -> None:
        """Close the parameters of a signature; those in lines of their own are a list."""
        super().depart_desc_parameterlist(node)
        self._make_list()

    def visit_desc_type_parameter_list(self, node: nodes.Element) -> None:
        """Open the type parameters of a signature."""
        self._start = len(self.body)
        super().visit_desc_type_parameter_list(node)

    def depart_desc_type_parameter_list(self, node: nodes.Element) -> None:
        """Close the type parameters of a signature; those in lines of their own are a list."""
        super().depart_desc_type_parameter_list(node)
        self._make_list()

    def _make_list(self) -> None:
        parts = self.body[self._start :]
        if "<dl>\n" in parts:
            self.body[self._start :] = [AS_LIST.get(part, part) for part in parts]


def _is_short(node: nodes.literal) -> bool:
    """Whether code with a hyphen, at which a browser ends lines, has room on any line."""
    text = node.astext()
    return "-" in text and len(text) <= SHORT


def sizes_of(style: str) -> dict[str, str]:
    """Return *style* as ``width`` and ``height``; nothing when it says more, or in other units."""
    found = {}
    for declaration in filter(str.strip, style.split(";")):
        name, _colon, value = (part.strip() for part in declaration.partition(":"))
        number = value.removesuffix("px").removesuffix("%")
        if name not in {"width", "height"} or not number.replace(".", "", 1).isdecimal():
            return {}
        found[name] = value if value.endswith("%") else str(round(float(number)))
    return found
