"""The page components: one declaration, three syntaxes, every builder."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_components(app: Sphinx) -> None:
    """Register the domain, the nodes and their forms."""
    from sphinx.highlighting import lexer_classes

    from sphinx_docsjson.anchors import FurtherIds
    from sphinx_docsjson.components.component_assets import HAD_DESIGN
    from sphinx_docsjson.components.domain import setup_domain
    from sphinx_docsjson.components.families.audiences import TranslatedPrompts
    from sphinx_docsjson.components.forms.declared import setup_forms
    from sphinx_docsjson.components.forms.paper_nodes import setup_paper_nodes
    from sphinx_docsjson.components.forms.plain_nodes import setup_plain_nodes
    from sphinx_docsjson.components.listings.ansi import AnsiLexer
    from sphinx_docsjson.components.listings.code_blocks import titled_code
    from sphinx_docsjson.components.listings.side_examples import ExamplesToAside
    from sphinx_docsjson.components.names import setup_names

    if "ansi" not in lexer_classes:
        app.add_lexer("ansi", AnsiLexer)
    if "sphinx_design" in app.extensions:
        HAD_DESIGN.add(app)
    app.setup_extension("sphinx_design")
    setup_domain(app)
    setup_plain_nodes(app)
    setup_paper_nodes(app)
    setup_forms(app)
    # Sphinx numbers by class: a title is one of a listing as every other.
    app.add_enumerable_node(titled_code, "code-block", override=True)
    app.add_transform(TranslatedPrompts)
    app.add_transform(FurtherIds)
    app.add_post_transform(ExamplesToAside)
    setup_names(app)
