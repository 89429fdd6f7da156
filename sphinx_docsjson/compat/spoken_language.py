"""The language of the words that Sphinx and extensions put on a page, for one page at a time.

A build of Sphinx has one language: ``sphinx.locale`` keeps one translator of each catalogue, which
is asked when a page is read and when it is written. There is no public way to change it between
pages; where the table of translators is no more, pages keep the language of the build.
"""

from __future__ import annotations

from gettext import NullTranslations, translation
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx import locale

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

T = TypeVar("T")

LANGUAGES = {
    "cn": ("zh_CN",),
    "hi": ("hi_IN",),
    "jp": ("ja",),
    "no": ("nb_NO",),
    "pt": ("pt", "pt_BR"),
    "uk": ("uk_UA",),
    "zh": ("zh_CN",),
    "zh_Hans": ("zh_CN",),
    "zh_Hant": ("zh_TW",),
}
"""Code of a language in ``docs.json`` → what the folders of catalogues call it, if otherwise."""

NAMESPACE = "general"
"""What Sphinx calls the words of pages; those of the console are another."""


class SpokenLanguage:
    """Lets the catalogues of a build speak another language, and then its own again.

    :param own: the language of the build.
    :param codes: the languages of the site: code in ``docs.json`` → that in HTML.
    :param folders: name of each catalogue → where its translations lie, the first wins.
    """

    def __init__(
        self,
        own: str | None,
        codes: Mapping[str, str],
        folders: Mapping[str, Sequence[str]],
    ) -> None:
        self._own = own
        self._codes = codes
        self._folders = folders
        self._table: dict[tuple[str, str], Any] = getattr(locale, "translators", {})
        self._given = {name: self._table.get((NAMESPACE, name)) for name in folders}
        self._known: dict[tuple[str, str], NullTranslations] = {}
        self._spoken: str | None = None

    def speak(self, language: str | None) -> None:
        """Change to *language*, a code of ``docs.json``; ``None`` is that of the build."""
        language = None if language == self._own else language
        if language == self._spoken:
            return
        self._spoken = language
        for name, given in self._given.items():
            if given is not None:
                own = given if language is None else self._translator(name, language)
                self._table[NAMESPACE, name] = own

    def each(self, make: Callable[[], T]) -> dict[str, T]:
        """Return the code of each language in HTML → what *make* makes in it."""
        made = {}
        for code, in_html in self._codes.items():
            self.speak(code)
            made[in_html] = make()
        self.speak(None)
        return made

    def word(self, message: str, language: str | None) -> str:
        """Return *message* in a language; the first catalogue is asked."""
        name = next(iter(self._folders))
        given = self._given[name] if language in (None, self._own) else None
        return (given or self._translator(name, language or "")).gettext(message)

    def _translator(self, name: str, language: str) -> NullTranslations:
        found = self._known.get((name, language))
        if found is None:
            found = self._known[name, language] = translator(name, self._folders[name], language)
        return found


def catalogue_code(language: str) -> str:
    """Return what catalogues call a language of ``docs.json``."""
    code = language.replace("-", "_")
    return LANGUAGES.get(code, (code,))[0]


def translator(name: str, folders: Sequence[str], language: str) -> NullTranslations:
    """Return what translates a catalogue; words that no folder has stay as they are."""
    code = language.replace("-", "_")
    found = NullTranslations()
    for folder in reversed(folders):
        for spelling in reversed(LANGUAGES.get(code, (code,))):
            own = translation(name, folder, [spelling], fallback=True)
            own.add_fallback(found)
            found = own
    return found
