"""Converts the info strings of fences, and comments that mark lines, of other tools."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_docsjson.components.code_languages import parse_info

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

_HIGHLIGHTED = re.compile(r"\b(?:hl_lines=([\"'])([\d ,-]++)\1|mark=\{([\d ,-]++)\})")
_BRACED_INFO = re.compile(
    r"[ \t]*+\{[ \t]*+\.([\w+#-]++)((?>(?:[^{}\n\"]++|\"[^\"\n]*+\")*))\}[ \t]*+"
)
_CLASSES = re.compile(r"(?<!\S)\.[\w-]++[ \t]*+")
_NUMBERS = re.compile(
    r"(?:(?<=[ \t\w]):line-numbers|(?<!\S)showLineNumbers)(?:=\d{1,6}|\{\d{1,6}\})?(?![\w-])"
)
_UNNUMBERED = re.compile(r":no-line-numbers(?![\w-])")
_JOINED_LINES = re.compile(r"([ \t]*+[\w+#-]++)(\{[\d, -]++\})")
_OF_PLUGINS = re.compile(r"(?<!\S)(npm2yarn|live|noInline|tab|no-transpile|no-twoslash)(?!\S)")
_RANGES = re.compile(r"(?<!\S)\{([\d, -]++)\}")
_COMMENT = re.compile(
    r"[ \t>]*+(?:\{/\*|/\*|//|<!--|--|#|%|;)[ \t]*+highlight-(next-line|start|end)[ \t]*+"
    r"(?:\*/\}|\*/|-->)?[ \t]*+"
)
_SHIKI = re.compile(r"\[!code (?:hl|warning|error)(?=[:\]])")


def attribute(name: str, value: str) -> str:
    """Return an attribute, with a blank before it; nothing for an empty value."""
    value = " ".join(value.split())
    mark = "'" if '"' in value and "'" not in value else '"'
    return f" {name}={mark}{value.replace(mark, '&quot;')}{mark}" if value else ""


def our_info(info: str, tool: str) -> tuple[str, list[str]]:
    """Return the first line of a fence as we read it, and what it was called.

    :param info: what is behind the marks of the fence.
    :param tool: the tool that it is written for; words are titles but in Docusaurus.
    """
    before = info
    if braced := _BRACED_INFO.fullmatch(info):
        info = f"{braced[1]} {_CLASSES.sub('', braced[2]).strip()}".rstrip()
    if highlighted := _HIGHLIGHTED.search(info):
        given = highlighted[2] or highlighted[3]
        lines = ",".join(given.replace(",", " ").split())
        info = f"{info[: highlighted.start()]}{{{lines}}}{info[highlighted.end() :]}"
    info = info.replace('linenums="1"', "lines")
    told = ['```py hl_lines="2"'] if info != before else []
    info = _merged(info)
    numbered = _UNNUMBERED.sub("", _NUMBERS.sub(_with_blank, info))
    if joined := _JOINED_LINES.match(numbered):
        numbered = f"{joined[1]} {numbered[joined.start(2) :]}"
    numbered = numbered.replace(" lines{", " lines {")
    told += ["```js:line-numbers {2}"] if numbered != info else []
    info = numbered
    if tool == "Docusaurus":
        told += [f"```js {word}" for word in _OF_PLUGINS.findall(info)]
        info = _OF_PLUGINS.sub("", info)
    return re.sub(r"(?<=\S)[ \t]{2,}", " ", info).rstrip() if told else before, told


def _merged(info: str) -> str:
    """Return a first line whose numbers in braces are together: we read the last."""
    found = _RANGES.findall(info)
    if len(found) < 2:
        return info
    rest = _RANGES.sub("", info).rstrip()
    return f"{rest} {{{','.join(each.strip() for each in found)}}}"


def _with_blank(found: re.Match[str]) -> str:
    return "lines" if found.string[: found.start()].endswith((" ", "\t")) else " lines"


def is_tab(info: str) -> bool:
    """Whether a fence is one of several that a plugin of Docusaurus shows as tabs."""
    return re.search(r"(?<!\S)tab(?!\S)", info) is not None


def with_marks(info: str, code: Sequence[str]) -> tuple[str, list[str], list[str]]:
    """Return a fence with its marked lines in our words, and how often which were rewritten.

    Docusaurus reads no comments where the first line has numbers.
    """
    kept: list[str] = []
    marked: list[int] = []
    told: list[str] = []
    opened = 0
    numbers = _RANGES.search(info) is not None
    after = False
    for line in code:
        found = None if numbers else _COMMENT.fullmatch(line)
        if found is None:
            kept.append(_SHIKI.sub("[!code highlight", line))
            told += ["[!code error]"] if kept[-1] != line else []
            marked += [len(kept)] if after or opened else []
            after = False
            continue
        told.append(f"// highlight-{found[1]}")
        after = after or found[1] == "next-line"
        opened = {"start": 1, "end": 0}.get(found[1], opened)
    if marked:
        info = f"{info.rstrip() or 'text'} {{{as_ranges(marked)}}}"
    return info, kept, told


def as_ranges(numbers: Iterable[int]) -> str:
    """Return numbers as ``1,3-5``."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if run[1:] else str(run[0]) for run in runs)


