"""The servers of an API and the authentication of a request, as nodes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.ext.openapi.content.links import docs_link
from sphinx_docsjson.ext.openapi.content.markdown import link_target, to_nodes
from sphinx_docsjson.ext.openapi.model.api import (
    OAuthFlow,
    Requirement,
    Security,
    SecurityScheme,
    Server,
)
from sphinx_docsjson.ext.openapi.reading.parse import json_of
from sphinx_docsjson.ext.openapi.schema.view import json_text
from sphinx_docsjson.i18n import _

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.model.api import Specification


def server_nodes(servers: tuple[Server, ...], source: str) -> list[nodes.Node]:
    """Return the servers with their variables."""
    if not servers:
        return []
    listed = nodes.definition_list(classes=["dj-servers"])
    for server in servers:
        url = server.url.rstrip("/") or "/"
        content = to_nodes(server.description, source)
        if server.protocol:
            content.insert(0, _line(f"{_('Protocol')}: {server.protocol}"))
        for variable in server.variables:
            line = nodes.paragraph("", "")
            line += [nodes.literal(variable.name, variable.name), nodes.Text(" ")]
            if variable.default is not None:
                line += [nodes.Text(f"{_('default')}: "), _value(variable.default)]
            for number, value in enumerate(variable.enum):
                before = "; " if variable.default is not None else ""
                before = ", " if number else f"{before}{_('one of')}: "
                line += [nodes.Text(before), _value(value)]
            content += [line, *to_nodes(variable.description, source)]
        for tag in server.tags:
            name = nodes.inline(tag.label, tag.label, classes=["dj-tag"])
            content += [nodes.paragraph("", "", name), *to_nodes(tag.description, source)]
        for binding in server.bindings:
            for key, value in binding.values.items():
                content += value_nodes(f"{binding.protocol}.{key}", value)
        if docs := server.external_docs:
            link = docs_link(docs, lambda _url: None, lambda url: url)
            content += [nodes.paragraph("", "", link)] if link else []
        term = nodes.term("", "", nodes.literal(url, url))
        if server.name:
            term += [nodes.Text(" "), nodes.inline(server.name, server.name)]
        listed.append(nodes.definition_list_item("", term, nodes.definition("", *content)))
    return [listed]


def _value(text: str) -> nodes.Node:
    return nodes.Text(text) if text else nodes.literal('""', '""')


LONG_VALUE = 60
"""A value of a binding of more characters gets a block of its own."""


def value_nodes(name: str, value: Any) -> list[nodes.Node]:
    """Return a field of a binding: on one line, or with a block where it is long."""
    shown = value if isinstance(value, str) else json_text(value)
    if len(shown) > LONG_VALUE and isinstance(value, dict | list):
        return [nodes.paragraph("", "", nodes.literal(name, name)), _json_block(value)]
    line = nodes.paragraph(
        "", "", nodes.literal(name, name), nodes.Text(" = "), translatable=False
    )
    line.append(nodes.literal(shown, shown))
    return [line]


def _json_block(value: Any) -> nodes.literal_block:
    text = json_of(value, 2)
    return nodes.literal_block(text, text, force=True, language="json")


PLACES = {"query": _("query parameter"), "header": _("header"), "cookie": _("cookie")}
PLACES |= {"user": _("as the user name"), "password": _("as the password")}
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


SHOWN_WAYS = 2
"""The line names this many ways to be let in; of more it names the first."""


def security_line(security: Security, source: str) -> list[nodes.Node]:
    """Return the alternatives as one line, which opens where there is more to say about them."""
    content = security_nodes(security, source)
    if not content:
        return []
    pieces: list[tuple[str, bool]] = []
    alternatives = [alternative for alternative in security if alternative]
    # Schemes that differ only in their descriptions, such as two kinds of keys, look the same.
    ways = list(dict.fromkeys(map(_way, alternatives)))
    named = ways if len(ways) <= SHOWN_WAYS else ways[:1]
    for number, way in enumerate(named):
        pieces += [(f" {_('or')} ", False)] if number else []
        pieces += way
    if others := len(ways) - len(named):
        pieces.append((f" {_('or %s other ways') % others}", False))
    if len(alternatives) < len(security):
        pieces.append((f" {_('or nothing')}", False))
    node = opening_line("", *content)
    # What the line says is not said again below it.
    definitions = [d for each in content for d in each.findall(nodes.definition)]
    node["pieces"], node["alone"] = tuple(pieces), len(definitions) == 1
    is_more = len(definitions) > 1 or len(alternatives) < len(security)
    node["told"] = is_more or any(each.children for each in definitions)
    return [node]


def _way(alternative: Sequence[Requirement]) -> tuple[tuple[str, bool], ...]:
    """Return what a request carries that is let in: each a text, and whether it is code."""
    pieces: list[tuple[str, bool]] = []
    for index, requirement in enumerate(alternative):
        pieces += [(" + ", False)] if index else []
        how = _how(requirement.scheme)
        pieces += [(part.astext(), isinstance(part, nodes.literal)) for part in how]
        if requirement.scheme.deprecated:
            pieces.append((f" · {_('deprecated')}", False))
    return tuple(pieces)


class opening_line(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Content that HTML closes below a line of ``pieces``: each a text, and whether it is code.

    Other builders write the content, which is complete. ``told`` is whether there is more than the
    line says, ``alone`` whether the line is the term of all that follows.
    """


def visit_opening_line(translator: Any, node: opening_line) -> None:
    """Write the line; where there is nothing more to say, it does not open."""
    line = "".join(
        f"<code>{escape(text)}</code>" if is_code else escape(text)
        for text, is_code in node["pieces"]
    )
    if not node["told"]:
        translator.body.append(f'<p class="dj-opening">{line}</p>\n')
        raise nodes.SkipNode
    name = "dj-opening dj-opening-alone" if node["alone"] else "dj-opening"
    opened = " open" if translator.builder.name == "epub" else ""
    translator.body.append(f'<details class="{name}"{opened}>')
    translator.body.append(f"<summary data-markdown-ignore>{line}</summary>\n")


def depart_opening_line(translator: Any, _node: opening_line) -> None:
    """Write the end of the content."""
    translator.body.append("</details>\n")


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
    """Return the line about what operations require that do not say it themselves."""
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
        "userPassword": str(_("User name and password")),
        "X509": str(_("X.509 certificate of the client")),
        "symmetricEncryption": str(_("Symmetric encryption")),
        "asymmetricEncryption": str(_("Asymmetric encryption")),
        "plain": "SASL PLAIN",
        "scramSha256": "SASL SCRAM-SHA-256",
        "scramSha512": "SASL SCRAM-SHA-512",
        "gssapi": "SASL GSSAPI (Kerberos)",
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
