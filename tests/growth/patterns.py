"""The regular expressions of the package, found in its source, and as JavaScript writes them.

Linters of patterns that take too long are written for JavaScript, whose patterns mean the same.
"""

from __future__ import annotations

import ast
import importlib
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sphinx_docsjson

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(sphinx_docsjson.__file__).parent
FUNCTIONS = {"compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall"}
FUNCTIONS |= {"finditer"}
ANCHORED = {"match", "fullmatch"}
FLAGS_AT = {"sub": 4, "subn": 4, "split": 3}
FLAGS = {"a": re.ASCII, "i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE}
UNKNOWN = "unknown"
"""What stands for a part of a pattern that is known when the program runs only."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A pattern as the linter is asked of it.

    :param place: where it stands.
    :param key: what a verdict belongs to: the pattern as it is written, its flags and use.
    :param source: it in JavaScript, without what the linter does not know.
    :param flags: those of JavaScript.
    """

    place: str
    key: str
    source: str
    flags: str


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """A regular expression of the package.

    :param place: the module and the name, or the function that has a pattern without one.
    :param uses: the methods that are called with it; empty where that is not seen.
    """

    place: str
    text: str
    flags: int
    uses: frozenset[str]

    @property
    def is_anchored(self) -> bool:
        """Whether it is tried at the beginning of a text only."""
        return bool(self.uses) and self.uses <= ANCHORED

    @property
    def asked(self) -> Asked:
        """What the linter is asked."""
        letters = "".join(letter for letter, flag in FLAGS.items() if self.flags & flag)
        source, flags = self.as_javascript
        key = f"{'^' if self.is_anchored else ''}/{self.text}/{letters}"
        return Asked(place=self.place, key=key, source=source, flags=flags)

    @cached_property
    def as_javascript(self) -> tuple[str, str]:
        """The same pattern and its flags in JavaScript."""
        parsed = re._parser.parse(self.text, self.flags)
        flags = self.flags | parsed.state.flags
        source = "".join(_written(parsed, flags))
        if self.is_anchored:
            source = f"^(?:{source})"
        return source, ("i" if flags & re.IGNORECASE else "") + ("s" if flags & re.DOTALL else "")


@cache
def all_patterns() -> list[Pattern]:
    """Return every pattern of the package whose text is known before it runs, at least in part."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        text = path.read_text(encoding="utf-8")
        if "re." in text and not name.endswith("__main__"):
            found += _patterns_of(name.removesuffix(".__init__"), ast.parse(text))
    return found


def _patterns_of(module: str, tree: ast.Module) -> Iterator[Pattern]:
    names = {
        id(inner): node.targets[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        for inner in ast.walk(node.value)
    }
    functions = {
        id(inner): node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for inner in ast.walk(node)
    }
    uses: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            uses.setdefault(node.value.id, set()).add(node.attr)
    known = vars(importlib.import_module(module))
    for node in ast.walk(tree):
        if not _is_of_re(node):
            continue
        assert isinstance(node, ast.Call)
        assert isinstance(node.func, ast.Attribute)
        text = _text(node.args[0], known)
        if text is None or text.strip() == UNKNOWN:
            continue
        method, name = node.func.attr, names.get(id(node), "")
        where = name or functions.get(id(node), "")
        methods = uses.get(name, set()) & FUNCTIONS if method == "compile" else {method}
        short = module.removeprefix("sphinx_docsjson.")
        flags = _flags(node, known)
        yield Pattern(place=f"{short}:{where}", text=text, flags=flags, uses=frozenset(methods))


def _is_of_re(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in FUNCTIONS
        and bool(node.args)
    )


def _flags(node: ast.Call, known: dict[str, Any]) -> int:
    assert isinstance(node.func, ast.Attribute)
    named = [word.value for word in node.keywords if word.arg == "flags"]
    index = FLAGS_AT.get(node.func.attr, 1 if node.func.attr == "compile" else 2)
    given = named or node.args[index : index + 1]
    return int(_value(given[0], known)) if given else 0


def _value(node: ast.expr, known: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(node), "<pattern>", "eval"), dict(known))


def _text(node: ast.expr, known: dict[str, Any]) -> str | None:
    """Return the pattern that an expression is, with a word for what is not known yet."""
    try:
        value = _value(node, known)
    except Exception:  # it is evaluated code: whatever it raises, its value is not known
        value = None
    if value is not None:
        return value if isinstance(value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part, known) or UNKNOWN for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        sides = (_text(node.left, known), _text(node.right, known))
        return "".join(side or UNKNOWN for side in sides)
    return UNKNOWN


def _written(parsed: Any, flags: int) -> Iterator[str]:
    for operation, argument in parsed:
        yield _part(str(operation), argument, flags)


def _group(parsed: Any, flags: int) -> str:
    return "".join(_written(parsed, flags))


def _part(operation: str, argument: Any, flags: int) -> str:
    if operation in ("LITERAL", "NOT_LITERAL"):
        char = _char(argument)
        return char if operation == "LITERAL" else f"[^{char}]"
    if operation == "ANY":
        return "[^]" if flags & re.DOTALL else "[^\\n]"
    if operation == "IN":
        return _set(argument)
    if operation == "BRANCH":
        return "(?:" + "|".join(_group(each, flags) for each in argument[1]) + ")"
    if operation == "SUBPATTERN":
        number, _add, _remove, inner = argument
        return f"({'' if number else '?:'}{_group(inner, flags)})"
    if operation in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        low, high, inner = argument
        end = "" if high == re._constants.MAXREPEAT else high
        lazy = "?" if operation == "MIN_REPEAT" else ""
        return f"(?:{_group(inner, flags)}){{{low},{end}}}{lazy}"
    if operation == "ATOMIC_GROUP":
        return f"(?:{_group(argument, flags)})"
    if operation in ("ASSERT", "ASSERT_NOT"):
        return ""  # recheck gives up at what looks around; without it a pattern matches more
    if operation == "AT":
        return _position(str(argument), flags)
    if operation == "GROUPREF":
        return f"\\{argument}"
    raise NotImplementedError(operation)


def _position(name: str, flags: int) -> str:
    lines = bool(flags & re.MULTILINE)
    if name == "AT_BEGINNING":
        return "" if lines else "^"
    if name == "AT_END":
        return "\\n" if lines else "$"
    return {
        "AT_BEGINNING_STRING": "^",
        "AT_END_STRING": "$",
        "AT_BOUNDARY": "\\b",
        "AT_NON_BOUNDARY": "\\B",
    }[name]


CATEGORIES = {"DIGIT": "\\d", "SPACE": "\\s", "WORD": "\\w"}


def _set(items: Any) -> str:
    made = ""
    for operation, argument in items:
        kind = str(operation)
        if kind == "NEGATE":
            made += "^"
        elif kind == "LITERAL":
            made += _char(argument)
        elif kind == "RANGE":
            made += f"{_char(argument[0])}-{_char(argument[1])}"
        else:
            name = str(argument).removeprefix("CATEGORY_")
            known = CATEGORIES[name.removeprefix("NOT_")]
            made += known.upper() if name.startswith("NOT_") else known
    return f"[{made}]"


def _char(code: int) -> str:
    char = chr(code)
    if char.isascii() and (char.isalnum() or char in " _<>\"'`,;:=!@#%&~"):
        return char
    return f"\\u{min(code, 0xFFFF):04x}"
