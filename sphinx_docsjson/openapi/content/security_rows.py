"""What a request must carry to be let in, as nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.markdown_nodes import to_nodes
from sphinx_docsjson.openapi.content.outside_markdown import link_target
from sphinx_docsjson.openapi.model.access import OAuthFlow, Requirement, Security, SecurityScheme

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.api import Specification

PLACES = {"query": _("query parameter"), "header": _("header"), "cookie": _("cookie")}
FLOWS = {
    "implicit": _("implicit flow"),
    "password": _("password flow"),
    "clientCredentials": _("client credentials flow"),
    "authorizationCode": _("authorization code flow"),
    "deviceAuthorization": _("device flow"),
}


def security_nodes(security: Security, source: str) -> list[nodes.Node]:
    """Return the alternatives: each a list of what holds together."""
    alternatives = [alternative for alternative in security if alternative]
    optional = len(alternatives) < len(security)
    found: list[nodes.Node] = []
    if len(alternatives) > 1:
        found.append(_line(str(_("One of these is needed:"))))
    for number, alternative in enumerate(alternatives, start=1):
        if len(alternatives) > 1 and len(alternative) > 1:
            found.append(_line(str(_("Alternative %s, all of:") % number)))
        listed = nodes.definition_list(classes=["dj-security"])
        listed += [_requirement(requirement, source) for requirement in alternative]
        found.append(listed)
    if optional and alternatives:
        found.append(_line(str(_("A request without authentication is allowed too."))))
    return found


def scheme_nodes(spec: Specification) -> list[nodes.Node]:
    """Return all security schemes in full, and which of them an operation needs."""
    listed = nodes.definition_list(classes=["dj-security"])
    for scheme in spec.security_schemes.values():
        name = [nodes.strong(scheme.key, scheme.key), nodes.Text(" · ")]
        anchor = f"security-{nodes.make_id(scheme.key) or 'scheme'}"
        listed.append(_requirement(Requirement(scheme=scheme), spec.key, name, anchor))
    if not listed.children:
        return []
    return [*_needed(spec.security), listed]


def _needed(security: Security) -> list[nodes.Node]:
    """Return the line that says what operations ask for that say nothing of their own."""
    alternatives = [alternative for alternative in security if alternative]
    if not alternatives:
        return []
    line = nodes.paragraph("", f"{_('Unless the page of an operation says otherwise, send')} ")
    for number, alternative in enumerate(alternatives):
        line += [nodes.Text(f" {_('or')} ")] if number else []
        for index, requirement in enumerate(alternative):
            line += [nodes.Text(" + ")] if index else []
            line.append(_code(requirement.scheme.key))
    optional = f", {_('or nothing')}" if len(alternatives) < len(security) else ""
    line.append(nodes.Text(f"{optional}."))
    return [line]


def _requirement(
    requirement: Requirement, source: str, name: Sequence[nodes.Node] = (), anchor: str = ""
) -> nodes.Node:
    scheme = requirement.scheme
    term = nodes.term("", "", *name, *_how(scheme), ids=[anchor] if anchor else [])
    if scheme.deprecated:
        term += [nodes.Text(" "), _words(str(_("deprecated")), "dj-field-deprecated")]
    content = to_nodes(scheme.description, source)
    if scheme.bearer_format:
        content.append(_line(f"{_('Format of the token')}: {scheme.bearer_format}"))
    if scheme.openid_url and (url := link_target(scheme.openid_url)):
        content.append(_link_line(str(_("Discovery")), url))
    for flow in scheme.flows:
        content += _flow(flow, requirement.scopes)
    if requirement.scopes and not scheme.flows:
        content.append(_codes(str(_("Scopes")), requirement.scopes))
    return nodes.definition_list_item("", term, nodes.definition("", *content))


def _how(scheme: SecurityScheme) -> list[nodes.Node]:
    """Return what a request carries for a scheme, in one line."""
    if scheme.type == "apiKey":
        place = str(PLACES.get(scheme.place, scheme.place))
        return [_code(scheme.parameter or scheme.key), nodes.Text(f" ({place})")]
    if scheme.type == "http":
        if scheme.scheme == "basic":
            return [_code("Authorization"), nodes.Text(f" ({_('user name and password')}, Basic)")]
        if scheme.scheme == "bearer":
            return [_code("Authorization: Bearer <token>"), nodes.Text(f" ({_('header')})")]
        return [_code("Authorization"), nodes.Text(f" ({scheme.scheme or 'http'})")]
    names = {
        "oauth2": "OAuth 2",
        "openIdConnect": "OpenID Connect",
        "mutualTLS": str(_("TLS certificate of the client")),
    }
    return [
        _words(names.get(scheme.type, scheme.type or scheme.key)),
        nodes.Text(f" ({scheme.key})"),
    ]


def _flow(flow: OAuthFlow, scopes: tuple[str, ...]) -> list[nodes.Node]:
    found: list[nodes.Node] = [_line(str(FLOWS.get(flow.name, flow.name)).capitalize())]
    listed = nodes.bullet_list()
    urls = (
        (_("Authorization URL"), flow.authorization_url),
        (_("Token URL"), flow.token_url),
        (_("Refresh URL"), flow.refresh_url),
        (_("Device URL"), flow.device_url),
    )
    for label, url in urls:
        if url:
            target = link_target(url)
            line = _link_line(str(label), target) if target else _line(f"{label}: {url}")
            listed.append(nodes.list_item("", line))
    for scope in scopes or tuple(flow.scopes):
        line = nodes.paragraph("", "", _code(scope))
        if about := flow.scopes.get(scope):
            line.append(nodes.Text(f" {about}"))
        listed.append(nodes.list_item("", line))
    if listed.children:
        found.append(listed)
    return found


def _line(text: str) -> nodes.paragraph:
    return nodes.paragraph(text, text)


def _code(text: str) -> nodes.literal:
    return nodes.literal(text, text)


def _words(text: str, css_class: str = "") -> nodes.inline:
    return nodes.inline(text, text, classes=[css_class] if css_class else [])


def _codes(label: str, values: tuple[str, ...]) -> nodes.paragraph:
    line = nodes.paragraph("", f"{label}: ")
    for index, value in enumerate(values):
        line += [nodes.Text(", ")] if index else []
        line.append(_code(value))
    return line


def _link_line(label: str, url: str) -> nodes.paragraph:
    return nodes.paragraph("", f"{label}: ", nodes.reference(url, url, refuri=url, internal=False))
