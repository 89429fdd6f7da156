"""Formulas as MathML, made at build time: no script, no font and no other host at view time.

Sphinx's own renderer loads MathJax from a content delivery network in the reader's browser.
``html_math_renderer = "mathjax"`` in conf.py brings it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.math import get_node_equation_number

from sphinx_docsjson.compat.formulas import tex_to_mathml
from sphinx_docsjson.compat.registrations import inline_math_renderers
from sphinx_docsjson.configuration import is_set, set_default
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.html.writing.tex import simple_tex
from sphinx_docsjson.locale import _
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.writers.html5 import HTML5Translator

RENDERER = "docsjson"
MATHJAX = "mathjax"
MATHJAX_SETTINGS = (
    "mathjax_path",
    "mathjax2_config",
    "mathjax3_config",
    "mathjax4_config",
    "mathjax_config",
    "mathjax_config_path",
    "mathjax_display",
    "mathjax_inline",
    "mathjax_options",
)


def setup_math(app: Sphinx) -> None:
    """Register the renderer."""
    app.add_html_math_renderer(RENDERER, (visit_math, None), (visit_math_block, None))


def choose_renderer(app: Sphinx, config: Config) -> None:
    """Take MathML for formulas in our theme, unless the project chose another renderer.

    A project chooses one by its name, by its settings, or by the extension that it comes from.
    Sphinx cannot tell which one is meant where ours is a third, so it is named in any case.
    """
    others = [name for name in inline_math_renderers(app) if name != RENDERER]
    chosen = [name for name in others if name != MATHJAX]
    if len(chosen) > 1:
        return
    wants_mathjax = "sphinx.ext.mathjax" in config.extensions or any(
        is_set(config, name) for name in MATHJAX_SETTINGS
    )
    ours = has_our_theme(config) and not wants_mathjax
    usual = RENDERER if ours else MATHJAX
    set_default(config, "html_math_renderer", chosen[0] if chosen else usual)


def mathml(tex: str, *, block: bool) -> str | None:
    """Return a formula of LaTeX as MathML, ``None`` when it is not understood."""
    return tex_to_mathml(simple_tex(tex) if block else tex, block=block)


def visit_math(self: HTML5Translator, node: nodes.math) -> None:
    """Write a formula in a line."""
    self.body.append(f'<span class="math notranslate">{formula(self, node, block=False)}</span>')
    raise nodes.SkipNode


def visit_math_block(self: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula of its own, with its number."""
    self.body.append(self.starttag(node, "div", CLASS="math notranslate"))
    if node.get("number"):
        number = get_node_equation_number(self, node)
        self.body.append(f'<span class="eqno">({number})')
        self.add_permalink_ref(node, _("Link to this equation"))
        self.body.append("</span>")
    self.body.append(f"{formula(self, node, block=True)}</div>\n")
    raise nodes.SkipNode


def formula(translator: HTML5Translator, node: nodes.Element, *, block: bool) -> str:
    """Return the MathML of a node; one that is not understood is shown as it was written."""
    tex = node.astext()
    html = mathml(tex, block=block)
    if html is None:
        warn(
            Warn.MATH,
            f"the formula {tex!r} is not understood and is shown as text; "
            'simplify it, or set html_math_renderer = "mathjax"',
            location=node,
        )
        return f"<code>{translator.encode(tex)}</code>"
    return html
