"""Mermaid diagrams: drawn in the browser by a script of the site's owner, or shown as text.

The package ships none: the script is 3 MB. Nothing is loaded from another host unless its address
is what the owner wrote.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes

from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.locale import _
from sphinx_docsjson.urls import is_external, safe_source
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

SETTING: Final = "docsjson_mermaid"
GLUE: Final = "mermaid-diagrams.js"
LANGUAGE: Final = "mermaid"


def setup_diagrams(app: Sphinx) -> None:
    """Add the setting."""
    app.add_config_value(
        SETTING,
        "",
        "html",
        frozenset({str}),
        description="The script that draws `mermaid` fences, by its path from conf.py.",
    )


def copy_script(app: Sphinx) -> None:
    """Copy the script of the owner into the output."""
    name = str(app.config[SETTING])
    if not name or is_external(name) or not has_our_theme(app.config):
        return
    file = Path(app.confdir, name)
    if app.builder.format != "html":
        return
    if not file.is_file():
        warn(
            Warn.CONFIG,
            f"{SETTING}: there is no file {name!r}; diagrams are shown as text. Write the path of "
            "mermaid.min.js from the folder of conf.py",
        )
        return
    target = Path(app.outdir, "_static", file.name)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)


def load_script(
    app: Sphinx, _page: str, _template: str, _context: dict[str, Any], doctree: Any
) -> None:
    """Load what draws diagrams on pages that have one."""
    address = script_of(app.config)
    if not address or doctree is None or app.builder.name == "epub":
        return
    if has_our_theme(app.config) and any(map(is_diagram, doctree.findall(nodes.literal_block))):
        app.add_js_file(address, loading_method="defer", priority=600)
        label = _("Diagram")
        app.add_js_file(GLUE, loading_method="defer", priority=610, **{"data-label": label})


def is_diagram(block: nodes.literal_block) -> bool:
    """Whether a block of code is a diagram."""
    return LANGUAGE in {block.get("written_language"), block.get("language")}


def script_of(config: Config) -> str:
    """Return the address of the script for a page, or nothing where there is none."""
    name = str(config[SETTING])
    if is_external(name):
        return safe_source(name) or ""
    return Path(name).name if name else ""
