"""What links may lead to in the output that is no page of an author, and no file of the source.

Extra files (``html_extra_path``), what Sphinx makes (``genindex``, ``search``, the indices of its
domains, ``html_additional_pages``), and what other rooms write beside the pages (``llms.txt``).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.osutil import relative_uri

from sphinx_docsjson.files.extra_files import find_extra_file

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


class OtherOutputs:
    """What one build writes beside the pages; formats other than HTML have it, but no way there.

    :param names: the files that other rooms write into the root of the output.
    """

    def __init__(self, builder: Builder, env: BuildEnvironment, names: Collection[str]) -> None:
        self._builder = builder
        self._env = env
        self._names = names

    def reference(
        self, docname: str, candidates: Iterable[str], fragment: str, content: list[nodes.Node]
    ) -> nodes.Element | None:
        """Return a link from a document to the first of *candidates* that is there.

        :param candidates: paths from the root of the output, without slashes around them.
        :return: ``None`` when none is there; where the format has no way to it, the words alone.
        """
        found = next((found for path in candidates if (found := self._find(path))), None)
        if found is None:
            return None
        if not self._is_html():
            return nodes.inline("", "", *content)
        uri = relative_uri(self._builder.get_target_uri(docname), found)
        refuri = f"{uri}#{fragment}" if fragment else uri
        return nodes.reference("", "", *content, refuri=refuri, internal=True)

    def _is_html(self) -> bool:
        return self._builder.format == "html" and self._builder.name != "epub"

    def _find(self, path: str) -> str | None:
        if path in self._names:
            return path
        page = path.removesuffix(".html")
        if page in self._pages_of_sphinx():
            return self._builder.get_target_uri(page) if self._is_html() else page
        extra = find_extra_file(Path(self._builder.confdir), self._env.config, path)
        return extra[0] if extra else None

    def _pages_of_sphinx(self) -> Iterator[str]:
        config = self._env.config
        yield from ("search", *config.html_additional_pages)
        if config.html_use_index:
            yield "genindex"
        wanted = config.html_domain_indices
        for domain in self._env.domains.sorted() if wanted else ():
            for index in domain.indices:
                name = f"{domain.name}-{index.name}"
                if (wanted is True or name in wanted) and index(domain).generate()[0]:
                    yield name
