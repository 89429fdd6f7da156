"""The texts of ``docs.json`` in the catalogues for translators, beside those of documents."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.gettext_builder import add_message
from sphinx_docsjson.translation import site_domain

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def extract_site_texts(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Add the texts of ``docs.json`` to the catalogues that the gettext builder writes."""
    if app.builder.name != "gettext":
        return []
    build, domain = the_build(app.config), site_domain(app.config)
    for text, places in build.texts.messages.items():
        for file, line in places:
            uid = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
            add_message(app.builder, domain, text, (str(build.srcdir / file), line), uid=uid)
    return []
