"""say which pages of a folder have prices"""

from pathlib import Path


def add_arguments(parser):
    """Declare the arguments."""
    parser.add_argument("folder", type=Path)


def run(options):
    """Print the pages; return the exit code."""
    for path in sorted(options.folder.rglob("*.mdx")):
        if "<Price" in path.read_text(encoding="utf-8"):
            print(path.relative_to(options.folder).as_posix())
    return 0
