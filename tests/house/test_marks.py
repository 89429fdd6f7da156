"""No text gets marks that stand for something else: the text may hold the same marks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = sorted((ROOT / "sphinx_docsjson").rglob("*.py"))
SCRIPTS = [
    file
    for file in sorted((ROOT / "theme" / "scripts").rglob("*.js"))
    if "node_modules" not in file.parts
]

ODD = re.compile(
    r"[\0-\x08\x0b\x0c\x0e-\x1f\ue000-\uf8ff\ufdd0-\ufdef\ufff9-\uffff\U000f0000-\U0010ffff]"
)
"""Characters that people take for marks: controls, private use, no characters."""

SPELLED = re.compile(r"\\(?:x([01][0-9a-fA-F])|u\{?([0-9a-fA-F]{4,6})\}?|U([0-9a-fA-F]{8})|(0))")
CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
"""A class of characters in a pattern: what it looks for is not what somebody put there."""

PATTERN_OF_A_SCRIPT = re.compile(r"(?<=[ (=])/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+/\w*")

JUDGED = {
    (
        "cli/releases.py",
        "\0",
    ): "parts what git lists with -z: no path has it",
    (
        "components/code_blocks.py",
        "\x1b",
    ): "reads the colours of a terminal",
    (
        "components/code_blocks.py",
        "\x07",
    ): "reads the colours of a terminal",
    ("cli/serve/session.py", "\x1b"): "colours a QR code, which holds no text",
    ("cli/check.py", "\x1b"): "takes the colours out of lines of Sphinx",
    ("cli/check_messages.py", "\x1b"): "takes the colours out of lines of Sphinx",
    ("cli/serve/open_pages.py", "\x1b"): "takes the colours out of lines of Sphinx",
    (
        "openapi/request/bodies.py",
        "\x1e",
    ): "begins each record of application/json-seq, as RFC 7464 says",
    ("outputs/cards.py", "\uffff"): "is drawn to see what a font draws for none",
    ("books/pictures.py", "\x1a"): "the first bytes of a PNG",
    ("openapi/checks/messages.py", "\x1a"): "the first bytes of a PNG",
    ("openapi/schema/patterns.py", "\0"): r"what `\0` of a pattern means",
    ("openapi/schema/patterns.py", "\x0b"): r"what `\v` of a pattern means",
    ("openapi/schema/patterns.py", "\x0c"): r"what `\f` of a pattern means",
    ("mdx/tokens.py", "\0"): r"what `\0` of a string of JavaScript means",
    ("mdx/tokens.py", "\x08"): r"what `\b` of a string of JavaScript means",
    ("mdx/tokens.py", "\x0b"): r"what `\v` of a string of JavaScript means",
    ("mdx/tokens.py", "\x0c"): r"what `\f` of a string of JavaScript means",
    ("mdx/regular_expressions.py", "\0"): r"what `\0` of a pattern means",
    ("mdx/regular_expressions.py", "\x08"): r"what `\b` in a class of a pattern means",
    ("mdx/regular_expressions.py", "\x0b"): r"what `\v` of a pattern means",
    ("mdx/regular_expressions.py", "\x0c"): r"what `\f` of a pattern means",
    ("site/json_reader.py", "\x08"): r"what `\b` of JSON means",
    ("site/json_reader.py", "\x0c"): r"what `\f` of JSON means",
    ("html/meta.py", "\0"): "git ends paths with it, because no path holds it",
    ("cli/serve/server.py", "\0"): "is looked for: no name of a file holds it",
    ("version.py", "\0"): "goes into a digest, between names of files, which do not hold it",
    ("cli/__init__.py", "\0"): "goes into a digest only",
    ("openapi/pages/reference.py", "\0"): "goes into a digest only",
    ("outputs/twins.py", "\0"): "is replaced by U+FFFD, as CommonMark says",
    ("pages/sources.py", "\0"): "is replaced by U+FFFD, as CommonMark says",
    ("search/postings.py", "\uffff"): "the last character of one unit: an end of a range of words",
    ("search/decode.js", "\uffff"): "the last character of one unit: an end of a range of words",
    ("search/words.py", "\0"): "an end of a range of characters",
    ("search/words.py", "\uffff"): "an end of a range of characters",
    ("search/words.js", "\0"): "an end of a range of characters",
    ("search/words.js", "\uffff"): "an end of a range of characters",
    ("playground/request.js", "\0"): "is looked for in a pattern",
    ("pages/ignored.py", "\0"): "an end of a range of characters",
    ("pages/ignored.py", "\x1f"): "an end of a range of characters",
    ("yaml12.py", "\ue000"): "an end of a range of characters",
    ("yaml12.py", "\U0010ffff"): "an end of a range of characters",
}
REPLACED = "\ufffd"


def odd_characters(text: str, classes: re.Pattern[str] = CLASS) -> set[str]:
    """Return what a literal holds of them, outside of the classes of a pattern."""
    bare = classes.sub("", text)
    spelled = {
        chr(int(next(filter(None, found.groups())), 16))
        for found in SPELLED.finditer(bare)
        if int(next(filter(None, found.groups())), 16) < 0x110000
    }
    return {c for c in {*bare, *spelled} if ODD.match(c) and c != REPLACED}


def literals(file: Path) -> Iterator[str]:
    """Yield the texts that a module writes, without its docstrings."""
    tree = ast.parse(file.read_text("utf-8"))
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in said:
            if isinstance(node.value, str):
                yield node.value
            elif isinstance(node.value, bytes):
                yield node.value.decode("latin-1")


def test_no_module_puts_a_character_that_a_text_can_hold_where_something_else_belongs():
    found = {
        (str(file.relative_to(ROOT / "sphinx_docsjson")), character)
        for file in PYTHON
        for text in literals(file)
        for character in odd_characters(text)
    }
    for file in SCRIPTS:
        bare = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
        name = str(file.relative_to(ROOT / "theme" / "scripts"))
        found |= {(name, character) for character in odd_characters(bare, PATTERN_OF_A_SCRIPT)}

    assert found <= set(JUDGED), (
        f"{sorted(found - set(JUDGED))}: a page or a description may hold this character. "
        "Keep what a text stands for beside it, or say here why it is no mark."
    )


FILLED_ONE_AFTER_THE_OTHER = {
    "openapi/pages/downloads.py": "what looks like a variable is one for its readers, too",
    "openapi/request/http.py": "what is put into a path has its braces percent-encoded",
}
"""Texts into which several values go, one after the other: a value may hold the next mark."""


def fills(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield what puts a value for a mark into a text that was filled before."""
    for node in ast.walk(tree):
        if is_fill(node) and is_fill(node.func.value):
            yield node
        if isinstance(node, (ast.For, ast.While)):
            for inner in ast.walk(node):
                if (
                    isinstance(inner, ast.Assign)
                    and is_fill(inner.value)
                    and ast.dump(inner.targets[0]).replace("Store", "Load")
                    == ast.dump(inner.value.func.value)
                ):
                    yield inner.value


