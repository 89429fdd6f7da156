"""The script of the playground, and the page that a provider of OAuth 2 leads back to. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.theme_files import (
    one_scope,
    script_literal,
    theme_path,
    without_comments,
)
from sphinx_docsjson.i18n import _
from sphinx_docsjson.openapi.request.samples import language

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.api import SecurityScheme


# The page that a provider of OAuth 2 leads back to after someone signed in. Pure.

PAGE, SCRIPT = "docsjson-oauth.html", "docsjson-oauth.js"
"""Beside the script of the playground, which finds the page by its own address."""

SOURCE = "oauth-redirect"

_HTML = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="stylesheet" href="{style}">
<script src="{script}" defer></script>
</head>
<body class="dj-pg-redirect">
<main>
<h1>{title}</h1>
<p role="status" data-done="{done}">{text}</p>
<noscript><p>{noscript}</p></noscript>
</main>
</body>
</html>
"""


def is_needed(schemes: Iterable[SecurityScheme]) -> bool:
    """Whether someone may sign in for one of *schemes*."""
    return any(
        scheme.openid_url or any(flow.name == "authorizationCode" for flow in scheme.flows)
        for scheme in schemes
    )


def redirect_page(*, language: str, style: str) -> str:
    """Return the page.

    :param style: the address of a style sheet.
    """
    words = {
        "language": language,
        "title": _("Signing in"),
        "text": _(
            "This window hands the answer to the page that asked, and closes. If it stays open, "
            "that page is gone: close this window, and begin there again."
        ),
        "done": _("The answer is with the page that asked. You can close this window."),
        "noscript": _("This page needs JavaScript."),
        "script": SCRIPT,
        "style": style,
    }
    return _HTML.format(**{name: escape(str(value)) for name, value in words.items()})


def redirect_script() -> str:
    """Return the script of the page."""
    path = theme_path() / "scripts" / f"{SOURCE}.js"
    return "'use strict';\n" + without_comments(path.read_text(encoding="utf-8"))


# The script of endpoint pages: the files of ``theme/scripts/playground`` with their data.

FILES = (
    *("../shared/own", "request", "parameters", "bodies", "samples", "elements", "highlight"),
    *("schemas", "controls", "lists", "fields", "copying", "arriving", "events", "json-view"),
    *("finding", "response", "response-body", "send", "keeping", "server-part"),
    *("oauth", "oauth-window", "oauth-fields", "oauth-part", "security-part", "parameters-part"),
    *("folds", "examples-part", "body-part", "sharing", "link", "page-samples", "sender"),
    "playground",
)
"""The sources in ``theme/scripts/playground``, in the order in which they are put together."""

STORAGE = ("session", "memory")

BUILD_ONLY = frozenset({"aliases", "lexer"})
"""What of a language the browser does not need."""


_SAID = re.compile(r"\btext\('([^']+)'")
"""What the scripts say to a reader; ``tools/messages.py`` collects it for translators."""


def strings() -> dict[str, str]:
    """Return the translations of what the scripts say, in the language of the build."""
    said = {text for source in _sources() for text in _SAID.findall(source.read_text("utf-8"))}
    translated = {text: str(_(text)) for text in sorted(said, key=str.casefold)}
    return {text: own for text, own in translated.items() if own != text}


def _sources() -> list[Path]:
    folder = theme_path() / "scripts" / "playground"
    return [folder / f"{name}.js" for name in FILES]


def playground_script(
    *,
    site: str,
    languages: Iterable[str],
    storage: str = "session",
    proxy: str = "",
    own: Mapping[str, Mapping[str, str]] | None = None,
) -> str:
    """Return the script, with the data of a site in front.

    :param site: what keeps the credentials of this site apart from those of others.
    :param languages: keys of the languages of the samples.
    :param storage: ``session``, or ``memory`` to keep credentials and values off the browser's
        storage.
    :param proxy: what is put before the URL of each request; ``{url}`` in it stands for the
        encoded URL.
    :param own: ``lang`` of pages → the texts in that language, where a site has several.
    """
    data: dict[str, Any] = {
        "site": site,
        "storage": storage,
        "proxy": proxy,
        "strings": strings(),
        "languages": [
            {key: value for key, value in language(name).items() if key not in BUILD_ONLY}
            for name in languages
        ],
    }
    before = f"const DATA={script_literal(data)};\n"
    if own:
        before += (
            f"DATA.strings={script_literal(own)}[document.documentElement.lang]??DATA.strings;\n"
        )
    return one_scope(_sources(), before=before)
