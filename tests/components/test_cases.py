"""What becomes of components, and what fences ask for: see ``fixtures/``."""

from __future__ import annotations

from dataclasses import asdict

from sphinx_docsjson.components.code_languages import CodeInfo, parse_info
from tests._support.texts import cases


@cases(__file__, "*[!o].md")
def test_component(case, page_cases, agrees):
    agrees(case, page_cases.outcome(case))


def asked(info: str) -> str:
    """Return what an info string asks for beyond nothing at all."""
    unset = asdict(CodeInfo())
    found = asdict(parse_info(info))
    return ", ".join(f"{name} {each!r}" for name, each in found.items() if each != unset[name])


@cases(__file__, "*.info.md")
def test_info_string(case, agrees):
    agrees(case, "\n".join(f"{line}: {asked(line)}" for line in case.source.split("\n")))
