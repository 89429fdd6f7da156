"""Expressions have the values that Node gives them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from math import isfinite
from pathlib import Path
from typing import Any

import pytest

from sphinx_docsjson.mdx.budget import PageBudget, spending
from sphinx_docsjson.mdx.evaluation import Evaluation
from sphinx_docsjson.mdx.syntax import parse_expression
from sphinx_docsjson.mdx.tokens import NotConstant
from sphinx_docsjson.mdx.values import UNDEFINED, Builtin, Function, LexicalScope, number_text
from tests._support.inputs import input_text

LINES = [line for line in input_text(__file__, "javascript.txt").split("\n") if line]

REFUSED: dict[str, str] = {}
"""Expressions without a value here → why."""


def kept(value: Any) -> Any:
    """Return *value* as the script writes it."""
    if value is UNDEFINED:
        return {"$": "undefined"}
    if isinstance(value, float) and not isfinite(value):
        return {"$": number_text(value)}
    if isinstance(value, Function | Builtin):
        return {"$": "function"}
    if isinstance(value, list):
        return [kept(each) for each in value]
    return {k: kept(v) for k, v in value.items()} if isinstance(value, dict) else value


def ours(source: str) -> str:
    try:
        with spending(PageBudget(steps=20_000)):
            value = Evaluation().evaluate(parse_expression(source), LexicalScope({}))
    except NotConstant as error:
        return f"refused: {error}"
    return json.dumps([kept(value)], ensure_ascii=False)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_an_expression_has_the_value_that_node_gives_it():
    script = Path(__file__).with_name("javascript.mjs")
    done = subprocess.run(
        ["node", script],
        input=json.dumps(LINES),
        env={**os.environ, "TZ": "UTC"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    # Engines disagree about the space before AM and PM.
    theirs = done.stdout.replace("\u202f", " ")
    wrong = {}
    for source, wanted in zip(LINES, json.loads(theirs), strict=True):
        given = ours(source)
        same = given == wanted or (
            not given.startswith("refused") and json.loads(given) == json.loads(wanted)
        )
        if not same and source not in REFUSED:
            wrong[source] = (given, wanted)
    assert wrong == {}
