"""The documents of a build that no author wrote: their texts, names and origins."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, kw_only=True, slots=True)
class GeneratedDocument:
    """A document without a file in the source tree.

    :param suffix: one of the source suffixes, which chooses the parser; without one, ours.
    :param origin: the file that the text was made of, such as an OpenAPI file.
    """

    docname: str
    text: str
    suffix: str = ""
    origin: Path | None = None


class GeneratedDocuments:
    """The documents that rooms add before the build looks for its sources.

    ``parts`` are files that something else is made of, by their paths: a text of theirs without
    front matter is no page of its own, unless the navigation or a toctree names it.
    """

    def __init__(self) -> None:
        self.parts: set[str] = set()
        self._by_docname: dict[str, GeneratedDocument] = {}

    def add(
        self, docname: str, text: str, suffix: str = "", *, origin: Path | None = None
    ) -> bool:
        """Add a document; call this at ``builder-inited`` with a priority below 400.

        :returns: whether it was added: not when another one has the name, which is reported.
        :raises ValueError: when the name leads out of the site or is empty.
        """
        parts = docname.split("/")
        if any(part in ("", ".", "..") for part in parts):
            raise ValueError(f"not a document name: {docname!r}")
        if docname in self._by_docname:
            warn(
                Warn.GENERATED_PAGE,
                f"two pages would be generated at {docname!r}; the first one is kept. "
                "Give one of them another path",
                location=str(origin) if origin else None,
            )
            return False
        self._by_docname[docname] = GeneratedDocument(
            docname=docname, text=text, suffix=suffix, origin=origin
        )
        return True

    def get(self, docname: str) -> GeneratedDocument | None:
        """Return the generated document of that name, or ``None``."""
        return self._by_docname.get(docname)

    def __iter__(self) -> Iterator[GeneratedDocument]:
        return iter(self._by_docname.values())

    def __contains__(self, docname: object) -> bool:
        return docname in self._by_docname


def write_stubs(
    folder: Path, documents: Iterable[GeneratedDocument], suffix: str
) -> dict[str, Path]:
    """Write the text of each document below *folder* and remove files of former ones.

    A file whose text did not change keeps its time, so that only what changed is read again.

    :param suffix: that of documents without one.
    """
    stubs = {doc.docname: folder / f"{doc.docname}{doc.suffix or suffix}" for doc in documents}
    for document in documents:
        path = stubs[document.docname]
        data = document.text.encode("utf-8")
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    if folder.is_dir():
        kept = set(stubs.values())
        for path in folder.rglob("*"):
            if path.is_file() and path not in kept:
                path.unlink()
    return stubs
