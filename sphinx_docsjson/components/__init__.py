"""The page components: one declaration, three syntaxes, every builder."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_components(app: Sphinx) -> None:
    """Register the domain, the nodes and what turns them into HTML."""
    from sphinx_docsjson.components.component_assets import HAD_DESIGN
    from sphinx_docsjson.components.component_nodes import setup_nodes
    from sphinx_docsjson.components.domain import setup_domain
    from sphinx_docsjson.components.families.audiences import TranslatedPrompts
    from sphinx_docsjson.components.forms import setup_forms
    from sphinx_docsjson.components.html_elements import ComponentsToHtml
    from sphinx_docsjson.components.listings.code_blocks import marked_code, visit_marked_code
    from sphinx_docsjson.components.listings.side_examples import ExamplesToAside
    from sphinx_docsjson.components.names import setup_names

    if "sphinx_design" in app.extensions:
        HAD_DESIGN.add(app)
    app.setup_extension("sphinx_design")
    setup_nodes(app)
    app.add_node(marked_code, html=(visit_marked_code, None))
    setup_domain(app)
    setup_forms(app)
    app.add_transform(TranslatedPrompts)
    app.add_post_transform(ComponentsToHtml)
    app.add_post_transform(ExamplesToAside)
    setup_names(app)
