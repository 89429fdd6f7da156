"""The sidebar: written once for many pages, and with an end where the navigation has none."""
