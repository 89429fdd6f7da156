"""Formulas as authors write them for MathJax and LaTeX → the part of it that docutils converts.

docutils knows one environment for lines that are aligned. What Sphinx puts around the parts of a
formula for MathJax, and the environments of ``amsmath``, are told to it as that one.
"""

from __future__ import annotations

import re

_BLANK_LINES = re.compile(r"\n[ \t]*\n")
_ALIGNED = re.compile(
    r"\\(begin|end)\{(?:align|aligned|eqnarray|flalign|gather|gathered|multline|split)\*?\}"
)
_ALIGNED_AT = re.compile(r"\\(begin|end)\{alignat\*?\}(?:\s*\{\d+\})?")
_SINGLE = re.compile(r"\\(?:begin|end)\{(?:displaymath|equation|math)\*?\}")
_WITHOUT_SIGN = re.compile(r"\\(?:label\{[^{}]*\}|nonumber\b|notag\b|!)")
_LAST_BREAK = re.compile(r"\\\\\s*(?=\\end\{aligned\})")


def simple_tex(tex: str) -> str:
    """Return a formula in display with the environments that docutils reads.

    Blank lines part equations that stand below each other, as Sphinx has it.
    """
    tex = _WITHOUT_SIGN.sub("", _SINGLE.sub("", tex))
    tex = _ALIGNED_AT.sub(r"\\\1{aligned}", tex)
    tex = _ALIGNED.sub(r"\\\1{aligned}", tex)
    parts = [part.strip().removesuffix(r"\\") for part in _BLANK_LINES.split(tex) if part.strip()]
    if len(parts) > 1:
        tex = r"\begin{aligned}" + r" \\ ".join(parts) + r"\end{aligned}"
    return _LAST_BREAK.sub("", tex).strip()
