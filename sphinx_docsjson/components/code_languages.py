"""Parses the info string of a fence, and knows the names of languages."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound
from sphinx.highlighting import lexer_classes

# What languages of code are called: by authors, by Pygments and on tabs.

ALIASES = {
    "apl": "text",
    "asciidoc": "text",
    "code": "text",
    "command": "bash",
    "curl": "bash",
    "dotenv": "bash",
    "env": "bash",
    "gitignore": "text",
    "jinja2": "jinja",
    "json5": "javascript",
    "jsonc": "javascript",
    "jsonl": "json",
    "log": "text",
    "mdx": "markdown",
    "mermaid": "text",
    "node": "javascript",
    "nodejs": "javascript",
    "plain": "text",
    "plaintext": "text",
    "prisma": "graphql",
    "shellscript": "bash",
    "splunk": "text",
    "terminal": "bash",
    "txt": "text",
    "vue": "html",
    "svelte": "html",
    "astro": "html",
    "zsh": "bash",
}
"""Names that authors write and Pygments does not know, or would read more strictly."""

LABELS = {
    "bash": "Bash",
    "c": "C",
    "cpp": "C++",
    "cs": "C#",
    "csharp": "C#",
    "css": "CSS",
    "curl": "cURL",
    "go": "Go",
    "html": "HTML",
    "http": "HTTP",
    "java": "Java",
    "javascript": "JavaScript",
    "js": "JavaScript",
    "json": "JSON",
    "jsx": "JSX",
    "kotlin": "Kotlin",
    "kusto": "Kusto",
    "php": "PHP",
    "py": "Python",
    "python": "Python",
    "ruby": "Ruby",
    "rust": "Rust",
    "sh": "Shell",
    "shell": "Shell",
    "sql": "SQL",
    "swift": "Swift",
    "toml": "TOML",
    "ts": "TypeScript",
    "tsx": "TSX",
    "typescript": "TypeScript",
    "xml": "XML",
    "yaml": "YAML",
    "yml": "YAML",
}
"""What a tab says for a language without a title."""


@cache
def lexer_name(language: str) -> str:
    """Return the Pygments lexer for *language*, and ``text`` when there is none."""
    name = language.strip().lower()
    name = ALIASES.get(name, name)
    if not name:
        return "text"
    if name in lexer_classes or name in {"none", "default", "guess"}:
        return name
    try:
        find_lexer_class_by_name(name)
    except (ClassNotFound, ValueError):
        return "text"
    return name


@cache
def is_alias(language: str) -> bool:
    """Whether authors write *language* and Pygments does not know it."""
    name = language.strip().lower()
    if name not in ALIASES or name in lexer_classes:
        return False
    try:
        find_lexer_class_by_name(name)
    except (ClassNotFound, ValueError):
        return True
    return False


# The info string of a fence → what it sets. Pure.
#
# ``python my_server.py {1,3-5} lines icon="server"``: a language, remaining words as the title,
# numbers in braces that are highlighted, flags and settings.

FLAGS = ("lines", "wrap", "expandable", "nocopy", "twoslash")
MAX_LINE = 100_000

_TOKEN = re.compile(
    r"""
    \s*(?:
      (?P<braces>\{[^{}\n]{0,500}\})
    | \[(?P<bracketed>[A-Za-z]+)\]
    | (?P<key>[A-Za-z_][\w-]*)=(?:
          "(?P<double>[^"\n]*)" | '(?P<single>[^'\n]*)' | \{(?P<expression>[^{}\n]*)\}
        | (?P<bare>[^\s"'{}]*)
      )
    | "(?P<quoted>[^"\n]*)"
    | (?P<word>\S+)
    )
    """,
    re.VERBOSE,
)
_RANGES = re.compile(r"[\d\s,-]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeInfo:
    """What the info string of a code block says.

    :param language: the first word as it was written, or ``""``.
    :param highlight: the lines to mark, from 1.
    :param focus: the lines that stay clear while the others are dimmed.
    :param types: the file with what Twoslash found out about the code.
    """

    language: str = ""
    title: str | None = None
    icon: str | None = None
    highlight: tuple[int, ...] = ()
    focus: tuple[int, ...] = ()
    lines: bool = False
    wrap: bool = False
    expandable: bool = False
    nocopy: bool = False
    twoslash: bool = False
    types: str = ""
    others: dict[str, str] = field(default_factory=dict)


def parse_info(info: str) -> CodeInfo:
    """Read an info string. Nothing in it is an error: what is not understood is the title."""
    settings: dict[str, str] = {}
    words: list[str] = []
    highlighted: str | None = None
    for match in _TOKEN.finditer(info.strip()):
        if key := match["key"]:
            settings[key.lower()] = _value(match)
        elif (braces := match["braces"]) and _RANGES.fullmatch(braces[1:-1]):
            highlighted = braces[1:-1]
        elif (flag := match["bracketed"]) and flag.lower() in FLAGS:
            settings[flag.lower()] = "true"
        else:
            words.append(match["quoted"] or match[0].strip())
    language = words.pop(0) if words else ""
    # Rust and mdBook write "rust,ignore": flags for tests and playgrounds.
    language = language.partition(",")[0] if not language.startswith("{") else language
    if language.lower() in FLAGS:
        settings[language.lower()], language = "true", ""
    for word in [word for word in words if word.lower() in FLAGS]:
        settings[word.lower()] = "true"
        words.remove(word)
    known = {"title", "filename", "icon", "highlight", "focus", *FLAGS}
    return CodeInfo(
        language=language.strip("{}") if language.startswith("{") else language,
        title=settings.get("title") or settings.get("filename") or " ".join(words) or None,
        icon=settings.get("icon") or None,
        highlight=parse_ranges(settings.get("highlight", highlighted or "")),
        focus=parse_ranges(settings.get("focus", "")),
        lines=_is_on(settings, "lines"),
        wrap=_is_on(settings, "wrap"),
        expandable=_is_on(settings, "expandable"),
        nocopy=_is_on(settings, "nocopy"),
        twoslash=_is_on(settings, "twoslash"),
        types=settings["twoslash"] if "." in settings.get("twoslash", "") else "",
        others={key: value for key, value in settings.items() if key not in known},
    )


_HIDDEN = re.compile(r"[ \t]*+#(?:[ \t].*+)?")
"""A line of Rust that only its tests read; ``##`` begins one that is shown."""


