"""Makes a Python that cannot copy its process, as on Windows."""

import os
import signal

del os.fork, os.nice, signal.pthread_sigmask
