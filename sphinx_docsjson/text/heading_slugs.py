"""Heading text → the ids that links to it use."""

from __future__ import annotations

import re

_DROPPED = re.compile(r"[^\w\s./&’-]", re.UNICODE)
_TO_DASH = re.compile(r"[\s.]+")
_DASHES = re.compile(r"-{2,}")
_NOT_GITHUB = re.compile(r"[^\w\s-]", re.UNICODE)
_PLAIN = re.compile(r"[\w-]+", re.UNICODE)
_LOOSE = re.compile(r"[\W_]+", re.UNICODE)


def hosted_slug(text: str) -> str:
    """Return the id the hosted platform gives a heading.

    Lower-case, spaces and full stops to ``-``, an apostrophe to ``’``, parentheses and other
    special characters dropped, ``/`` and ``&`` kept (reference: newer docs.json, §6).
    """
    text = text.strip().lower().replace("'", "’")
    text = _TO_DASH.sub("-", _DROPPED.sub("", text))
    return _DASHES.sub("-", text).strip("-")


def github_slug(text: str) -> str:
    """Return the id GitHub gives a heading: each space a dash, punctuation dropped."""
    return re.sub(r"\s", "-", _NOT_GITHUB.sub("", text.strip().lower()))


def slugs(text: str) -> list[str]:
    """Return the ids of a heading, the one to write first.

    The first holds only letters, digits, ``-`` and ``_``, so that every format can write it; the
    ids that links from elsewhere may use follow.
    """
    github = github_slug(text)
    spelled_out = hosted_slug(text.replace("&", " and ")) if "&" in text else ""
    found = [*title_slugs(text), _collapsed(github), github, spelled_out]
    return list(dict.fromkeys(slug for slug in found if slug))


def title_slugs(text: str) -> list[str]:
    """Return the ids of a component with a title: the one to write first, the hosted one."""
    hosted = hosted_slug(text)
    first = hosted if _PLAIN.fullmatch(hosted) else _collapsed(github_slug(text))
    return list(dict.fromkeys(slug for slug in (first, hosted) if slug))


def _collapsed(slug: str) -> str:
    return _DASHES.sub("-", slug).strip("-")


def loose(anchor: str) -> str:
    """Return what two spellings of the same anchor have in common."""
    return _LOOSE.sub("", anchor.lower())
