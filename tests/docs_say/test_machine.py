"""What runs the commands of our pages ends what serves, whoever started the tests."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.docs_say.machine import Machine


def test_a_server_ends_where_the_tests_themselves_do_not_hear_interrupts(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Machine().server("echo http://127.0.0.1:9/; exec sleep 500", tmp_path) as server:
            assert server.address == "http://127.0.0.1:9/"
    finally:
        signal.signal(signal.SIGINT, before)
    assert server.code == 0
