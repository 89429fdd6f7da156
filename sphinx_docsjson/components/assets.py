"""Finds what is on a page, and which style sheets and scripts the page loads for it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet

from docutils import nodes

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.theme_files import (
    LENT_TOKENS,
    PAGE_SHEET,
    PAGE_STYLES,
    SCRIPTS,
    SERVICES_SCRIPT,
    child_theme_folders,
    has_our_theme,
    write_page_sheet,
)
from sphinx_docsjson.compat.builders import fills_templates
from sphinx_docsjson.components.code_blocks import marked_code
from sphinx_docsjson.components.families.callouts import callout, callout_title
from sphinx_docsjson.components.icons import Styled
from sphinx_docsjson.components.renderers import RENDERERS
from sphinx_docsjson.configuration import search_engine
from sphinx_docsjson.i18n import _

if TYPE_CHECKING:
    from sphinx.application import Sphinx


# Which style sheets and scripts a page loads: with our theme one sheet and one script for all.

STYLE = "components.css"
SCRIPT = "components.js"
DESIGN_STYLE = "sphinx-design.min.css"
DESIGN_SCRIPT = "design-tabs.js"
DESIGN_ADAPTED = "sphinx-design-docsjson.css"
GUEST_STYLE = "guests.css"

CALLOUT_KINDS = (callout, callout_title)
"""Admonitions of the theme, whichever it is."""

PLAIN_WORDS = ("dj-lead", "dj-code", "dj-table-", "dj-callout")
"""Beginnings of our classes that need none of our styles in another theme."""

GUESTS = words(
    "sphinx-tabs tab-set toggle dropdown cell dataframe rendered_html nbinput proof exercise "
    "solution need"
)
"""What extensions write whose style sheets have colours of their own."""

HAD_DESIGN: WeakSet[Sphinx] = WeakSet()
"""The builds in which sphinx-design was loaded before we asked for it."""


def choose_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: Any,
) -> None:
    """Add what the components of the page need; remove what sphinx-design adds to every page.

    The lists are changed in place: Sphinx makes them again for each page, and other extensions add
    to the same lists. In another theme a page without components loads the same as without us:
    none of our files, and those of sphinx-design only if the project itself has it.
    """
    if app.builder.name == "epub":
        return
    ours = has_our_theme(app.config)
    found = found_on(doctree)
    if ours or has_components(found):
        app.add_js_file(SCRIPT, loading_method="defer", **script_texts())
    if not ours and has_components(found):
        app.add_css_file(LENT_TOKENS, priority=400)
        app.add_css_file(STYLE, priority=410)
    unused: set[str] = set()
    if ours:
        unused.add(DESIGN_STYLE)
        if found.any_class("sd-"):
            app.add_css_file(DESIGN_ADAPTED, priority=420)
        if has_guests(found) or "sphinx_copybutton" in app.extensions:
            app.add_css_file(GUEST_STYLE, priority=820)
        if not found.any_class("sd-tab-"):
            unused.add(DESIGN_SCRIPT)
    elif not (
        app in HAD_DESIGN or "sphinx_design" in app.config.extensions or found.any_class("sd-")
    ):
        unused = {DESIGN_STYLE, DESIGN_SCRIPT}
    for name in ("css_files", "script_files"):
        files = context.get(name)
        if isinstance(files, list):
            files[:] = [file for file in files if _base_name(file) not in unused]


def has_components(found: FoundOnPage) -> bool:
    """Whether there is anything of ours on a page that a theme does not style by itself."""
    ours = [kind for kind, forms in RENDERERS.items() if forms.html and kind not in CALLOUT_KINDS]
    return found.any_kind(Styled, marked_code, *ours) or any(
        word.startswith("dj-") and not word.startswith(PLAIN_WORDS) for word in found.css_classes
    )


def has_guests(found: FoundOnPage) -> bool:
    """Whether there is anything of an extension with colours of its own."""
    return any(
        word in GUESTS or word.startswith(("sphx-glr-", *(f"{name}-" for name in GUESTS)))
        for word in found.css_classes
    )


def script_texts() -> dict[str, Any]:
    """Return the words that the script says, as attributes of its element."""
    return {
        "data-copy": _("Copy"),
        "data-copied": _("Copied"),
        "data-failed": _("Copying failed"),
        "data-zoom": _("Enlarge image"),
        "data-image": _("Copy image"),
        "data-download": _("Download image"),
        "data-close": _("Close"),
        "data-previous": _("Previous"),
        "data-next": _("Next"),
        "data-view": _("View"),
        "data-wrap": _("Wrap long lines"),
        "data-filter": _("Filter by tag"),
    }


def _base_name(file: Any) -> str:
    return str(getattr(file, "filename", file) or "").rpartition("/")[2]


# What a page waits for before it is painted: one style sheet, and the script that sets its mode.
#
# The sheets that a page needs are joined when all of them are known, from the files in the output,
# including those of an author with the same names.

JOINED: WeakKeyDictionary[Sphinx, bool] = WeakKeyDictionary()
"""The builds that joined the sheets since they began to write → whether pages may ask Sphinx's
scripts by other means than a script of their list."""

SPHINX_SCRIPTS = words("documentation_options.js doctools.js sphinx_highlight.js translations.js")
"""What Sphinx adds to every page, for scripts of extensions and its own search."""

OUR_SCRIPTS = frozenset(
    {*SCRIPTS, SERVICES_SCRIPT, "docsjson-playground.js", "docsjson-search.js"}
)
MAY_BE_WITHOUT = frozenset({"page-menu.css"})
"""What a page may do without that has the rest of the first joined sheet."""

ASKS_SPHINX = words("DOCUMENTATION_OPTIONS Documentation _ready Stemmer jQuery")
"""Names by which a script in the page itself asks for those."""


def prepare_page_sheet(app: Sphinx, _builder: Any) -> None:
    """Know that the joined sheets are to be written again, since their parts may have changed."""
    JOINED.pop(app, None)


def update_page_sheet(app: Sphinx, failure: Exception | None) -> None:
    """Join the sheets again: no page may have been written, and a part be another one now."""
    if failure is None and has_our_theme(app.config) and fills_templates(app.builder):
        write_page_sheet(Path(app.outdir, "_static"))


def order_page_files(
    app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Let the page wait for one style sheet of ours, and for no script of Sphinx."""
    if not has_our_theme(app.config) or not fills_templates(app.builder):
        return
    if app not in JOINED:
        write_page_sheet(Path(app.outdir, "_static"))
        JOINED[app] = _may_ask_sphinx(app)
    sheets, scripts = context.get("css_files"), context.get("script_files")
    # Names alone may come from `html_context`, in place of Sphinx's lists.
    if isinstance(sheets, list) and all(hasattr(one, "attributes") for one in sheets):
        sheets[:] = _joined(sheets)
    asks_itself = search_engine(app.config) == "sphinx" and pagename == "search"
    if (
        not asks_itself
        and isinstance(scripts, list)
        and all(hasattr(one, "attributes") for one in scripts)
    ):
        scripts[:] = _deferred(scripts, may_ask=JOINED[app])


