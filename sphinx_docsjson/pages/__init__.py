"""The pages of a site: front matter, Markdown with tags, snippets, links, redirects."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_pages(app: Sphinx) -> None:
    """Register the parser of pages and the nodes they are made of."""
    from sphinx_docsjson.compat.myst import load_myst
    from sphinx_docsjson.components.renderers import html_visitor
    from sphinx_docsjson.configuration import reads_markdown_as_before
    from sphinx_docsjson.pages.block_elements import BareText, LinkedBlocks, linked_blocks_html
    from sphinx_docsjson.pages.checks import setup_conventions
    from sphinx_docsjson.pages.front_matter import OwnFields, setup_front_texts
    from sphinx_docsjson.pages.headings import AnchorCollector, MoreIds
    from sphinx_docsjson.pages.inline_elements import nothing, setup_html_nodes
    from sphinx_docsjson.pages.links import setup_links, setup_site_references
    from sphinx_docsjson.pages.targets import ImagePaths
    from sphinx_docsjson.warnings import safe_collector, safe_transform

    load_myst(app)
    app.add_config_value(
        "docsjson_tags_in_md",
        lambda config: not reads_markdown_as_before(config),
        "env",
        bool,
        description="Whether `.md` pages have tags and the rest of what is added to MyST; "
        "`.mdx` pages always do.",
    )
    app.add_transform(safe_transform(MoreIds))
    app.add_env_collector(safe_collector(AnchorCollector))
    app.add_env_collector(safe_collector(OwnFields))
    setup_html_nodes(app)
    app.add_node(LinkedBlocks, html=(html_visitor(linked_blocks_html), None))
    app.add_node(BareText, html=(nothing, nothing))
    setup_front_texts(app)
    setup_links(app)
    setup_site_references(app)
    app.add_post_transform(safe_transform(ImagePaths))
    setup_conventions(app)
