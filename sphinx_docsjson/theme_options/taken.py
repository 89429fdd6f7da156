"""What a project chose by ``html_theme_options``, read once per build."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints
from weakref import WeakKeyDictionary

from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.theme_options import values
from sphinx_docsjson.theme_options.css_variables import css_variables
from sphinx_docsjson.theme_options.values import IconLink, PictureLogo, PlainLink, WrongValue
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


@dataclass(frozen=True, kw_only=True)
class ThemeOptions:
    """The options by their names; what is not set is left to ``docs.json``.

    ``docs/configure/theme-options.md`` says what each does, and which theme it comes from.
    """

    announcement: Annotated[str | None, values.text] = None
    light_css_variables: Annotated[Mapping[str, str], css_variables] = field(default_factory=dict)
    dark_css_variables: Annotated[Mapping[str, str], css_variables] = field(default_factory=dict)
    light_logo: Annotated[str | None, values.text] = None
    dark_logo: Annotated[str | None, values.text] = None
    logo: Annotated[PictureLogo | None, values.picture_logo] = None
    logo_link: Annotated[str | None, values.address] = None
    sidebar_hide_name: Annotated[bool, values.flag] = False
    footer_icons: Annotated[tuple[IconLink, ...], values.icon_links] = ()
    icon_links: Annotated[tuple[IconLink, ...], values.icon_links] = ()
    github_url: Annotated[str | None, values.address] = None
    gitlab_url: Annotated[str | None, values.address] = None
    bitbucket_url: Annotated[str | None, values.address] = None
    twitter_url: Annotated[str | None, values.address] = None
    external_links: Annotated[tuple[PlainLink, ...], values.plain_links] = ()
    header_links_before_dropdown: Annotated[int | None, values.number] = None
    header_dropdown_text: Annotated[str | None, values.text] = None
    search_bar_text: Annotated[str | None, values.text] = None
    source_repository: Annotated[str | None, values.address] = None
    source_branch: Annotated[str | None, values.text] = None
    source_directory: Annotated[str | None, values.text] = None
    source_edit_link: Annotated[str | None, values.page_address] = None
    source_view_link: Annotated[str | None, values.page_address] = None
    top_of_page_buttons: Annotated[tuple[str, ...] | None, values.buttons] = None
    use_edit_page_button: Annotated[bool | None, values.flag] = None
    page_feedback: Annotated[str | None, values.feedback_address] = None
    show_prev_next: Annotated[bool, values.flag] = True
    show_toc_level: Annotated[int | None, values.number] = None
    show_nav_level: Annotated[int | None, values.number] = None
    navigation_depth: Annotated[int | None, values.number] = None
    collapse_navigation: Annotated[bool | None, values.flag] = None
    navbar_end: Annotated[tuple[str, ...], values.templates] = ()
    primary_sidebar_end: Annotated[tuple[str, ...], values.templates] = ()
    secondary_sidebar_items: Annotated[tuple[str, ...] | None, values.parts] = None
    footer_start: Annotated[tuple[str, ...], values.templates] = ()
    footer_center: Annotated[tuple[str, ...], values.templates] = ()
    footer_end: Annotated[tuple[str, ...], values.templates] = ()

    @property
    def page_buttons(self) -> tuple[str, ...]:
        """The buttons above a page: those asked for, or both where the source is named."""
        if self.top_of_page_buttons is not None:
            return self.top_of_page_buttons
        named = self.source_repository or self.source_edit_link or self.source_view_link
        return ("view", "edit") if named else ()

    @property
    def shows_contents(self) -> bool:
        """Whether the list of the headings is among what stands beside a page."""
        items = self.secondary_sidebar_items
        return items is None or "page-toc" in values.without_suffix(items)


READERS = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(ThemeOptions, include_extras=True).items()
}
"""Each option and what reads its value."""

_taken: WeakKeyDictionary[Config, ThemeOptions] = WeakKeyDictionary()


def options_of(config: Config) -> ThemeOptions:
    """Return the options of a build; none are set where the theme is another."""
    return _taken.get(config) or ThemeOptions()


def take_options(app: Sphinx) -> None:
    """Read the options, those that a child theme sets by itself among them; report wrong ones."""
    theme = getattr(app.builder, "theme", None)
    if theme is None or not has_our_theme(app.config):
        return
    given = {**theme.get_options(), **app.config.html_theme_options}
    options, wrong = read_options(given)
    for name, problem in wrong.items():
        place = place_of(name, Path(app.confdir) / "conf.py")
        warn(Warn.THEME_OPTION, f"html_theme_options: {name}: {problem}", location=place)
    _taken[app.config] = options


def read_options(given: Mapping[str, Any]) -> tuple[ThemeOptions, dict[str, str]]:
    """Return the options, and what is wrong with a value by its name; others count."""
    found, wrong = {}, {}
    for name, reader in READERS.items():
        value = given.get(name)
        if value is None or value == "":
            continue
        try:
            found[name] = reader(value)
        except WrongValue as problem:
            wrong[name] = str(problem)
    return ThemeOptions(**found), wrong


def place_of(option: str, conf: Path) -> str | None:
    """Return where conf.py names an option, as far as it stands there as a text."""
    try:
        tree = ast.parse(conf.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return None
    lines = (
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value == option
    )
    line = next(lines, None)
    return f"{conf}:{line or 1}"
