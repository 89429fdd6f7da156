"""Are the channels of a built page what another parser finds in the file?

Run ``python -m tests.openapi.asyncapi_oracle FILE…``: ``@asyncapi/parser`` (npm) reads each file
of AsyncAPI, a site is built of it, and each fact of a channel (operations, messages,
fields with type and whether they are required, allowed values, servers, parameters, bindings) is
looked for in the HTML of the page of that channel. It prints what is missing, and how many facts
were held against the pages.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests._support.building import build_site
from tests._support.npm import ask, missing

SCRIPT = Path(__file__).with_suffix(".cjs")
PACKAGES = ("@asyncapi/parser@3.6.3",)

NAME = ".dj-field-head code"
ACTIONS = {"send": "Send", "receive": "Receive", "subscribe": "Send", "publish": "Receive"}
"""The word of a file → what the page says that the application does."""


def compared(files: list[Path]) -> tuple[int, list[str]]:
    """Return how many facts were looked for, and what is missing."""
    count, wrong = 0, []
    for found in ask(SCRIPT, PACKAGES, [str(file.resolve()) for file in files]):
        path = Path(found["file"])
        if "errors" in found:
            print(f"{path.name}: the parser refuses it: {found['errors'][0]}")
            continue
        pages = _pages(path)
        for channel in found["channels"]:
            page = pages.get(channel["id"]) or pages.get(channel["address"])
            if page is None:
                wrong.append(f"{path.name}: no page of the channel {channel['id']}")
                continue
            for fact, is_there in _facts(channel, page):
                count += 1
                if not is_there:
                    wrong.append(f"{path.name}: {channel['id']}: {fact}")
    return count, wrong


def _pages(file: Path) -> dict[str, Any]:
    """Build a site of one file; return the article of each channel by its name."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        root = file.parent.parent  # a file may refer to files in folders beside its own
        key = file.relative_to(root).as_posix()
        folder.mkdir()
        shutil.copytree(root, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.md"))
        config = {"name": "T", "asyncapi": key, "navigation": [{"group": "G", "pages": ["index"]}]}
        built = build_site(folder, {"docs.json": json.dumps(config), "index.md": "# T\n\nHi.\n"})
        metadata = built.app.env.metadata
        return {
            front["asyncapi"].removeprefix(f"{key} "): built.article(docname)
            for docname, front in metadata.items()
            if "asyncapi" in front
        }


def _words(node: Any) -> str:
    return " ".join(node.get_text(" ").split())


def _facts(channel: dict[str, Any], page: Any) -> Iterator[tuple[str, bool]]:
    whole = _words(page)
    path = page.select_one(".dj-endpoint-path").get_text()
    yield "address", not channel["address"] or path.endswith(channel["address"])
    for name in channel["parameters"]:
        named = {each.get_text() for each in page.select(f"#channel-parameters {NAME}")}
        yield f"parameter {name}", name in named
    for server in channel["servers"]:
        listed = page.select_one("#servers")
        yield f"server {server['id']}", listed is not None and server["id"] in _words(listed)
        yield f"protocol {server['protocol']}", server["protocol"] in _words(listed or page)
    for protocol in channel["bindings"]:
        yield f"binding {protocol}", protocol in _words(page.select_one("#bindings") or page)
    known = {each["id"] for each in channel["messages"] if not each["id"].startswith("<anon")}
    operations = page.select("[id$='-operation']")
    for each in channel["operations"]:
        own = [part for part in operations if each["id"] in _words(part)] or operations
        said = [part for part in own if ACTIONS[each["action"]] in _words(part)]
        yield f"operation {each['id']} {each['action']}", bool(said)
        for key in (*each["messages"], *each["reply"]):
            if key not in known:
                continue  # a message of another channel, or one without a name
            shown = _shown_as(channel, key)
            yield f"operation {each['id']}: {key}", any(n in _words(p) for p in own for n in shown)
        for protocol in each["bindings"]:
            yield f"operation {each['id']}: {protocol}", any(protocol in _words(p) for p in own)
    sections = page.select("section[id$='-message'], section[id*='-message-']")
    for each in channel["messages"]:
        names = _shown_as(channel, each["id"])
        own = [s for s in sections if _words(s.select_one("h2, h3")).rstrip(" #") in names]
        own = own if each["id"] in known else sections
        yield f"message {each['id']}", bool(own)
        for word in ("name", "title", "contentType", "correlation"):
            text = each[word]
            is_said = any(text in _words(section) for section in own) or not text
            yield f"message {each['id']}: {word} {text}", is_said or text.startswith("<anonymous")
        yield f"message {each['id']}: summary", _plain(each["summary"]) in _plain(whole)
        for field in (*each["payload"], *each["headers"]):
            rows = [
                row
                for section in own
                for row in section.select(".dj-field")
                if row.select_one(NAME) and row.select_one(NAME).get_text() == field["name"]
            ]
            yield f"message {each['id']}: field {field['name']}", bool(rows)
            heads = [row.select_one(".dj-field-head") or row for row in rows]
            if field["required"]:
                yield f"{field['name']} required", any("required" in _words(h) for h in heads)
            if isinstance(field["type"], str) and field["type"] not in ("object", "array"):
                yield (
                    f"{field['name']}: {field['type']}",
                    any(t in _words(h) for h in heads for t in (field["type"], "file")),
                )
            for value in field["enum"]:
                yield f"{field['name']}: {value}", any(str(value) in _words(r) for r in rows)


def _shown_as(channel: dict[str, Any], key: str) -> set[str]:
    """Return the names that a page may have for a message."""
    found = next((each for each in channel["messages"] if each["id"] == key), {})
    return {key, found.get("title") or key, found.get("name") or key} - {""}


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


if __name__ == "__main__":
    if reason := missing():
        sys.exit(reason)
    number, differences = compared(list(map(Path, sys.argv[1:])))
    print(*differences, f"{number} facts, {len(differences)} are missing", sep="\n")
    sys.exit(bool(differences))
