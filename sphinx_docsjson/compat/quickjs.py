"""What quickjs-rs 0.2 does not offer in public: a cache of compiled code, and counted limits.

It counts seconds, and its own allocations: an array of texts grew to 1.3 GB under a limit of
64 MB. The extra ``jsx`` names its version for what is touched here.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache

import quickjs_rs
import quickjs_rs._wasmtime
import wasmtime


@cache
def use_compiled_code() -> None:
    """Let wasmtime keep the engine as machine code in the cache of the user.

    Compiling it takes three seconds of CPU in each process; from the cache it takes 30 ms.
    """
    if quickjs_rs._wasmtime._SHARED_ENGINE is None:
        with suppress(wasmtime.WasmtimeError):  # nothing can be kept
            config = wasmtime.Config()
            config.cache = True
            quickjs_rs._wasmtime._SHARED_ENGINE = wasmtime.Engine(config)


def bound(runtime: quickjs_rs.Runtime, is_over: Callable[[], bool], memory: int) -> None:
    """Limit what a runtime with a context may spend.

    :param is_over: asked every 10,000 operations or so; the engine ends when it says yes.
    :param memory: bytes of the WebAssembly instance.
    """
    engine = runtime._engine_rt
    engine.set_interrupt_handler(is_over)
    for instance in engine._instances:
        instance.store.set_limits(memory_size=memory)
