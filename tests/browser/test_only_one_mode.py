"""A picture for one mode is shown in that mode only, wherever it stands."""

from __future__ import annotations

import pytest

from tests._support.pictures import picture

pytestmark = pytest.mark.browser

IMAGES = """<img className="block dark:hidden" src="/day.png" alt="day" />
<img className="hidden dark:block" src="/night.png" alt="night" />
"""
PAGE = f"""---
title: Home
---

{IMAGES}
<Frame caption="Both">
{IMAGES}
</Frame>

<Card title="Card">
{IMAGES}
</Card>
"""


@pytest.mark.parametrize("chosen", [None, "light", "dark"])
@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_picture_for_one_mode_is_shown_in_that_mode_only(site, serve, visit, system, chosen):
    built = site({"index.mdx": PAGE, "day.png": picture(), "night.png": picture(200, 100)})
    page = visit(f"{serve(built.outdir)}/index.html", color_scheme=system).page
    if chosen:
        page.evaluate("mode => { document.documentElement.dataset.mode = mode; }", chosen)
    shown = page.locator("article img, main img").evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => one.alt)"
    )

    assert shown == ["night" if (chosen or system) == "dark" else "day"] * 3
