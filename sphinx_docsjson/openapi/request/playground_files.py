"""The script of the playground, and the page that a provider of OAuth 2 leads back to. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.theme_files import (
    one_scope,
    script_literal,
    theme_path,
    without_comments,
)
from sphinx_docsjson.i18n import N_, _
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
    "../shared/own",
    "request",
    "parameters",
    "bodies",
    "samples",
    "elements",
    "highlight",
    "schemas",
    "controls",
    "lists",
    "fields",
    "copying",
    "arriving",
    "events",
    "json-view",
    "finding",
    "response",
    "response-body",
    "send",
    "keeping",
    "server-part",
    "oauth",
    "oauth-window",
    "oauth-fields",
    "oauth-part",
    "security-part",
    "parameters-part",
    "folds",
    "examples-part",
    "body-part",
    "sharing",
    "link",
    "page-samples",
    "sender",
    "playground",
)
"""The sources in ``theme/scripts/playground``, in the order in which they are put together."""

STORAGE = ("session", "memory")

BUILD_ONLY = frozenset({"aliases", "lexer"})
"""What of a language the browser does not need."""


STRINGS = (
    N_("A client certificate of the browser."),
    N_("A page cannot send to {url}. Was it opened as a file? Then serve it with a web server."),
    N_("A page over https cannot send to {url}."),
    N_("Add"),
    N_("Ask the provider how to sign in"),
    N_("Asking {origin}…"),
    N_("At least {limit} characters."),
    N_("At least {limit}."),
    N_("At most {limit} characters."),
    N_("At most {limit}."),
    N_("Authenticate with"),
    N_("Authorization"),
    N_("Authorization code with PKCE"),
    N_("Base URL"),
    N_("Basic authentication"),
    N_("Binary data ({type}, {size})."),
    N_("Body"),
    N_("Browsers do not let a page send {method} requests."),
    N_("Browsers do not let a page send {name}. The samples have it."),
    N_("Browsers send no body with GET and HEAD."),
    N_("Cancel"),
    N_("Cancelled."),
    N_("Client credentials"),
    N_("Client ID"),
    N_("Client is sent as"),
    N_("Client secret"),
    N_("Collapse all"),
    N_("Cookies"),
    N_("Copied"),
    N_("Copy"),
    N_("Copy as {language}"),
    N_("Copy link"),
    N_("default"),
    N_("deprecated"),
    N_("Download"),
    N_("Example"),
    N_("Examples"),
    N_("Expand all"),
    N_("Fields of the body"),
    N_("Fields to look at: {count}"),
    N_("Filled in from a link. Nothing is sent before you press Send."),
    N_("Find in the response"),
    N_("Flow"),
    N_("Fold"),
    N_("Forget credentials"),
    N_("Form"),
    N_("Get a token"),
    N_("Headers"),
    N_("If the API is yours, let it send Access-Control-Allow-Origin, also for OPTIONS."),
    N_("Image, {width} × {height} pixels"),
    N_("It holds for {time}."),
    N_("It is sent to {origin}."),
    N_("JSON"),
    N_("Kept for {origin}, and sent nowhere else."),
    N_("Leave out"),
    N_("Less than {limit}."),
    N_("Media type"),
    N_("More than {limit}."),
    N_("Must be a number."),
    N_("Must be a whole number."),
    N_("Must match {pattern}"),
    N_("Name"),
    N_("Needs at least {limit}."),
    N_("Next match"),
    N_("No authentication"),
    N_("Not copied"),
    N_("Nothing found"),
    N_("Only where the provider asks for one. It is sent to {origin}."),
    N_("Parameters as in"),
    N_("Password"),
    N_("Path"),
    N_("Previous match"),
    N_("Query"),
    N_("Redirect URI"),
    N_("Redirected to {url}"),
    N_("Register this address for the client."),
    N_("Remove"),
    N_("Request"),
    N_("required"),
    N_("Reset"),
    N_("Response"),
    N_("Response body"),
    N_("Scopes"),
    N_("Scopes: {scopes}"),
    N_("Send"),
    N_("Sending…"),
    N_("Server"),
    N_("Show all ({size})"),
    N_("Sign in and get a token"),
    N_("Signing in needs a page that came over https."),
    N_("The answer comes from another provider: {issuer}."),
    N_("The browser did not open a window. Allow it for this site."),
    N_("The content policy of this site forbids requests to {origin}: add it to connect-src."),
    N_(
        "The cURL sample with --include shows where it leads. If that is the right server, it "
        "belongs into the description of the API."
    ),
    N_("The cURL sample works without a browser."),
    N_("The device flow is not offered: it is for devices without a browser."),
    N_("The form holds too much for a link."),
    N_("The implicit flow is not offered: a token would stand in an address."),
    N_("The link holds what is typed, without credentials, secrets and files."),
    N_("The password flow is not offered: no page should see the password of an account."),
    N_("The provider answered without a token."),
    N_("The provider gave a token of the kind {type}; only Bearer is known."),
    N_("The provider offers nothing that a page can use."),
    N_("The response has no body."),
    N_("The response is longer than {size}; the rest was not read."),
    N_(
        "The server answers with a redirect, which is not followed: what this request carries "
        "could come to another origin."
    ),
    N_("There is a token."),
    N_("There is no answer from {origin}."),
    N_("This device is offline."),
    N_("This field is required."),
    N_("This is not valid JSON."),
    N_("This link cannot be read."),
    N_("Try it"),
    N_("User name"),
    N_("Value"),
    N_("variant"),
    N_("Waiting for the window of {origin}…"),
    N_("{count} hours"),
    N_("{count} minutes"),
    N_("{count} more events are in the download."),
    N_("{number} of {count}"),
    N_("{origin} answers with a redirect, which is not followed."),
    N_("{origin} answers {status}, without what was asked for."),
    N_("{origin} answers, but does not allow pages of {site} to read its answers (CORS)."),
)
"""What the scripts say; ``text()`` in them looks for the translation."""


def strings() -> dict[str, str]:
    """Return the translations of :data:`STRINGS`, in the language of the build."""
    translated = {text: str(_(text)) for text in STRINGS}
    return {text: own for text, own in translated.items() if own != text}


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
        "languages": [for_browser(language(name)) for name in languages],
    }
    before = f"const DATA={script_literal(data)};\n"
    if own:
        before += (
            f"DATA.strings={script_literal(own)}[document.documentElement.lang]??DATA.strings;\n"
        )
    folder = theme_path() / "scripts" / "playground"
    return one_scope((folder / f"{name}.js" for name in FILES), before=before)


def for_browser(definition: dict[str, Any]) -> dict[str, Any]:
    """Return a language as the script needs it."""
    return {key: value for key, value in definition.items() if key not in BUILD_ONLY}
