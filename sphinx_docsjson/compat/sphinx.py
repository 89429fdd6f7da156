"""Private names of Sphinx: settings, messages, registrations, languages."""

from __future__ import annotations

import logging
import pickle
import sys
from contextlib import contextmanager
from gettext import NullTranslations, translation
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from sphinx import locale, search
from sphinx.locale import __
from sphinx.util.console import color_terminal, nocolor
from sphinx.util.display import progress_message
from sphinx.util.logging import getLogger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from docutils.parsers import Parser
    from docutils.utils import Reporter
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinx.transforms.post_transforms import SphinxPostTransform

status = getLogger(__name__)


# Which settings the user chose: Sphinx keeps what conf.py says in a private dictionary.

_chosen: WeakKeyDictionary[Config, dict[str, Any]] = WeakKeyDictionary()


def values_of_conf(config: Config) -> Mapping[str, Any]:
    """Return what conf.py defines, settings or not.

    A comparison with the default is not enough: ``html_theme = "alabaster"`` is a choice, even
    though it is Sphinx's default. Furo asks ``_raw_config`` as well, by advice of Sphinx's
    maintainer: https://github.com/pradyunsg/furo/pull/783. A public way to set defaults is
    https://github.com/sphinx-doc/sphinx/issues/9573.

    Without it, what differs from the default when we first ask is what the user chose. Lost are
    choices that are equal to the default.
    """
    found = getattr(config, "_raw_config", None)
    if isinstance(found, dict):
        return found
    if config not in _chosen:
        _chosen[config] = _different(config)
    return _chosen[config]


def has_conf(config: Config) -> bool:
    """Whether the project has a conf.py: then it may have been one of Sphinx before us."""
    return "__file__" in values_of_conf(config)


def _different(config: Config) -> dict[str, Any]:
    options = getattr(config, "values", {})
    found = {}
    for value in config:
        default = getattr(options.get(value.name), "default", None)
        if not callable(default) and value.value != default:
            found[value.name] = value.value
    return {"__file__": "", **found} if found.keys() - config.overrides.keys() else found


# What autodoc imports.


def import_as_autodoc(name: str, mocked: Sequence[str]) -> Any:
    """Import a module while the modules named *mocked* are stood in for, as autodoc does it.

    Where autodoc keeps that elsewhere, nothing is stood in for: a module that needs it does not
    import then.

    :raises Exception: whatever the module raises.
    """
    try:
        stand_in = import_module("sphinx.ext.autodoc.mock").mock
    except (ImportError, AttributeError):
        return import_module(name)
    with stand_in(list(mocked)):
        return import_module(name)


# What extensions registered: Sphinx has methods that add to it, and none that tell.


def replace_post_transform(
    app: Sphinx, old: type[SphinxPostTransform], new: type[SphinxPostTransform]
) -> None:
    """Let *new* run in place of *old*; a transform cannot be taken back in public.

    Where the list is elsewhere, *old* stays.
    """
    transforms: list[Any] = getattr(app.registry, "post_transforms", [])
    if old in transforms:
        transforms[transforms.index(old)] = new


def visitors_of_format(app: Sphinx, name: str) -> dict[str, Any]:
    """Return the visitors that ``app.add_node(…, name=(visit, depart))`` registered, by node.

    Sphinx hands them to translators of docutils only. They are looked for in whatever the
    registry keeps by format; where nothing is, only the content of such nodes is written.
    """
    for kept in vars(app.registry).values():
        if isinstance(kept, dict) and isinstance(kept.get(name), dict):
            return dict(kept[name])
    return {}


def parsers_by_type(app: Sphinx) -> dict[str, type[Parser]]:
    """Return the parsers that are registered, by the type of files that they read.

    Where they are elsewhere, none is known: the files of other extensions have no tags then, and
    those of types that we read are ours.
    """
    return dict(getattr(app.registry, "source_parsers", {}))


def registered_suffixes(app: Sphinx) -> tuple[str, ...]:
    """Return the endings of files that extensions registered, before Sphinx adds them to its own.

    Where they are elsewhere, Markdown of such a project counts as unread.
    """
    return tuple(getattr(app.registry, "source_suffix", ()))


def register_parser(app: Sphinx, filetype: str, parser: type[Parser]) -> None:
    """Let *parser* read the files of one type, whoever read them before.

    This is public, but ``app.add_source_parser`` takes all types that a parser supports.
    """
    alone: Any = type(parser.__name__, (parser,), {"supported": (filetype,), "__doc__": None})
    app.add_source_parser(alone, override=True)


def inline_math_renderers(app: Sphinx) -> list[str]:
    """Return the names of what can render formulas in HTML.

    Where they are elsewhere, a renderer that a project loads without naming it is not found, and
    formulas are MathML.
    """
    return list(getattr(app.registry, "html_inline_math_renderers", ()))


def theme_folders(app: Sphinx) -> dict[str, str]:
    """Return the folders of the themes that extensions registered, by name.

    Where they are elsewhere, a theme that inherits from ours is found in ``html_theme_path`` only.
    """
    return {name: str(path) for name, path in getattr(app.registry, "html_themes", {}).items()}


def translator_class(app: Sphinx) -> type[Any]:
    """Return the class that writes pages; extensions may have set one (``app.set_translator``).

    Where there is no builder, it is the builder's own, and that of an extension is not used.
    """
    ask: Any = getattr(app.registry, "get_translator_class", None)
    found: type[Any] = app.builder.default_translator_class if ask is None else ask(app.builder)
    return found


# The words of a language that Sphinx's search leaves out.
#
# Sphinx keeps a class for each language of its search, as a class or by its name, in a list that
# is not part of its documented interface; the classes themselves are. Without the list words are
# weighted only by how rare they are, so the answers to whole sentences get worse.


