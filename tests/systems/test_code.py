"""What the code may not do because Windows or macOS does it otherwise.

Each rule looks at all modules of the package and of the tools that users of other systems run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = (*sorted((ROOT / "sphinx_docsjson").rglob("*.py")), ROOT / "tools" / "dev.py")

Rule = Callable[[ast.Module], Iterator[ast.AST]]


def named(node: ast.AST) -> str:
    """Return ``os.path.join`` of a name or attribute; nothing of anything else."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=inner, attr=name):
            return f"{named(inner)}.{name}"
    return ""


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str, set[str]]]:
    """Yield each call with what is called last and the names of its arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else named(function)
            yield node, name, {keyword.arg or "" for keyword in node.keywords}


def mode_of(call: ast.Call) -> str:
    """Return the mode that a file is opened in; nothing where it is no file."""
    is_function = isinstance(call.func, ast.Name)
    given = [*call.args[1 if is_function else 0 :]][:1]
    given += [keyword.value for keyword in call.keywords if keyword.arg == "mode"]
    texts = [each.value for each in given if isinstance(each, ast.Constant)]
    mode = str(texts[0]) if texts else "r"
    return mode if re.fullmatch(r"[rwaxbt+]{1,3}", mode) else ""


def opens_files(call: ast.Call, name: str) -> bool:
    # webbrowser.open, tarfile.open and Image.open open something else.
    owner = named(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    return name == "open" and owner not in {"webbrowser", "tarfile", "image", "Image"}


def text_without_encoding(tree: ast.Module) -> Iterator[ast.AST]:
    for call, name, given in calls(tree):
        is_text = opens_files(call, name) and mode_of(call) and "b" not in mode_of(call)
        is_text = is_text or name == "write_text" or (name == "read_text" and not call.args)
        if is_text and given.isdisjoint({"encoding", "timeout"}):
            yield call
        if name in {"run", "Popen", "check_output"} and given & {"text", "universal_newlines"}:
            yield call


def text_with_line_ends_of_the_system(tree: ast.Module) -> Iterator[ast.AST]:
    for call, name, given in calls(tree):
        mode = mode_of(call) if opens_files(call, name) else ""
        is_written = mode and "b" not in mode and set(mode) & set("wax")
        if (is_written or name == "write_text") and "newline" not in given:
            yield call


def wait_that_ctrl_c_does_not_end(tree: ast.Module) -> Iterator[ast.AST]:
    """A lock that is waited for lets no Ctrl+C through on Windows before its time is over."""
    for call, name, _given in calls(tree):
        seconds = [each.value for each in call.args if isinstance(each, ast.Constant)]
        if name in {"wait", "join", "acquire"} and any(
            isinstance(each, int | float) and each > 10 for each in seconds
        ):
            yield call


def command_that_only_posix_shells_read(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and re.search(r"\bpip\d? install '", str(node.value)):
            yield node


def date_that_only_glibc_writes(tree: ast.Module) -> Iterator[ast.AST]:
    for call, name, _given in calls(tree):
        formats = [str(each.value) for each in call.args if isinstance(each, ast.Constant)]
        if name == "strftime" and any(re.search(r"%[-_^#]", text) for text in formats):
            yield call


RULES: tuple[Rule, ...] = (
    text_without_encoding,
    text_with_line_ends_of_the_system,
    wait_that_ctrl_c_does_not_end,
    command_that_only_posix_shells_read,
    date_that_only_glibc_writes,
)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_module_takes_every_system_for_linux(rule):
    found = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
        for path in FILES
        for node in rule(parsed(path))
    ]

    assert found == []
