"""Links between pages, files and old addresses."""