def is_fill(node: ast.AST) -> bool:
    """Say whether a call replaces something by what is not written there."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "replace"
        and len(node.args) == 2
        and not isinstance(node.args[1], ast.Constant)
    )


def test_values_are_put_into_a_text_all_at_once():
    found = {
        str(file.relative_to(ROOT / "sphinx_docsjson"))
        for file in PYTHON
        if any(fills(ast.parse(file.read_text("utf-8"))))
    }

    assert found <= set(FILLED_ONE_AFTER_THE_OTHER), (
        "A value that goes into a text may hold the mark of the next one: "
        "use one re.sub with a function."
    )


def is_text(node: ast.expr, functions: set[str]) -> bool:
    """Say whether *node* is a template of ``re.sub`` that is not written in the module."""
    if isinstance(node, (ast.Constant, ast.Lambda, ast.Attribute)):
        return False
    return not (isinstance(node, ast.Name) and node.id in functions)


def test_a_text_from_outside_is_no_template_of_a_replacement():
    """In a template, ``\\1`` and ``$&`` stand for what was found."""
    wrong = []
    for file in PYTHON:
        tree = ast.parse(file.read_text("utf-8"))
        functions = {
            name
            for node in ast.walk(tree)
            if isinstance(node, (ast.FunctionDef, ast.arg))
            for name in [node.name if isinstance(node, ast.FunctionDef) else callable_of(node)]
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("sub", "subn")
            ):
                of_module = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
                template = node.args[1 if of_module else 0]
                if is_text(template, functions):
                    wrong.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    for file in SCRIPTS:
        for found in UNSAFE_TEMPLATE.finditer(file.read_text("utf-8")):
            wrong.append(f"{file.relative_to(ROOT)}: {found[0]}")

    assert wrong == []


def callable_of(argument: ast.arg) -> str:
    """Return the name of an argument that says that it is a function."""
    kind = ast.unparse(argument.annotation) if argument.annotation else ""
    return argument.arg if kind.startswith("Callable") else ""


UNSAFE_TEMPLATE = re.compile(
    r"""\.replace(?:All)?\((?:/(?:\\.|\[[^\]]*\]|[^/\\\n])+/\w*|'[^'\n]*'|"[^"\n]*"|`[^`]*`|\w+),"""
    r"""(?!\s*(?:'[^'\n]*'|\(|\w+ =>|`\\n\$\{indent\}(?:    )?`))[^\n]*"""
)
"""What JavaScript replaces by a text that is no literal; an indent has blanks only."""


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        (r'MARK = "\ue000"', True),
        (r'MARK = "\x00"', True),
        (r'FOUND = re.compile("\x01(\\d+)\x02")', True),
        (r'FOUND = re.compile(r"\ue000(\d+)")', True),
        (r'FOUND = re.compile(r"[\x00-\x1f]+")', False),
        (r'TEXT = "a\tb\n"', False),
    ],
)
def test_a_new_mark_is_seen(tmp_path, source, seen):
    file = tmp_path / "new.py"
    file.write_text(source, encoding="utf-8")

    assert any(odd_characters(text) for text in literals(file)) is seen


@pytest.mark.parametrize(
    "source",
    [
        't.replace("{a}", a).replace("{b}", b)',
        'for n, v in x:\n    url = url.replace(f"{{{n}}}", v)',
    ],
)
def test_a_new_filling_is_seen(source):
    assert any(fills(ast.parse(source)))


@pytest.mark.parametrize(
    ("script", "seen"),
    [
        ("text.replace('{a}', value)", True),
        ("text.replace('{a}', `${value}`)", True),
        ("text.replaceAll(/x/g, other.value)", True),
        ("text.replace('{a}', () => value)", False),
        ("text.replace(/x/g, (c) => c)", False),
        ("text.replace('a', 'b')", False),
    ],
)
def test_a_new_template_of_javascript_is_seen(script, seen):
    assert bool(UNSAFE_TEMPLATE.search(script)) is seen
