"""Twelve kinds of pages look as they did: every width, both modes, both directions, and paper.

``pytest tests/looks --regen`` keeps what is different now; look at the sheets before you commit.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, Playwright

from tests._support.browser import FLAGS, chromium_path, serving
from tests._support.building import build_site
from tests.looks.likeness import Difference, apartness, difference, small
from tests.looks.sheets import compose, read, write
from tests.looks.taking import PAINTING, STANDS, steady, take
from tests.looks.windows import LANGUAGES, PAGES, QUICK, Window

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent

CHANGES = {
    "a contents list that is gone": ".dj-toc { display: none }",
    "a group of the sidebar that is gone": ".dj-side ul:last-of-type { visibility: hidden }",
    "a page that is not marked": ".dj-side [aria-current] { background: none !important }",
    "text that starts six pixels lower": ".dj-content { padding-block-start: 6px }",
    "icons that are gone": ".dj-card svg { display: none !important }",
    "headings that are not bold": "h1, h2 { font-weight: 400 !important }",
    "text of 17 pixels": "body { font-size: 17px !important }",
    "lines that are closer": "p { line-height: 1.5 !important }",
    "another accent": ":root { --dj-brand: #2563eb !important; --dj-primary: #2563eb !important }",
    "a ground that is not white": "body { background: #fafafa !important }",
    "a callout without ground": ".dj-callout { background: none !important }",
    "a button that is not round": "* { border-radius: 0 !important }",
}
"""What an eye sees → the style that does it, on the first page at 1440 pixels."""


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *PAINTING])
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def sites(tmp_path_factory) -> dict[str, Path]:
    """A direction → the folder of the site that is written so."""
    built = {}
    for direction, language in LANGUAGES.items():
        source = tmp_path_factory.mktemp("looks") / direction
        shutil.copytree(HERE / "site", source)
        made = build_site(source, {}, conf={"html_theme": "docsjson", "language": language})
        assert made.warning_lines == []
        steady(made.outdir)
        built[direction] = made.outdir
    return built


@pytest.fixture(scope="module")
def addresses(sites) -> Iterator[dict[str, str]]:
    with serving(sites["ltr"]) as left, serving(sites["rtl"]) as right:
        yield {"ltr": left, "rtl": right}


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_looks_as_it_did_in_one_width_a_mode(kind, chromium, addresses, pytestconfig):
    if pytestconfig.getoption("--regen"):
        pytest.skip("the test of all windows writes the sheet")
    now = {window: small(shot) for window, shot in take(chromium, addresses, kind, QUICK)}

    before = read(HERE / "sheets" / f"{kind}.webp")
    apart = [f"{window}: {found}" for window, found in _differences(now, before) if found]
    assert apart == [], "run this folder without `-m`, or with `--regen`, and look at the sheet"


@pytest.mark.nightly
@pytest.mark.parametrize("kind", PAGES)
def test_a_page_looks_as_it_did(kind, chromium, addresses, tmp_path, pytestconfig):
    kept = HERE / "sheets" / f"{kind}.webp"
    now = {window: small(shot) for window, shot in take(chromium, addresses, kind)}

    apart = [
        f"{window}: {found}"
        for window, found in _differences(now, read(kept) if kept.is_file() else {})
        if found is not None
    ]

    if apart and pytestconfig.getoption("--regen"):
        write(kept, now)
        return
    if apart:
        compose(now).save(tmp_path / f"{kind}.png")
        where = f"look at {tmp_path}/{kind}.png beside {kept.relative_to(HERE)}"
        pytest.fail("\n".join([where, *apart]), pytrace=False)


def _differences(
    now: dict[Window, Image.Image], before: dict[Window, Image.Image]
) -> Iterator[tuple[Window, Difference | str | None]]:
    """Yield each window and what is different in it, if anything is."""
    for window, picture in now.items():
        known = before.get(window)
        yield window, difference(known, picture) if known else "a window without a picture"


def test_what_an_eye_sees_is_seen(chromium, sites):
    unseen = []
    with serving(sites["ltr"], policy="") as base:
        context = chromium.new_context(
            viewport={"width": 1440, "height": 1200}, reduced_motion="reduce"
        )
        tab = context.new_page()

        def shown(style: str) -> Image.Image:
            tab.goto(f"{base}/{PAGES['home']}")
            if style:
                tab.add_style_tag(content=style)
            tab.evaluate(STANDS)
            return small(Image.open(BytesIO(tab.screenshot(animations="disabled"))))

        usual = shown("")
        assert difference(usual, shown("")) is None
        for name, style in CHANGES.items():
            if difference(usual, shown(style)) is None:
                unseen.append(name)
        context.close()

    assert unseen == []


def _lines(*, text: str = "Berths and tides", left: float = 40, colour: str = "#191e20"):
    """A window with lines of text, drawn eight times as large as it is shown."""
    times = 8
    picture = Image.new("RGB", (400 * times, 200 * times), "white")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(16 * times)
    for line in range(5):
        draw.text((left * times, (20 + 28 * line) * times), text, font=font, fill=colour)
    return small(picture.reduce(times))


@pytest.mark.parametrize("left", [40.25, 40.5, 41])
def test_how_a_letter_is_smoothed_makes_no_difference(left):
    assert difference(_lines(), _lines(left=left)) is None


@pytest.mark.parametrize(
    "other", [{"text": "Berths"}, {"left": 48}, {"colour": "#2563eb"}, {"text": ""}]
)
def test_other_text_makes_a_difference(other):
    found = difference(_lines(), _lines(**other))

    assert found is not None
    assert found.times >= 1
    assert found.box[0] < found.box[2]


def test_pictures_of_two_windows_are_not_compared():
    with pytest.raises(ValueError, match="beside one of"):
        apartness(Image.new("RGB", (4, 4)), Image.new("RGB", (4, 5)))
