"""Make the pictures of our documentation: what fields and theme options do, and the README's.

    python -m tools.pictures            make all
    python -m tools.pictures NAME …     make these: ``readme``, or names in docs/_ext/pictures.toml
    python -m tools.pictures --missing  make those of fields and options that have no file

Each picture of a field is a build of ``tools/pictured_site`` with some JSON put into its
``docs.json``, or with theme options, opened in Chromium, and cut out; those of the README and of
the first page are pages of our own documentation in both modes. It needs Playwright, Pillow and
Chromium.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from ast import literal_eval
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page, sync_playwright

from tests._support.building import build_site

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs" / "_ext"))

from field_pictures import SCALE, UNSEEN, entries  # noqa: E402

SITE = ROOT / "tools" / "pictured_site"
FIELDS = ROOT / "docs" / "_images" / "fields"
WIDTH, HEIGHT = 1120, 520
README = "readme"
README_SIZE = (1280, 760)
README_PAGES = {
    "site": "api-reference/orders/place-an-order",
    "python": "sphinx/python",
    "search": "configure/look",
}
SHOWN = "an-example"
"""Where the page of a Python API begins in its picture."""

QUESTION = "colours of code"
"""What is asked on the page that shows the search."""

COLOURS = 160
MARGIN = 8
DATE = "2026-11-02T10:00:00Z"


def main(names: list[str]) -> int:
    """Make the pictures with these names, or all; return the exit code."""
    known = entries()
    del known[UNSEEN]
    if names == ["--missing"]:
        names = [name for name in known if not (FIELDS / f"{name}.png").exists()]
        if not names:
            return 0
    wanted = names or [README, *known]
    unknown = sorted(set(names) - known.keys() - {README})
    if unknown:
        print(f"no such picture: {', '.join(unknown)}", file=sys.stderr)
        return 2
    FIELDS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name in wanted:
            if name == README:
                made = _readme(browser, Path(folder) / name)
            else:
                built = _build(Path(folder) / name, known[name])
                made = _pictures(browser, built, name, known[name])
            for path, data in made:
                path.write_bytes(_small(data))
                print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KB")
        browser.close()
    return 0


def _readme(browser: Browser, folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield pages of our documentation in both modes."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(ROOT / "docs"), str(folder)]
    subprocess.run([*command, "-d", str(folder / ".doctrees")], check=True)
    for sheet in (folder / "_static").glob("*.css"):  # no picture of a font's stand-in
        text = sheet.read_text(encoding="utf-8").replace(
            "font-display: optional", "font-display: block"
        )
        sheet.write_text(text, encoding="utf-8")
    for mode in ("light", "dark"):
        for name, address in README_PAGES.items():
            page = browser.new_page(
                viewport={"width": README_SIZE[0], "height": README_SIZE[1]},
                color_scheme="dark" if mode == "dark" else "light",
                reduced_motion="reduce",
            )
            page.goto((folder / f"{address}.html").as_uri())
            page.evaluate("document.fonts.ready")
            if name == "python":
                page.evaluate(f"document.getElementById('{SHOWN}').scrollIntoView()")
            if name == "search":
                page.keyboard.press("Control+k")
                page.locator("dialog[open] input").type(QUESTION)
                page.locator(".dj-find-excerpt").filter(has_text="colour").first.wait_for()
            yield ROOT / "docs" / "_images" / f"{name}-{mode}.png", page.screenshot()
            page.close()


def _build(folder: Path, entry: dict[str, Any]) -> Path:
    """Build the site with the fields or options of an entry; return the folder of its pages."""
    shutil.copytree(SITE, folder)
    given = json.loads((folder / "docs.json").read_text(encoding="utf-8"))
    wanted = given | json.loads(entry.get("json", "{}"))
    fields = {name: value for name, value in wanted.items() if value is not None}
    _commit(folder)
    conf = {
        "html_context": {"github_user": "acme", "github_repo": "tool"},
        "html_theme_options": literal_eval(entry.get("options", "{}").strip()),
    }
    return build_site(folder, {"docs.json": json.dumps(fields)}, conf=conf).outdir


def _commit(folder: Path) -> None:
    """Give the pages a date of their last change, as those of a repository have."""
    who = ["-c", "user.name=Acme", "-c", "user.email=docs@acme.example"]
    when = {**os.environ, "GIT_COMMITTER_DATE": DATE, "GIT_AUTHOR_DATE": DATE}
    for command in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "First"]):
        subprocess.run(["git", *command], cwd=folder, env=when, check=True)


def _pictures(
    browser: Browser, built: Path, name: str, wanted: dict[str, Any]
) -> Iterator[tuple[Path, bytes]]:
    """Yield the file of a picture, and a PNG."""
    page = browser.new_page(
        viewport={"width": wanted.get("width", WIDTH), "height": HEIGHT},
        device_scale_factor=SCALE,
        color_scheme=wanted.get("mode", "light"),
        reduced_motion="reduce",
    )
    page.goto((built / f"{wanted.get('page', 'index')}.html").as_uri())
    page.reload()  # a font that comes too late is not shown before the next page
    page.evaluate("document.fonts.ready")
    if "click" in wanted:
        page.locator(wanted["click"]).first.click()
    yield FIELDS / f"{name}.png", page.screenshot(clip=_box(page, wanted["of"]), full_page=True)
    page.close()


def _box(page: Page, selectors: str) -> FloatRect:
    """Return what all elements of some selectors take, with a margin, as high as the window."""
    boxes = [box for one in page.locator(selectors).all() if (box := one.bounding_box())]
    if not boxes:
        raise LookupError(f"nothing is at {selectors!r}")
    left = max(0, min(box["x"] for box in boxes) - MARGIN)
    top = max(0, min(box["y"] for box in boxes) - MARGIN)
    right = max(box["x"] + box["width"] for box in boxes) + MARGIN
    bottom = max(box["y"] + box["height"] for box in boxes) + MARGIN
    size = page.viewport_size or {"width": WIDTH, "height": HEIGHT}
    right, bottom = min(right, size["width"]), min(bottom, top + size["height"])
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def _small(data: bytes) -> bytes:
    """Return a PNG with fewer colours."""
    picture = Image.open(BytesIO(data)).convert("RGB").quantize(COLOURS)
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
