"""Compare the tags of pages with those of remark-mdx; what it refuses has to have a reason."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sphinx_docsjson.pages.front_matter import read_front_matter
from tests._support import npm
from tests._support.inputs import REAL_INPUTS
from tests.mdx_parity import tags
from tests.mdx_parity.outline import mdx_parser
from tests.mdx_parity.slips import slips
from tests.mdx_parity.told import Told, told

PACKAGES = (
    "mdast-util-from-markdown@2.1.0",
    "micromark-extension-mdxjs@3.0.0",
    "mdast-util-mdx@3.0.0",
    "micromark-extension-gfm@3.0.0",
    "mdast-util-gfm@3.1.0",
)
SCRIPT = Path(__file__).with_name("oracle.mjs")
BATCH = 300
_REASON = re.compile(r"\[docsjson\.(?:tag|syntax|expression)\]")


@dataclass(kw_only=True)
class Checked:
    """What came out.

    :param differing: what is read in another way, with the name of its page.
    :param refused: pages that remark-mdx refuses: its reason.
    :param silent: which of them we read as something else without a word.
    """

    pages: int = 0
    differing: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    silent: list[str] = field(default_factory=list)


def real_sites() -> list[Path]:
    """Return the folders of real sites that this machine has."""
    return sorted(each for each in REAL_INPUTS.glob("sites/*") if each.is_dir())


def files_of(folder: Path) -> list[Path]:
    """Return the ``.mdx`` files below a folder that are text."""
    return [file for file in sorted(folder.rglob("*.mdx")) if file.is_file()]


def body_of(file: Path) -> str:
    """Return a page without its front matter, its lines where they were."""
    text = file.read_text(encoding="utf-8-sig", errors="replace").replace("\r\n", "\n")
    front = read_front_matter(text)
    return "\n" * text.count("\n", 0, front.length) + text[front.length :]


def trees_of(texts: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Give what remark-mdx makes of each text."""
    for begin in range(0, len(texts), BATCH):
        yield from npm.ask(SCRIPT, PACKAGES, texts[begin : begin + BATCH])


def told_of(texts: Sequence[str]) -> Iterator[Told]:
    """Give what our build shows and says of each text."""
    for begin in range(0, len(texts), BATCH):
        with tempfile.TemporaryDirectory() as folder:
            yield from told(texts[begin : begin + BATCH], Path(folder) / "site")


def check_folder(folder: Path) -> Checked:
    """Check the pages below a folder; one that is refused is silent if no message says why."""
    found, parser = Checked(), mdx_parser()
    files = files_of(folder)
    texts = [body_of(file) for file in files]
    refused: list[str] = []
    for file, text, tree in zip(files, texts, trees_of(texts), strict=True):
        found.pages += 1
        if "error" in tree:
            found.refused[str(file)] = f"{tree.get('line')}: {tree['error']}"
            refused.append(text)
        elif wrong := tags.difference(tags.of_text(text, parser), tags.of_tree(tree)):
            found.differing.append("\n    ".join([str(file), *wrong]))
    for name, page in zip(found.refused, told_of(refused), strict=True):
        if not any(_REASON.search(message) for message in page.messages):
            found.silent.append(f"{name}:{found.refused[name]}")
    return found


def check_slips(count: int, seed: int) -> Checked:
    """Check generated pages with a slip.

    One that is refused must show all words; it may be silent if its tags are read as they were
    meant.
    """
    found, parser = Checked(), mdx_parser()
    made = list(slips(count, seed))
    trees = trees_of([each.text for each in made])
    meant = list(trees_of([each.meant for each in made]))
    refused: list[int] = []
    for number, (slip, tree) in enumerate(zip(made, trees, strict=True)):
        found.pages += 1
        if "error" in tree:
            found.refused[slip.name] = tree["error"]
            refused.append(number)
        elif wrong := tags.difference(tags.of_text(slip.text, parser), tags.of_tree(tree)):
            found.differing.append("\n    ".join([slip.place, *wrong]))
    for number, page in zip(refused, told_of([made[n].text for n in refused]), strict=True):
        slip, tree = made[number], meant[number]
        if lost := [word for word in slip.words if word not in page.text]:
            found.differing.append(f"{slip.place}\n    not shown: {lost}")
        if page.messages or tags.of_text(slip.text, parser) == tags.of_tree(tree):
            continue
        found.silent.append(f"{slip.place}\n    {found.refused[slip.name]}")
    return found
