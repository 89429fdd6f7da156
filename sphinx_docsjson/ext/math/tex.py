"""Rewrites formulas for MathJax, KaTeX and LaTeX in the TeX that docutils converts."""

from __future__ import annotations

import re
from typing import Final

from sphinx_docsjson.base.messages import words


def plain_tex(tex: str, *, block: bool) -> str:
    """Return a formula with the commands and environments that docutils reads."""
    tex = expanded(tex)
    return simple_tex(tex) if block else tex


# Commands that KaTeX and MathJax know and docutils does not → what it reads instead.
#
# The list is what https://katex.org/docs/support_table has and docutils rejects, except for
# commands that define others, load pictures or link elsewhere. Colours and boxes leave their
# content.


def _table(text: str) -> dict[str, str]:
    pairs = (entry.split(maxsplit=1) for entry in text.strip().split("\n"))
    return {name: meant for names, meant in pairs for name in names.split(",")}


SYMBOLS: Final = _table(r"""
R,reals,Reals \mathbb{R}
N,natnums \mathbb{N}
Z \mathbb{Z}
Q \mathbb{Q}
C,cnums,Complex \mathbb{C}
dag \dagger
ddag,Dagger \ddagger
dots,mathellipsis \ldots
dotsx \ldots
iff \;\Longleftrightarrow\;
infin \infty
plusmn \pm
sdot,cdotp \cdot
ldotp .
isin \in
exist \exists
empty \emptyset
alef,alefsym \aleph
weierp \wp
real \Re
image \Im
thetasym \vartheta
bull \bullet
clubs \clubsuit
diamonds \diamondsuit
hearts \heartsuit
spades \spadesuit
sub \subset
sube \subseteq
supe \supseteq
lang \langle
rang \rangle
larr \leftarrow
rarr \rightarrow
uarr \uparrow
darr \downarrow
harr,lrarr \leftrightarrow
lArr,Larr \Leftarrow
rArr,Rarr \Rightarrow
uArr,Uarr \Uparrow
dArr,Darr \Downarrow
hArr,Harr,lrArr,Lrarr \Leftrightarrow
unlhd \trianglelefteq
unrhd \trianglerighteq
Join \bowtie
doublecap \Cap
doublecup \Cup
omicron o
Alpha \mathrm{A}
Beta \mathrm{B}
Epsilon \mathrm{E}
Zeta \mathrm{Z}
Eta \mathrm{H}
Iota \mathrm{I}
Kappa \mathrm{K}
Mu \mathrm{M}
Nu \mathrm{N}
Omicron \mathrm{O}
Rho \mathrm{P}
Tau \mathrm{T}
Chi \mathrm{X}
ratio,vcentcolon,ordinarycolon :
dblcolon,coloncolon ::
colonequals \coloneqq
equalscolon \eqqcolon
coloncolonequals,Coloneqq ::=
tg \operatorname{tg}
ctg,cotg \operatorname{ctg}
arctg \operatorname{arctg}
arcctg \operatorname{arcctg}
cosec \operatorname{cosec}
ch \operatorname{ch}
sh \operatorname{sh}
th \operatorname{th}
cth \operatorname{cth}
big,bigm \bigl
Big,Bigm \Bigl
bigg,biggm \biggl
Bigg,Biggm \Biggl
enspace,enskip \;
space,nobreakspace \ {}
copyright,textcopyright \text{©}
textregistered \text{®}
TeX \text{TeX}
LaTeX \text{LaTeX}
KaTeX \text{KaTeX}
bold \mathbf
Bbb \mathbb
frak \mathfrak
bm,boldsymbol,pmb \boldsymbol
mathnormal \mathit
textsf,texttt,textnormal,textbf,textmd,textit,textup,emph,hbox \text
""")
SYMBOLS.update({"lt": "<", "gt": ">", "And": r"\&", "lparen": "(", "rparen": ")"})
SYMBOLS["degree"] = r"^\circ"
SYMBOLS.update(
    dict.fromkeys(
        words(
            "mathord mathbin mathrel mathopen mathclose mathpunct mathinner mathop displaylimits "
            "nobreak allowbreak relax DOTSB DOTSI DOTSX mathstrut middle cancel bcancel xcancel "
            "sout fbox smash llap rlap clap mathllap mathrlap mathclap vcenter hline hdashline"
        ),
        "",
    )
)

