"""What crawlers and agents read in the head of a page, and in its first lines."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.osutil import relative_uri

from sphinx_docsjson.build import base_url, the_build
from sphinx_docsjson.outputs.crawlers.visibility import wants_noindex
from sphinx_docsjson.outputs.markdown.twin_addresses import twin_path
from sphinx_docsjson.outputs.twins import HTML_BUILDERS, has_twins

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def add_head_links(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Link the page to its twin and to ``llms.txt``, and keep hidden pages out of search engines.

    Templates are given ``dj_twin`` and ``dj_llms_txt``, the addresses of both relative to the
    page, and ``dj_twin_url`` and ``dj_llms_txt_url``, the same as absolute addresses where the
    address of the site is known; each is absent when there is no such file.
    """
    if app.builder.name not in HTML_BUILDERS:
        return
    build = the_build(app.config)
    page = app.builder.get_target_uri(pagename)
    base = base_url(app.config)
    tags = []
    is_document = isinstance(doctree, nodes.document)
    if is_document and has_twins(app):
        twin = twin_path(pagename)
        context["dj_twin"] = relative_uri(page, twin) or twin.rpartition("/")[2]
        context["dj_twin_url"] = base + twin if base else context["dj_twin"]
        tags.append(_link("alternate", context["dj_twin_url"], "text/markdown"))
    if app.config.docsjson_llms_txt:
        context["dj_llms_txt"] = relative_uri(page, "llms.txt")
        context["dj_llms_txt_url"] = base + "llms.txt" if base else context["dj_llms_txt"]
        tags.append(
            _link(
                "describedby", base + "llms.txt" if base else context["dj_llms_txt"], "text/plain"
            )
        )
    front = app.env.metadata.get(pagename, {})
    may_ask = is_document and "robots" not in front
    if may_ask and wants_noindex(front, build.nav.tree.places(pagename), build.site):
        tags.append('<meta name="robots" content="noindex">')
    context["metatags"] = "".join([context.get("metatags", ""), *(f"\n  {tag}" for tag in tags)])


def _link(relation: str, address: str, media_type: str) -> str:
    return f'<link rel="{relation}" type="{media_type}" href="{escape(address)}">'
