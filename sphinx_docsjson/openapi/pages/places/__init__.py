"""Where the pages of an API go in a navigation that may not name them."""
