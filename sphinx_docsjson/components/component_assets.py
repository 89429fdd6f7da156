"""Which style sheets and scripts a page loads: those of the components that it has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from sphinx_docsjson.locale import _
from sphinx_docsjson.theme_location import has_our_theme

if TYPE_CHECKING:
    from sphinx.application import Sphinx

STYLE = "components.css"
SCRIPT = "components.js"
TOKENS = "components-tokens.css"
SPHINX_STYLE = "sphinx.css"
DESIGN_STYLE = "sphinx-design.min.css"
DESIGN_SCRIPT = "design-tabs.js"
DESIGN_ADAPTED = "sphinx-design-docsjson.css"
GUEST_STYLE = "guests.css"

_OURS = re.compile(r'class="(?:[^"]* )?dj-(?!lead\b)')
_CODE = re.compile(r'class="(?:[^"]* )?highlight\b')
_SPHINX = re.compile(
    r"""class="(?:[^"]*[ ])?(?:
        admonition|topic|sidebar|contents|rubric|centered|system-message|epigraph|highlights
        |pull-quote|version(?:added|changed|removed)|deprecated|versionmodified
        |sig|viewcode-|footnote|citation|footnotes|backrefs
    )""",
    re.VERBOSE,
)
_GUESTS = re.compile(
    r"""class="(?:[^"]*[ ])?(?:
        sphinx-tabs|tab-set|toggle|dropdown|sphx-glr-|cell|dataframe|rendered_html|nbinput
        |proof|exercise|solution|need
    )\b""",
    re.VERBOSE,
)
"""What extensions write whose style sheets have colours of their own."""
_DESIGN = re.compile(r'class="(?:[^"]* )?sd-')
_DESIGN_TABS = re.compile(r'class="(?:[^"]* )?sd-tab-')


HAD_DESIGN: WeakSet[Sphinx] = WeakSet()
"""The builds in which sphinx-design was loaded before we asked for it."""


def choose_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: Any,
) -> None:
    """Add what the components of the page need; take away what sphinx-design adds to every page.

    The lists are changed in place: Sphinx makes them anew for each page, and other extensions
    add to the same lists. In another theme a page without components loads what it did without
    us: nothing of ours, and the files of sphinx-design only where the project itself has it.
    """
    if app.builder.name == "epub":
        return
    ours = has_our_theme(app.config)
    body = context.get("body", "")
    if _OURS.search(body) or (ours and _CODE.search(body)):
        if not ours:
            app.add_css_file(TOKENS, priority=400)
        app.add_css_file(STYLE, priority=410)
        app.add_js_file(SCRIPT, loading_method="defer", **script_words())
    unused: set[str] = set()
    if ours:
        unused.add(DESIGN_STYLE)
        if _SPHINX.search(body) or "body" not in context:
            app.add_css_file(SPHINX_STYLE, priority=405)
        if _DESIGN.search(body):
            app.add_css_file(DESIGN_ADAPTED, priority=420)
        if _GUESTS.search(body) or "sphinx_copybutton" in app.extensions:
            app.add_css_file(GUEST_STYLE, priority=820)
        if not _DESIGN_TABS.search(body):
            unused.add(DESIGN_SCRIPT)
    elif not (
        app in HAD_DESIGN or "sphinx_design" in app.config.extensions or _DESIGN.search(body)
    ):
        unused = {DESIGN_STYLE, DESIGN_SCRIPT}
    for name in ("css_files", "script_files"):
        files = context.get(name)
        if isinstance(files, list):
            files[:] = [file for file in files if _base_name(file) not in unused]


def script_words() -> dict[str, Any]:
    """Return the words that the script says, as attributes of its element."""
    return {
        "data-copy": _("Copy"),
        "data-copied": _("Copied"),
        "data-failed": _("Copying failed"),
        "data-zoom": _("Enlarge image"),
        "data-close": _("Close"),
        "data-view": _("View"),
    }


def _base_name(file: Any) -> str:
    return str(getattr(file, "filename", file) or "").rpartition("/")[2]