def _joined(sheets: list[Any]) -> list[Any]:
    """Return the style sheets of a page with ours as one, where it has all of them."""
    loaded = {os.fspath(one.filename).removeprefix("_static/"): one for one in sheets}
    if not loaded.keys() >= set(PAGE_STYLES) - MAY_BE_WITHOUT:
        return sheets
    first = next(one for name, one in loaded.items() if name in PAGE_STYLES)
    joined = type(first)(f"_static/{PAGE_SHEET}", priority=first.priority)
    return [joined, *(one for name, one in loaded.items() if name not in PAGE_STYLES)]


def _deferred(scripts: list[Any], *, may_ask: bool) -> list[Any]:
    """Return the scripts of a page with those of Sphinx after the text, or without them.

    They stay as they are if another script runs before the page is read: it may use them.
    """
    theirs = [one for one in scripts if _base_name(one) in SPHINX_SCRIPTS]
    others = [one for one in scripts if _base_name(one) not in SPHINX_SCRIPTS]
    if any(map(_asks_at_once, others)):
        return scripts
    if not may_ask and not any(map(_is_foreign, others)):
        return others
    late = [
        type(one)(one.filename, priority=one.priority, **{**one.attributes, "defer": "defer"})
        for one in theirs
    ]
    return [*late, *others]


