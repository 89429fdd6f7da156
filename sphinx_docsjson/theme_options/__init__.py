"""``html_theme_options`` of conf.py, by the names of Furo and pydata-sphinx-theme."""
