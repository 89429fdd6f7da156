"""Code beside the text of a page: samples of requests, examples of responses."""
