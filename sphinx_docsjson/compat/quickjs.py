"""What quickjs-rs 0.2 does not offer in public: a cache of compiled code, and counted limits.

It counts seconds, and its own allocations: an array of texts grew to 1.3 GB under a limit of
64 MB. It asks whether to go on after 10,000 operations, of which each may be long: those of
``for (;;) 'x'.repeat(1e6)`` take 18 seconds. The extra ``jsx`` names its version for what is
touched here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import quickjs_rs
import quickjs_rs._engine
import quickjs_rs._transform
import quickjs_rs._wasmtime
import wasmtime

_NO_LIMIT = 2**63


@contextmanager
def counted_instructions() -> Iterator[None]:
    """Let engines that are created inside count the instructions of WebAssembly.

    Outside, the package is as it was: an engine of somebody else counts nothing.
    """
    ours = _shared()
    before = [(names, {name: names[name] for name in values}) for names, values in ours]
    for names, values in ours:
        names.update(values)
    try:
        yield
    finally:
        for names, values in before:
            names.update(values)


@cache
def _shared() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return what engines share, by the names of the modules that have it.

    Compiling takes three seconds of CPU in each process; from wasmtime's cache it takes 30 ms.
    """
    config = wasmtime.Config()
    config.consume_fuel = True
    with suppress(wasmtime.WasmtimeError):  # nothing can be kept
        config.cache = True
    engine = {"_SHARED_ENGINE": wasmtime.Engine(config), "_SHARED_ARTIFACTS": {}}
    begin = {"instantiate_wasm_artifact": _instantiate}
    return [
        (vars(quickjs_rs._wasmtime), engine),
        (vars(quickjs_rs._engine), begin),
        (vars(quickjs_rs._transform), begin),
    ]


def _instantiate(
    artifact: quickjs_rs._wasmtime.SharedWasmArtifact, store: wasmtime.Store
) -> wasmtime.Instance:
    store.set_fuel(_NO_LIMIT)
    return artifact.linker.instantiate(store, artifact.module)


def bound(runtime: quickjs_rs.Runtime, steps: int, memory: int) -> None:
    """Limit what a runtime with a context may spend.

    :param steps: instructions of WebAssembly, which are as many on every machine.
    :param memory: bytes of the WebAssembly instance.
    """
    for instance in runtime._engine_rt._instances:
        instance.store.set_fuel(steps)
        instance.store.set_limits(memory_size=memory)
