"""Where the site will be served, as far as anyone has said."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sphinx_docsjson.build import build_of

if TYPE_CHECKING:
    from sphinx.config import Config


def base_url(config: Config) -> str:
    """Return the address of the site with a slash at its end, or ``""`` when it is unknown.

    The first of: ``html_baseurl``, the canonical URL that Read the Docs gives to a build
    (``READTHEDOCS_CANONICAL_URL``), and ``seo.metatags.canonical`` of docs.json, which is the
    base that the path of a page is added to.
    """
    build = build_of(config)
    candidates = (
        config.html_baseurl,
        os.environ.get("READTHEDOCS_CANONICAL_URL", ""),
        build.site.metatags.get("canonical", "") if build else "",
    )
    url = next((url for url in candidates if url.startswith(("http://", "https://"))), "")
    return f"{url.rstrip('/')}/" if url else ""
