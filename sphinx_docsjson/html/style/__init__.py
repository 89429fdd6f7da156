"""The colours and pictures of one site."""
