"""Use components here and under React: ``python -m tests.pages.interactive_oracle SITE…``.

Each use of a component that answers to readers is opened twice in Chromium: as the site that is
built here, and drawn by React. The same buttons are pressed and the same texts typed in both, and
after each step the words that readers see are compared.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, sync_playwright

from sphinx_docsjson.cli.npm_scripts import PREACT
from sphinx_docsjson.components.registry import registry
from tests._support import npm
from tests._support.browser import FLAGS, chromium_path, serving
from tests._support.building import build_site
from tests.pages.react_oracle import PACKAGES, PLATFORM, SCRIPT, Use, prepared

STEPS = 12
WAIT = 150
"""Milliseconds after a step: timers of components are longer, drawing is shorter."""

_KINDS = ("button", "input", "select", "[role=button]", "[role=tab]")
CONTROLS = ", ".join(f"{each}:visible:not([class*=dj-])" for each in _KINDS)
"""What is pressed; components of the site have controls of their own."""

OURS = ".dj-interactive"
THEIRS = "#root"
_SPACE = re.compile(r"\s+")


def preact() -> str:
    """Return the file that ``init --interactive`` writes."""
    folder = npm.installed("preact", ["preact@" + PREACT.title.rpartition(" ")[2]])
    parts = [name.removeprefix("package/") for name in PREACT.members]
    return "\n".join(
        (folder / "node_modules/preact" / part).read_text(encoding="utf-8") for part in parts
    )


def states(page: Page, address: str, within: str) -> list[str]:
    """Return the words of the components on a page, at first and after each step."""
    page.goto(address)
    page.add_style_tag(content=".dj-visually-hidden { display: none }")
    page.wait_for_timeout(WAIT * 4)
    found = [seen(page, within)]
    for step in range(STEPS):
        controls = page.locator(within).locator(CONTROLS).all()
        if not controls:
            break
        use(controls[step % len(controls)], step)
        page.wait_for_timeout(WAIT)
        found.append(seen(page, within))
    return found


def use(control: Any, step: int) -> None:
    """Press a button, type into a field, choose an option."""
    kind = control.evaluate("(one) => one.localName === 'input' ? one.type : one.localName")
    try:
        if kind == "select":
            control.select_option(index=step % 2)
        elif kind in {"text", "search", "email", "url", "password"}:
            control.fill(f"a{step}")
        elif kind in {"number", "range"}:
            control.fill(str(step + 1))
        else:
            control.click(timeout=1000, force=True)
    except Error:
        pass  # what cannot be used is so in both


WORDS = """(all) => all.map((one) => {
  const fields = [...one.querySelectorAll('input, select')];
  return [one.innerText, ...fields.map((field) => field.value)].join('');
})"""


def seen(page: Page, within: str) -> str:
    """Return the words that readers see, without space, and what fields hold."""
    return _SPACE.sub("", "".join(page.locator(within).evaluate_all(WORDS))).lower()


def compared(root: Path, most: int) -> list[tuple[Use, str, int]]:
    """Return the uses of *root* that answer to readers, verdicts, and how many states differ."""
    with tempfile.TemporaryDirectory(dir=root.parent, prefix=".uses-") as folder:
        into = Path(folder).resolve() / "src"
        into.mkdir()
        uses = prepared(root, into, most)
        pages = [each.page.removesuffix(".mdx") for each in uses]
        site = {"name": "T", "navigation": [{"group": "G", "pages": pages}]}
        built = build_site(into, {"docs.json": json.dumps(site), "preact.min.js": preact()})
        uses = [each for each in uses if OURS[1:] in read(built.outdir, each)]
        components = sorted({each.name for each in registry} | PLATFORM)
        asked = [
            {"root": str(into), "file": each.page, "components": components, "browser": True}
            for each in uses
        ]
        answers = npm.ask(SCRIPT, PACKAGES, asked) if asked else []
        for number, answer in enumerate(answers):
            script = answer.get("script", "").replace("</script", "<\\/script")
            html = (
                f"<!doctype html><meta charset=utf-8><div id=root></div><script>{script}</script>"
            )
            (built.outdir / f"react-{number}.html").write_text(f"<!doctype html>{html}", "utf-8")
        return list(driven(built.outdir, uses, answers))


def read(outdir: Path, use: Use) -> str:
    """Return the HTML of a use, or nothing where there is no page."""
    file = outdir / use.page.replace(".mdx", ".html")
    return file.read_text(encoding="utf-8") if file.exists() else ""


def driven(outdir: Path, uses: list[Use], answers: list[dict[str, str]]) -> Any:
    """Yield each use with its verdict."""
    with serving(outdir, policy="") as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for number, (each, answer) in enumerate(zip(uses, answers, strict=True)):
            if "error" in answer:
                yield each, "not React's", 0
                continue
            context = browser.new_context(reduced_motion="reduce")
            page = context.new_page()
            page.on("pageerror", lambda error, told=each.told: told.append(str(error)))
            theirs = states(page, f"{address}/react-{number}.html", THEIRS)
            each.told.append("--")
            ours = states(page, f"{address}/{each.page.replace('.mdx', '.html')}", OURS)
            context.close()
            wrong = sum(a != b for a, b in zip(theirs, ours, strict=False))
            wrong += abs(len(theirs) - len(ours))
            each.react, each.ours = "\n".join(theirs), "\n".join(ours)
            yield each, "less" if wrong else "equal", wrong
        browser.close()


def main(arguments: list[str]) -> int:
    """Print a row for each use; return 1 when one differs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.pages.interactive_oracle", description=__doc__
    )
    parser.add_argument("sites", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=1, help="uses of one component in a site")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    for root in options.sites:
        for each, verdict, wrong in compared(root, options.most):
            total[verdict] += 1
            steps = each.react.count("\n")
            print(
                f"{root.name[:30]:31}{each.name:28}{verdict:12}{steps:>3} steps {wrong:>3} differ",
                flush=True,
            )
            if options.verbose and verdict == "less":
                print(f"    {each.page}\n    told {each.told}")
                for theirs, ours in zip(
                    each.react.split("\n"), each.ours.split("\n"), strict=False
                ):
                    if theirs != ours:
                        print(f"    React {theirs[:300]}\n    ours  {ours[:300]}")
                        break
    print(dict(total))
    return 1 if total["less"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
