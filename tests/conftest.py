"""What all tests share: the same examples on every machine and on every run."""

import os

from hypothesis import HealthCheck, settings

TIMES = int(os.environ.get("KONTARI_EXAMPLES", "1"))
"""How many times the usual number of examples; with more than once they differ from run to run."""

settings.register_profile(
    "fixed",
    derandomize=TIMES == 1,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
settings.load_profile("fixed")


def examples(number: int) -> settings:
    """So many examples of a law."""
    return settings(max_examples=number * TIMES)