MACROS: Final[dict[str, tuple[int, str]]] = {
    name: (meant.count("#1") + meant.count("#2") + meant.count("##"), meant)
    for name, meant in _table(r"""
stackrel \overset{#1}{#2}
textcolor,colorbox,htmlClass,htmlId,htmlStyle,htmlData,href,raisebox ##{#2}
color,hphantom,vphantom,label ##
tag \qquad(\text{#1})
underbar \underline{#1}
bra,Bra \langle{#1}|
ket,Ket |{#1}\rangle
braket,Braket \langle{#1}\rangle
set,Set \{\,{#1}\,\}
substack \begin{smallmatrix}#1\end{smallmatrix}
xLeftarrow \overset{#1}{\Longleftarrow}
xRightarrow \overset{#1}{\Longrightarrow}
xleftrightarrow \overset{#1}{\longleftrightarrow}
xLeftrightarrow \overset{#1}{\Longleftrightarrow}
xhookleftarrow \overset{#1}{\hookleftarrow}
xhookrightarrow \overset{#1}{\hookrightarrow}
xmapsto \overset{#1}{\longmapsto}
xlongequal \overset{#1}{=}
xrightleftharpoons \overset{#1}{\rightleftharpoons}
overleftharpoon \overleftarrow{#1}
overrightharpoon,Overrightarrow \overrightarrow{#1}
overgroup,overbracket \overbrace{#1}
undergroup,underbracket \underbrace{#1}
""").items()
}
"""How many arguments a command has, and what it means; ``##`` is one that is omitted."""

LABELLED: Final = {"underbrace": ("_", "underset"), "overbrace": ("^", "overset")}
"""What has a label behind a mark, which docutils would set at its side, and what sets it there."""

_LIMITED = re.compile(r"\\(?:(arg)(min|max)|(plim))(?![A-Za-z])")


def _limited(match: re.Match[str]) -> str:
    name = match[3] or f"{match[1]}\\,{match[2]}"
    return rf"\operatorname*{{{name}}}"


ACCENTS: Final = words(
    "acute bar breve check dot ddot dddot grave hat mathring tilde vec overline overleftarrow "
    "overrightarrow widehat widetilde"
)

_COMMAND = re.compile(r"\\(?:([A-Za-z]++)|[\s\S])")
_LENGTH = re.compile(r"\\(?:[mh]skip|m?kern)\s*+-?[\d.]++\s*+[a-z]{2}\s*+")
_OLD_FONT = re.compile(r"\{\s*+\\(bf|rm|it|sf|tt|cal)(?![A-Za-z])\s*+")
_ARRAY = re.compile(r"\\begin\{(?:array|subarray)\}\s*+\{[^{}]*+\}")
_ENVIRONMENTS = {
    "array": "matrix",
    "subarray": "matrix",
    "dcases": "cases",
    "rcases": "cases",
    "drcases": "cases",
}
_ENVIRONMENT = re.compile(r"\\(begin|end)\{([a-z]++)\*?\}")


def expanded(tex: str) -> str:
    """Return a formula with other words for the commands that docutils does not know."""
    tex = _LENGTH.sub(r"\\,", tex)
    tex = _OLD_FONT.sub(lambda match: rf"\math{match[1]}{{", tex)
    tex = _ARRAY.sub(r"\\begin{matrix}", tex)
    tex = _ENVIRONMENT.sub(_environment, tex)
    parts = _Expansion(tex)
    return parts.of(0, len(parts.tex))


def _environment(match: re.Match[str]) -> str:
    name = _ENVIRONMENTS.get(match[2])
    return match[0] if name is None else rf"\{match[1]}{{{name}}}"


def _filled(meant: str, arguments: list[str]) -> str:
    return re.sub(r"#(\d)", lambda found: arguments[int(found[1]) - 1], meant)


