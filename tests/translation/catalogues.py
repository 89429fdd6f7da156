"""Extract the messages of a site, let a machine translate them, build the site with them.

Every word of a test site that readers may see begins with ``orig``; the machine writes ``trad``
instead. What begins with ``orig`` in the output was not translated. Markup, addresses and names
stay what they are, whatever syntax they are written in.
"""

import gettext
import re
from dataclasses import dataclass
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from sphinx import locale

from tests._support.building import Built, build_site


def machine(text):
    """Translate *text*."""
    return re.sub(r"\borig", "trad", text)


@dataclass
class Extracted:
    """What the gettext builder wrote: domain → catalogue."""

    built: Built
    catalogues: dict[str, Catalog]

    @property
    def messages(self):
        """All messages with their places, relative to the source directory."""
        return {
            message.id: [
                (path.partition(f"/{self.built.srcdir.name}/")[2] or path, line)
                for path, line in message.locations
            ]
            for catalogue in self.catalogues.values()
            for message in catalogue
            if message.id
        }


def extract(srcdir, files, conf=None, **options) -> Extracted:
    """Build the catalogues of a site.

    The list of template folders is shared by all builds of a process, and some themes add to it.
    """
    own = {"templates_path": []}
    built = build_site(srcdir, files, "gettext", conf=own | (conf or {}), **options)
    found = {}
    for path in sorted(built.outdir.rglob("*.pot")):
        with path.open(encoding="utf-8") as file:
            found[str(path.relative_to(built.outdir).with_suffix(""))] = read_po(file)
    return Extracted(built, found)


def fill(srcdir, extracted, translate=machine, *, language="de"):
    """Write the catalogues of a language as translators leave them."""
    for domain, template in extracted.catalogues.items():
        done = Catalog(locale=language)
        for message in template:
            if message.id:
                done.add(message.id, translate(message.id), locations=message.locations)
        path = Path(srcdir) / "locale" / language / "LC_MESSAGES" / f"{domain}.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, done)


def build_in(srcdir, files, builder="html", *, language="de", conf=None, **options) -> Built:
    """Build a site in a language, as a process of its own does: with nothing read before."""
    locale.translators.clear()
    gettext._translations.clear()
    settings = {"language": language, "locale_dirs": ["locale"], **(conf or {})}
    outdir = Path(srcdir).parent / f"{Path(srcdir).name}-{language}"
    return build_site(srcdir, files, builder, conf=settings, outdir=outdir, **options)


def translated(srcdir, files, builder="html", *, translate=machine, conf=None) -> Built:
    """Extract, translate and build a site."""
    fill(srcdir, extract(srcdir, files, conf), translate)
    return build_in(srcdir, files, builder, conf=conf)
