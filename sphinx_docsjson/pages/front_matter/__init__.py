"""The front matter of pages: read, checked, kept as metadata, translated."""
