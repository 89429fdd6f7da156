"""Formulas: which renderer writes them, and which of them are understood."""

from __future__ import annotations

import pytest
from docutils.utils.math import latex2mathml

from sphinx_docsjson.html.math import mathml

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
