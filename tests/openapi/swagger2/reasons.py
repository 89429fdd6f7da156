"""Why we convert otherwise than ``swagger2openapi`` where we do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.openapi.swagger2.differences import HTTP, MISSING, Path

RENDERERS = ("multipart/form-data", "application/x-www-form-urlencoded")
SHARED = ("$ref", "description", "content", "headers")
MADE_UP = ("unknown", "none")
DEFAULT = {"default": {"description": "Default response"}}

Rule = Callable[[Path, Any, Any], Any]
"""Whether it explains a difference: where, ours, and theirs."""


def of_operation(path: Path, name: str) -> bool:
    """Whether *path* leads to the field *name* of an operation, or deeper."""
    inside = path[0] in ("paths", "x-webhooks") and len(path) > 3
    return inside and path[2] in HTTP and path[3] == name


def in_another_form(path: Path, mine: Any, theirs: Any) -> bool:
    """Whether a response that is shared is written out by one of us."""
    shared = len(path) == 6 and path[5] in SHARED
    return of_operation(path, "responses") and shared and MISSING in (mine, theirs)


def left_out_by_author(path: Path, mine: Any, theirs: Any) -> bool:
    """Whether they add what the author did not write."""
    return mine == MISSING and (path == ("info",) or theirs in (DEFAULT, [], {}, ""))


REASONS: dict[str, Rule] = {
    "a host without a scheme is https, because a sample needs one": lambda path, mine, theirs: (
        path[-1] == "url" and "servers" in path and mine == f"https:{theirs}"
    ),
    "an operation with schemes of its own is reached by them only": lambda path, *_: of_operation(
        path, "servers"
    ),
    "a variable of a server has its name as its value": lambda path, mine, theirs: (
        path[-1] == "default" and "variables" in path and theirs in MADE_UP
    ),
    "a shared response is written out for other media types": in_another_form,
    "an example of a type that is not listed has the schema, too": lambda path, mine, theirs: (
        path[-1] == "schema" and "content" in path and theirs == MISSING
    ),
    "where no type is listed, those of the examples count": lambda path, mine, theirs: (
        path[-2:] == ("content", "*/*") and mine == MISSING
    ),
    "false and empty words are kept": lambda path, mine, theirs: (
        path[-1] in ("required", "description", "example") and not mine and theirs == MISSING
    ),
    "how a list is written is said, also where no format is given": lambda path, *_: (
        path[-1] in ("style", "explode", "x-collectionFormat")
        or (path[-1] == "encoding" and "requestBody" in path)
    ),
    "the format of the items of a list is no word of OpenAPI 3": lambda path, mine, _theirs: (
        path[-1] == "collectionFormat" and mine == MISSING
    ),
    "the examples of a body become examples": lambda path, mine, theirs: (
        (path[-1] == "x-examples" and mine == MISSING)
        or (path[-1] == "example" and theirs == MISSING)
    ),
    "a body of the path belongs to every operation": lambda path, mine, theirs: (
        path[-1] == "requestBody" and theirs == MISSING
    ),
    "several types are anyOf: 1 is an integer and a number": lambda path, mine, theirs: (
        path[-1] in ("oneOf", "anyOf") and MISSING in (mine, theirs)
    ),
    "a form has every type that it may be sent in, a file parts": lambda path, *_: (
        "requestBody" in path and path[-1] in RENDERERS
    ),
    "a form with a required field is required": lambda path, mine, theirs: (
        path[-2:] == ("requestBody", "required")
    ),
    "of a body and a form the body counts": lambda path, *_: (
        "requestBody" in path and path[-1] in ("x-s2o-overloaded", "application/json")
    ),
    "what the author left out stays left out": left_out_by_author,
    "what the author wrote in info stays": lambda path, *_: path[0] == "info",
    "an address of OAuth2 keeps its query": lambda path, mine, theirs: (
        path[-1] in ("authorizationUrl", "tokenUrl") and not mine.startswith("?")
    ),
    "x-nullable is read in parameters, too": lambda path, mine, _theirs: (
        path[-1] == "nullable" or (path[-1] == "x-nullable" and mine == MISSING)
    ),
    "names of schemes stay what they are": lambda path, *_: path[0] == "security",
    "a reference into the middle of the document stays one": lambda path, mine, theirs: (
        (path[-1] == "$ref" and str(mine).startswith("#/paths/"))
        or "schema1" in str((path, theirs))
        or (
            path[-1] in ("$ref", "type", "title", "properties", "enum", "get")
            and MISSING in (mine, theirs)
        )
    ),
    "what is no parameter is left for the checks": lambda path, *_: path[-1] == "parameters",
    "references in extensions are not known to be any": lambda path, *_: (
        path[0].startswith("x-") and path[-1] == "$ref"
    ),
    "a number that JavaScript rounds": lambda path, mine, theirs: (
        isinstance(mine, int) and isinstance(theirs, int) and float(mine) == float(theirs)
    ),
    "a list of parameters that is none stays as it is": lambda path, *_: (
        path[-2:] == ("parameters", "$ref")
    ),
}
