"""What judges an address returns it, and only that is used: no caller asks yes or no."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sphinx_docsjson

JUDGES = {"safe_url", "safe_source", "link_target", "site_address"}
ONLY_ASKED = {
    "urls.py": "the judges themselves",
    "html/shared.py": "markdown-it asks; what is printed comes from the judge of links",
    "openapi/content/markdown.py": "markdown-it asks; what is printed is judged again",
    "navigation/sidebar_entries.py": "counts entries; the sidebar prints what it judges",
}
ONLY_SAYS = {"urls.py", "pages/redirects.py"}
"""Where the reason for a refusal is more than a part of a message."""


def asked(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls of a judge whose answer is only compared, and not kept."""
    for node in ast.walk(tree):
        tested: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            tested = [node.left, *node.comparators]
        elif isinstance(node, ast.UnaryOp):
            tested = [node.operand]
        elif isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            tested = [node.test]
        elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            tested = node.values[:-1]
        elif isinstance(node, ast.comprehension):
            tested = node.ifs
        for each in tested:
            if isinstance(each, ast.Call) and name_of(each) in JUDGES:
                yield each


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "attr", "") or getattr(call.func, "id", "")


def modules() -> Iterator[tuple[str, ast.Module]]:
    root = Path(sphinx_docsjson.__file__).parent
    for path in sorted(root.rglob("*.py")):
        yield path.relative_to(root).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def test_no_answer_of_a_judge_is_only_asked_for():
    found = {name for name, tree in modules() if any(asked(tree))}

    assert found - set(ONLY_ASKED) == set()


def test_why_an_address_is_refused_stands_in_messages_only():
    wrong = []
    for name, tree in modules():
        said = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.JoinedStr)
            for inner in ast.walk(node)
        }
        calls = (n for n in ast.walk(tree) if isinstance(n, ast.Call))
        wrong += [name for c in calls if name_of(c) == "why_refused" and id(c) not in said]

    assert set(wrong) <= ONLY_SAYS


def test_a_new_caller_that_only_asks_is_seen():
    new = "def f(u):\n    if safe_url(u) is None:\n        return ''\n    return u.strip()\n"

    assert any(asked(ast.parse(new)))
    assert any(asked(ast.parse("x = u if safe_source(u) else ''")))
    assert not any(asked(ast.parse("x = safe_url(u)\nif x is None: pass")))


# What is judged after it was stripped, decoded or resolved, and then used as it was before.

CHANGES = {"strip", "lstrip", "rstrip", "lower", "upper", "casefold", "removeprefix", "unquote"}
CHANGES |= {"unescape", "normalize", "normpath", "resolve", "absolute", "quote", "translate"}
JUDGED_AS_CHANGED = {
    "base/files.py: path.resolve().is_relative_to(root.resolve())": "a link may be read",
    "base/files.py: found.is_relative_to(root.resolve())": "what is returned is resolved",
    "base/sanitize.py: _NEVER_ANIMATED.fullmatch((value or '').strip())": "what fits goes",
    "html/objects.py: _BETWEEN_NAMES.fullmatch(str(node).strip())": "words that we made",
    "mdx/markup.py: LENGTH.fullmatch(value.strip())": "the next line strips what is returned",
    "openapi/pages/downloads.py: target.resolve().is_relative_to(Path(app.outdir).resolve())": (
        "a folder of the output that leads elsewhere is not written to"
    ),
    "outputs/llms.py: is_true(str(value).strip())": "only whether it is set counts",
}
"""Where the check sees another text than the use, and why that is right."""


def judged_as_changed(tree: ast.AST) -> Iterator[str]:
    """Yield the questions about a value that is changed within the question."""
    for node in ast.walk(tree):
        tested: list[ast.expr] = []
        if isinstance(node, (ast.Compare, ast.BoolOp)):
            tested = [node]
        elif isinstance(node, ast.UnaryOp):
            tested = [node.operand]
        elif isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            tested = [node.test]
        elif isinstance(node, ast.comprehension):
            tested = node.ifs
        elif isinstance(node, ast.Return) and node.value is not None:
            tested = [node.value]
        for call in (each for one in tested for each in ast.walk(one)):
            if not isinstance(call, ast.Call):
                continue
            name = name_of(call)
            if not name.startswith(("is_", "_is_")) and name not in {"fullmatch", "match"}:
                continue
            inner = (x for argument in call.args for x in ast.walk(argument))
            if any(isinstance(x, ast.Call) and name_of(x) in CHANGES for x in inner):
                yield ast.unparse(call)


def test_no_check_changes_what_it_judges_and_leaves_it_to_others_as_it_was():
    found = {f"{name}: {asks}" for name, tree in modules() for asks in judged_as_changed(tree)}

    assert found == JUDGED_AS_CHANGED.keys()


def test_a_new_check_of_a_changed_text_is_seen():
    assert [*judged_as_changed(ast.parse("p = [x for x in n if not is_ours(x.strip())]"))]
    assert [*judged_as_changed(ast.parse("if _NAME.fullmatch(unquote(x)): return x"))]
    assert not [*judged_as_changed(ast.parse("x = x.strip()\nif is_ours(x): pass"))]
