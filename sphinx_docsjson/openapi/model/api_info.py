"""What a description says of its API as a whole: the Info Object, as frozen data. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import mapping, optional_text, text


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiContact:
    """Who answers questions about an API."""

    name: str = ""
    url: str | None = None
    email: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiLicence:
    """The licence of an API.

    :param identifier: its name in the list of SPDX.
    """

    name: str
    url: str | None = None
    identifier: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiInfo:
    """The Info Object without the title, which :class:`Specification` has.

    :param version: the version of the description, such as ``1.2.0``.
    :param terms: the address of the terms of service.
    """

    version: str = ""
    summary: str = ""
    description: str = ""
    terms: str | None = None
    contact: ApiContact | None = None
    licence: ApiLicence | None = None


def info_of(raw: Mapping[str, Any]) -> ApiInfo:
    """Return what an Info Object says."""
    contact, licence = mapping(raw.get("contact")), mapping(raw.get("license"))
    return ApiInfo(
        version=text(raw.get("version")),
        summary=text(raw.get("summary")),
        description=text(raw.get("description")),
        terms=optional_text(raw.get("termsOfService")),
        contact=ApiContact(
            name=text(contact.get("name")),
            url=optional_text(contact.get("url")),
            email=optional_text(contact.get("email")),
        )
        if any(text(contact.get(name)) for name in ("name", "url", "email"))
        else None,
        licence=ApiLicence(
            name=text(licence.get("name")) or text(licence.get("identifier")),
            url=optional_text(licence.get("url")),
            identifier=optional_text(licence.get("identifier")),
        )
        if text(licence.get("name")) or text(licence.get("identifier"))
        else None,
    )
