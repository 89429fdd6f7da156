"""Two documents of OpenAPI 3.0 compared, in one form of several that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

MISSING = "(nothing)"
HTTP = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

Path = tuple[str, ...]


def sanitised(name: str) -> str:
    """Return a name as swagger2openapi writes it (``sanitise`` of oas-kit-common)."""
    first, *rest = name.replace("[]", "Array", 1).split("/")
    return "/".join((re.sub(r"[^A-Za-z0-9_\-.]+|\s+", "_", first), *rest))


def normalised(value: Any, document: Any, path: Path = ()) -> Any:
    """Return a document in the one form of several that say the same."""
    if isinstance(value, list):
        return [normalised(item, document, (*path, "[]")) for item in value]
    if not isinstance(value, dict):
        return value
    ref = value.get("$ref")
    if isinstance(ref, str) and path[-1:] != ("properties",):
        if ref.startswith("#/components/requestBodies/"):
            name = ref.removeprefix("#/components/requestBodies/")
            return normalised(document["components"]["requestBodies"][name], document, path)
        file, _hash, fragment = ref.partition("#")
        if file:
            return {"$ref": file}  # files are bundled before they are converted
        parts = [sanitised(p.replace("~1", "_")) for p in unquote(fragment).split("/")[1:]]
        return {"$ref": "/".join(("#", *parts))}
    found = {}
    for name, item in value.items():
        if item is None or name in ("x-s2o-warning", "x-s2o-delete"):
            continue
        if name == "requestBodies" and path == ("components",):
            continue
        found[name] = normalised(item, document, (*path, name))
    if path[:1] == ("components",) and len(path) == 2:
        found = {sanitised(name.replace("/", "_")): item for name, item in found.items()}
    if value.get("explode") is False and value.get("style") != "form":
        found.pop("explode")  # the default
    if not path:
        found.pop("openapi", None)
    only = found.get("examples")
    if isinstance(only, dict) and list(only) == ["response"] and "content" in path:
        found["example"] = found.pop("examples")["response"].get("value")
    return found


def differences(mine: Any, theirs: Any, path: Path = ()) -> Iterator[tuple[Path, Any, Any]]:
    """Yield where two documents differ, with what each of them has there."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for name in {**mine, **theirs}:
            one, other = mine.get(name, MISSING), theirs.get(name, MISSING)
            yield from differences(one, other, (*path, name))
    elif isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        for number, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            yield from differences(one, other, (*path, str(number)))
    elif mine != theirs:
        yield path, mine, theirs
