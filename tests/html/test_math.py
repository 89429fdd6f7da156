"""Formulas: which renderer writes them, and which of them are understood."""

from __future__ import annotations

import pytest
from docutils.utils.math import latex2mathml

from sphinx_docsjson.ext.math.renderer import mathml
from sphinx_docsjson.ext.math.tex import expanded

FORMULAS = [
    r"a &= b \\ c &= d",
    "S &= \\pi r^2\n\nV &= \\frac{4}{3} \\pi r^3",
    r"\begin{split}a &= b \\ c &= d\end{split}",
    r"\begin{align}a &= b \\ c &= d \\ \end{align}",
    r"\begin{gather*}a \\ b\end{gather*}",
    r"\begin{equation}\label{x}\begin{split}a &= b \\ c\end{split}\end{equation}",
    r"\begin{alignat*}{2}a &= b\end{alignat*}",
    r"\begin{eqnarray} y & = & x \\ z & = & 1 \nonumber\end{eqnarray}",
]


@pytest.mark.parametrize("tex", FORMULAS)
def test_the_environments_that_sphinx_and_amsmath_know_are_understood(tex: str):
    assert "<mtable" in str(mathml(tex, block=True))


def test_a_failing_converter_costs_a_warning_and_shows_the_source(site, monkeypatch):
    def fail(*_args, **_options):
        raise AttributeError("'NoneType' object has no attribute 'append'")

    monkeypatch.setattr(latex2mathml, "tex2mathml", fail)
    built = site({"index.rst": "T\n=\n\n:math:`a` and\n\n.. math:: " + "b + " * 90 + "c\n"})
    assert [line[:40] for line in built.warning_lines] == [
        "index.rst:4: WARNING: the formula 'a' is",
        "index.rst:6: WARNING: the formula 'b + b",
    ]
    assert all("[docsjson.math]" in line and len(line) < 350 for line in built.warning_lines)
    assert "<code>a</code>" in built.text("index.html")


@pytest.mark.parametrize(
    ("conf", "written"),
    [
        ({}, "<math"),
        ({"html_theme": "alabaster"}, r"\(a\)"),
        ({"mathjax_path": "/x.js"}, r"\(a\)"),
        ({"extensions": ["sphinx.ext.mathjax", "sphinx_docsjson"]}, r"\(a\)"),
        ({"html_math_renderer": "docsjson", "html_theme": "alabaster"}, "<math"),
    ],
)
def test_the_project_chooses_the_renderer(site, conf, written):
    built = site({"index.rst": "T\n=\n\n:math:`a`\n"}, conf=conf)
    assert written in built.text("index.html")


def test_an_extension_that_brings_a_renderer_is_a_choice(site, tmp_path):
    built = site(
        {"index.rst": "T\n=\n\n:math:`a`\n"},
        "dummy",
        conf={"extensions": ["sphinx_docsjson", "sphinx.ext.imgmath"]},
    )
    assert built.app.config.html_math_renderer == "imgmath"


@pytest.mark.parametrize(
    ("written", "same"),
    [
        (r"a \lt b \gt c", "a < b > c"),
        (r"\R^n \isin \natnums", r"\mathbb{R}^n \in \mathbb{N}"),
        (r"a \\lt b", r"a \\lt b"),
        (r"\textcolor{red}{x} + \color{blue} y", "{x} + y"),
        (r"\stackrel{!}{=}", r"\overset{!}{=}"),
        (r"\bra{\ket{x}}", r"\langle{|{x}\rangle}|"),
        (r"\underbrace{a + b}_{26}", r"\underset{26}{\underbrace{a + b}}"),
        (r"\operatorname*{argmax}_x f", r"\underset{x}{\operatorname{argmax}} f"),
        (r"\begin{array}{c|c} a & b \end{array}", r"\begin{matrix} a & b \end{matrix}"),
        (r"\kern.5em {\bf x}", r"\, \mathbf{x}"),
        (r"\big( 90\degree \big)", r"\bigl( 90^\circ \bigl)"),
    ],
)
def test_commands_of_katex_mean_what_docutils_knows(written: str, same: str):
    assert mathml(written, block=True) == mathml(same, block=True) is not None


def test_unclosed_braces_and_arguments_that_lack_keep_the_rest():
    assert expanded(r"\stackrel{a \textcolor{b} \lt }} {") == r"\stackrel{a \textcolor{b} < }} {"
    assert expanded("\\") == "\\"


def test_an_index_stands_beside_what_has_an_accent_and_accents_are_as_wide():
    html = str(mathml(r"\hat{x}_i + \overline{AB} + \vec{v}", block=False))

    assert "munderover" not in html
    assert all(sign in html for sign in ("\u203e", "\u20d7"))


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"N/60", '<mo stretchy="false" lspace="0em" rspace="0em">/</mo>'),
        (r"p_{\max}", '<mo lspace="0em" rspace="0em">max</mo>'),
        (r"k^{n-1}", '<mo lspace="0em" rspace="0em">−</mo>'),
        (r"\min(x)", '<mo lspace="0em" rspace="0em">min</mo>'),
        (r"2\max x", '<mo lspace="0.1667em" rspace="0.1667em">max</mo>'),
        (r"a = b", "<mo>=</mo>"),
        (r"\log n", '<mo lspace="0em" rspace="0.1667em">&ApplyFunction;</mo>'),
    ],
)
def test_operators_have_the_room_of_tex(tex, expected):
    assert expected in mathml(tex, block=False)


@pytest.mark.parametrize(
    "tex", [r"\hat{" * 3000 + "x" + "}" * 3000, r"\underbrace{" * 900 + "b" + "}_{c}" * 900]
)
def test_a_formula_that_is_too_deep_is_not_understood(tex):
    assert mathml(tex, block=True) is None
