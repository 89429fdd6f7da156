"""The pages of a container, and which of them corresponds to a page of another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, kw_only=True, slots=True)
class PagesByPath:
    """The pages of a version, language, tab or group, in order, hidden ones left out.

    :param prefix: the folder that all pages share, with a slash at its end; may be empty.
    :param by_relative_path: path below that folder → page.
    """

    pages: tuple[str, ...]
    prefix: str
    by_relative_path: Mapping[str, str]

    @classmethod
    def of(cls, pages: Iterable[str]) -> PagesByPath:
        """Return the contents that *pages* make, each page once."""
        names = tuple(dict.fromkeys(pages))
        prefix = common_folder(names)
        return cls(
            pages=names,
            prefix=prefix,
            by_relative_path={name[len(prefix) :]: name for name in names},
        )

    def counterpart(self, docname: str, origin: PagesByPath | None) -> str | None:
        """Return the page to show for someone who comes from *docname*.

        The same path with the common folder of either container removed, else the same page,
        else the first page.

        :param origin: the contents of the sibling that *docname* stands in.
        """
        if origin is not None and docname.startswith(origin.prefix):
            matching = self.by_relative_path.get(docname[len(origin.prefix) :])
            if matching is not None:
                return matching
        same = self.by_relative_path.get(docname[len(self.prefix) :])
        if same == docname:
            return docname
        return self.pages[0] if self.pages else None


def common_folder(names: tuple[str, ...]) -> str:
    """Return the deepest folder that holds all *names*, as ``a/b/`` or empty."""
    if not names:
        return ""
    folders = [name.split("/")[:-1] for name in names]
    shared = folders[0]
    for folder in folders[1:]:
        length = 0
        for ours, theirs in zip(shared, folder, strict=False):
            if ours != theirs:
                break
            length += 1
        shared = shared[:length]
    return "".join(f"{part}/" for part in shared)