def _asks_at_once(script: Any) -> bool:
    """Whether *script* runs while the page is read, and may need what Sphinx has."""
    if not script.filename:
        return any(word in script.attributes.get("body", "") for word in ASKS_SPHINX)
    attributes = script.attributes
    return not {"defer", "async"} & attributes.keys() and attributes.get("type") != "module"


def _is_foreign(script: Any) -> bool:
    """Whether *script* is not one of ours, which need nothing of Sphinx."""
    return not script.filename or _base_name(script) not in OUR_SCRIPTS


def _may_ask_sphinx(app: Sphinx) -> bool:
    """Whether more than the scripts of a page may want those of Sphinx: template, option, host."""
    config = app.config
    if (
        search_engine(config) != "docsjson"
        or str(config.html_theme_options.get("navigation_with_keys")).lower() in {"true", "1"}
        or "READTHEDOCS" in os.environ
    ):
        return True
    folders = [Path(app.confdir, each) for each in config.templates_path]
    templates = (
        file
        for folder in (*folders, *child_theme_folders(config))
        for file in folder.rglob("*.html")
    )
    return any("<script" in file.read_text("utf-8", "replace") for file in templates)


# What is on a page: the kinds of its nodes, and the classes of its elements.
#
# Code that loads a file only where it is needed checks here. Nothing is found on pages without a
# document (the search, the indices, pages of extensions).

OTHER_CLASSES = ("container_classes", "title_classes", "body_classes")
"""Where sphinx-design keeps the classes of a dropdown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundOnPage:
    """The classes of nodes in Python, and the CSS classes that nodes and raw HTML have."""

    kinds: frozenset[type[nodes.Element]]
    css_classes: frozenset[str]

    def any_kind(self, *kinds: type[Any]) -> bool:
        """Whether a node is of one of *kinds*."""
        return any(issubclass(kind, kinds) for kind in self.kinds)

    def any_class(self, *beginnings: str) -> bool:
        """Whether a class begins with one of *beginnings*."""
        return any(word.startswith(beginnings) for word in self.css_classes)


@lru_cache(maxsize=1)
def found_on(doctree: nodes.document | None) -> FoundOnPage:
    """Return what is in *doctree*, which is ready to be written; several ask for each page.

    The title of a component is a rubric in its node, but not in the HTML drawn from it.
    """
    kinds: set[type[nodes.Element]] = set()
    css_classes: set[str] = set()
    waiting: list[nodes.Element] = [doctree] if doctree is not None else []
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if not (kind is nodes.rubric and _is_title(node)):
            kinds.add(kind)
        if classes := node["classes"]:
            css_classes.update(set(classes) - _unwritten(node))
        if kind in RENDERERS:
            for name in OTHER_CLASSES:
                css_classes.update(node.get(name, ()))
        waiting += [child for child in node.children if isinstance(child, nodes.Element)]
        if isinstance(node, nodes.raw) and "html" in node.get("format", ""):
            css_classes |= _classes_in(node.astext())
    return FoundOnPage(kinds=frozenset(kinds), css_classes=frozenset(css_classes))


def _is_title(node: nodes.Element) -> bool:
    """Whether *node* is the title of a component."""
    forms = RENDERERS.get(type(node.parent))
    if forms is None or not forms.titled or not node.parent.get("has_title", True):
        return False
    return node is next(child for child in node.parent if isinstance(child, nodes.rubric))


def _unwritten(node: nodes.Element) -> set[str]:
    """Return classes that the HTML of the component does without of which *node* is a part."""
    found: set[str] = set()
    around: Any = node
    for _generation in range(3):
        if forms := RENDERERS.get(type(around)):
            found |= forms.unwritten
        around = around.parent if around is not None else None
    return found


def _classes_in(html: str) -> set[str]:
    if "class" not in html:
        return set()
    reader = _Classes()
    reader.feed(html)
    reader.close()
    return reader.found


class _Classes(HTMLParser):
    """Reads what an author or an extension wrote as HTML, of which no node knows what is in it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the classes of an element."""
        for name, value in attrs:
            if name == "class" and value:
                self.found.update(value.split())
