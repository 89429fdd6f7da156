"""What the code may not do because Windows or macOS does it otherwise.

Each rule looks at all modules of the package and of the tools that users of other systems run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = (*sorted((ROOT / "sphinx_docsjson").rglob("*.py")), ROOT / "tools" / "dev.py")

Rule = Callable[[ast.Module], Iterator[ast.AST]]

OF_POSIX = re.compile(
    r"(os\.(fork|forkpty|nice|kill|killpg|wait|waitpid|WNOHANG|getuid|geteuid|getgid|getpgid|setsid"
    r"|mkfifo|chown|getloadavg|sched_getaffinity|uname|O_NOFOLLOW|O_DIRECTORY|symlink|chmod|_exit)"
    r"|signal\.(SIGKILL|SIGHUP|SIGALRM|SIGUSR1|SIGUSR2|SIGCHLD|alarm|pthread_sigmask|SIG_BLOCK"
    r"|SIG_SETMASK)|(import|from) (fcntl|resource|pwd|grp|termios|tty|pty|syslog))"
)


def named(node: ast.AST) -> str:
    """Return ``os.path.join`` of a name or attribute; nothing of anything else."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=inner, attr=name):
            return f"{named(inner)}.{name}"
    return ""


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str, set[str]]]:
    """Yield each call with what is called last and the names of its arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else named(function)
            yield node, name, {keyword.arg or "" for keyword in node.keywords}


def mode_of(call: ast.Call) -> str:
    """Return the mode that a file is opened in; nothing where it is no file."""
    is_function = isinstance(call.func, ast.Name)
    given = [*call.args[1 if is_function else 0 :]][:1]
    given += [keyword.value for keyword in call.keywords if keyword.arg == "mode"]
    texts = [each.value for each in given if isinstance(each, ast.Constant)]
    mode = str(texts[0]) if texts else "r"
    return mode if re.fullmatch(r"[rwaxbt+]{1,3}", mode) else ""


def opens_files(call: ast.Call, name: str) -> bool:
    # webbrowser.open, tarfile.open and Image.open open something else.
    owner = named(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    return name == "open" and owner not in {"webbrowser", "tarfile", "image", "Image"}


def text_without_encoding(tree: ast.Module) -> Iterator[ast.AST]:
    for call, name, given in calls(tree):
        is_text = opens_files(call, name) and mode_of(call) and "b" not in mode_of(call)
        is_text = is_text or name == "write_text" or (name == "read_text" and not call.args)
        if is_text and given.isdisjoint({"encoding", "timeout"}):
            yield call
        if name in {"run", "Popen", "check_output"} and given & {"text", "universal_newlines"}:
            yield call


def text_with_line_ends_of_the_system(tree: ast.Module) -> Iterator[ast.AST]:
    for call, name, given in calls(tree):
        mode = mode_of(call) if opens_files(call, name) else ""
        is_written = mode and "b" not in mode and set(mode) & set("wax")
        if (is_written or name == "write_text") and "newline" not in given:
            yield call


def way_between_drives(tree: ast.Module) -> Iterator[ast.AST]:
    return (call for call, _name, _given in calls(tree) if named(call.func) == "os.path.relpath")


def path_with_separators_of_the_system(tree: ast.Module) -> Iterator[ast.AST]:
    """``str()`` or an f-string of a relative path: it has backslashes on Windows."""

    def is_relative(node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and named_method(node) in {"relative_to", "relpath"}

    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="str"), args=[inner]) if is_relative(inner):
                yield node
            case ast.FormattedValue(value=inner) if is_relative(inner):
                yield node
            case ast.Attribute(value=ast.Name(id="os"), attr="sep" | "linesep" | "altsep"):
                yield node


def named_method(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else named(call.func)


def what_windows_lacks(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        is_name = isinstance(node, ast.Attribute | ast.Import | ast.ImportFrom)
        if is_name and OF_POSIX.match(ast.unparse(node)):
            yield node


def removal_by_name(tree: ast.Module) -> Iterator[ast.AST]:
    for call, name, _given in calls(tree):
        if name in {"unlink", "rmtree", "rmdir"}:
            yield call


def wait_that_ctrl_c_does_not_end(tree: ast.Module) -> Iterator[ast.AST]:
    """A lock that is waited for lets no Ctrl+C through on Windows before its time is over."""
    for call, name, _given in calls(tree):
        seconds = [each.value for each in call.args if isinstance(each, ast.Constant)]
        if name in {"wait", "join", "acquire"} and any(
            isinstance(each, int | float) and each > 10 for each in seconds
        ):
            yield call


def command_that_only_posix_shells_read(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and re.search(r"\bpip\d? install '", str(node.value)):
            yield node


def type_that_the_registry_decides(tree: ast.Module) -> Iterator[ast.AST]:
    for call, _name, _given in calls(tree):
        if named(call.func) in {"mimetypes.guess_type", "mimetypes.guess_extension"}:
            yield call


def date_that_only_glibc_writes(tree: ast.Module) -> Iterator[ast.AST]:
    for call, name, _given in calls(tree):
        formats = [str(each.value) for each in call.args if isinstance(each, ast.Constant)]
        if name == "strftime" and any(re.search(r"%[-_^#]", text) for text in formats):
            yield call


RULES: dict[Rule, dict[str, str]] = {
    text_without_encoding: {},
    text_with_line_ends_of_the_system: {},
    way_between_drives: {"base/files.py relative_path": "the one place that knows of drives"},
    path_with_separators_of_the_system: {
        "base/contents.py _moved_value": "whole paths of this machine are compared",
        "base/contents.py run": "whole paths of this machine are compared",
        "pages/project.py __init__": "looks for a whole path in messages",
        "pages/project.py origin": "what follows that path becomes one with slashes",
        "warnings.py __init__": "takes a whole path away from those of messages",
    },
    what_windows_lacks: {
        "cli/__init__.py _take": "asks for the system first",
        "cli/serve/application.py __init__": "CopiedWork is made where CAN_COPY says so",
        "cli/serve/application.py end": "ends a copy, or waits for one",
        "cli/serve/application.py write": "asks for os.fork first",
        "cli/serve/application.py written": "looks at copies that were made",
        "cli/serve/session.py without_interrupt": "asks for pthread_sigmask first",
        "dev.py install_programs": "asks for the system first",
    },
    # Where names have no case, the file of an earlier build may be one of this build.
    removal_by_name: {
        "base/contents.py find_stale": "a record, before it is written",
        "base/files.py remove_unless": "the one place that compares files, not names",
        "books/pictures.py convert": "a draft of its own",
        "cli/check_messages.py load": "a record that cannot be read",
        "cli/lsp/server.py begin": "a folder of its own",
        "cli/lsp/server.py close": "a folder of its own",
        "openapi/reading/fetched.py _remove": "names are made in lower case",
        "openapi/reading/fetched.py _replace": "a draft of its own",
        "outputs/cards.py remove_old_cards": "names are made in lower case",
        "outputs/feeds.py write_feeds": "the feed of the page that is written",
        "outputs/parts.py write_part": "a file of one name",
        "outputs/twins.py remove_stale": "before pages are written",
        "outputs/twins.py write_page": "the samples of the page that is written",
        "pages/redirects.py put_list": "a file of one name",
        "search/index.py keep_record": "the record of the page that is written",
        "search/index.py _write_files": "names are made in lower case",
        "search/index.py write_index": "a file of one name",
    },
    wait_that_ctrl_c_does_not_end: {},
    command_that_only_posix_shells_read: {},
    type_that_the_registry_decides: {
        "cli/serve/server.py media_type": "after those that a site holds, which stand above it",
    },
    date_that_only_glibc_writes: {},
}
"""Rule → where it is broken on purpose, and why that is right."""


@cache
def parsed(path: Path) -> tuple[ast.Module, list[ast.FunctionDef]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tree, [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


@cache
def found_in(rule: Rule) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for path in FILES:
        tree, functions = parsed(path)
        for node in rule(tree):
            line = getattr(node, "lineno", 0)
            around = [f for f in functions if f.lineno <= line <= (f.end_lineno or 0)]
            owner = max(around, key=lambda f: f.lineno).name if around else ""
            inside = path.is_relative_to(ROOT / "sphinx_docsjson")
            shown = path.relative_to(ROOT / "sphinx_docsjson").as_posix() if inside else path.name
            places.setdefault(f"{shown} {owner}".strip(), []).append(line)
    return places


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_module_takes_every_system_for_linux(rule):
    found = found_in(rule)

    assert {place: found[place] for place in found.keys() - RULES[rule].keys()} == {}
    assert RULES[rule].keys() - found.keys() == set(), "what is listed and not there any more"
