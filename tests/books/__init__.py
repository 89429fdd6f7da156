"""Books of whole sites: PDF and EPUB, checked by the programs that read them."""
