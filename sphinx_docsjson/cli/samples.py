"""Which samples of code on pages cannot be read by their own language. Nothing is run.

Python, JSON, TOML and YAML are read by their own parsers, other languages by tree-sitter, where
the extra ``drift`` is installed. A sample is often a piece: what reads as a statement, as the body
of a function or a class, or as a value is right, and so is what stands for something else. Shells
are left out: most samples of them hold prompts, answers and what the reader fills in.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml
from docutils import nodes

from sphinx_docsjson.base.messages import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Place: TypeAlias = tuple[int, str]
"""Where a sample cannot be read: the line, counted from 0, and why."""


@dataclass(frozen=True, kw_only=True)
class SampleProblem:
    """A sample that does not parse.

    :param text: the line where it stops.
    """

    node: nodes.Node
    text: str
    message: str


def sample_problems(doctree: nodes.document) -> Iterator[SampleProblem]:
    """Yield the samples of a page that their language cannot read."""
    for block in doctree.findall(nodes.FixedTextElement):
        if isinstance(block, nodes.doctest_block):
            language = "pycon"
        elif isinstance(block, nodes.literal_block):
            language = str(block.get("language", "")).lower()
        else:
            continue
        place = problem_of(block.astext(), language)
        if place is not None and not _means_an_error(block):
            line, reason = place
            message = (
                f"this sample of {language} does not parse: {reason}; "
                "fix it, or call it `text` where it is meant so"
            )
            lines = [*dedent(block.astext()).splitlines(), ""]
            text = lines[min(line, len(lines) - 1)].strip()
            yield SampleProblem(node=block, text=text, message=message)


_ERROR = re.compile(
    r"(?i)syntax ?error|invalid|won't work|does not work|doesn't work|not valid|wrong|incorrect"
    r"|broken|malformed|❌|don't do|pseudo|python ?2"
)


def _means_an_error(block: nodes.Element) -> bool:
    """Whether a sample shows what does not work, by its own words or those before it."""
    before = block.previous_sibling()
    said = block.astext() + (before.astext() if isinstance(before, nodes.Element) else "")
    return bool(_ERROR.search(said))


_STANDS_FOR = re.compile(
    r"…|\.\.\.|\{\{|\{%|\[\[|\$\{\{|\{[A-Z_]+\}|\(?rest of (?:the |your )?|your code"
    r"|<[^<>\n]*[ -][^<>\n]*>"
)
_FILLED_IN = re.compile(r"<\w[\w.]*>")
"""What stands for something else, which the reader fills in; the second where no tags are."""

_TAGGED = words("csharp go java javascript php rust tsx typescript")


def problem_of(text: str, language: str) -> Place | None:
    """Return where a sample cannot be read; ``None`` when it can, or when none can tell."""
    name = ALIASES.get(language, language)
    read = READERS.get(name)
    clean = dedent(text)
    if read is None or not clean.strip():
        return None
    place = read(clean)
    filled_in = name not in _TAGGED and _FILLED_IN.search(clean)
    return None if place is None or filled_in or _STANDS_FOR.search(clean) else place


def _first_readable(
    text: str, forms: tuple[str, ...], read: Callable[[str], Place | None]
) -> Place | None:
    """Return what is wrong with a text, unless one of the forms around it makes it right.

    :param forms: what stands around the text, which takes the place of ``@``.
    """
    first = read(text)
    if first is None or any(read(form.replace("@", text, 1)) is None for form in forms):
        return None
    return first


# Python.

_MAGIC = re.compile(r"(?m)^[ \t]*[%!?]|\?[ \t]*$")
"""What IPython reads and Python does not."""

_PROMPT = re.compile(r"(?m)^[ \t]*(?:>>>|In \[\d+\]:)")

_REMARK = re.compile(r"(?m)^([ \t]*)#.*$")


def _python(text: str) -> Place | None:
    if _PROMPT.search(text):
        return _pycon(text)
    first = None if _MAGIC.search(text) else _compiled(text)
    if first is None:
        return None
    body = indent(text, " ")
    pieces = (
        f"async def _():\n{body}\n",
        f"class _:\n{body}\n",
        f"{text.rstrip()}\n    pass\n",
        f"{text.rstrip()} pass\n",
        f"{text.rstrip()}: pass\n",
        f"_(\n{text}\n)\n",
        f"{{\n{text}\n}}\n",
        f"[\n{text}\n]\n",
        f"if _:\n    pass\n{text}\n",
        f"try:\n    pass\n{text}\n",
        f"{text}\ndef _(): pass\n",
        _REMARK.sub(r"\1pass", text),
    )
    return None if any(_compiled(each) is None for each in pieces) else first


def _compiled(text: str) -> Place | None:
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        compile(text, "sample", "exec", flags, dont_inherit=True)
    except SyntaxError as error:
        return max(0, (error.lineno or 1) - 1), error.msg
    except (ValueError, RecursionError, MemoryError):
        return None
    return None


def _pycon(text: str) -> Place | None:
    """Judge each statement after ``>>>`` by itself."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        start = at
        stripped = lines[at].lstrip()
        at += 1
        if not stripped.startswith(">>>"):
            continue
        code = [stripped[4:]]
        while at < len(lines) and lines[at].lstrip().startswith("..."):
            code.append(lines[at].lstrip()[4:])
            at += 1
        answer = "\n".join(lines[at : at + 8])
        if "SyntaxError" in answer or "IndentationError" in answer:
            continue
        whole = "\n".join(code)
        place = None if _MAGIC.search(whole) else _compiled(whole + "\n")
        if place is not None and _compiled("\n".join((whole, *_unprompted(lines[at:])))):
            return start + place[0], place[1]
    return None


