"""What a host needs to answer MCP: a script for it, and the schemas of APIs as static files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from sphinx_docsjson.agents import Documentation, schema_text
from sphinx_docsjson.agents.tools import declared_tools
from sphinx_docsjson.base.files import write_if_changed
from sphinx_docsjson.base.source_files import location_of_setting
from sphinx_docsjson.base.theme_files import theme_path, without_comments
from sphinx_docsjson.outputs.twins import has_twins
from sphinx_docsjson.search.settings import CORE, has_our_search
from sphinx_docsjson.version import __version__
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SETTING: Final = "docsjson_mcp"
SCRIPT: Final = "mcp/worker.js"
"""Beside the output: it is no file of the site."""

SCHEMAS: Final = "_static/schemas"

NEEDED: Final = (*CORE, "search/marks")
"""The scripts of the search that need no browser."""


def setup_worker(app: Sphinx) -> None:
    """Register the setting."""
    app.add_config_value(
        SETTING,
        False,
        "html",
        bool,
        description="Write `mcp/worker.js` beside the output: by it a host answers MCP from the "
        "files of the site.",
    )


def worker_script() -> str:
    """Return the whole script: the search, the tools that there are, and what answers."""
    folder = theme_path() / "scripts"
    parts = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in NEEDED]
    read_only = {"readOnlyHint": True, "openWorldHint": False}
    tools = [{**tool, "annotations": read_only} for tool in declared_tools()]
    data = f"const TOOLS = {json.dumps(tools)};\nconst VERSION = {json.dumps(__version__)};\n"
    for name in ("site.js", "worker.js"):
        parts.append(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return data + "".join(map(without_comments, parts))


def write_worker(app: Sphinx, failure: Exception | None) -> None:
    """Write the script and the schemas, where the setting asks for them."""
    has_pages = app.builder.format == "html" and app.builder.name != "epub"
    if not getattr(app.config, SETTING) or failure is not None or not has_pages:
        return
    if not has_twins(app) or not has_our_search(app):
        message = f"{SETTING}: it needs the Markdown twins and the search of the theme docsjson"
        warn(Warn.CONFIG, message, location=location_of_setting(app, SETTING))
        return
    outdir = Path(app.outdir)
    write_if_changed(outdir.parent / SCRIPT, worker_script())
    texts: dict[str, str] = {}
    for name, file, schema in Documentation(folder=outdir).schemas():
        texts[name] = "\n".join(filter(None, (texts.get(name), schema_text(name, file, schema))))
    for name, text in texts.items():
        write_if_changed(outdir / SCHEMAS / f"{quote(name, safe='')}.md", text)
    written = {f"{quote(name, safe='')}.md" for name in texts}
    for path in (outdir / SCHEMAS).glob("*.md"):
        if path.name not in written:
            path.unlink()
