"""Forms and samples: whatever an API is called and says, each language reads its sample."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.specifications import load
from sphinx_docsjson.ext.openapi.request.samples import request_samples
from tests.fuzz.area import Area
from tests.fuzz.areas import descriptions
from tests.fuzz.from_schema import scalars, words
from tests.fuzz.odd import odd_strings
from tests.fuzz.promises import wrong
from tests.playground.support import initial

JUDGE = """
const { SourceTextModule } = require('vm');
const wrong = JSON.parse(require('fs').readFileSync(0)).map((code) => {
  try { new SourceTextModule(code); return ''; } catch (error) { return String(error); }
});
console.log(JSON.stringify(wrong));
"""

text = st.one_of(words, odd_strings, odd_strings.map("a{}b".format))
value = st.one_of(
    scalars,
    odd_strings,
    st.dictionaries(text, scalars, max_size=2),
    st.lists(odd_strings, max_size=2),
)
parameter = st.fixed_dictionaries(
    {"name": text, "in": st.sampled_from(("query", "header", "path", "cookie"))},
    optional={
        "required": st.just(True),
        "example": value,
        "schema": descriptions.schemas,
        "style": st.sampled_from(("form", "deepObject", "pipeDelimited", "matrix", "label")),
        "explode": st.booleans(),
    },
)
media_types = st.sampled_from(
    (
        *(
            "application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "text/plain",
        ),
        *("application/octet-stream", "application/xml", "*/*", "a'\"b", "application/vnd.x+json"),
    )
)
operation = st.fixed_dictionaries(
    {"parameters": st.lists(parameter, max_size=3)},
    optional={
        "requestBody": st.dictionaries(
            media_types,
            st.fixed_dictionaries({}, optional={"example": value, "schema": descriptions.schemas}),
            min_size=1,
            max_size=2,
        ).map(lambda content: {"content": content}),
        "security": st.lists(st.dictionaries(st.sampled_from("sk"), st.just([])), max_size=1),
        "servers": st.lists(text.map(lambda url: {"url": url}), max_size=1),
    },
)
whole = st.fixed_dictionaries(
    {
        "openapi": st.just("3.1.0"),
        "info": st.just({"title": "T", "version": "1"}),
        "paths": st.dictionaries(
            text.map("/{}".format),
            st.dictionaries(
                st.sampled_from(("get", "post", "trace")), operation, min_size=1, max_size=2
            ),
            min_size=1,
            max_size=3,
        ),
        "components": st.fixed_dictionaries(
            {
                "schemas": st.dictionaries(st.sampled_from("AB"), descriptions.schemas),
                "securitySchemes": st.fixed_dictionaries(
                    {
                        "s": text.map(lambda t: {"type": "apiKey", "in": "header", "name": t}),
                        "k": st.just({"type": "http", "scheme": "basic"}),
                    }
                ),
            }
        ),
    }
)


def check(batch: Sequence[str], folder: Path) -> Iterator[str]:
    folder.mkdir(parents=True, exist_ok=True)
    codes: dict[str, list[str]] = {}
    for number, description in enumerate(batch):
        name = f"{number}." + ("json" if description[:1] == "{" else "yaml")
        (folder / name).write_bytes(description.encode("utf-8", "surrogatepass"))
        try:
            for language, code in _samples(name, folder):
                codes.setdefault(language, []).append(code)
        except Exception as error:
            yield wrong(error)
    for language, judge in JUDGES.items():
        yield from (f"{language}: {wrong}" for wrong in judge(codes.get(language, []), folder))


def _samples(name: str, folder: Path) -> Iterator[tuple[str, str]]:
    loaded = load(name, folder)
    if loaded.document is None:
        return
    found = specification(loaded.document, name)
    for each in found.operations:
        if not each.code_samples:
            for sample in request_samples(each, initial(found, each)):
                yield sample.language, sample.code


def _python(codes: Sequence[str], folder: Path) -> Iterator[str]:
    for code in codes:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                ast.parse(code)
        except (SyntaxError, ValueError, SyntaxWarning) as error:
            yield f"{error} in {code[:300]!r}"


def _javascript(codes: Sequence[str], folder: Path) -> Iterator[str]:
    if not shutil.which("node") or not codes:
        return
    done = subprocess.run(
        ["node", "--experimental-vm-modules", "--no-warnings", "-e", JUDGE],
        input=json.dumps(list(codes)),
        capture_output=True,
        text=True,
        check=True,
    )
    for error, code in zip(json.loads(done.stdout), codes, strict=True):
        if error:
            yield f"{error} in {code[:300]!r}"


def _shell(codes: Sequence[str], folder: Path) -> Iterator[str]:
    """Let a shell split each command into words: it must be one command of curl."""
    file = folder / "sample.sh"
    for code in codes:
        counted = code.replace("curl", "count", 1) if code.startswith("curl") else code
        script = f"count() {{ echo $#; }}\n{counted}\n"
        file.write_bytes(script.encode("utf-8", "surrogatepass"))
        done = subprocess.run(["bash", str(file)], capture_output=True, text=True, cwd=folder)
        if done.returncode or done.stderr or not done.stdout.strip().isdigit():
            yield f"{(done.stderr or done.stdout)[:100]!r} in {code[:300]!r}"


def _with(program: str, *options: str) -> Callable[[Sequence[str], Path], Iterator[str]]:
    def judge(codes: Sequence[str], folder: Path) -> Iterator[str]:
        if not shutil.which(program):
            return
        file = folder / f"sample.{program}"
        for code in codes:
            begin = "<?php\n" if program == "php" and not code.startswith("<?php") else ""
            file.write_bytes((begin + code).encode("utf-8", "surrogatepass"))
            done = subprocess.run([program, *options, str(file)], capture_output=True, text=True)
            if done.returncode:
                yield f"{(done.stderr or done.stdout)[:150]!r} in {code[:300]!r}"

    return judge


JUDGES: dict[str, Any] = {
    "python": _python,
    "javascript": _javascript,
    "curl": _shell,
    "ruby": _with("ruby", "-c"),
    "php": _with("php", "-l"),
    "go": _with("gofmt", "-e"),
}

AREA = Area(
    name="samples",
    suffix=".json",
    grammar=whole.map(lambda document: json.dumps(document, indent=1)),
    seeds=descriptions.SEEDS,
    tokens=descriptions.TOKENS,
    check=check,
    batch=12,
)
