"""The JavaScript sandbox: QuickJS in WebAssembly, without files, network or clock.

The resources of a page are counted, not timed, so that the same page gives the same bytes on every
machine: steps by how often the engine asks whether to continue, memory by the size of the
WebAssembly instance (:mod:`sphinx_docsjson.compat.quickjs`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

import quickjs_rs
import wasmtime

from sphinx_docsjson.compat.quickjs import bound, use_compiled_code
from sphinx_docsjson.mdx.tokens import NotConstant

MOST_STEPS = 20_000
"""How many times the engine may ask whether to go on: each stands for some 10,000 operations."""

MOST_MEMORY = 64 * 2**20
"""Bytes that the engine may have."""

FOREVER = 3_600.0
"""Seconds; steps end a program long before."""

TSX = quickjs_rs.SourceTransform.SOURCE_TSX | quickjs_rs.SourceTransform.STRIP_TYPESCRIPT
PRAGMA = "/** @jsx createElement @jsxFrag Fragment @jsxRuntime classic */"


class ScriptError(NotConstant):
    """Code that cannot be read, or that ended with an error; the text says why, for the author."""


@lru_cache(maxsize=500)
def without_jsx(code: str) -> str:
    """Return code with JSX and TypeScript as plain JavaScript; lines keep their numbers.

    :raises ScriptError: where it is not code.
    """
    use_compiled_code()
    try:
        made = quickjs_rs.transform_source("page.tsx", f"{PRAGMA}{code}", flags=TSX)
    except Exception as error:  # its own errors are not public
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
        self._steps = 0
        image = _image()
        self._runtime, self._context = _new()
        self._runtime.restore_snapshot(image, self._context)
        bound(self._runtime, self._is_over, MOST_MEMORY)
        self._runtime.set_module_loader(normalize=resolve, load=load)

    def _is_over(self) -> bool:
        self._steps += 1
        return self._steps > MOST_STEPS

    def run(self, code: str, *, is_module: bool = False, name: str = "page") -> str:
        """Run code and return the text that it ends with; nothing where it is not text.

        :raises ScriptError: when it ends with an error, or with its steps or memory.
        """
        try:
            with self._context.eval_handle(code, module=is_module, filename=name) as found:
                return str(found.to_python()) if found.type_of == "string" else ""
        except quickjs_rs.InterruptError:
            raise ScriptError("it does not end") from None
        except quickjs_rs.MemoryLimitError:
            raise ScriptError("it uses more memory than a page may") from None
        except wasmtime.Trap:
            raise ScriptError("it calls itself without end") from None
        except (quickjs_rs.QuickJSError, wasmtime.WasmtimeError) as error:
            raise ScriptError(_first_line(str(error))) from None

    def close(self) -> None:
        """Give the memory back."""
        self._runtime.close()


def _new() -> tuple[quickjs_rs.Runtime, quickjs_rs.Context]:
    use_compiled_code()
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
