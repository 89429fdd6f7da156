"""Sites that several tests of the navigation build."""

from __future__ import annotations

import json
from typing import Any

from tests._support.inputs import input_data


def page(title: str, body: str = "Text.", **front: Any) -> str:
    """Return a page with front matter."""
    fields = {"title": title, "description": f"About {title.lower()}.", **front}
    lines = "".join(f"{name}: {json.dumps(value)}\n" for name, value in fields.items())
    return f"---\n{lines}---\n\n{body}\n"


def docs_json(navigation: Any, **fields: Any) -> str:
    return json.dumps({"name": "Test site", "navigation": navigation, **fields}, indent=1)


TABS_AND_VERSIONS = input_data(__file__, "sites.yaml")

TABS_AND_VERSIONS_FILES = {
    "docs.json": docs_json(TABS_AND_VERSIONS),
    "v2/start.md": page(
        "Start here", "## First\n\nSee [use](/v2/use) and [deep](deep.md#part).\n"
    ),
    "v2/use.md": page("Use it"),
    "v2/deep.md": page("Go deep", "## Part\n\n## Other\n"),
    "v2/in.mdx": page("Inside"),
    "v2/api/users.md": page("List users", api="GET /users"),
    "v1/start.md": page("Start with one"),
    "v1/use.md": page("Use one"),
    "loose.md": page("Loose page"),
}
