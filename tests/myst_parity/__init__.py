"""Our Markdown against plain MyST: the same texts, two parsers, one doctree."""
