"""Adds an extension to the text of a ``conf.py``, and leaves everything else as it is. Pure."""

from __future__ import annotations

import ast

EXTENSION = "sphinx_docsjson"
SETTING = "docsjson_tags_in_md"
MORE = f'extensions = [*globals().get("extensions", []), "{EXTENSION}"]\n'


def with_extension(text: str) -> str | None:
    """Return *text* with our extension at the end of ``extensions``.

    :returns: ``None`` when it is there, or when the text is not Python that can be read.
    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    if any(isinstance(n, ast.Constant) and n.value == EXTENSION for n in ast.walk(tree)):
        return None
    listed = _list_of_extensions(tree)
    changed = _into(text, listed) if listed is not None else None
    if changed is None or not _names_it(changed):
        changed = (
            f"{text.rstrip()}\n\n{MORE}" if text.strip() else f'extensions = ["{EXTENSION}"]\n'
        )
    return changed


def _list_of_extensions(tree: ast.Module) -> ast.List | None:
    """Return the list that conf.py gives to ``extensions``, if it does so once and plainly."""
    found = [
        statement
        for statement in ast.walk(tree)
        if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign))
        and any(_is_extensions(target) for target in _targets(statement))
    ]
    if len(found) != 1 or found[0] not in tree.body or isinstance(found[0], ast.AugAssign):
        return None
    value = found[0].value
    return value if isinstance(value, ast.List) else None


def _targets(statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def _is_extensions(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "extensions"


def _into(text: str, listed: ast.List) -> str:
    """Return *text* with one item more in a list, written as the others are."""
    lines = text.encode().splitlines(keepends=True)
    assert listed.end_lineno is not None
    assert listed.end_col_offset is not None
    end = sum(map(len, lines[: listed.end_lineno - 1])) + listed.end_col_offset - 1
    whole = text.encode()
    if not listed.elts:
        return _put(whole, end, f'"{EXTENSION}"')
    last = listed.elts[-1]
    assert last.end_lineno is not None
    assert last.end_col_offset is not None
    after = sum(map(len, lines[: last.end_lineno - 1])) + last.end_col_offset
    first = listed.elts[0]
    if last.lineno == listed.lineno:
        return _put(whole, after, f', "{EXTENSION}"')
    space = lines[last.lineno - 1][: last.col_offset].decode()
    indent = space if not space.strip() else " " * first.col_offset
    has_comma = whole[after:end].lstrip().startswith(b",")
    comma = whole.index(b",", after, end) + 1 if has_comma else after
    added = f'{"" if has_comma else ","}\n{indent}"{EXTENSION}"{"," if has_comma else ""}'
    return _put(whole, comma, added)


def _put(whole: bytes, place: int, added: str) -> str:
    return (whole[:place] + added.encode() + whole[place:]).decode()


def _names_it(text: str) -> bool:
    try:
        listed = _list_of_extensions(ast.parse(text))
    except SyntaxError:
        return False
    names = listed.elts if listed is not None else []
    return any(isinstance(name, ast.Constant) and name.value == EXTENSION for name in names)
