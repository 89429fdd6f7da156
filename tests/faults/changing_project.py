"""A project of Sphinx with all that its pages are made of, and what its authors change."""

from __future__ import annotations

from collections.abc import Callable

from tests._support.inputs import input_text
from tests.faults.changing_site import PNG, Files

CATALOG = "locale/de/LC_MESSAGES/words.po"


def project() -> Files:
    """Return the files before any change."""
    return {
        "conf.py": input_text(__file__, "changing_project-conf.py"),
        "index.rst": "Pots\n====\n\n.. toctree::\n   :glob:\n\n   *\n",
        "api.rst": "Calls\n=====\n\n.. automodule:: pot\n   :members:\n   :inherited-members:\n",
        "words.rst": "Words\n=====\n\nA warm pot.\n",
        "code.rst": "Code\n====\n\n.. literalinclude:: code.txt\n\n.. include:: part.txt\n",
        "picture.rst": "Picture\n=======\n\n.. image:: cup.png\n   :alt: A cup\n",
        "plain.rst": "Plain\n=====\n\nSee :func:`pot.brew` and :doc:`words`.\n",
        "code.txt": "one\n",
        "part.txt": "A part.\n",
        "cup.png": PNG,
        "pot.py": input_text(__file__, "changing_project-pot.py"),
        "kettle.py": input_text(__file__, "changing_project-kettle.py"),
        CATALOG: 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "A warm pot."\nmsgstr "Eine warme Kanne."\n',
        "_templates/layout.html": (
            '{% extends "!layout.html" %}{% block footer %}One{% endblock %}'
        ),
        "_static/own.css": ".a { color: red }\n",
    }


def _text(name: str, old: str, new: str) -> Callable[[Files], None]:
    def change(files: Files) -> None:
        text = str(files[name])
        assert old in text, f"{old!r} is not in {name}"
        files[name] = text.replace(old, new)

    return change


CHANGES: dict[str, Callable[[Files], None]] = {
    "a docstring": _text("pot.py", "Make tea.", "Make good tea."),
    "an inherited docstring": _text("kettle.py", "Boil water.", "Boil fresh water."),
    "nothing": lambda files: None,
    "a signature that a link names": _text("pot.py", "def brew(", "def steep("),
    "a catalogue": _text(CATALOG, "Eine warme Kanne.", "Eine heiße Kanne."),
    "included code": _text("code.txt", "one", "two"),
    "an included file": _text("part.txt", "A part", "One part"),
    "a picture": lambda files: files.update({"cup.png": PNG + b"\0"}),
    "a template": _text("_templates/layout.html", "One", "Two"),
    "a style": _text("_static/own.css", "red", "blue"),
    "a word of a page": _text("plain.rst", "Plain\n=====\n\nSee", "Plain\n=====\n\nRead"),
}
"""What is changed → how, one after the other."""
