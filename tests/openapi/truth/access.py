"""Compares who may call an operation, where it is called, and what it leads to."""

from __future__ import annotations

from typing import Any

from bs4 import Tag

from tests.openapi.truth.built import elements, words_of
from tests.openapi.truth.differences import Record
from tests.openapi.truth.files import Files, Place, Unresolved
from tests.openapi.truth.operations import Operation, operations_of
from tests.openapi.truth.page import ShownBody, ShownRequest
from tests.openapi.truth.site import Site
from tests.openapi.truth.texts import code, contains, tokens_of, tokens_of_markdown

FLOWS = {
    "implicit": "Implicit flow",
    "password": "Password flow",
    "clientCredentials": "Client credentials flow",
    "authorizationCode": "Authorization code flow",
    "deviceAuthorization": "Device flow",
}
URLS = ("authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl")
OPEN = "A request without authentication is allowed too."


class AccessCheck:
    """Compares security, servers, links and further documents."""

    def __init__(self, files: Files, site: Site, record: Record) -> None:
        self.files = files
        self.site = site
        self.record = record

    # -- security ------------------------------------------------------------------------------

    def security(self, shown: ShownRequest, operation: Operation) -> None:
        """Compare the alternatives, what each asks for, and scopes."""
        place = operation.place.get("security")
        if place is None and not operation.webhook:
            place = self.files.document.get("security")
        alternatives = [inner for _number, inner in place.members()] if place else []
        section = shown.sections.get("Authorization")
        lists = section.select("dl.dj-security, p.dj-opening") if section else []
        wanted = [alternative for alternative in alternatives if alternative.value]
        ok = len(wanted) == len(lists)
        where = place or operation.place
        if wanted or lists:
            said = [list(alternative.value) for alternative in wanted]
            page = [words_of(shown_list) for shown_list in lists]
            self.record.check("security", where, ok=ok, file=said, page=page)
        text = words_of(section)
        optional = len(wanted) < len(alternatives) and bool(wanted)
        if optional or OPEN in text:
            self.record.check(
                "security", where, ok=optional == (OPEN in text), file=optional, page=text
            )
        if len(wanted) > 1:
            has = "One of these is needed" in text
            self.record.check("security", where, ok=has, file="alternatives", page=text)
        if ok:
            for alternative, listed in zip(wanted, lists, strict=True):
                self._alternative(alternative, listed)

    def _alternative(self, alternative: Place, listed: Tag) -> None:
        rows: list[tuple[Tag, Tag | None]] = [(listed, None)] if listed.name == "p" else []
        for child in elements(listed):
            if child.name == "dt":
                rows.append((child, None))
            elif child.name == "dd" and rows:
                rows[-1] = (rows[-1][0], child)
        ok = len(rows) == len(alternative.value)
        said = list(alternative.value)
        page = [words_of(term) for term, _about in rows]
        if not self.record.check("security", alternative, ok=ok, file=said, page=page):
            return
        for (name, scopes), (term, about) in zip(alternative.members(), rows, strict=True):
            self._scheme(name, scopes, words_of(term), about)

    def _scheme(self, name: str, scopes: Place, term: str, about: Tag | None) -> None:
        raw = self.files.document.get("components", "securitySchemes", name)
        if raw is None:
            return
        scheme = self.files.followed(raw)
        for words in _term_of(name, scheme):
            self.record.check("security", scheme, ok=words in term, file=words, page=term)
        required = [scope for scope in scopes.value if isinstance(scope, str)]
        self.scheme_facts(scheme, name, required, words_of(about))

    def scheme_facts(self, scheme: Place, name: str, required: list[str], text: str) -> None:
        """Compare what is said of a way to sign in.

        :param required: the scopes that are asked for; none: all are shown.
        """
        said = tokens_of_markdown(scheme.text("description"))
        if said:
            ok = contains(tokens_of(text), said)
            self.record.check(
                "description", scheme, ok=ok, file=scheme.text("description"), page=text
            )
        facts = [scheme.text("bearerFormat"), scheme.text("openIdConnectUrl")]
        flows = {key: flow for key, flow in scheme.members("flows") if key in FLOWS}
        for key, flow in flows.items():
            facts.append(FLOWS[key])
            facts += [flow.text(url) for url in URLS]
            for scope, meaning in flow.members("scopes"):
                if not required or scope in required:
                    facts += [scope, f"{scope} {_one_line(meaning.value)}"]
        facts += required
        for fact in facts:
            if fact:
                ok = contains(tokens_of(text), tokens_of_markdown(fact))
                self.record.check("security fact", scheme, ok=ok, file=fact, page=text)

    # -- servers -------------------------------------------------------------------------------

    def servers(self, shown: ShownRequest, operation: Operation) -> None:
        """Compare the servers of an operation: its own, the path's or the document's."""
        if operation.webhook:
            return
        holders = (operation.place, operation.item, self.files.document)
        found = next((list(h.members("servers")) for h in holders if h.value.get("servers")), [])
        section = shown.sections.get("Servers")
        text = words_of(section)
        for number, (_name, server) in enumerate(found):
            address = server.text("url").rstrip("/")
            if not address:
                continue
            in_place = f"{shown.base}" if number == 0 else ""
            plain = _with_defaults(server)
            ok = address in text or (number == 0 and plain.rstrip("/") == in_place)
            ok = ok and (number > 0 or not in_place or plain.rstrip("/") == in_place)
            page = text or shown.base
            self.record.check("server", server, ok=ok, file=address, page=page)
            for words in server_facts(server):
                wanted = tokens_of_markdown(words)
                ok = " ".join(wanted) in " ".join(tokens_of(text))
                self.record.check("server fact", server, ok=ok, file=words, page=text)

    # -- links ---------------------------------------------------------------------------------

    def links(self, shown: ShownBody, response: Place) -> None:
        """Compare the links of a response."""
        text = " ".join(words_of(listed) for listed in shown.links)
        names = [words_of(term) for listed in shown.links for term in listed.find_all("dt")]
        for name, raw in response.members("links"):
            try:
                link = self.files.followed(raw)
            except Unresolved:
                continue
            self.record.check("link", link, ok=name in names, file=name, page=names)
            self._target(link, shown, text)
            facts = []
            for parameter, value in link.members("parameters"):
                facts.append(f"{parameter} = {code(value.value)}")
            body = link.get("requestBody")
            facts += [code(body.value)] if body is not None else []
            for fact in facts:
                if fact:
                    ok = " ".join(fact.split()) in text
                    self.record.check("link fact", link, ok=ok, file=fact, page=text)
            said = " ".join(tokens_of_markdown(link.text("description")))
            if said:
                ok = said in " ".join(tokens_of(text))
                self.record.check(
                    "description", link, ok=ok, file=link.text("description"), page=text
                )

    def _target(self, link: Place, shown: ShownBody, text: str) -> None:
        """Ask for a link to the page of the operation that a link names, or for its name."""
        name = link.text("operationId") or link.text("operationRef")
        found = [each for each in operations_of(self.files) if _is_meant(each, link)]
        page = next((self.site.page_of(each) for each in found), None)
        links = [str(a.get("href")) for listed in shown.links for a in listed.find_all("a")]
        leads = page is not None and any(
            self.site.target(shown.page, address)[0] == page.resolve() for address in links
        )
        ok = leads if page is not None else name in text
        self.record.check("link fact", link, ok=ok, file=name, page=f"{text} {links}")

    # -- further documents ---------------------------------------------------------------------

    def external_docs(self, shown: ShownRequest, operation: Operation) -> None:
        """Compare the link to documents outside."""
        place = operation.place.get("externalDocs")
        if place is None or not place.text("url"):
            return
        section = shown.sections.get("More information")
        links = section.find_all("a") if section is not None else []
        addresses = [str(link.get("href")) for link in links]
        ok = any(same_address(address, place.text("url")) for address in addresses)
        self.record.check("externalDocs", place, ok=ok, file=place.text("url"), page=addresses)
        said = tokens_of_markdown(place.text("description"))
        if said:
            ok = " ".join(said) in " ".join(tokens_of(words_of(section)))
            self.record.check("externalDocs", place, ok=ok, file=said, page=words_of(section))


