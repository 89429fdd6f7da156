"""A URL is read only when it is allowed, and what was read once works without a network."""

from __future__ import annotations

import pytest

from sphinx_docsjson.ext.openapi.reading.parse import UnreadableFile
from sphinx_docsjson.ext.openapi.reading.specifications import Fetcher, load, origin_of

URL = "https://api.example.com/openapi.json"
TEXT = '{"openapi": "3.1.0", "paths": {}}'


class Network:
    """Stands for the network: what each URL answers, and how often it was asked."""

    def __init__(self, monkeypatch):
        self.asked, self.down, self.etag = [], False, None
        monkeypatch.setattr(Fetcher, "_ask", staticmethod(self.ask))

    def ask(self, url, known):
        self.asked.append(url)
        if self.down:
            raise OSError("no route")
        if known and self.etag and known.get("etag") == self.etag:
            return None
        return {"url": url, "etag": self.etag, "text": TEXT}


@pytest.fixture
def network(monkeypatch):
    return Network(monkeypatch)


def test_an_origin_that_is_not_allowed_is_not_asked(network, tmp_path):
    loaded = load(URL, tmp_path, fetch=Fetcher([], tmp_path))

    assert loaded.document is None
    assert "add 'https://api.example.com' to docsjson_allow_remote" in loaded.problems[0].message
    assert network.asked == []


def test_an_allowed_url_is_read(network, tmp_path):
    loaded = load(URL, tmp_path, fetch=Fetcher(["https://api.example.com"], tmp_path))

    assert loaded.document == {"openapi": "3.1.0", "paths": {}}


def test_what_was_read_once_is_used_when_nothing_answers(network, tmp_path):
    fetch = Fetcher(["https://api.example.com/"], tmp_path)
    fetch(URL)
    network.down = True

    assert fetch(URL) == TEXT


def test_what_did_not_change_is_not_sent_again(network, tmp_path):
    network.etag = "one"
    fetch = Fetcher(["https://api.example.com"], tmp_path)

    assert fetch(URL) == fetch(URL) == TEXT


def test_nothing_at_all_is_a_message(network, tmp_path):
    network.down = True

    with pytest.raises(UnreadableFile, match="did not answer"):
        Fetcher(["https://api.example.com"], tmp_path)(URL)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://A.example.com/x", "https://a.example.com"),
        ("https://a.example.com:443/", "https://a.example.com"),
        ("http://a.example.com:8080/", "http://a.example.com:8080"),
        ("file:///etc/passwd", ""),
        ("https://", ""),
        ("https://a:b", ""),
    ],
)
def test_an_origin_is_scheme_host_and_port(url, origin):
    assert origin_of(url) == origin
