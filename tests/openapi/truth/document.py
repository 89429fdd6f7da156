"""Compares what a description says of itself with the pages about it and about its tags."""

from __future__ import annotations

from pathlib import Path

from bs4 import Tag

from tests.openapi.truth.access import AccessCheck, same_address, server_facts
from tests.openapi.truth.built import article_of, text_of, words_of
from tests.openapi.truth.differences import Record
from tests.openapi.truth.files import Files, Place, Unresolved
from tests.openapi.truth.site import Site
from tests.openapi.truth.texts import contains, tokens_of, tokens_of_markdown

ABOUT = "dj-api-facts"
WRITTEN = "truth-about"
"""What the pages are called that the command writes where only some operations are shown."""


class DocumentCheck:
    """Compares the information, the servers, the ways to sign in and the tags."""

    def __init__(self, files: Files, site: Site, record: Record) -> None:
        self.files = files
        self.record = record
        self.access = AccessCheck(files, site, record)
        self.tags: list[Tag] = []
        self.overview: Tag | None = None
        for page in sorted(site.folder.rglob("*.html")):
            self._take(page)

    def _take(self, page: Path) -> None:
        html = page.read_text(encoding="utf-8")
        marks = (ABOUT, "dj-operations", "dj-api-tags")
        if not any(mark in html for mark in marks) and not page.stem.startswith(WRITTEN):
            return
        article = article_of(page)
        is_whole = page.stem in ("overview", f"{WRITTEN}-0")
        if is_whole or article.find(class_=ABOUT) or article.find(class_="dj-api-tags"):
            self.overview = self.overview or article
        else:
            self.tags.append(article)

    def check(self) -> None:
        """Compare everything."""
        self.record.operation = "(the description)"
        document = self.files.document
        info = self.files.followed(document.get("info") or document)
        ok = self.overview is not None
        self.record.check("page", info, ok=ok, file="the overview", page="")
        if self.overview is None:
            return
        text = text_of(self.overview)
        # The facts and files stand between the first and the second paragraph of the text.
        between = self.overview.find_all(class_=[ABOUT, "dj-api-files"])
        prose = text
        for node in between:
            prose = prose.replace(text_of(node), " ")
        text += prose
        for name in ("title", "summary", "description", "version"):
            raw = info.get(name)
            place = self.files.followed(raw) if raw is not None else info
            self._words("info", place, str(place.value) if raw is not None else "", text)
        for names in (("contact", "name"), ("license", "name")):
            self._words("info", info, info.text(*names), text)
        self._address("info", info, info.text("contact", "url"), self.overview)
        self._address("info", info, info.text("license", "url"), self.overview)
        self._address("info", info, info.text("termsOfService"), self.overview)
        mail = info.text("contact", "email")
        ok = "".join(mail.split()) in "".join(text.split())
        self.record.check("info", info, ok=ok, file=mail, page=text)
        self._further(document, self.overview)
        for _number, server in document.members("servers"):
            self._words("server", server, server.text("url").rstrip("/"), text)
            for words in server_facts(server):
                self._words("server fact", server, words, text)
        for name, raw in document.members("components", "securitySchemes"):
            try:
                self.access.scheme_facts(self.files.followed(raw), name, [], text)
            except Unresolved:
                continue
        for _number, tag in document.members("tags"):
            self._tag(tag)

    def _tag(self, tag: Place) -> None:
        assert self.overview is not None
        title = tag.text("x-displayName") or tag.text("summary") or tag.text("name")
        pages = [page for page in self.tags if words_of(page.find("h1")).rstrip("¶") == title]
        shown = [*pages, self.overview]
        text = "\n".join(map(text_of, shown))
        raw = tag.get("description")
        if raw is None and not pages and not contains(tokens_of(text), tokens_of_markdown(title)):
            self.record.explain("a tag without operations and text is no heading of anything")
            return
        self._words("tag", tag, title, text)
        if raw is not None:
            said = self.files.followed(raw).value
            self._words("tag", tag, said if isinstance(said, str) else "", text)
        for page in shown[:1]:
            self._further(tag, page)

    def _further(self, place: Place, page: Tag) -> None:
        self._address("externalDocs", place, place.text("externalDocs", "url"), page)
        said = place.text("externalDocs", "description")
        self._words("externalDocs", place, said, text_of(page))

    def _words(self, kind: str, place: Place, said: str, text: str) -> None:
        wanted = tokens_of_markdown(said)
        if wanted:
            ok = contains(tokens_of(text), wanted)
            self.record.check(kind, place, ok=ok, file=said, page=text)

    def _address(self, kind: str, place: Place, said: str, page: Tag) -> None:
        if said:
            links = [str(link.get("href")) for link in page.find_all("a")]
            ok = any(same_address(link, said) for link in links) or said in page.get_text()
            self.record.check(kind, place, ok=ok, file=said, page=links)
