"""The page that a provider of OAuth 2 leads back to after someone signed in. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from sphinx_docsjson.files.theme_files import without_comments
from sphinx_docsjson.files.theme_location import theme_path
from sphinx_docsjson.locale import _

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.access import SecurityScheme

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