def stop_words(code: str) -> frozenset[str]:
    """Return the words of a language that say nothing alone, such as ``the``."""
    known = getattr(search, "languages", {})
    found = known.get(code) or known.get(code.replace("-", "_").partition("_")[0])
    if isinstance(found, str):
        module, _dot, name = found.rpartition(".")
        try:
            found = getattr(import_module(module), name, None)
        except ImportError:
            return frozenset()
    more = _ENGLISH.split() if code.startswith("en") else ()
    return frozenset((*getattr(found, "stopwords", ()), *more))


_ENGLISH = """
    about above after again against all am an any because been before being below between both
    cannot could did do does doing down during each few from further had has have having he her
    here hers herself him himself his how i its itself me more most my myself nor off once only
    other ought our ours ourselves out over own same she should so some than theirs them
    themselves those through too under until up very we were what when where which while who whom
    why would you your yours yourself yourselves

    also every happen happens make makes making many may mean means might much must need needs
    put puts shall thing things use uses using want wants way ways whole
    """
"""The words that Sphinx 9 has in its English list and Sphinx 8 has not, and those of questions."""


# The language of the words that Sphinx and extensions put on a page, for one page at a time.
#
# A build of Sphinx has one language: ``sphinx.locale`` keeps one translator of each catalogue,
# which is asked when a page is read and when it is written. There is no public way to change it
# between pages; where the table of translators is no more, pages keep the language of the build.

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


class PageLanguage:
    """Lets the catalogues of a build speak another language, and then its own again.

    :param own: the language of the build.
    :param codes: the languages of the site: code in ``docs.json`` → that in HTML.
    :param folders: name of each catalogue → where its translations are, the first wins.
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
        self.spoken: str | None = None

    def use_language(self, language: str | None) -> None:
        """Change to *language*, a code of ``docs.json``; ``None`` is that of the build."""
        language = None if language == self._own else language
        if language == self.spoken:
            return
        self.spoken = language
        for name, given in self._given.items():
            if given is not None:
                own = given if language is None else self._translator(name, language)
                self._table[NAMESPACE, name] = own

    def each(self, make: Callable[[], T]) -> dict[str, T]:
        """Return the code of each language in HTML → what *make* makes in it."""
        made = {}
        for code, in_html in self._codes.items():
            self.use_language(code)
            made[in_html] = make()
        self.use_language(None)
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


# The environment of the last build: where it comes from is decided before any event.


def load_environments(app: Sphinx, take_over: Callable[[Sphinx, BuildEnvironment], str]) -> None:
    """Let *take_over* change an environment before Sphinx judges it, or say why it is refused.

    Sphinx refuses what was read on another path, and has no event in between. Where its method
    has another name, such an environment is read again.
    """
    given: Any = getattr(app, "_load_existing_env", None)
    create: Any = getattr(app, "_create_fresh_env", None)
    if given is None or create is None:
        return

    def load(filename: Any) -> Any:
        try:
            with open(filename, "rb") as file:
                env: BuildEnvironment = pickle.load(file)
            refused = take_over(app, env)
        except Exception:  # a pickle may raise anything; Sphinx reports the same error
            return given(filename)
        if refused:
            status.info(refused)
            return create()
        try:
            env.setup(app)
        except Exception as error:  # extensions may raise anything; everything is read then
            status.info(__("failed: %s"), error)
            return create()
        setattr(app, "_fresh_env_used", False)  # noqa: B010  no type knows the name
        return env

    shown = progress_message(__("loading pickled environment"))(load)
    setattr(app, "_load_existing_env", shown)  # noqa: B010  mypy lets no method be changed


# Colours of messages.


def choose_colours(wanted: str = "auto") -> None:
    """Leave colours out of messages where ``NO_COLOR`` is set, and in files.

    :param wanted: ``yes``, ``no`` or ``auto``. Sphinx looks at standard output only, and writes
        its warnings to standard error.
    """
    is_hidden = sys.stdout.isatty() and not sys.stderr.isatty()
    if wanted == "no" or (wanted == "auto" and (is_hidden or not color_terminal())):
        nocolor()


# What messages say: where they come from, and which are said at all.

SPHINX = "sphinx"
"""The logger above all others: ``sphinx.util.logging`` puts it before every name."""


def logger_of(module: str) -> logging.Logger:
    """Return the logger of a module of Sphinx or of an extension.

    Sphinx hands out adapters; a filter needs what is behind them. Where names are made in another
    way, no logger is found, and its filters have no effect.
    """
    return logging.getLogger(f"{SPHINX}.{module}")


def warning_handlers() -> list[logging.Handler]:
    """Return what prints the warnings of this build: the handlers that take nothing below them."""
    handlers = logging.getLogger(SPHINX).handlers
    return [handler for handler in handlers if handler.level >= logging.WARNING]


def change_messages(change: logging.Filter) -> None:
    """Let *change* see every message of this build.

    Sphinx makes new handlers for each application, after which a location is a text; a filter
    that is added now sees that text. Without handlers there, messages stay as they are.
    """
    for handler in logging.getLogger(SPHINX).handlers:
        handler.addFilter(change)


@contextmanager
def reported_as(reporter: Reporter, source: str) -> Iterator[None]:
    """Let docutils say that what it reports is in *source*.

    The parser of reStructuredText gives the reporter a function that knows places, and so does
    MyST; it has no setter. If it is ignored, messages name the page around.
    """
    known: dict[str, Any] = vars(reporter)
    before = dict(known)

    def place(line: int | None = None) -> tuple[str, int | None]:
        return source, line

    known["source"], known["get_source_and_line"] = source, place
    try:
        yield
    finally:
        for name in ("source", "get_source_and_line"):
            known.pop(name)
            if name in before:
                known[name] = before[name]
