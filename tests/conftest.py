"""What all tests share: the profiles of the property tests, and how often rubbish is collected."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

# The same examples in every run, so that a red test stays red; `HYPOTHESIS_PROFILE=search` looks for new ones.
settings.register_profile(
    "steady", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# Compilers and games make many small objects that all live; looking through them every 700 would take a tenth of the time.
gc.set_threshold(50_000, 20, 50)
