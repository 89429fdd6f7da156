"""The playground on a page: its place in the document, and the files that the page loads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.config import ENUM

from sphinx_docsjson.build import the_build
from sphinx_docsjson.components.found_on_page import found_on
from sphinx_docsjson.openapi.request import oauth_page
from sphinx_docsjson.openapi.request.playground_data import Mode, mode_of, script_json
from sphinx_docsjson.openapi.request.playground_script import STORAGE, playground_script, strings
from sphinx_docsjson.openapi.request.samples import chosen
from sphinx_docsjson.openapi.request.samples.sample_languages import LANGUAGES
from sphinx_docsjson.text.near_names import did_you_mean, near_name
from sphinx_docsjson.urls import safe_source
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_docsjson.site.model import Api


SCRIPT, STYLE = "docsjson-playground.js", "docsjson-playground.css"
CSS_CLASS = "dj-playground"


class playground(nodes.General, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """Where the form of an operation stands; ``data`` is the JSON block that it is drawn from."""


def playground_node(data: dict[str, Any]) -> playground:
    """Return the node for the block that :func:`playground_data` made."""
    return playground("", data=script_json(data))


def mode_of_page(metadata: Mapping[str, Any], api: Api) -> Mode:
    """Return how much of the playground a page shows; its front matter is checked where it is."""
    return mode_of(metadata.get("playground"), api)


def setup_playground(app: Sphinx) -> None:
    """Register the node and the settings."""
    app.add_config_value(
        "docsjson_playground_storage",
        "session",
        "html",
        types=ENUM(*STORAGE),
        description="Where the playground keeps credentials: `session` or `memory`.",
    )
    app.add_config_value(
        "docsjson_playground_proxy",
        "",
        "html",
        types=frozenset({str}),
        description="What is put before the URL of each request of the playground.",
    )
    skip = (skip_playground, None)
    app.add_node(
        playground,
        html=(write_playground, None),
        latex=skip,
        text=skip,
        man=skip,
        texinfo=skip,
        docsjson_markdown=skip,
    )


def write_playground(self: HTML5Translator, node: nodes.Element) -> None:
    """Write the block; the script draws the form behind it."""
    if self.builder.name != "epub":
        block = f'<script type="application/json">{node["data"]}</script>'
        self.body.append(f'<div class="{CSS_CLASS}">{block}</div>\n')
    raise nodes.SkipNode


def skip_playground(_self: Any, _node: nodes.Element) -> None:
    """Leave the playground out where nothing can be sent."""
    raise nodes.SkipNode


def write_files(app: Sphinx) -> None:
    """Write the script, and the page that one comes back to from signing in."""
    if app.builder.format != "html" or app.builder.name == "epub":
        return
    build = the_build(app.config)
    languages, unknown = chosen(build.site.api.example_languages)
    for name in unknown:
        near = did_you_mean(near_name(name, LANGUAGES))
        message = (
            f"there are no request samples in {name!r}; there are {', '.join(LANGUAGES)}.{near}"
        )
        place = build.site.nearest("api.examples.languages") or build.site.source_file
        warn(Warn.CONFIG, message, location=place)
    proxy = safe_source(app.config.docsjson_playground_proxy)
    if proxy is None:
        message = "docsjson_playground_proxy must be an http(s) URL; no proxy is used"
        warn(Warn.URL, message)
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    script = playground_script(
        site=re.sub(r"\W+", "-", build.site.name).strip("-").lower(),
        languages=languages,
        storage=app.config.docsjson_playground_storage,
        proxy=proxy or "",
        own=build.spoken.each(strings) if build.spoken else None,
    )
    (static / SCRIPT).write_text(script, encoding="utf-8")
    schemes = [one for s in build.reference.specs.values() for one in s.security_schemes.values()]
    if oauth_page.is_needed(schemes):
        page = oauth_page.redirect_page(language=app.config.language or "en", style=STYLE)
        (static / oauth_page.PAGE).write_text(page, encoding="utf-8")
        written = oauth_page.redirect_script()
        (static / oauth_page.SCRIPT).write_text(written, encoding="utf-8")


def load_files(
    app: Sphinx, _page: str, _template: str, _context: dict[str, Any], doctree: Any
) -> None:
    """Load the script and the style sheet on pages that hold a playground."""
    if app.builder.name != "epub" and found_on(doctree).any_kind(playground):
        app.add_js_file(SCRIPT, loading_method="defer")
        app.add_css_file(STYLE)
