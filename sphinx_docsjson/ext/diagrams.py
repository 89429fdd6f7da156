"""Mermaid diagrams: drawn in the browser by a script of the site, or shown as text.

The package ships no script, as Mermaid's has 3 MB. ``sphinx-docsjson init --diagrams`` writes it
beside docs.json. Nothing is loaded from another host unless the owner wrote its address.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes

from sphinx_docsjson.base.source_files import location_of_setting
from sphinx_docsjson.base.theme_files import DIAGRAM_SCRIPT, has_our_theme
from sphinx_docsjson.i18n import _
from sphinx_docsjson.steps import Turn, add_step, always
from sphinx_docsjson.urls import is_external, safe_source
from sphinx_docsjson.version import __version__
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SETTING: Final = "docsjson_mermaid"
GLUE: Final = "mermaid-diagrams.js"
LANGUAGE: Final = "mermaid"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the setting and the steps."""
    app.add_config_value(
        SETTING,
        "",
        "html",
        frozenset({str}),
        description="The script that draws `mermaid` fences, by its path from conf.py.",
    )
    add_step(
        app, "builder-inited", Turn.AMONG, copy_script, "copy the Mermaid script", when=always
    )
    add_step(
        app, "html-page-context", Turn.LAST, load_script, "load the Mermaid script", when=always
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def copy_script(app: Sphinx) -> None:
    """Copy the script of the owner into the output."""
    name = script_name(app)
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
            location=location_of_setting(app, SETTING),
        )
        return
    target = Path(app.outdir, "_static", file.name)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)


def load_script(
    app: Sphinx, _page: str, _template: str, _context: dict[str, Any], doctree: Any
) -> None:
    """Load what draws diagrams on pages that have one."""
    address = script_of(app)
    if not address or doctree is None or app.builder.name == "epub":
        return
    if has_our_theme(app.config) and any(map(is_diagram, doctree.findall(nodes.literal_block))):
        app.add_js_file(address, loading_method="defer", priority=600)
        words = {"data-label": _("Diagram"), "data-source": _("View source")}
        app.add_js_file(GLUE, loading_method="defer", priority=610, **words)


def is_diagram(block: nodes.literal_block) -> bool:
    """Whether a block of code is a diagram."""
    return LANGUAGE in {block.get("written_language"), block.get("language")}


def script_name(app: Sphinx) -> str:
    """Return the path from conf.py, or the address, of the script; nothing where there is none."""
    chosen = str(app.config[SETTING])
    return chosen or (DIAGRAM_SCRIPT if Path(app.confdir, DIAGRAM_SCRIPT).is_file() else "")


def script_of(app: Sphinx) -> str:
    """Return the address of the script for a page, or nothing where there is none."""
    name = script_name(app)
    if is_external(name):
        return safe_source(name) or ""
    return Path(name).name if name else ""
