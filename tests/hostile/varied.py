"""Sites whose variables hold what is tried, used wherever an author may write one."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.hostile.site_parts import Attack, Handing

VALUES = 48
IN_TEXT = (
    "Words {{v}} and more.",
    "{{v}}",
    "## Part {{v}}",
    "- item {{v}}\n- {{v}}",
    "| a | b |\n|---|---|\n| {{v}} | `{{v}}` |",
    "`{{v}}`",
    '```json title="{{v}}"\n{{v}}\n```',
    "[{{v}}](https://x.example/{{v}})",
    "[x]({{v}}) [x](<{{v}}>)",
    '![{{v}}](/a.png "{{v}}")',
    "{/* {{v}} */}",
    '{"{{v}}"}',
    "<Note>\n  {{v}}\n</Note>",
)
IN_TAGS = (
    '<Card title="{{v}}" href="{{v}}">{{v}}</Card>',
    "<Card title='{{v}}'>x</Card>",
    "<Card title={{v}}>x</Card>",
    '<Card title="x" {{v}}>x</Card>',
    '<Tooltip tip="{{v}}" cta="{{v}}" href="/{{v}}">{{v}}</Tooltip>',
    '<a href="{{v}}" title="{{v}}">{{v}}</a>',
    '<div style={{ color: "{{v}}" }} className="{{v}}">{{v}}</div>',
    '<svg viewBox="0 0 1 1"><path d="{{v}}" /></svg>',
)


def varied(start: int, tried: Sequence[str], *, tags: bool = False, plain: bool = False) -> Attack:
    """Return a site with a page for each use of a variable, in both kinds of Markdown.

    :param tags: in attributes, which may hold elements that run nothing (``trust.md``).
    """
    handing = Handing(tried, start=start, plain=plain)
    variables = {f"v{number}": handing.one(f"value {number}") for number in range(VALUES)}
    files: dict[str, str | bytes] = {"a.png": "\x89PNG"}
    for number, use in enumerate(IN_TAGS if tags else IN_TEXT):
        parts = [use.replace("{{v}}", f"{{{{{name}}}}}") for name in variables]
        front = f'---\ntitle: "Use {number} {{{{v{number}}}}}"\n---\n\n'
        for suffix in ("mdx", "md"):
            files[f"{suffix}{number}.{suffix}"] = front + "\n\n".join(parts) + "\n"
    listed = [name.partition(".")[0] for name in files if name != "a.png"]
    config = {
        "name": "T",
        "navigation": [{"group": "G", "pages": listed}],
        "variables": variables,
    }
    files["docs.json"] = json.dumps(config)
    place = "tags" if tags else "text"
    return Attack(
        name=f"variables in {place} {start}", files=files, handing=handing, strict=not tags
    )
