"""Run the samples of any descriptions in every language, and compare what arrives at a server.

Run on demand; a language whose program is not installed is said::

    python -m tests.playground.run_samples SPEC… [--operations 40] [--languages ruby php]
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from subprocess import TimeoutExpired
from urllib.parse import urlsplit

from sphinx_docsjson.ext.openapi.model.api import Operation, Specification
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.specifications import load
from sphinx_docsjson.ext.openapi.request.http import Request, build_request
from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES, sample_of
from tests.playground.recorder import recording
from tests.playground.sample_runners import PROGRAMS, is_here
from tests.playground.test_samples_run import FILE, assert_is, files_of, shown_values

SERVER = "http://server.example/base"


def chosen_operations(spec: Specification, count: int) -> list[Operation]:
    """Return so many operations from all over a description."""
    found = spec.operations
    step = max(1, len(found) // count)
    return list(found[::step][:count])


def problem_of(language: str, requests: Sequence[Request], files: Sequence[str]) -> str:
    """Run samples one after the other in one folder; return what is wrong, or nothing."""
    _program, run = PROGRAMS[language]
    with tempfile.TemporaryDirectory() as name, recording() as recorder:
        folder = Path(name)
        for file in files:
            (folder / file).write_bytes(FILE)
        sent = [replace(r, url=r.url.replace(SERVER, recorder.url, 1)) for r in requests]
        try:
            run(folder, [sample_of(request, language).code for request in sent])
        except (RuntimeError, OSError, TimeoutExpired) as error:
            return f"it does not run: {str(error).strip()[-300:]}"
        if len(recorder.arrived) != len(sent):
            return f"{len(recorder.arrived)} requests arrive"
        try:
            for arrived, request in zip(recorder.arrived, sent, strict=True):
                assert_is(arrived, request, recorder.url)
        except (AssertionError, KeyError, ValueError) as error:
            return f"what arrives differs: {str(error)[:300]}"
    return ""


def failures(spec: Specification, operations: list[Operation], language: str) -> dict[str, str]:
    """Return the operations whose samples fail, with what is wrong; all are run at once first."""
    values = [shown_values(spec, operation) for operation in operations]
    made = [
        build_request(operation, replace(each, server=SERVER))
        for operation, each in zip(operations, values, strict=True)
    ]
    files = [files_of(each) for each in made]
    if not problem_of(language, made, [name for names in files for name in names]):
        return {}
    each = zip(operations, made, files, strict=True)
    found = {f"{o.method} {o.path}": problem_of(language, [r], names) for o, r, names in each}
    return {name: problem for name, problem in found.items() if problem}


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
            missing = f"{PROGRAMS[name][0]} is not here" if name in PROGRAMS else "nothing runs it"
            print(f"{name}: {missing}, its samples are not run")
    ran: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for file in options.files:
        loaded = load(file.name, file.parent)
        if loaded.document is None:
            print(f"{file.name}: not read")
            continue
        spec = specification(loaded.document, file.name)
        operations = chosen_operations(spec, options.operations)
        for operation in operations:
            address = urlsplit(build_request(operation, shown_values(spec, operation)).url)
            if operation.servers and not (address.scheme and address.hostname):
                print(f"{file.name} {operation.path}: no absolute address: {address.geturl()}")
        for language in languages:
            ran[language] += len(operations)
            wrong = failures(spec, operations, language)
            right[language] += len(operations) - len(wrong)
            print(f"{file.name}, {language}: {len(operations) - len(wrong)} of {len(operations)}")
            for name, problem in wrong.items():
                print(f"    {name}: {problem}", flush=True)
    for language in languages:
        print(f"{language}: {right[language]} of {ran[language]}")
    return int(right != ran)


if __name__ == "__main__":
    raise SystemExit(main())
