"""The one script that endpoint pages load: the files of ``theme/playground`` with their data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.samples import language
from sphinx_docsjson.theme_location import theme_path

FILES = ("request", "samples", "form", "response", "playground")

STORAGE = ("session", "memory")

_COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
_INDENTATION = re.compile(r"^\s+", re.MULTILINE)


def strings() -> dict[str, str]:
    """Return what the playground says, in the language of the build."""
    return {
        "add": _("Add"),
        "authenticate-with": _("Authenticate with"),
        "authorization": _("Authorization"),
        "bad-url": _(
            "{url} is not an address that a page can send to. If the page was opened as a file, "
            "serve it with a web server."
        ),
        "base-url": _("Base URL"),
        "binary": _("Binary data ({type}, {size}). Download it to look at it."),
        "body": _("Body"),
        "cancel": _("Cancel"),
        "cancelled": _("Cancelled."),
        "cookie": _("Cookies"),
        "copied": _("Copied"),
        "copy": _("Copy"),
        "copy-curl": _("Copy as cURL"),
        "copy-failed": _("Not copied"),
        "cors": _(
            "{origin} answers, but does not allow pages of {site} to read its answers (CORS)."
        ),
        "cors-help": _(
            "If the API is yours, send Access-Control-Allow-Origin, -Headers and -Methods for "
            "this site, also for OPTIONS requests."
        ),
        "default": _("default"),
        "deprecated": _("deprecated"),
        "down": _("There is no answer from {origin}. Is the server up, and its name right?"),
        "download": _("Download"),
        "empty": _("The response has no body."),
        "forbidden": _(
            "Browsers do not let a page send {name}: the request goes without it. The samples "
            "have it."
        ),
        "forget": _("Forget credentials"),
        "form": _("Form"),
        "get-body": _("Browsers send no body with GET and HEAD."),
        "header": _("Headers"),
        "headers": _("Headers"),
        "image": _("Image, {width} × {height} pixels"),
        "integer": _("Must be a whole number."),
        "items": _("Needs at least {limit}."),
        "json": _("JSON"),
        "leave-out": _("Leave out"),
        "long": _("At most {limit} characters."),
        "maximum": _("At most {limit}."),
        "media-type": _("Media type"),
        "method": _("Browsers do not let a page send {method} requests."),
        "minimum": _("At least {limit}."),
        "mixed": _("This page came over https, so the browser does not send to {url}."),
        "mutual-tls": _("A client certificate, which the browser presents by itself."),
        "name": _("Name"),
        "no-auth": _("No authentication"),
        "not-json": _("This is not valid JSON."),
        "not-sent": _("Not sent yet: please look at the marked fields ({count})."),
        "number": _("Must be a number."),
        "offline": _("This device is offline."),
        "password": _("Password"),
        "path": _("Path"),
        "pattern": _("Must match {pattern}"),
        "policy": _(
            "The content security policy of this site does not allow requests to {origin}: add it "
            "to connect-src."
        ),
        "query": _("Query"),
        "querystring": _("Query"),
        "redirected": _("Redirected to {url}"),
        "remove": _("Remove"),
        "request": _("Request"),
        "required": _("This field is required."),
        "required-mark": _("required"),
        "reset": _("Reset"),
        "response": _("Response"),
        "response-body": _("Response body"),
        "scopes": _("Scopes: {scopes}"),
        "send": _("Send"),
        "sending": _("Sending…"),
        "server": _("Server"),
        "short": _("At least {limit} characters."),
        "show-all": _("Show all ({size})"),
        "try": _("Try it"),
        "use-curl": _("The cURL sample works without a browser."),
        "username": _("User name"),
        "value": _("Value"),
        "variant": _("variant"),
    }


def playground_script(
    *, site: str, languages: Iterable[str], storage: str = "session", proxy: str = ""
) -> str:
    """Return the script, with the data of a site in front and without its comments.

    :param site: what keeps the credentials of this site apart from those of others.
    :param languages: keys of the languages of the samples.
    :param storage: ``session``, or ``memory`` to keep credentials and values off the browser's
        storage.
    :param proxy: what is put before the URL of each request; ``{url}`` in it stands for the
        encoded URL.
    """
    data: dict[str, Any] = {
        "site": site,
        "storage": storage,
        "proxy": proxy,
        "strings": strings(),
        "languages": [language(name) for name in languages],
    }
    dumped = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    folder = theme_path() / "playground"
    sources = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in FILES]
    return f"(globalThis.DocsJsonPlayground??={{}}).data={dumped};\n" + "".join(
        map(dense, sources)
    )


def dense(source: str) -> str:
    """Return a script without the comments that fill whole lines, and without indentation.

    This holds for our own files only: no text or template in them runs over several lines.
    """
    return _INDENTATION.sub("", _COMMENT.sub("", source))


def playground_style() -> str:
    """Return the style sheet."""
    return (theme_path() / "playground" / "playground.css").read_text(encoding="utf-8")
