"""A block → how it is held true; a block that no rule and no table knows is one too many."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tests.docs_say.blocks import EVERY_PAGE, PAGES, Block, blocks_in
from tests.docs_say.examples import LANGUAGES
from tests.docs_say.formats import JUDGES

TABLE = tomllib.loads(Path(__file__).with_name("fences.toml").read_text(encoding="utf-8"))


class Held(StrEnum):
    """What is done with a block."""

    RUN = "run word for word"
    BUILT = "built as a page, or as a part of one"
    READ = "read by a program that knows its format"
    SHOWN = "compared with what prints it"
    NOT_RUN = "not run, for a reason"


@dataclass(frozen=True, kw_only=True)
class Part:
    """A block, or one command of a block of commands.

    :param why: the test that runs it or compares it, or the reason why it is not run.
    """

    block: Block
    text: str
    held: Held | None
    why: str = ""

    @property
    def place(self) -> str:
        """The place of the block, and what is meant in it."""
        return f"{self.block.place}: {self.text}"


INSTALLED = re.compile(r"(pip install|pip uninstall|sphinx-docsjson|sphinx-build|python -c) ")
"""Commands that ``test_commands.py`` runs where a page is told by no other test."""

OF_THE_REPOSITORY = re.compile(r"(DOCSJSON_SEED=\d+ )?python3? (-m (pytest|tests|tools)|tools/)")
"""Commands of those who work on this project: their modules and options are looked up."""


def every_part() -> list[Part]:
    """Return all parts of all blocks of all pages."""
    return [part for page in EVERY_PAGE for block in blocks_in(page) for part in parts_of(block)]


def parts_of(block: Block) -> Iterator[Part]:
    """Yield the parts of a block."""
    if block.language in ("sh", "bash"):
        for _line, command in block.commands:
            held, why = _command(block, command)
            yield Part(block=block, text=command, held=held, why=why)
    else:
        first = block.text.split("\n", 1)[0] or block.title
        held, why = _text(block, first)
        yield Part(block=block, text=first, held=held, why=why)


def _command(block: Block, command: str) -> tuple[Held | None, str]:
    for beginning, reason in TABLE["not-run"].items():
        if command.startswith(beginning):
            return Held.NOT_RUN, reason
    if block.page in PAGES:
        return Held.RUN, "tests/docs_say/test_stories.py"
    if block.page in TABLE["run"]:
        return Held.RUN, TABLE["run"][block.page]
    if OF_THE_REPOSITORY.match(command):
        return Held.READ, ""
    if INSTALLED.match(command):
        return Held.RUN, "tests/docs_say/test_commands.py"
    return None, ""


def _text(block: Block, first: str) -> tuple[Held | None, str]:
    known = {**TABLE["shown"], **TABLE["not-run"]}
    for beginning, reason in known.items():
        if first.startswith(beginning):
            return (Held.SHOWN if beginning in TABLE["shown"] else Held.NOT_RUN), reason
    if block.language in LANGUAGES or block.language in BUILT_HERE:
        return Held.BUILT, ""
    return (Held.READ if block.language in JUDGES else None), ""


BUILT_HERE = frozenset(
    f"{{{name}}}"
    for name in (
        *("docsjson-component", "docsjson-fields", "docsjson-messages", "docsjson-moments"),
        *("docsjson-integrations", "docsjson-pictures", "docsjson-settings"),
        *("glossary", "include"),
    )
)
"""Directives: parts of the page that they stand in, which is built with ``-W``."""
