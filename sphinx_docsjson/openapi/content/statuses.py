"""The names of HTTP status codes. Source: the IANA registry, through the standard library."""

from __future__ import annotations

from http import HTTPStatus

from sphinx_docsjson.locale import _

RANGES = {
    "1": _("Information"),
    "2": _("Success"),
    "3": _("Redirection"),
    "4": _("Client error"),
    "5": _("Server error"),
}


def status_words(status: str) -> str:
    """Return a status with its name, such as ``404 Not Found``."""
    if status == "default":
        return str(_("Any other status"))
    if status.isdecimal():
        try:
            return f"{status} {HTTPStatus(int(status)).phrase}"
        except ValueError:
            return status
    if len(status) == 3 and status[1:].upper() == "XX" and status[0] in RANGES:
        return f"{status.upper()} {RANGES[status[0]]}"
    return status
