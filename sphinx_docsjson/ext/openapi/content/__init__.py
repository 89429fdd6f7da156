"""The content of API pages, as nodes."""