def _is_meant(operation: Operation, link: Place) -> bool:
    """Whether a link is about an operation."""
    name, reference = link.text("operationId"), link.text("operationRef")
    if name:
        return operation.place.text("operationId") == name
    return bool(reference) and reference == str(operation.place)


def _term_of(name: str, scheme: Place) -> list[str]:
    kind, way = scheme.text("type"), scheme.text("scheme").lower()
    if kind == "apiKey":
        place = {"query": "query parameter"}.get(scheme.text("in"), scheme.text("in"))
        return [scheme.text("name"), place]
    if kind == "http":
        words = {"basic": "Basic", "bearer": "Bearer"}.get(way, way)
        return ["Authorization", words]
    names = {"oauth2": "OAuth 2", "openIdConnect": "OpenID Connect", "mutualTLS": "TLS"}
    return [names.get(kind, kind), name]


def _one_line(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _with_defaults(server: Place) -> str:
    address = server.text("url")
    for name, variable in server.members("variables"):
        default = variable.get("default")
        address = address.replace(f"{{{name}}}", str(default.value) if default else "")
    return address


def server_facts(server: Place) -> list[str]:
    """Return the words about a server: its text, its variables, their values."""
    facts = [server.text("description")]
    for name, variable in server.members("variables"):
        default = variable.get("default")
        facts += [name, f"default: {code(default.value)}" if default else ""]
        facts += [variable.text("description")]
        facts += [code(value.value) for _number, value in variable.members("enum")]
    return [fact for fact in facts if fact]


def same_address(one: str, other: str) -> bool:
    """Whether a link leads where the file says, whatever a relative address is relative to."""
    return one.rstrip("/") == other.rstrip("/") or one.endswith(other)
