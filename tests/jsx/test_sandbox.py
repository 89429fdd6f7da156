"""Nothing of a page runs longer, or takes more, than a page may; and it reaches nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
import quickjs_rs
import quickjs_rs._engine
import quickjs_rs._wasmtime

from sphinx_docsjson.ext.jsx.sandbox import Sandbox, ScriptError, without_jsx

ATTACKS = {
    "loop": ("while (true) {}", "more steps"),
    "pattern": ("/(a+)+$/.test('a'.repeat(40) + '!')", "more steps"),
    "growth": ("const a = []; while (1) a.push('x'.repeat(1e5))", "more memory"),
    "long steps": ("for (;;) 'x'.repeat(1e6)", "more steps"),
    "caught": (
        "const a = []; for (;;) { try { a.push('x'.repeat(1e6)) } catch {} }",
        "more steps",
    ),
    "map": ("const m = new Map(); for (let i = 0; ; i += 1) m.set(i, 'x'.repeat(1e3))", "memory"),
    "text": ("'x'.repeat(2 ** 29)", "more memory"),
    "list": ("new Array(1e9).fill(1)", "more memory"),
    "doubling": ("let s = 'x'; for (;;) s += s", "too long"),
    "recursion": ("function f() { return f() + 1 } f()", "calls itself"),
    "cycle": ("const o = {}; o.o = o; JSON.stringify(o)", "circular"),
    "time": ("`${new Date()}`", "asks for the time"),
    "time as text": ("String(Date())", "asks for the time"),
    "part of the time": ("new Date().getFullYear() - 1", "asks for the time"),
    "now": ("Date.now() < 1", "asks for the time"),
    "time of a parent": ("new (Object.getPrototypeOf(Date))()", "not a constructor"),
    "time of a date": ("`${new (new Date(0).constructor)()}`", "asks for the time"),
    "time of a child": ("`${new (class extends Date {})()}`", "asks for the time"),
    "chance": ("Math.random() * 2", "asks for chance"),
    "name": ("nothing", "not defined"),
    "syntax": ("(", "SyntaxError"),
    "thrown": ("throw new Error('mine')", "mine"),
    "module": ("import('fs')", ""),
}


@pytest.fixture
def sandbox():
    made = Sandbox(lambda _base, path: path, lambda _path: None)
    yield made
    made.close()


@pytest.mark.parametrize("name", ATTACKS)
def test_what_does_not_end_or_reaches_out_is_an_error(sandbox, name):
    code, why = ATTACKS[name]
    if not why:
        assert sandbox.run(code) == ""
        return
    with pytest.raises(ScriptError) as error:
        sandbox.run(code)
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def test_steps_are_of_the_whole_page(sandbox):
    with pytest.raises(ScriptError):
        sandbox.run("for (;;) {}")
    with pytest.raises(ScriptError, match="all the steps"):
        sandbox.run("let n = 0; for (let i = 0; i < 1e6; i += 1) n += i; String(n)")


def test_nothing_of_the_machine_is_there(sandbox):
    names = json.loads(sandbox.run("JSON.stringify(Object.getOwnPropertyNames(globalThis))"))
    outside = (
        "process",
        "require",
        "fetch",
        "std",
        "os",
        "bjson",
        "print",
        "performance",
    )
    assert not {*outside} & {*names}
    assert sandbox.run("this.constructor.constructor('return typeof process')()") == "undefined"


def test_words_are_in_the_order_of_browsers(sandbox):
    words = json.dumps(["b", "_", "a10", "B", "f", "a", "Z", "a9", "é", "e", "É"])
    sort = f"{words}.sort((a, b) => a.localeCompare(b)).join(' ')"

    # What Node says of the same.
    assert sandbox.run(sort) == "_ a a10 a9 b B e é É f Z"
    assert sandbox.run(sort.replace("(b)", "(b, 'en', { numeric: true })")).startswith("_ a a9")
    assert sandbox.run("String('d’a'.localeCompare('de'))") == "-1"
    assert sandbox.run("String('É'.localeCompare('e', 'en', { sensitivity: 'base' }))") == "0"


def test_it_runs_where_nothing_can_be_kept(tmp_path):
    (tmp_path / "home").write_text("no folder", encoding="utf-8")
    code = "from sphinx_docsjson.ext.jsx.sandbox import without_jsx; print(without_jsx('<A />'))"
    home = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "home")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | home,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "createElement(A" in done.stdout


def test_jsx_and_types_become_javascript():
    made = without_jsx("\nconst a = (n: number) => <A.B x={n} {...y}>t</A.B>;")
    assert "createElement(A.B" in made
    assert "number" not in made
    with pytest.raises(ScriptError):
        without_jsx("const = <")
    with pytest.raises(ScriptError, match="nested too deeply"):
        without_jsx(f"const a = {'[' * 200_000}")


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("(1234567.891).toLocaleString()", "1,234,567.891"),
        ("(0.5).toLocaleString('en-US', {minimumFractionDigits: 2})", "0.50"),
        ("(-1234).toLocaleString()", "-1,234"),
        ("new Date('2024-01-05').toLocaleDateString()", "1/5/2024"),
        *(
            (f"new Date('2024-01-05').toLocaleDateString('en-US', {{{options}}})", text)
            for options, text in (
                ("month: 'long', day: 'numeric'", "January 5"),
                ("year: 'numeric', month: 'short', day: 'numeric'", "Jan 5, 2024"),
                ("year: 'numeric', month: 'long'", "January 2024"),
                ("weekday: 'long', month: 'long', day: 'numeric'", "Friday, January 5"),
                ("year: '2-digit', month: '2-digit', day: '2-digit'", "01/05/24"),
            )
        ),
    ],
)
def test_numbers_and_dates_are_written_as_browsers_do(sandbox, code, shown):
    assert sandbox.run(code) == shown


def test_an_engine_of_somebody_else_is_not_changed(sandbox):
    before = quickjs_rs._engine.instantiate_wasm_artifact
    assert sandbox.run("'ours'") == "ours"
    with quickjs_rs.Runtime() as runtime, runtime.new_context() as context:
        assert context.eval("'theirs'") == "theirs"
    assert before is quickjs_rs._wasmtime.instantiate_wasm_artifact
    assert sandbox.run("'ours again'") == "ours again"
