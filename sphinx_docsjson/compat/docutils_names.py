"""Who has the name of a directive or a role; docutils has methods that add and none that tell."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.languages import en


def directive_of(name: str) -> type[Directive] | None:
    """Return the directive that has *name* today, if any.

    The public function is asked for those of docutils itself, which it imports. For any other
    name it reports an error, so what extensions registered is looked up where docutils keeps it.
    Registration is global (https://github.com/chrisjsewell/docutils/issues/446); where it is kept
    elsewhere, a directive of another extension loses its name to a component of the same name.
    """
    registered: Any = getattr(directives, "_directives", {}).get(name)
    if registered is None and name in en.directives:
        # The document is only told of names that the language does not have.
        registered, _messages = directives.directive(name, en, None)  # type: ignore[arg-type]
    return registered if isinstance(registered, type) else None


def role_names() -> set[str]:
    """Return the names of the roles that extensions and docutils registered.

    Where they are kept elsewhere, those of the English language are known, and a role of another
    extension loses its name to a component of the same name.
    """
    extensions: dict[str, Any] = getattr(roles, "_roles", {})
    built_in: dict[str, Any] = getattr(roles, "_role_registry", {})
    spoken: dict[str, str] = import_module(en.__name__).roles
    return {*extensions, *built_in, *(spoken.values() if not built_in else ())}