def _unprompted(lines: list[str]) -> Iterator[str]:
    """Yield the lines that go on with a statement without ``...``, as some write it."""
    for line in lines:
        if not line.strip() or line.lstrip().startswith(">>>"):
            return
        yield line


# Data.

_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/')


_SEVERAL = re.compile(r"\}\s*\{")


def _json(text: str) -> Place | None:
    plain = _COMMENT.sub(lambda m: m[0] if m[0].startswith('"') else " ", text)
    first = _loaded(plain)
    if first is None:
        return None
    body = plain.strip().rstrip(",")
    several = _SEVERAL.sub("},{", body)
    forms = (f"{{{body}}}", f"[{body}]", f"[{several}]")
    if any(_loaded(form) is None for form in forms):
        return None
    if all(_loaded(line) is None for line in plain.splitlines() if line.strip()):
        return None
    return first


def _loaded(text: str) -> Place | None:
    try:
        json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        return error.lineno - 1, error.msg
    except RecursionError:
        return None
    return None


def _toml(text: str) -> Place | None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        return (int(found[1]) - 1 if found else 0), str(error).partition(" (at")[0]
    except RecursionError:
        return None
    return None


def _yaml(text: str) -> Place | None:
    try:
        for _event in yaml.parse(text, Loader=yaml.SafeLoader):
            pass
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return (mark.line if mark else 0), str(error.problem or error.context)
    except (yaml.YAMLError, RecursionError):
        return None
    return None


# Other languages, by tree-sitter.