class _Expansion:
    """The commands of one formula, whose braces are matched once."""

    def __init__(self, tex: str) -> None:
        self.tex = tex = _LIMITED.sub(_limited, tex)
        self.closing: dict[int, int] = {}
        self.commands: dict[int, re.Match[str]] = {m.start(): m for m in _COMMAND.finditer(tex)}
        escaped = {start + 1 for start in self.commands}
        opened: list[int] = []
        for position, character in enumerate(tex):
            if character == "{" and position not in escaped:
                opened.append(position)
            elif character == "}" and position not in escaped and opened:
                self.closing[opened.pop()] = position
        self.starts = sorted(self.commands)

    def of(self, start: int, end: int) -> str:
        """Return a part of the formula."""
        found: list[str] = []
        position = start
        while position < end:
            command = self.commands.get(position)
            if command is None:
                found.append(self.tex[position])
                position += 1
                continue
            position = command.end()
            name = command[1]
            if name in MACROS and (arguments := self._arguments(position, end, MACROS[name][0])):
                parts = [self.of(*part) for part in arguments]
                meant = MACROS[name][1].replace("##", "")
                found.append(_filled(meant, parts))
                position = arguments[-1][1] + 1
            elif name in LABELLED and (labelled := self._labelled(position, end, *LABELLED[name])):
                part, label, position = labelled
                found.append(rf"\{LABELLED[name][1]}{{{label}}}{{\{name}{{{part}}}}}")
            elif name == "operatorname" and (named := self._function(position, end)):
                text, position = named
                found.append(text)
            elif name in ACCENTS and (held := self._arguments(position, end, 1)):
                # An index is behind an empty group, because docutils would set it below.
                position = held[0][1] + 1
                index = "{}" if self.tex[position : position + 1] == "_" else ""
                found.append(rf"\{name}{{{self.of(*held[0])}}}{index}")
            elif name in SYMBOLS:
                letter = position < end and self.tex[position].isalpha()
                meant = SYMBOLS[name]
                found.append(f"{meant} " if letter and meant[-1:].isalpha() else meant)
            else:
                found.append(command[0])
        return "".join(found)

    def _arguments(self, position: int, end: int, count: int) -> list[tuple[int, int]]:
        """Return the places of *count* arguments in braces; nothing when there are fewer."""
        found: list[tuple[int, int]] = []
        for _number in range(count):
            while position < end and self.tex[position].isspace():
                position += 1
            close = self.closing.get(position, -1)
            if not 0 < close < end:
                return []
            found.append((position + 1, close))
            position = close + 1
        return found

    def _function(self, position: int, end: int) -> tuple[str, int] | None:
        """Return the name of a function, with its limits below where it has a star."""
        star = position < end and self.tex[position] == "*"
        held = self._arguments(position + star, end, 1)
        if not held:
            return None
        name = self.tex[slice(*held[0])].replace(r"\,", "\u202f")
        function, after = rf"\operatorname{{{name}}}", held[0][1] + 1
        if star and after < end and self.tex[after] == "_":
            limit = self._arguments(after + 1, end, 1)
            place = limit[0] if limit else (after + 1, after + 2)
            if limit or self.tex[after + 1 : after + 2].isalnum():
                below = rf"\underset{{{self.of(*place)}}}{{{function}}}"
                return below, place[1] + bool(limit)
        return function, after

    def _labelled(
        self, position: int, end: int, mark: str, _meant: str
    ) -> tuple[str, str, int] | None:
        """Return the content of a brace, the label behind it, and where that ends."""
        held = self._arguments(position, end, 1)
        after = held[0][1] + 1 if held else end
        if after + 1 >= end or self.tex[after] != mark:
            return None
        label = self._arguments(after + 1, end, 1)
        if not label and not self.tex[after + 1].isalnum():
            return None
        place = label[0] if label else (after + 1, after + 2)
        return self.of(*held[0]), self.of(*place), place[1] + bool(label)


# Environments.
#
# docutils knows one environment for lines that are aligned. What Sphinx puts around the parts of a
# formula for MathJax, and the environments of ``amsmath``, are passed to it as that one.

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

    Blank lines part equations that are below each other, as Sphinx has it.
    """
    tex = _WITHOUT_SIGN.sub("", _SINGLE.sub("", tex))
    tex = _ALIGNED_AT.sub(r"\\\1{aligned}", tex)
    tex = _ALIGNED.sub(r"\\\1{aligned}", tex)
    parts = [part.strip().removesuffix(r"\\") for part in _BLANK_LINES.split(tex) if part.strip()]
    if len(parts) > 1:
        tex = r"\begin{aligned}" + r" \\ ".join(parts) + r"\end{aligned}"
    return _LAST_BREAK.sub("", tex).strip()
