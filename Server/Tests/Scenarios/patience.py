"""How long a scenario waits for something to happen. No scenario is a test of speed: on a busy machine everything takes
longer, and a wait ends as soon as its condition holds."""

import os
import time

#: Seconds. SESAME_PATIENCE multiplies them.
PATIENCE = 60 * float(os.environ.get("SESAME_PATIENCE", 1))


def wait_until(condition, what: str = "it"):
    """The condition's first true value."""
    deadline, pause = time.monotonic() + PATIENCE, 0.02
    while time.monotonic() < deadline:
        if value := condition():
            return value
        # What takes longer is asked for less often: on a busy machine the question takes its time, too.
        time.sleep(pause)
        pause = min(pause * 1.3, 0.25)
    raise AssertionError(f"{what} did not happen within {PATIENCE:.0f} s")
