"""What is installed: Python, what we need, what only some users need."""

from __future__ import annotations

import re
import shutil
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.diagnosis.findings import Diagnosis, fine, note, wrong
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = "sphinx-docsjson"
SHOWN = ("sphinx", "docutils", "myst-parser", "sphinx-design", "openapi-core")

EXTRAS = {
    "conventions": ("detect_secrets", "finds secrets in code"),
    "overlays": ("jsonpath", "applies overlays to OpenAPI files"),
}
"""Name of an extra → a module of it, and what it is for."""

PROGRAMS = {"latexmk": "makes PDFs, with XeLaTeX", "git": "says when a page was last changed"}

_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:\[[^\]]*\])?\s*(?P<limits>[^;]*)")
_LIMIT = re.compile(r"(?P<sign>>=|<=|<|>|==|!=)\s*(?P<number>[\d.]+)")


def look_at_installation() -> Iterator[Diagnosis]:
    """Yield what there is to say of the environment."""
    yield fine(f"sphinx-docsjson {__version__}, Python {sys.version.split()[0]}")
    shown = []
    for requirement in _required():
        match = _REQUIREMENT.match(requirement)
        assert match is not None
        name, limits = match["name"], match["limits"].strip()
        try:
            found = version(name)
        except PackageNotFoundError:
            yield wrong(f"{name} is not installed", f"pip install '{name}{limits}'")
            continue
        if not within(found, limits):
            text = f"{name} {found} is installed; {limits} is needed"
            yield wrong(text, f"pip install '{name}{limits}'")
        elif name in SHOWN:
            shown.append(f"{name} {found}")
    if shown:
        yield fine(", ".join(shown))
    for extra, (module, why) in EXTRAS.items():
        if find_spec(module) is not None:
            yield fine(f"the extra {extra}: it {why}")
        else:
            todo = f"pip install '{PACKAGE}[{extra}]', if you want it"
            yield note(f"the extra {extra} is not installed: it {why}", todo)
    for program, why in PROGRAMS.items():
        if shutil.which(program) is None:
            yield note(f"{program} is not installed: it {why}")
        else:
            yield fine(f"{program}: it {why}")


def _required() -> list[str]:
    """Return what the package needs everywhere, as its metadata says; nothing in a checkout."""
    try:
        listed = requires(PACKAGE) or []
    except PackageNotFoundError:
        return list(SHOWN)
    return [each for each in listed if "extra ==" not in each]


def within(found: str, limits: str) -> bool:
    """Whether a version keeps to limits such as ``>=8.2,<10``; pre-releases count as releases."""
    have = _numbers(found)
    for match in _LIMIT.finditer(limits):
        want = _numbers(match["number"])
        size = max(len(have), len(want))
        one, other = (*have, *[0] * (size - len(have))), (*want, *[0] * (size - len(want)))
        held = {
            ">=": one >= other,
            "<=": one <= other,
            "<": one < other,
            ">": one > other,
            "==": one == other,
            "!=": one != other,
        }
        if not held[match["sign"]]:
            return False
    return True


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", re.split(r"[a-z+-]", text)[0]))
