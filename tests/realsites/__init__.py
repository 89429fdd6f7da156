"""How well real sites build: ``python -m tests.realsites FOLDER…`` prints one row per site."""
