"""What the Agent-Friendly Docs checker says about our documentation, served on this machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest

from tests._support.hosts import HOSTS, served_by

CHECKER = "afdocs@0.22.2"
AT_LEAST = 95
NEEDS_A_SERVER = {"content-negotiation"}
"""What static files cannot do: an answer that depends on the headers of the request."""

COUNTED_BY_US = {"markdown-content-parity"}
"""Compared word by word in ``test_parity.py``; the checker compares lines, brackets included."""

NEEDS_THE_INTERNET = {"llms-txt-links-resolve", "bot-protection-interference"}
"""What looks at links that leave the site too."""


REFERENCES = ("/configure/fields", "/configure/messages")
"""The pages that have every field and every message: less than twice as long as agents read."""


def is_known(result):
    """Whether a finding is a warning that a page is long, and about a reference."""
    pages = (result.get("details") or {}).get("pageResults", [])
    long = [page["url"].removesuffix(".html") for page in pages if page.get("status") != "pass"]
    known = bool(long) and all(url.endswith(REFERENCES) for url in long)
    return result["status"] == "warn" and result["id"].startswith("page-size-") and known


ONE_REQUEST = """\
const ask = globalThis.fetch;
globalThis.fetch = (url, init) => {
  const headers = new Headers(init?.headers ?? url.headers);
  headers.set("Connection", "close");
  return ask(url, { ...init, headers });
};
"""
"""The checker thinks for longer than Apache and workerd keep a connection, 5 seconds, and then
asks on it: "other side closed". So each request gets a connection of its own."""


@pytest.fixture(scope="module")
def checker(tmp_path_factory):
    """Install the checker; say how to get npm where there is none."""
    if shutil.which("npm") is None:
        pytest.fail(
            "npm is not installed: run `python3 tools/dev.py tools`, or leave this test out "
            "with -m quick",
            pytrace=False,
        )
    folder = tmp_path_factory.mktemp("afdocs")
    subprocess.run(
        ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, CHECKER],
        check=True,
        timeout=300,
    )
    return folder / "node_modules" / ".bin" / "afdocs"


@pytest.mark.nightly
def test_agents_can_use_our_documentation(checker, docs_build):
    command = [str(checker), "check", docs_build.url, "--format", "json", "--score", "--quiet"]
    command += ["--sampling", "deterministic", "--url-path-pattern", "html"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    report = json.loads(done.stdout)
    failed = {
        result["id"]: result["message"]
        for result in report["results"]
        if result["status"] in ("fail", "warn", "error")
        and result["id"] not in NEEDS_A_SERVER | NEEDS_THE_INTERNET
        and not (result["id"] in COUNTED_BY_US and result["status"] == "warn")
        and not is_known(result)
    }

    assert failed == {}
    assert report["scoring"]["overall"] >= AT_LEAST


@pytest.mark.nightly
@pytest.mark.parametrize("host", HOSTS)
def test_agents_can_do_what_the_checker_asks_on_each_host(checker, docs_build, host, tmp_path):
    # Outside links are not looked at: the checker counts what this machine cannot reach.
    site = tmp_path / "site"
    shutil.copytree(docs_build.folder, site)
    index = (site / "llms.txt").read_text("utf-8")
    (site / "llms.txt").write_text(index.partition("\n## Optional")[0] + "\n", "utf-8")
    with served_by(host, site) as url:
        command = [str(checker), "check", url, "--canonical-origin", docs_build.url.rstrip("/")]
        command += ["--format", "json", "--score", "--quiet", "--sampling", "deterministic"]
        command += ["--url-path-pattern", "clean"]
        command += ["--max-links", "25", "--request-delay", "0"]
        alone = tmp_path / "one-request.mjs"
        alone.write_text(ONE_REQUEST, encoding="utf-8")
        environment = {**os.environ, "NODE_OPTIONS": f"--import {alone}"}
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=600, check=False
        )
    report = json.loads(done.stdout)
    failed = {
        result["id"]: result["message"]
        for result in report["results"]
        if result["status"] in ("fail", "warn", "error")
        and result["id"] not in COUNTED_BY_US
        and not is_known(result)
    }

    assert failed == {}
    assert report["scoring"]["overall"] == 100
