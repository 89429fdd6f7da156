"""The components: each is declared once, for three syntaxes and every builder."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_components(app: Sphinx) -> None:
    """Register the domain, the nodes and their forms."""
    from sphinx.highlighting import lexer_classes

    from sphinx_docsjson.base.nodes import FurtherIds
    from sphinx_docsjson.components.code_blocks import AnsiLexer, setup_plain_nodes, titled_code
    from sphinx_docsjson.components.domain import setup_domain, setup_names
    from sphinx_docsjson.components.families.audiences import TranslatedPrompts
    from sphinx_docsjson.components.families.inline import ExplainTerms, KeepTerms
    from sphinx_docsjson.components.families.landing import TakeTitle
    from sphinx_docsjson.components.families.side_examples import ExamplesToAside
    from sphinx_docsjson.components.paper import setup_paper_nodes
    from sphinx_docsjson.components.renderers import setup_forms
    from sphinx_docsjson.warnings import safe_transform

    if "ansi" not in lexer_classes:
        app.add_lexer("ansi", AnsiLexer)
    setup_domain(app)
    setup_plain_nodes(app)
    setup_paper_nodes(app)
    setup_forms(app)
    # Sphinx numbers by class: a listing's title is a title like any other.
    app.add_enumerable_node(titled_code, "code-block", override=True)
    app.add_transform(safe_transform(TranslatedPrompts))
    app.add_transform(safe_transform(FurtherIds))
    app.add_post_transform(safe_transform(ExamplesToAside))
    app.add_post_transform(safe_transform(TakeTitle))
    app.add_transform(safe_transform(KeepTerms))
    app.add_post_transform(safe_transform(ExplainTerms))
    setup_names(app)
