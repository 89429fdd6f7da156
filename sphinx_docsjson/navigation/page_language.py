"""Each page speaks the language that ``docs.json`` has it in: its frame, labels and API words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx import package_dir
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.build import Build, build_of
from sphinx_docsjson.compat.spoken_language import SpokenLanguage
from sphinx_docsjson.locale import CATALOG, LOCALE_DIR, _
from sphinx_docsjson.site.containers import Container, Kind
from sphinx_docsjson.site.languages import html_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx


class LanguageOfPage(SphinxPostTransform):
    """Lets what resolves a page find the words of its language."""

    default_priority = 0

    def run(self, **kwargs: Any) -> None:
        """Speak as the page does."""
        build = build_of(self.config)
        if build is not None:
            _speak_in(build, self.env.docname)


def setup_page_language(app: Sphinx) -> None:
    """Register what runs before all that resolves a page."""
    app.add_post_transform(LanguageOfPage)


def learn_languages(app: Sphinx) -> None:
    """Listen to ``builder-inited``: have the catalogues ready where a site has languages."""
    build = build_of(app.config)
    codes = {} if build is None else dict.fromkeys(_languages(build))
    if build is None or not codes:
        return
    own = [str(Path(app.srcdir) / folder) for folder in app.config.locale_dirs]
    folders = {
        CATALOG: [*own, str(LOCALE_DIR)],
        "sphinx": [*own, str(Path(package_dir) / "locale"), str(LOCALE_DIR)],
    }
    in_html = {code: html_language(code) for code in codes}
    build.spoken = SpokenLanguage(app.config.language, in_html, folders)
    _speak_while_writing(app, build)


def _languages(build: Build) -> Iterator[str]:
    for _ancestors, node in build.site.navigation.walk():
        if isinstance(node, Container) and node.kind is Kind.LANGUAGE:
            yield node.label


def speak_as_read(app: Sphinx, docname: str, _source: list[str]) -> None:
    """Listen to ``source-read``."""
    _speak(app, docname)


def speak_as_shown(
    app: Sphinx,
    pagename: str,
    _template: str,
    _context: dict[str, Any],
    _doctree: nodes.document | None,
) -> None:
    """Listen to ``html-page-context``: pages without a document come this way only."""
    _speak(app, pagename)


def speak_as_built(app: Sphinx, *_more: Any) -> None:
    """Listen to what ends the reading or the writing: the language of the build again."""
    build = build_of(app.config)
    if build is not None and build.spoken is not None:
        build.spoken.speak(None)


def _speak(app: Sphinx, docname: str) -> None:
    build = build_of(app.config)
    if build is not None:
        _speak_in(build, docname)


def _speak_in(build: Build, docname: str) -> None:
    if build.spoken is not None:
        place = build.nav.view(docname).place
        build.spoken.speak(place.language if place else None)


def _speak_while_writing(app: Sphinx, build: Build) -> None:
    """Let the builder speak as a page does before it writes the text of that page."""
    given = app.builder.write_doc

    def write_doc(docname: str, doctree: nodes.document) -> None:
        _speak(app, docname)
        given(docname, doctree)

    # No event comes between the transforms of a page and the writing of its text.
    app.builder.write_doc = write_doc  # type: ignore[method-assign]


def words_on_page(build: Build, message: str, docname: str) -> str:
    """Return words of ours in the language of a page, whichever is being written."""
    if build.spoken is None:
        return str(_(message))
    place = build.nav.view(docname).place
    return build.spoken.word(message, place.language if place else None)
