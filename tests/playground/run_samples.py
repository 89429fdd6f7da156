"""Run the samples of any descriptions in every language, and compare what arrives at a server.

Run on demand; a language whose program is not installed is said::

    python -m tests.playground.run_samples SPEC… [--operations 40] [--languages ruby php]
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.model.operation_model import specification
from sphinx_docsjson.openapi.reading.specifications import load
from sphinx_docsjson.openapi.request.http_request import Request, Values, build_request
from sphinx_docsjson.openapi.request.initial_values import initial_values, sample_values
from sphinx_docsjson.openapi.request.request_body import File
from sphinx_docsjson.openapi.request.samples import LANGUAGES, sample_of
from tests.playground.recorder import recording
from tests.playground.sample_runners import PROGRAMS, is_here
from tests.playground.support import sampler_of
from tests.playground.test_samples_run import FILE, assert_is


def shown_values(spec: Specification, operation: Operation) -> Values:
    """Return the values of the samples on an operation's page."""
    sampler = sampler_of(spec)
    return sample_values(operation, initial_values(operation, sampler), sampler)


def chosen_operations(spec: Specification, count: int) -> list[Operation]:
    """Return so many operations from all over a description."""
    found = spec.operations
    step = max(1, len(found) // count)
    return list(found[::step][:count])


def files_of(values: Values) -> list[str]:
    """Return the names of the files that a request sends."""
    bodies = values.body.values() if isinstance(values.body, dict) else [values.body]
    flat = [item for body in bodies for item in (body if isinstance(body, list) else [body])]
    return [item.name for item in flat if isinstance(item, File)]


def problem_of(language: str, request: Request, server: str, files: list[str]) -> str:
    """Run one sample; return what is wrong, or nothing."""
    _program, run = PROGRAMS[language]
    with tempfile.TemporaryDirectory() as name, recording() as recorder:
        folder = Path(name)
        for file in files:
            (folder / file).write_bytes(FILE)
        sent = replace(request, url=request.url.replace(server, recorder.url, 1))
        try:
            run(folder, [sample_of(sent, language).code])
        except (RuntimeError, OSError) as error:
            return f"it does not run: {str(error).strip()[-300:]}"
        if len(recorder.arrived) != 1:
            return f"{len(recorder.arrived)} requests arrive"
        try:
            assert_is(recorder.arrived[0], sent, recorder.url)
        except (AssertionError, KeyError, ValueError) as error:
            return f"what arrives differs: {str(error)[:300]}"
    return ""


def main(arguments: list[str] | None = None) -> int:
    """Print what fails, and how many samples ran in each language."""
    parser = argparse.ArgumentParser(prog="python -m tests.playground.run_samples")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--operations", type=int, default=40)
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    options = parser.parse_args(arguments)
    languages = [name for name in options.languages if is_here(name)]
    for name in options.languages:
        if name not in languages:
            print(f"{name}: {PROGRAMS[name][0]} is not here, its samples are not run")
    ran: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for file in options.files:
        loaded = load(file.name, file.parent)
        if loaded.document is None:
            print(f"{file.name}: not read")
            continue
        spec = specification(loaded.document, file.name)
        for operation in chosen_operations(spec, options.operations):
            values = shown_values(spec, operation)
            server = "http://server.example/base"
            request = build_request(operation, replace(values, server=server))
            words = f"{file.name} {operation.method} {operation.path}"
            address = urlsplit(build_request(operation, values).url)
            if operation.servers and not (address.scheme and address.hostname):
                print(f"{words}: no absolute address: {address.geturl()}")
            for language in languages:
                ran[language] += 1
                problem = problem_of(language, request, server, files_of(values))
                right[language] += not problem
                if problem:
                    print(f"{words}, {language}: {problem}")
    for language in languages:
        print(f"{language}: {right[language]} of {ran[language]}")
    return int(right != ran)


if __name__ == "__main__":
    raise SystemExit(main())
