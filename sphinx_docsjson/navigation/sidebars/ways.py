"""From the pages of one folder to all others: what stands before and in each address. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class PageWay:
    """The way from some pages to others.

    :param root: the way to the root of the site, such as ``../``.
    :param folder: the folder that the pages share, with a slash at its end, when addresses are to
        be the shortest; they begin at the root otherwise, and do for pages at one depth.
    :param up: the way from a page to that folder: ``../`` where each page is a folder.
    """

    root: str = ""
    folder: str = ""
    up: str = ""

    def to(self, target: str) -> str:
        """Return the address of *target*, which is relative to the root of the site."""
        if not self.folder:
            return f"{self.root}{target}" or "./"
        ours, theirs = self.folder.split("/")[:-1], target.split("/")
        common = 0
        for one, other in zip(ours, theirs[:-1], strict=False):
            if one != other:
                break
            common += 1
        back = "../" * (len(ours) - common)
        return f"{self.up}{back}{'/'.join(theirs[common:])}" or "./"


def way_from(uri: str, docname: str, *, shortest: bool = False) -> PageWay:
    """Return the way from a page.

    :param uri: the address of the page, relative to the root of the site.
    :param shortest: whether addresses begin at the folder of the page.
    """
    root = "../" * uri.count("/")
    folder = docname.rpartition("/")[0]
    # The address of a page begins with its folder, unless a builder has names of its own.
    if not (shortest and folder and uri.startswith(f"{folder}/")):
        return PageWay(root=root)
    return PageWay(root=root, folder=f"{folder}/", up="../" * uri.count("/", len(folder) + 1))