def without_hidden(text: str) -> str:
    """Return code of Rust without the lines that rustdoc and mdBook hide."""
    return "\n".join(
        line.replace("##", "#", 1) if line.lstrip().startswith("##") else line
        for line in text.split("\n")
        if not _HIDDEN.fullmatch(line)
    )


_QUERY = re.compile(r"\s*+//\s*+\^[?|^]")
_NOTE = re.compile(r"\s*+//\s*+@[\w-]++(?::|\s*+$)")
_CUT = re.compile(r"\s*+//\s*+---cut(-before|-after|-start|-end)?---\s*+")


def without_twoslash(text: str) -> str:
    """Return code without what speaks to the program Twoslash, as its readers see it.

    Those are queries (``//  ^?``), compiler options (``// @errors: 2322``), and what is cut.
    """
    lines: list[str] = []
    within = False
    for line in text.split("\n"):
        if cut := _CUT.fullmatch(line):
            kind = cut[1] or "-before"
            if kind == "-before":
                lines.clear()
            elif kind == "-after":
                break
            within = kind == "-start"
        elif not (within or _QUERY.match(line) or _NOTE.match(line)):
            lines.append(line)
    return "\n".join(lines)


def parse_ranges(text: str) -> tuple[int, ...]:
    """Return the line numbers of ``1,3-5``; what is not a number is omitted."""
    numbers: set[int] = set()
    for part in text.strip("{}[] ").split(","):
        first, _, last = part.strip().partition("-")
        if first.strip().isdigit() and (not last or last.strip().isdigit()):
            start = int(first[:6])
            end = min(int(last[:6]), start + MAX_LINE) if last else start
            numbers.update(range(start, end + 1))
    return tuple(sorted(numbers - {0}))


def _value(match: re.Match[str]) -> str:
    for name in ("double", "single", "expression", "bare"):
        if match[name] is not None:
            return match[name].strip("\"'`") if name == "expression" else match[name]
    return ""


def _is_on(settings: dict[str, str], name: str) -> bool:
    return settings.get(name, "false").strip().lower() not in ("false", "no", "0")
