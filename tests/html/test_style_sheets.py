"""The style sheets as a whole: each fact has one owner, and what is loaded is what was meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sphinx_docsjson.base.theme_files import (
    BACKDROPS,
    BORROWED,
    CANVAS,
    DENSE,
    LAYERS,
    LENT,
    SHEETS,
    THEMES,
    lent_sheet,
    shared_tokens,
    theme_sheet,
    without_comments,
)
from sphinx_docsjson.html.site_css import lent_tokens, site_css
from sphinx_docsjson.site.model import Colors, Container, Kind, Site

ROOT = Path(__file__).resolve().parents[2]
STYLES = ROOT / "theme" / "styles"
SOURCES = sorted(STYLES.rglob("*.css"))
SCRIPTS = [path for path in (ROOT / "theme").rglob("*.js") if "node_modules" not in path.parts]

COLOR = re.compile(
    r"(?<![\w&])\#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!-)"
    r"|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\("
    r"|(?<=[:,(\s])(?:white|black|red|green|blue|gray|grey)(?=[\s;,)])",
    re.IGNORECASE,
)


def bare(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def our_site() -> str:
    return site_css(Site(name="Test", navigation=Container(kind=Kind.SITE, label="")))


@pytest.mark.parametrize("path", [*SOURCES, *SCRIPTS], ids=lambda path: path.name)
def test_a_literal_colour_stands_with_the_tokens_alone(path):
    if path.parent.name != "tokens":
        assert not COLOR.findall(bare(path))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_size_that_is_a_token_is_not_written_out(path):
    tokens = re.findall(r"--dj-(text|radius)-\w+: ([\d.]+rem);", bare(STYLES / "tokens/sizes.css"))
    sizes = {kind: [size for other, size in tokens if other == kind] for kind, _size in tokens}
    css = "" if path.parent.name == "tokens" else bare(path)

    assert not {*re.findall(r"font(?:-size)?: (?:\d+ )?([\d.]+rem)", css)} & {*sizes["text"]}
    assert not {*re.findall(r"border-radius: ([\d.]+rem)", css)} & {*sizes["radius"]}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_rule_stands_twice_in_a_source(path):
    rules = [" ".join(rule.split()) for rule in re.findall(r"[^{}]+\{[^{}]*\}", bare(path))]

    assert [rule for rule in {*rules} if rules.count(rule) > 1] == []


def test_the_style_of_print_has_no_colour_of_its_own():
    for path in (ROOT / "sphinx_docsjson").rglob("*.sty"):
        text = path.read_text(encoding="utf-8")
        assert "definecolor" not in text, path.name


def test_colours_are_found():
    assert COLOR.findall("a{color:#fff} b{mask:linear-gradient(black, #0008)} rgb(0 0 0 / .1)")
    assert not COLOR.findall("a[href^='#']{white-space:nowrap;color:var(--x);color:transparent}")


def test_the_order_of_the_layers_is_said_once_and_first():
    statements = [path for path in SOURCES if re.search(r"@layer [^{;]*;", bare(path))]
    order = re.search(r"@layer ([^;]+);", bare(STYLES / f"{LAYERS}.css"))[1].split(", ")

    assert statements == [STYLES / f"{LAYERS}.css"]
    assert not any("@layer" in bare(path) for path in SOURCES if path not in statements)
    assert {f"dj.{path.parent.name}" for path in SOURCES if path.parent != STYLES} <= {*order}
    for first in (theme_sheet("docsjson.css"), shared_tokens()):
        assert first.startswith(f"@layer {', '.join(order)};")
    others = [theme_sheet(name) for name in SHEETS if name != "docsjson.css"]
    for sheet in [*others, our_site(), lent_tokens(Colors())]:
        assert not re.search(r"@layer [^{;]*;", sheet)
        assert {*re.findall(r"@layer ([\w.]+)", sheet)} <= {*order}


def test_every_source_is_in_one_sheet():
    listed = [
        BACKDROPS,
        CANVAS,
        DENSE,
        THEMES,
        *(name for names in SHEETS.values() for name in names),
    ]

    assert sorted(listed) == sorted(
        str(path.relative_to(STYLES).with_suffix("").as_posix()) for path in SOURCES
    )
    assert {name for names in BORROWED.values() for name in names} <= {*listed}


def test_every_token_that_is_used_is_declared():
    ours = our_site() + "".join(theme_sheet(name) for name in SHEETS)
    lent = shared_tokens() + lent_tokens(Colors()) + "".join(map(lent_sheet, LENT))

    for sheets, elsewhere in ((ours, set()), (lent, {"--dj-font-sans"})):
        used = {*re.findall(r"var\((--dj-[\w-]+)\)", sheets)}
        assert used - {*re.findall(r"(--dj-[\w-]+)\s*:", sheets)} == elsewhere


def test_no_text_of_a_style_sheet_goes_over_a_line():
    for path in SOURCES:
        for line in bare(path).splitlines():
            assert line.count('"') % 2 == 0, (path.name, line)


def test_comments_and_indentation_are_left_out_and_nothing_else():
    source = "/* One\n   two */\na {\n  /* x */\n  b: '/* no */';\n\n  // gone\n}\n/** @t */ c\n"

    assert without_comments(source) == "a {\nb: '/* no */';\n}\nc\n"
