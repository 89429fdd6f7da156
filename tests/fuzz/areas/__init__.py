"""The areas of the fuzzer, by name."""

from __future__ import annotations

from tests.fuzz.areas import config, descriptions, front_matter, links, pages, samples

AREAS = {
    area.name: area
    for area in (
        config.AREA,
        front_matter.AREA,
        *pages.AREAS,
        links.AREA,
        descriptions.AREA,
        samples.AREA,
    )
}
