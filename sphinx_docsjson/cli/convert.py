"""``sphinx-docsjson init --convert``: rewrites the syntax of other tools in pages.

Other syntaxes are found line by line, code is skipped, and only necessary lines change:
``git diff`` shows each. A second run changes nothing. Pure, except for the files that a page
includes, which are searched.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.convert_addresses import Addresses, with_attributes
from sphinx_docsjson.cli.convert_blocks import Blocks
from sphinx_docsjson.cli.convert_page import PageConversion
from sphinx_docsjson.cli.convert_python import with_references
from sphinx_docsjson.cli.convert_tags import with_our_components
from sphinx_docsjson.cli.init_files import scalar
from sphinx_docsjson.pages.front_matter import read_front_matter
from sphinx_docsjson.pages.ignored import IGNORED_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.cli.other_tools import FoundSite


@dataclass(kw_only=True)
class Rewritten:
    """What a page becomes.

    :param text: the page as it is written then.
    :param changed: what is written in another way → how often it was rewritten.
    :param left: what has no counterpart, or needs its author → the lines it is on.
    """

    text: str
    changed: Counter[str] = field(default_factory=Counter)
    left: dict[str, list[int]] = field(default_factory=dict)


def convert(text: str, page: Path, site: FoundSite) -> Rewritten:
    """Rewrite a page in our syntax.

    :param page: its file, from which the paths of what it includes are written.
    """
    ends = "\r\n" if "\r\n" in text else "\n"
    read = read_front_matter(text)
    front = read.length
    head, body = text[:front].replace("\r\n", "\n"), text[front:].replace("\r\n", "\n")
    conversion = PageConversion(page=page, site=site, first_line=head.count("\n") + 1)
    body = "\n".join(Blocks(conversion).lines(body.split("\n")))
    body = with_our_components(body, conversion)
    body = with_references(body, conversion)
    body = Addresses(conversion).rewritten(body)
    body = with_attributes(body, conversion)
    title = site.titles.get(page.relative_to(site.folder).with_suffix("").as_posix(), "")
    if title:  # MkDocs shows it above the page
        conversion.changed["pages without a title"] += 1
        field_ = f"title: {scalar(title)}\n"
        head = f"---\n{field_}{head[4:]}" if head else f"---\n{field_}---\n\n"
    return Rewritten(
        text=(head + body).replace("\n", ends), changed=conversion.changed, left=conversion.left
    )


_ALERT = re.compile(r"^[ \t]*+>[ \t]*+\[![A-Za-z]++\]", re.MULTILINE)

AS_IT_IS = "> [!NOTE]"
"""How alerts are named, which pages may keep."""


def alerts_in(text: str) -> int:
    """Return how many alerts of GitHub a page has; they are read as they are."""
    return len(_ALERT.findall(text))


@dataclass(kw_only=True)
class Difference:
    """What is written in another way, over all pages."""

    changed: Counter[str] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)
    left: dict[str, list[str]] = field(default_factory=dict)
    alerts: int = 0
    texts: dict[Path, str] = field(default_factory=dict)


def differences(site: FoundSite) -> Difference:
    """Return what differs in the pages of a site, and the pages as they would be written."""
    found = Difference()
    for page in markdown_in(site.folder):
        text = page.read_bytes().decode("utf-8", "surrogateescape")
        made = convert(text, page, site)
        found.changed += made.changed
        found.pages.update(made.changed.keys())
        found.alerts += alerts_in(text)
        shown = page.relative_to(site.folder).as_posix()
        for what, lines in made.left.items():
            found.left.setdefault(what, []).extend(f"{shown}:{line}" for line in lines)
        if made.text != text:
            found.texts[page] = made.text
    return found


def markdown_in(folder: Path) -> Iterator[Path]:
    """Yield the files of Markdown below a folder, also those that are parts of pages.

    A link to a file outside the folder, such as ``CONTRIBUTING.md``, is left to its owner.
    """
    root = folder.resolve()
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(n for n in folders if n[:1] != "." and n not in IGNORED_FOLDERS)
        pages = (Path(place, n) for n in sorted(files) if n.endswith((".md", ".mdx")))
        yield from (page for page in pages if page.resolve().is_relative_to(root))


PATHS_AT_ONCE = 100
"""How many files git is asked about at once: Windows takes commands of 32,767 characters."""


def rewrite(found: Difference, folder: Path) -> str:
    """Write the pages; return why not, where ``git diff`` could not show what changes.

    :return: an empty text when they are written.
    """
    paths = [path.resolve().as_posix() for path in found.texts]
    status = ["git", "-C", str(folder), "status", "--porcelain", "--ignored", "--"]
    for start in range(0, len(paths), PATHS_AT_ONCE):
        command = [*status, *paths[start : start + PATHS_AT_ONCE]]
        try:
            done = subprocess.run(
                command, check=False, capture_output=True, encoding="utf-8", errors="replace"
            )
        except FileNotFoundError:
            return "git is not installed, so you could not review the changes"
        if done.returncode:
            return "this is not a Git repository, so you could not review the changes"
        if changed := done.stdout.split("\n")[0]:
            return f"there are uncommitted changes, such as{changed[2:]}"
    for path, text in found.texts.items():
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return ""


def difference_lines(found: Difference, tool: str, *, rewritten: bool) -> list[str]:
    """Return lines that say what differs in the pages, with counts.

    :param rewritten: whether it is in the pages as we read it by now.
    """
    lines = []
    if found.changed:
        reads = f"what only {tool or 'another tool'} reads"
        lines.append(
            f"note     {reads} is rewritten:" if rewritten else f"note     the pages have {reads}:"
        )
        for what, count in sorted(found.changed.items(), key=lambda each: (-each[1], each[0])):
            pages = found.pages[what]
            lines.append(f"{count:>13} × {what}  in {pages} page{'s' if pages > 1 else ''}")
    if found.alerts:
        lines.append(f"note     {found.alerts} × {AS_IT_IS} are read as they are.")
    for what, places in sorted(found.left.items()):
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        lines.append(f"note     {what} has no counterpart: {places[0]}{more}")
    return lines
