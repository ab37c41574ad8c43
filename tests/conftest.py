"""Settings of the whole suite."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

# The same examples on every run, so that a red test is red for everyone; `make test-long` looks for new ones.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("long" if os.environ.get("KARTARNA_LONG") else "steady")

# Whoever starts the tests in the background has them, and all that they start, ignore Ctrl-C; a terminal does not.
signal.signal(signal.SIGINT, signal.default_int_handler)