# Options of ``literalinclude`` and ``include``.


def options_of(info: str) -> list[str]:
    """Return the options for what the first line of a fence says beside the language."""
    asked = parse_info(info)
    options = [f":caption: {asked.title}"] if asked.title else []
    options += [f":emphasize-lines: {as_ranges(asked.highlight)}"] if asked.highlight else []
    return [*options, ":linenos:"] if asked.lines else options


def lines_of(begin: str, end: str) -> list[str]:
    """Return the option that takes some of the lines of a file."""
    return [f":lines: {begin or '1'}-{end}" if begin != end else f":lines: {begin}"]


def chosen_lines(given: str) -> list[str]:
    """Return the options for ``ln[…]`` and ``hl[…]``, which both count the lines of the file."""
    shown, marked = (
        [
            range(int(begin), int(end or begin) + 1)
            for begin, end in re.findall(r"(\d{1,5})(?::(\d{1,5}))?", found[1])
        ]
        if (found := re.search(rf"\b{name}\[([\d:, ]{{0,200}})\]", given))
        else []
        for name in ("ln", "hl")
    )
    options = [":lines: " + ",".join(f"{e[0]}-{e[-1]}" for e in shown if e)] if shown else []
    kept = (number for each in shown for number in each)
    place = {number: count for count, number in enumerate(kept, start=1)}
    wanted = [number for each in marked for number in each if not shown or number in place]
    lines = ",".join(str(place.get(number, number)) for number in wanted)
    return [*options, f":emphasize-lines: {lines}"] if lines else options


_VARIANT = re.compile(r"(?:_(?:an|py3\d{1,2}))+$")
_VERSION = re.compile(r"_py3(\d{1,2})")


def versions_of(file: Path) -> list[tuple[str, Path]]:
    """Return the versions of a sample of FastAPI's: title → file, the newest first.

    Their names differ by ``_an``, for annotated, and ``_py310``; or those of their folders do.
    """
    stem = _VARIANT.sub("", file.stem)
    names = {each: each.stem for each in file.parent.glob(f"{stem}*.py")}
    names = {each: name for each, name in names.items() if _VARIANT.sub("", name) == stem}
    if len(names) < 2:
        folder = _VARIANT.sub("", file.parent.name)
        around = file.parent.parent.glob(f"{folder}*/{file.name}")
        others = {e: e.parent.name for e in around if _VARIANT.sub("", e.parent.name) == folder}
        names = others if len(others) > 1 or not _VARIANT.search(file.stem) else names
    marks = {each: (_VARIANT.search(name) or [""])[0] for each, name in names.items()}
    annotated = {_version(mark) for mark in marks.values() if "_an" in mark}
    told = []
    for each, mark in marks.items():
        version = _version(mark)
        plain = "_an" not in mark and version in annotated
        title = f"Python 3.{version}+{NON_ANNOTATED if plain else ''}"
        told.append((plain, -version, title, each))
    return [(title, each) for _, _, title, each in sorted(told)]


def _version(mark: str) -> int:
    found = _VERSION.search(mark)
    return int(found[1]) if found else OLDEST_PYTHON


NON_ANNOTATED = " - non-Annotated"
OLDEST_PYTHON = 8
"""What a file without a version is for, as markdown-include-variants says."""


def between(begin: str, end: str) -> list[str]:
    """Return the options that take what is between two marks of a file."""
    return [f":start-after: '{begin}'", f":end-before: '{end}'"]


def of_include(option: str) -> str:
    """Return an option of ``literalinclude`` as ``include`` has it."""
    found = re.fullmatch(r":lines: (\d+)(?:-(\d*))?", option)
    if found is None:
        return option
    end = found[1] if found[2] is None else found[2]
    return f":start-line: {int(found[1]) - 1}" + (f"\n:end-line: {end}" if end else "")
