"""The roles of the domain ``openapi``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.roles import XRefRole

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


class ObjectRole(XRefRole):
    """``GET /plants``, ``createOrder``, ``Order.customer.email``; ``~`` shows the last part."""

    def create_xref_node(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link; words of the author's own are no code."""
        self.innernodeclass = nodes.inline if self.has_explicit_title else nodes.literal
        return super().create_xref_node()

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Return the title and the target of a link, without ``~``."""
        title, target = super().process_link(env, refnode, has_explicit_title, title, target)
        if not has_explicit_title:
            title = " ".join(title.split())
            if title.startswith("~"):
                title = last_part(title[1:], field=refnode["reftype"] == "field")
        return title, target.removeprefix("~").strip()


def last_part(name: str, *, field: bool) -> str:
    """Return the path of an operation, the name of a field, or else the last word of a name."""
    if not field:
        return name.rpartition(" ")[2]
    return re.split(r"[. \]]", name)[-1] or name
