"""The feedback buttons lead to the right place on three hosts."""

import subprocess

import pytest

from sphinx_docsjson.html.meta import Repository, find_repository, parse_remote
from sphinx_docsjson.site.model import TopbarLink
from sphinx_docsjson.theme_options import ThemeOptions


@pytest.mark.parametrize(
    ("remote", "host", "url"),
    [
        ("git@github.com:a/b.git", "github", "https://github.com/a/b"),
        ("https://github.com/a/b", "github", "https://github.com/a/b"),
        ("https://token@gitlab.com/group/sub/b.git", "gitlab", "https://gitlab.com/group/sub/b"),
        ("ssh://git@bitbucket.org/a/b.git", "bitbucket", "https://bitbucket.org/a/b"),
        ("git@gitlab.example.org:a/b.git", "gitlab", "https://gitlab.example.org/a/b"),
    ],
)
def test_a_git_remote_names_a_repository(remote, host, url):
    repository = parse_remote(remote, branch="main", folder="docs")

    assert (repository.host, repository.url) == (host, url)


@pytest.mark.parametrize("remote", ["/srv/git/x.git", "https://example.com/a/b", "", "github.com"])
def test_an_unknown_remote_is_no_repository(remote):
    assert parse_remote(remote, branch="main", folder="") is None


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("github", "https://h/a/b/edit/main/docs/x%20y.md"),
        ("gitlab", "https://h/a/b/-/edit/main/docs/x%20y.md"),
        ("bitbucket", "https://h/a/b/src/main/docs/x%20y.md?mode=edit"),
    ],
)
def test_each_host_has_its_own_address_to_edit(host, url):
    repository = Repository(host=host, url="https://h/a/b", folder="docs")

    assert repository.edit_url("x y.md") == url


def test_an_issue_names_the_page():
    url = Repository(host="github", url="https://github.com/a/b").issue_url("Hello & more", "x/y")

    assert url.startswith("https://github.com/a/b/issues/new?title=")
    assert "Hello+%26+more" in url
    assert "x%2Fy" in url


def test_conf_py_comes_first(tmp_path):
    context = {
        "gitlab_user": "me",
        "gitlab_repo": "x",
        "gitlab_version": "dev",
        "doc_path": "/doc/",
    }
    environment = {"READTHEDOCS_GIT_CLONE_URL": "https://github.com/a/b"}

    found = find_repository(ThemeOptions(), context, environment, tmp_path)

    assert found == Repository(
        host="gitlab", url="https://gitlab.com/me/x", branch="dev", folder="doc"
    )


def test_read_the_docs_knows_the_repository_and_the_branch(tmp_path):
    environment = {
        "READTHEDOCS_GIT_CLONE_URL": "https://github.com/a/b.git",
        "READTHEDOCS_GIT_IDENTIFIER": "stable",
        "READTHEDOCS_VERSION_TYPE": "branch",
    }

    found = find_repository(ThemeOptions(), {}, environment, tmp_path)

    assert (found.url, found.branch) == ("https://github.com/a/b", "stable")


def test_where_a_host_clones_without_a_remote_the_link_of_the_bar_names_the_repository(tmp_path):
    docs = tmp_path / "website" / "docs"
    docs.mkdir(parents=True)
    link = TopbarLink(name="GitHub", url="https://github.com/a/b", type="github")
    assert find_repository(ThemeOptions(), {}, {}, docs, [link]) is None
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)

    found = find_repository(ThemeOptions(), {}, {}, docs, [link])

    assert found == Repository(host="github", url="https://github.com/a/b", folder="website/docs")
