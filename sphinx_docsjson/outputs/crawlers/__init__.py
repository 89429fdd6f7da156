"""The indexes of a site: ``llms.txt``, ``llms-full.txt``, sitemap, robots file."""
