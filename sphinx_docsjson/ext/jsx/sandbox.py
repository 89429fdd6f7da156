"""The JavaScript sandbox: QuickJS in WebAssembly, without files, network or clock.

The resources of a page are counted, not timed, so that the same page gives the same bytes on every
machine: steps are instructions of WebAssembly, memory is the size of its instance
(:mod:`sphinx_docsjson.compat.quickjs`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

import quickjs_rs
import wasmtime

from sphinx_docsjson.compat.quickjs import bound, counted_instructions
from sphinx_docsjson.mdx.tokens import NotConstant

MOST_STEPS = 20_000_000_000
"""Instructions of WebAssembly that a page may take, which are about two seconds."""

MOST_MEMORY = 64 * 2**20
"""Bytes that the engine may have."""

FOREVER = 3_600.0
"""Seconds; steps end a program long before."""

TOO_LONG = "it takes more steps than a page may (check its loops and regular expressions)"
TOO_LARGE = "it uses more memory than a page may (make its values smaller)"
TOO_DEEP = "it calls itself without end (check what ends its recursion)"

TSX = quickjs_rs.SourceTransform.SOURCE_TSX | quickjs_rs.SourceTransform.STRIP_TYPESCRIPT
PRAGMA = "/** @jsx createElement @jsxFrag Fragment @jsxRuntime classic */"


class ScriptError(NotConstant):
    """Code that cannot be read, or that ended with an error; the text says why, for the author."""


@lru_cache(maxsize=500)
def without_jsx(code: str) -> str:
    """Return code with JSX and TypeScript as plain JavaScript; lines keep their numbers.

    :raises ScriptError: where it is not code.
    """
    try:
        with counted_instructions():
            made = quickjs_rs.transform_source("page.tsx", f"{PRAGMA}{code}", flags=TSX)
    except wasmtime.Trap:
        raise ScriptError("its code is nested too deeply to be read (divide it)") from None
    except Exception as error:  # quickjs_rs exports none of its errors
        why = str(error).removeprefix("source parse error in page.tsx: ")
        raise ScriptError(_first_line(why)) from None
    return made.removeprefix(PRAGMA)


class Sandbox:
    """The engine for one page.

    :param resolve: the file that importing a path in a file means; ``None`` where there is none.
    :param load: the plain JavaScript of a file.
    """

    def __init__(
        self, resolve: Callable[[str, str], str | None], load: Callable[[str], str | None]
    ) -> None:
        self._is_spent = False
        image = _image()
        self._runtime, self._context = _new()
        self._runtime.restore_snapshot(image, self._context)
        bound(self._runtime, MOST_STEPS, MOST_MEMORY)
        self._runtime.set_module_loader(normalize=resolve, load=load)

    def run(self, code: str, *, is_module: bool = False, name: str = "page") -> str:
        """Run code and return the text that it ends with; nothing where it is not text.

        :raises ScriptError: when it ends with an error, or with its steps or memory.
        """
        if self._is_spent:
            raise ScriptError("the code before it takes all the steps that a page may")
        try:
            with self._context.eval_handle(code, module=is_module, filename=name) as found:
                return str(found.to_python()) if found.type_of == "string" else ""
        except quickjs_rs.MemoryLimitError:
            raise ScriptError(TOO_LARGE) from None
        except wasmtime.Trap as error:
            self._is_spent = error.trap_code is wasmtime.TrapCode.OUT_OF_FUEL
            raise ScriptError(TOO_LONG if self._is_spent else TOO_DEEP) from None
        except quickjs_rs.QuickJSError as error:
            text = _first_line(str(error))
            # Without memory for an error, the engine throws null.
            why = f"it throws null, or {TOO_LARGE.removeprefix('it ')}"
            raise ScriptError(why if text == "Error: null" else text) from None

    def close(self) -> None:
        """Give the memory back."""
        self._runtime.close()


def _new() -> tuple[quickjs_rs.Runtime, quickjs_rs.Context]:
    with counted_instructions():
        runtime = quickjs_rs.Runtime(memory_limit=MOST_MEMORY, stack_limit=256 * 2**10)
        return runtime, runtime.new_context(timeout=FOREVER)


@cache
def _image() -> quickjs_rs.Snapshot:
    """Return the memory of an engine that has read the runtime: to read it takes 2 ms a page."""
    runtime, context = _new()
    code = Path(__file__).with_name("runtime.js").read_text(encoding="utf-8")
    context.eval_handle(code).dispose()
    image = context.create_snapshot()
    runtime.close()
    return image


def _first_line(text: str) -> str:
    return text.strip().split("\n")[0][:200]