GRAMMARS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "javascript": (
        "tree_sitter_javascript",
        "language",
        (
            "async function* _() {\n@\n}",
            "class _ {\n@\n}",
            "(\n@\n)",
            "({\n@\n})",
            "[\n@\n]",
            "switch (_) {\n@\n}",
        ),
    ),
    "typescript": (
        "tree_sitter_typescript",
        "language_typescript",
        (
            "async function* _() {\n@\n}",
            "class _ {\n@\n}",
            "interface _ {\n@\n}",
            "(\n@\n)",
            "({\n@\n})",
            "type _ =\n@",
            "declare class _ {\n@\n}",
        ),
    ),
    "tsx": (
        "tree_sitter_typescript",
        "language_tsx",
        (
            "async function* _() {\n@\n}",
            "class _ {\n@\n}",
            "(\n@\n)",
            "({\n@\n})",
            "<>\n@\n</>",
            "<_ @ />",
        ),
    ),
    "go": (
        "tree_sitter_go",
        "language",
        (
            "package _\n@",
            "package _\nfunc _() {\n@\n}",
            "package _\nvar _ = _{\n@\n}",
            "package _\ntype _ struct {\n@\n}",
            "package _\ntype _ interface {\n@\n}",
        ),
    ),
    "rust": (
        "tree_sitter_rust",
        "language",
        (
            "fn _f() {\n@\n}",
            "impl A {\n@\n}",
            "struct A {\n@\n}",
            "enum A {\n@\n}",
            "trait A {\n@\n}",
        ),
    ),
    "java": (
        "tree_sitter_java",
        "language",
        ("class A {\n@\n}", "class A { void a() {\n@\n} }", "class A { Object a =\n@\n; }"),
    ),
    "csharp": (
        "tree_sitter_c_sharp",
        "language",
        ("class A {\n@\n}", "class A { void a() {\n@\n} }", "class A { object a =\n@\n; }"),
    ),
    "ruby": ("tree_sitter_ruby", "language", ("def _\n@\nend", "_(\n@\n)", "{\n@\n}")),
    "php": (
        "tree_sitter_php",
        "language_php",
        ("class A {\n@\n}", "[\n@\n];", "function a() {\n@\n}"),
    ),
}
"""Language → its package, the function that returns the grammar, what a piece may be part of."""

ALIASES = {
    "py": "python",
    "python3": "python",
    "js": "javascript",
    "mjs": "javascript",
    "node": "javascript",
    "jsx": "tsx",
    "ts": "typescript",
    "rs": "rust",
    "golang": "go",
    "rb": "ruby",
    "c#": "csharp",
    "cs": "csharp",
    "yml": "yaml",
    "doctest": "pycon",
}


@cache
def _parser(package: str, function: str) -> Any:
    """Return a parser, or ``None`` where the extra is not installed."""
    try:
        from tree_sitter import Language, Parser

        return Parser(Language(getattr(import_module(package), function)()))
    except ImportError:
        return None


def has_grammars() -> bool:
    """Whether the extra ``drift`` is installed."""
    return _parser(*GRAMMARS["javascript"][:2]) is not None


def _by_grammar(name: str) -> Callable[[str], Place | None]:
    package, function, forms = GRAMMARS[name]

    def parsed(text: str) -> Place | None:
        parser = _parser(package, function)
        if parser is None:
            return None
        if name == "php" and "<?" not in text:
            text = f"<?php {text}"
        root = parser.parse(text.encode("utf-8", "replace")).root_node
        return _first_error(root) if root.has_error else None

    return lambda text: _first_readable(text, forms, parsed)


def _first_error(root: Any) -> Place:
    """Return the place of the first node that the grammar does not know, or misses."""
    todo = [root]
    while todo:
        node = todo.pop(0)
        if node.is_missing:
            return node.start_point[0], f"'{node.type}' is missing"
        if node.type == "ERROR":
            said = " ".join(node.text.decode("utf-8", "replace").split())[:40]
            return node.start_point[0], f"unexpected '{said}'"
        todo = [child for child in node.children if child.has_error] + todo
    return 0, "it has another form"


READERS: dict[str, Callable[[str], Place | None]] = {
    "python": _python,
    "pycon": _pycon,
    "json": _json,
    "toml": _toml,
    "yaml": _yaml,
    **{name: _by_grammar(name) for name in GRAMMARS},
}
"""Language → what reads a sample of it."""
