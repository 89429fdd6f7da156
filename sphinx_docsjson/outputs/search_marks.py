"""Which pages the search of the site finds: the same that are announced elsewhere.

Sphinx leaves a page out of its index when its front matter says ``nosearch``; the mark of ours
beside it tells the two apart, because the environment is kept from build to build.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.build import the_build
from sphinx_docsjson.outputs.crawlers.announced_pages import adopted_pages
from sphinx_docsjson.outputs.crawlers.visibility import is_indexed, says_no

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

MARK = "docsjson-nosearch"


def mark_pages(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Say ``nosearch`` for each page that the search leaves out."""
    build = the_build(app.config)
    adopted = adopted_pages(build.nav, env.toctree_includes)
    for docname in env.found_docs:
        front = env.metadata[docname]
        if MARK in front:
            del front[MARK]
            front.pop("nosearch", None)
        places = build.nav.tree.places(adopted.get(docname, docname))
        found = is_indexed(front, places, build.site) and not says_no(front, "searchable")
        if not found and "nosearch" not in front:
            front["nosearch"] = front[MARK] = ""
    return []
