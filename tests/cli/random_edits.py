"""A site that is edited at random while it is served: what is served is what a clean build writes.

``python -m tests.cli.random_edits --edits 50 --seed 7``; the test does some of them.
"""

from __future__ import annotations

import argparse
import json
import queue
import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sphinx_docsjson.cli.serve.application import Folders
from sphinx_docsjson.cli.serve.session import BuildProcess
from tests._support.building import build_site
from tests.benchmarks.latency import description, picture

NOT_COMPARED = {".buildinfo", ".buildinfo.bak"}
"""Sphinx's own notes of a build."""

SECONDS = 300.0


@dataclass
class Edited:
    """A site, and what may happen to it.

    :param folder: the source folder.
    """

    folder: Path
    chance: random.Random
    number: int = 0
    touched: set[Path] = field(default_factory=set)

    def write(self, name: str, text: str | bytes) -> None:
        """Write a source."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        self.touched.add(path)

    def begin(self) -> None:
        """Write a site with a page of each kind."""
        for name in ("index", "guide/one", "guide/two", "guide/three"):
            self.write(f"{name}.md", self.page(name))
        self.write(
            "notes.rst", "Notes\n=====\n\nSee :doc:`/guide/one`.\n\n.. _a-label:\n\nPart\n----\n"
        )
        self.write(
            "taking.mdx",
            "---\ntitle: Taking\n---\n\nimport Shared from '/snippets/shared.md'\n\n<Shared />\n\n"
            "![Dot](/dot.png)\n",
        )
        self.write("snippets/shared.md", "Shared.\n")
        self.write("dot.png", picture(3))
        self.write("store.json", description("List"))
        pages = ["index", "guide/one", "guide/two", "guide/three", "notes", "taking"]
        self.config = {
            "name": "Edited",
            "colors": {"primary": "#2563eb"},
            "api": {"openapi": "store.json"},
            "navigation": [{"group": "All", "pages": pages}],
            "redirects": [],
        }
        self.save_config()

    def save_config(self) -> None:
        """Write ``docs.json``."""
        self.write("docs.json", json.dumps(self.config, indent=1))

    def page(self, name: str) -> str:
        """Return the text of a new page."""
        title = name.rpartition("/")[2].title()
        return f"---\ntitle: {title}\n---\n\nText of {name}.\n\n## First part\n\nMore.\n"

    def some_page(self) -> Path:
        """Return a page in Markdown."""
        return self.chance.choice(sorted(self.folder.rglob("guide/*.md")))

    def change(self) -> str:
        """Change something, and say what."""
        self.number += 1
        acts: list[Callable[[], str]] = [
            self.add_text, self.add_text, self.rename, self.add_heading, self.link, self.unlink,
            self.new_page, self.delete_page, self.unlisted, self.regroup, self.reorder, self.color,
            self.snippet, self.image, self.api, self.redirect, self.mistake, self.describe,
            self.label,
        ]  # fmt: skip
        return self.chance.choice(acts)()

    def append(self, path: Path, text: str) -> None:
        """Add to the end of a page."""
        self.write(path.relative_to(self.folder).as_posix(), path.read_text() + f"\n{text}\n")

    def add_text(self) -> str:
        """Add a paragraph."""
        page = self.some_page()
        self.append(page, f"Paragraph {self.number} with word{self.number}.")
        return f"text in {page.name}"

    def rename(self) -> str:
        """Give a page another title."""
        page = self.some_page()
        lines = page.read_text().splitlines()
        lines[1] = f"title: Called {self.number}"
        self.write(page.relative_to(self.folder).as_posix(), "\n".join(lines) + "\n")
        return f"title of {page.name}"

    def describe(self) -> str:
        """Give a page a description."""
        page = self.some_page()
        head, end, rest = page.read_text().partition("\n---\n")
        lines = [line for line in head.splitlines() if not line.startswith("description")]
        text = "\n".join([*lines, f"description: Says {self.number}."]) + end + rest
        self.write(page.relative_to(self.folder).as_posix(), text)
        return f"description of {page.name}"

    def add_heading(self) -> str:
        """Add a heading."""
        page = self.some_page()
        self.append(page, f"## Heading {self.number}\n\nBelow it.")
        return f"heading in {page.name}"

    def label(self) -> str:
        """Change what a label of reStructuredText names."""
        text = f"Notes {self.number}\n========\n\n.. _a-label:\n\nPart {self.number}\n---------\n"
        self.write("notes.rst", text)
        return "label"

    def link(self) -> str:
        """Link pages by their titles, also one that is not there."""
        page = self.some_page()
        target = self.chance.choice(["one", "two", "three", f"new{self.number + 3}"])
        self.append(page, f"See [](/guide/{target}) and {{ref}}`a-label`.")
        return f"link in {page.name}"

    def unlink(self) -> str:
        """Take the last paragraph out."""
        page = self.some_page()
        text = page.read_text().rstrip().rpartition("\n\n")[0]
        if text.count("---\n") >= 2:
            self.write(page.relative_to(self.folder).as_posix(), text + "\n")
        return f"less in {page.name}"

    def new_page(self) -> str:
        """Add a page and list it."""
        name = f"guide/new{self.number}"
        self.write(f"{name}.md", self.page(name))
        self.config["navigation"][0]["pages"].append(name)
        self.save_config()
        return f"new page {name}"

    def unlisted(self) -> str:
        """Add a page that the navigation does not list."""
        self.write(f"guide/alone{self.number}.md", self.page("alone"))
        return "unlisted page"

    def delete_page(self) -> str:
        """Delete a page; the navigation lists it still."""
        pages = [p for p in sorted(self.folder.rglob("guide/*.md")) if p.stem != "one"]
        if len(pages) < 2:
            return self.new_page()
        page = self.chance.choice(pages)
        page.unlink()
        self.touched.add(page)
        return f"deleted {page.name}"

    def regroup(self) -> str:
        """Rename the group."""
        self.config["navigation"][0]["group"] = f"Group {self.number}"
        self.save_config()
        return "group"

    def reorder(self) -> str:
        """Put the pages in another order."""
        self.chance.shuffle(self.config["navigation"][0]["pages"])
        self.save_config()
        return "order"

    def color(self) -> str:
        """Change the colour of the site."""
        self.config["colors"]["primary"] = f"#{self.chance.randrange(16**6):06x}"
        self.save_config()
        return "color"

    def redirect(self) -> str:
        """Add a redirect, or take all out."""
        if len(self.config["redirects"]) > 2:
            self.config["redirects"] = []
        entry = {"source": f"/old{self.number}", "destination": "/guide/one"}
        self.config["redirects"].append(entry)
        self.save_config()
        return "redirect"

    def snippet(self) -> str:
        """Change a snippet."""
        self.write("snippets/shared.md", f"Shared {self.number}.\n")
        return "snippet"

    def image(self) -> str:
        """Change an image."""
        self.write("dot.png", picture(3 + self.number))
        return "image"

    def api(self) -> str:
        """Change the description of an API."""
        self.write("store.json", description(f"List {self.chance.randrange(3)}"))
        return "API"

    def mistake(self) -> str:
        """Write something that is wrong, and leave it."""
        page = self.some_page()
        self.append(page, f"```{{nothing-like-this}}\nx {self.number}\n```")
        return f"mistake in {page.name}"


class Resident:
    """A build that is kept, and waited for."""

    def __init__(self, folders: Folders) -> None:
        self._said: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.process = BuildProcess(folders)

    def start(self) -> None:
        """Begin to build."""
        self.process.start(lambda *word: self._said.put(word))

    def wait(self) -> None:
        """Wait until a build is finished."""
        while True:
            word, data = self._said.get(timeout=SECONDS)
            if word == "finished":
                return
            if word in {"failed", "ended"}:
                raise AssertionError(f"the build {word}: {data}")


def tree(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in NOT_COMPARED
    }


def differences(served: dict[str, bytes], clean: dict[str, bytes]) -> list[str]:
    """Return the names of files that only one side has, or that differ."""
    return sorted(
        name for name in served.keys() | clean.keys() if served.get(name) != clean.get(name)
    )


def edit_at_random(folder: Path, *, edits: int, seed: int, compared_every: int) -> list[str]:
    """Edit a served site; return what differs, with what was done before, as far as that."""
    site = Edited(folder=folder / "site", chance=random.Random(seed))
    site.folder.mkdir()
    site.begin()
    folders = Folders(
        source=site.folder, target=folder / "served", doctrees=folder / "served-trees"
    )
    folders.target.mkdir()
    done: list[str] = []
    resident = Resident(folders)
    resident.start()
    try:
        resident.wait()
        for number in range(1, edits + 1):
            site.touched.clear()
            for _ in range(site.chance.choice([1, 1, 1, 2])):
                done.append(site.change())
            if site.touched:
                resident.process.changed(sorted(map(str, site.touched)))
                resident.wait()
            if number % compared_every and number != edits:
                continue
            clean = build_site(site.folder, {}, fresh=True, outdir=folder / f"clean{number}")
            if found := differences(tree(folders.target), tree(clean.outdir)):
                return [f"seed {seed}, after: {'; '.join(done)}", *found]
    finally:
        resident.process.stop()
    return []


def main() -> None:
    """Edit as often as was asked for; exit with 1 where something differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edits", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        found = edit_at_random(
            chosen.folder or Path(name), edits=chosen.edits, seed=chosen.seed, compared_every=1
        )
    print("\n".join(found) or f"{chosen.edits} edits, no difference")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
