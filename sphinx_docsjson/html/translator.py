"""How the theme writes nodes of Sphinx: lead paragraphs, images, wide tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

from sphinx_docsjson.base.media import picture_size
from sphinx_docsjson.base.messages import LONG_LINE, LONG_WORD, breakable
from sphinx_docsjson.base.nodes import OF_TITLE, PAPER, is_source_link, row_names
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.base.titles import title_text
from sphinx_docsjson.build import build_of, page_build
from sphinx_docsjson.compat.builders import fills_templates
from sphinx_docsjson.compat.sphinx import translator_class
from sphinx_docsjson.html.author_files import with_hooks
from sphinx_docsjson.i18n import _
from sphinx_docsjson.pages.front_matter import DESCRIBED
from sphinx_docsjson.pages.headings import says_the_same
from sphinx_docsjson.pages.links import LINK_ATTRIBUTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx


# How nodes of Sphinx are written in the theme.

LEADS = frozenset({"dj-lead", "lead"})

LEAD = "docsjson_lead"
"""The attribute of a section that is to begin with a description."""


def note_lead(app: Sphinx, doctree: nodes.document) -> None:
    """Give the first section the front matter's ``description``, where Markdown pages show it.

    If the page shows the whole description, or its author wrote a lead, it is not repeated.
    """
    front = app.env.metadata[app.env.docname]
    description = str(front.get("description", "")).strip()
    section = next((n for n in doctree.children if isinstance(n, nodes.section)), None)
    if section is None or not description or doctree.get(DESCRIBED):
        return
    leads = (LEADS.intersection(each["classes"]) for each in doctree.findall(nodes.paragraph))
    if not any(leads) and not says_the_same(description, title_text(section[0])):
        section[LEAD] = description


class AddLead(SphinxPostTransform):
    """Put the lead of each page below its title; a book holds many pages."""

    default_priority = 180  # before what is printed is made ready

    def run(self, **kwargs: Any) -> None:
        """Add the paragraphs in our theme, and in a book that is made our way."""
        book, build = build_of(self.config), page_build(self.config)
        in_book = book is not None and book.improves_books and book.builder.format in PAPER
        wanted = in_book or (build.builder.format == "html" and has_our_theme(self.config))
        for section in self.document.findall(nodes.section):
            lead = section.attributes.pop(LEAD, None)
            if lead and wanted:
                below = section.children[1:]
                index = 1 + sum(isinstance(n, nodes.Element) and OF_TITLE in n for n in below)
                section.insert(index, nodes.paragraph("", lead, classes=["dj-lead"]))


# What the pages of our theme write differently from docutils, Sphinx and MyST.
#
# It extends the translator of the project, whichever that is.

SIZED = frozenset({"col", "iframe", "img", "object", "table", "video"})
"""Elements with attributes for their size, so that no policy has to allow a style."""

MANY_CLASSES = 100

SHORT = 20
"""The most letters of code that goes to the next line whole: an option such as ``--watch``."""

LONGEST_OPTION = 30
"""The same for an option beside other words: ``--define`` in ``check --define a=b``."""

_WORD = '<span class="pre">'
_WHOLE = '<span class="pre dj-whole">'

FIRST_SCREEN = 900
"""How far down a page, in pixels, a picture is that most readers do not see at once."""

LINE, LETTERS, CODE_LINE = 28, 80, 23
"""The height of a line of text, how many letters it holds, and the height of one of code."""

HEIGHTS = {"img": 300, "p": 20, "h1": 60, "h2": 80, "h3": 60, "h4": 50, "li": 8, "tr": 24}
"""About what an element takes beyond its text, in pixels; of a picture, where it does not say."""

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

    def visit_document(self, node: nodes.document) -> None:
        """Begin at the top of the page."""
        self._height = 0.0
        super().visit_document(node)

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
            if fills_templates(self.builder) and "loading" not in attributes:
                # A picture that is visible at once must not wait for the layout.
                late = self._height > FIRST_SCREEN
                attributes |= {"loading": "lazy", "decoding": "async"} if late else {}
            self._height += _number(attributes.get("height"), HEIGHTS["img"])
        elif tagname == "code" and isinstance(node, nodes.literal) and _is_short(node):
            attributes["CLASS"] = f"{attributes.get('CLASS', '')} dj-whole".lstrip()
        elif attributes.get("role") == "doc-biblioentry":
            # It is deprecated, and the list around the citations may not hold it.
            attributes["role"] = "listitem"
        elif tagname == "a" and is_source_link(node):
            # It is for people: the twin has the signature without it.
            attributes["data-markdown-ignore"] = ""
        elif isinstance(node, addnodes.download_reference):
            # Sphinx writes them for other links.
            given = {name: node.get(key) for key, name in LINK_ATTRIBUTES.items()}
            attributes |= {name: text for name, text in given.items() if text}
        if isinstance(node, nodes.literal_block):
            self._height += CODE_LINE * (node.astext().count("\n") + 2)
        elif tagname != "img":
            self._height += HEIGHTS.get(tagname, 0)
        if len(node.get("classes", ())) > MANY_CLASSES:
            # docutils would look for each among all others, and find this one.
            node = node.copy()
            node["classes"] = [" ".join(dict.fromkeys(node["classes"]))]
        return str(super().starttag(node, tagname, suffix, empty, **attributes))

    def visit_image(self, node: nodes.image) -> None:
        """Write a picture; one of the project gets its size, so that it has its room."""
        uri = node["uri"]
        self._file = Path(self.builder.srcdir, uri) if uri in self.builder.images else None
        super().visit_image(node)

    def visit_Text(self, node: nodes.Text) -> None:  # noqa: N802 (docutils names it)
        """Write text; a long path or name may take several lines, an option only one."""
        before = len(self.body)
        super().visit_Text(node)
        self._height += LINE * len(node) / LETTERS
        if self.protect_literal_text:
            self.body[before:] = [_whole(part) for part in self.body[before:]]
        longest = LONG_WORD if isinstance(node.parent, nodes.title) else LONG_LINE
        self.body[before:] = [breakable(part, longest) for part in self.body[before:]]

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

    def add_permalink_ref(self, node: nodes.Element, title: str) -> None:
        """Write the link of a heading to itself, unless its author wants none."""
        heading: Any = node.children[0] if isinstance(node, nodes.section) else node
        if not heading.get("no_anchor"):
            super().add_permalink_ref(node, title)

    def visit_raw(self, node: nodes.raw) -> None:
        """Write raw HTML; the checkbox that MyST makes for a task gets the name that it lacks."""
        html = node.astext()
        if html.startswith(CHECKBOX) and html.rfind("<") == 0:
            box: dict[str, Any] = {"type": "checkbox", "class": "task-list-item-checkbox"}
            box |= {name: name for name in ("checked", "disabled") if f' {name}="' in html}
            box["aria-label"] = _("Done") if "checked" in box else _("To do")
            self.body.append(self.starttag(node, "input", "", **box))
            raise nodes.SkipNode
        if html.startswith("<style") and "html" in node.get("format", ""):
            self.body.append(with_hooks(html))
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


def _number(text: Any, other: float) -> float:
    """Return a size in pixels, or another one where it is not one."""
    return float(text) if str(text or "").isascii() and str(text or "").isdigit() else other


def _is_short(node: nodes.literal) -> bool:
    """Whether code with a hyphen, at which a browser ends lines, has room on any line."""
    text = node.astext()
    return "-" in text and len(text) <= SHORT


def _whole(word: str) -> str:
    """Return a word of code, which browsers do not end a line in if it is an option."""
    is_option = word.startswith(f"{_WORD}-") and len(word) <= len(_WORD) + 7 + LONGEST_OPTION
    return word.replace(_WORD, _WHOLE, 1) if is_option else word


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


# The attributes of a picture by which a page keeps its room before it is loaded.

FILLS = "dj-fills"
"""The class of a picture that is as wide as the line."""

SHARES = (*range(5, 100, 5), 33, 66)
"""The shares of the line, in percent, that a class of the style sheet says: ``dj-w-50``."""


def room_of(
    attributes: Mapping[str, object], file: Path | None, *, has_styles: bool
) -> dict[str, str]:
    """Return the attributes that say the width and height that *attributes* leave open.

    One that is given in pixels gives the other. A share of the line needs both as well, as the
    shape of the picture, and a class instead of itself.

    :param file: the picture, if it is one of the project.
    :param has_styles: whether our style sheets, and so those classes, decide how wide it is.
    """
    given = {name: str(attributes[name]) for name in ("width", "height") if name in attributes}
    size = picture_size(file) if file is not None and len(given) < 2 else None
    if size is None:
        return {}
    written = given.get("width", "")
    shape = {"width": str(size.width), "height": str(size.height)}
    if "%" in written and (name := share_class(written)) and has_styles:
        return shape | _with_class(attributes, name)
    if not all(map(str.isdecimal, given.values())):
        return {}
    if "width" in given:
        return {"height": str(max(1, round(int(written) * size.height / size.width)))}
    if "height" in given:
        return {"width": str(max(1, round(int(given["height"]) * size.width / size.height)))}
    if size.fills:
        return shape | _with_class(attributes, FILLS) if has_styles else {}
    return shape


def is_of_author(name: str) -> bool:
    """Whether a class of a picture is one that a style sheet of the author may give a size."""
    return not name.startswith(("dj-", "align-"))


def share_class(width: str) -> str | None:
    """Return the class that makes a picture as wide as a share of the line."""
    number = width.removesuffix("%").strip().removesuffix(".0")
    if number == "100":
        return FILLS
    return f"dj-w-{number}" if number.isdecimal() and int(number) in SHARES else None


def _with_class(attributes: Mapping[str, object], name: str) -> dict[str, str]:
    key = next((key for key in attributes if key.lower() == "class"), "class")
    return {key: f"{attributes.get(key, '')} {name}".strip()}


# Wide tables scroll inside a box of their own, so that a page never scrolls sideways.

SCROLL_CLASS = "dj-table-scroll"


SENTENCE: Final = "dj-sentence"
LEAST_LETTERS: Final = 41
LEAST_COLUMNS: Final = 3


def mark_sentences(table: nodes.table) -> None:
    """Mark what needs room on a phone: of each column with a sentence, the longest cell."""
    longest: dict[int, nodes.entry] = {}
    for row in table.findall(nodes.row):
        if len(row) < LEAST_COLUMNS:
            continue
        for column, cell in enumerate(row.children):
            if not isinstance(cell, nodes.entry) or "morecols" in cell:
                break
            words = cell.astext()
            if len(words) >= LEAST_LETTERS and len(words.split()) > LEAST_COLUMNS:
                known = longest.get(column)
                if known is None or len(known.astext()) < len(words):
                    longest[column] = cell
    for cell in longest.values():
        cell["classes"].append(SENTENCE)


class WrapTables(SphinxPostTransform):
    """Put each table of a page into a container that scrolls."""

    formats = ("html",)
    default_priority = 900

    def run(self, **kwargs: Any) -> None:
        """Wrap the tables that are not wrapped yet; tables inside a table stay as they are."""
        if not has_our_theme(self.config):
            return
        self.name_rows()
        for table in list(self.document.findall(nodes.table)):
            parent = table.parent
            if isinstance(parent, nodes.container) and SCROLL_CLASS in parent["classes"]:
                continue
            mark_sentences(table)
            box = nodes.container("", classes=[SCROLL_CLASS])
            table.replace_self(box)
            # A name of the table, which replace_self() passes on, may be in the page once only.
            box["ids"], box["names"] = [], []
            box += table

    def name_rows(self) -> None:
        """Let links lead to the rows and terms that are about something with a name."""
        named: list[tuple[Any, str]] = [
            (node, names[0]) for node in self.document.findall() if (names := row_names(node))
        ]
        if not named:
            return
        taken = {name for node in self.document.findall(nodes.Element) for name in node["ids"]}
        for node, name in named:
            bare = nodes.make_id(name)
            anchor = f"row-{bare}" if bare in taken else bare
            if bare and anchor not in taken and not node["ids"]:
                node["ids"].append(anchor)
                taken.add(anchor)
