"""HTML elements of pages as docutils nodes."""
