"""The moments between the parts of an EPUB, of which Sphinx announces none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def around_package(
    builder: Any,
    before: Callable[[], None],
    after: Callable[[], None],
    before_packing: Callable[[], None],
) -> None:
    """Call *before* and *after* the writing of the package file, and before all is packed.

    The list of pages is made shorter on the way: Sphinx lists a page as often as the navigation
    does, which is an error of a package (its tests of books are a wish:
    https://github.com/sphinx-doc/sphinx/issues/4611). Where the two methods have other names, the
    book stays as Sphinx makes it.
    """
    make_contents = getattr(builder, "get_toc", None)
    make_package = getattr(builder, "build_content", None)
    if make_contents is None or make_package is None:
        return

    def get_toc() -> None:
        make_contents()
        listed = getattr(builder, "refnodes", None)
        if isinstance(listed, list):
            once = {node["refuri"]: node for node in listed[::-1]}
            listed[:] = list(once.values())[::-1]

    def build_content() -> None:
        before()
        make_package()
        after()

    builder.get_toc, builder.build_content = get_toc, build_content
    make_book = getattr(builder, "build_epub", None)
    if make_book is not None:

        def build_epub() -> None:
            before_packing()
            make_book()

        builder.build_epub = build_epub
