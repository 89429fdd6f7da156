"""What differs between two builds of a project, one line each."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from tests.beside.page import Page
from tests.beside.run import Outcome

LISTED = "[toc.not_included]"
"""``docs.json`` lists every page, so that none is outside the navigation any more."""

OF_THEMES = ("_static/", "_sources/", "searchindex.js")
"""What another theme may bring in its own way: its files, what its search asks, and the copies of
sources where it links to them."""

AROUND = 40


def differences(before: Outcome, after: Outcome) -> list[str]:
    """Return how *after* differs from *before*; nothing when a reader sees no difference."""
    found = []
    if before.ending != after.ending:
        found.append(f"ends with {after.ending!r}, not {before.ending!r}")
    old, new = dict.fromkeys(before.warnings), dict.fromkeys(after.warnings)
    found += [f"warns: {line}" for line in new if line not in old]
    found += [f"no longer warns: {line}" for line in old if line not in new and LISTED not in line]
    for name, page in before.pages.items():
        if name not in after.pages:
            found.append(f"{name}: no such page")
        else:
            found += [f"{name}: {line}" for line in _page_differences(page, after.pages[name])]
    found += [f"{name}: a new page" for name in after.pages if name not in before.pages]
    return found + list(_file_differences(before, after))


def _file_differences(before: Outcome, after: Outcome) -> Iterator[str]:
    """Yield the files that are lost, or hold something else; more files may be written."""
    for name, held in before.files.items():
        if after.theme != before.theme and name.startswith(OF_THEMES):
            continue
        if name not in after.files:
            yield f"{name}: no such file"
        elif after.files[name] != held:
            yield f"{name}: holds something else"


def _page_differences(before: Page, after: Page) -> list[str]:
    found = []
    old, new = before.text.replace(" ", ""), after.text.replace(" ", "")
    if old != new:
        found.append(_first_difference(before.text.split(), after.text.split()))
    links = [f"a link less: {href}" for href in before.links - after.links]
    links += [f"a link more: {href}" for href in after.links - before.links]
    found += links
    if before.formulas != after.formulas:
        found.append(f"{after.formulas} formulas, not {before.formulas}")
    return found


def _first_difference(old: list[str], new: list[str]) -> str:
    for _tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        was, now = " ".join(old[i:j]), " ".join(new[k:m])
        if was.replace(" ", "") != now.replace(" ", ""):
            place = " ".join(old[:i])[-AROUND:]
            return f"says {now[:AROUND]!r}, not {was[:AROUND]!r} after {place!r}"
    return "the words differ"
