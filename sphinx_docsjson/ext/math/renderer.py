"""Formulas as MathML, generated during the build: no script, no other host.

Sphinx's own renderer loads MathJax from a content delivery network in the reader's browser.
``html_math_renderer = "mathjax"`` in conf.py brings it back.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.util.math import get_node_equation_number

from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.compat.docutils import tex_to_mathml
from sphinx_docsjson.compat.sphinx import inline_math_renderers
from sphinx_docsjson.configuration import is_set, set_default
from sphinx_docsjson.ext.math.tex import plain_tex
from sphinx_docsjson.i18n import _
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


def choose_renderer(app: Sphinx, config: Config) -> None:
    """Take MathML for formulas in our theme, unless the project chose another renderer.

    A project chooses one by its name, by its settings, or by loading its extension. With ours as a
    third, Sphinx cannot tell which one is meant, so it is always named.
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
    try:
        plain = plain_tex(tex, block=block)
    except RecursionError:  # braces within braces, more than any formula has
        return None
    found = tex_to_mathml(plain, block=block)
    return None if found is None else spaced_as_tex(with_wide_accents(found))


_ACCENTS = {
    '<mo accent="true">^</mo>': '<mo accent="true">\u0302</mo>',
    '<mo accent="true">~</mo>': '<mo accent="true">\u0303</mo>',
    '<mo accent="true">_</mo>': '<mo accent="true">\u203e</mo>',
    '<mo stretchy="false" scriptlevel="+1">→</mo>': '<mo stretchy="false">\u20d7</mo>',
}

_ACCENT = re.compile("|".join(map(re.escape, _ACCENTS)))


def with_wide_accents(html: str) -> str:
    """Return MathML with the signs for accents that fonts for formulas have in every width."""
    return _ACCENT.sub(lambda found: _ACCENTS[found[0]], html)


_TAG = re.compile(r"<(/?)(m[a-z]+)((?: [^<>]*)?)>")
_SCRIPTS: Final = frozenset({"msub", "msup", "msubsup", "munder", "mover", "munderover"})
_AROUND_NAMES: Final = 'lspace="{}" rspace="{}"'
_THIN, _NONE = "0.1667em", "0em"


def spaced_as_tex(html: str) -> str:
    """Return MathML in which operators have the room that TeX gives them.

    A browser uses one spacing for each sign. In TeX a slash has none, nor has any sign in an index
    or an exponent; the name of a function has a little, but none next to a sign or a parenthesis.
    """
    parts, end, last = [], 0, ""
    # Each open element: whether its parts after the first are scripts, whether it is in one, and
    # its parts.
    above: list[tuple[bool, bool, list[None]]] = [(False, False, [])]
    for tag in _TAG.finditer(html):
        closes, name, attributes = tag.groups()
        if closes:
            above.pop()
            last = name
            continue
        has_scripts, is_script, children = above[-1]
        is_script = is_script or (has_scripts and bool(children))
        children.append(None)
        if name == "mo" and "accent" not in attributes:
            sign, after = _sign_at(html, tag.end())
            room = ""
            if is_script or sign == "/":
                room = _AROUND_NAMES.format(_NONE, _NONE)
            elif sign == "&ApplyFunction;":
                room = _AROUND_NAMES.format(_NONE, _NONE if after in "([" else _THIN)
            elif len(sign) > 1 and sign.isalpha():
                before = _THIN if last and last != "mo" and len(children) > 1 else _NONE
                room = _AROUND_NAMES.format(before, _NONE if after in "([" else _THIN)
            if room:
                parts.append(f"{html[end : tag.end() - 1]} {room}")
                end = tag.end() - 1
        if not attributes.endswith("/"):
            above.append((name in _SCRIPTS, is_script, []))
    return "".join([*parts, html[end:]])


def _sign_at(html: str, start: int) -> tuple[str, str]:
    """Return the text of an operator, and the first sign behind it."""
    end = html.find("</mo>", start)
    behind = _TAG.sub("", html[end : end + 160])
    return html[start:end].strip(), behind.strip()[:1] or "="


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
