"""The scenarios' timeout. No scenario tests speed: a busy machine is slower, and a wait ends as soon as its condition
holds."""

import os
import time

#: The timeout in seconds. SESAME_PATIENCE multiplies it.
PATIENCE = 60 * float(os.environ.get("SESAME_PATIENCE", 1))


def wait_until(condition, what: str = "it"):
    """Waits until the condition is true, and returns its value."""
    deadline, pause = time.monotonic() + PATIENCE, 0.02
    while time.monotonic() < deadline:
        if value := condition():
            return value
        # The pauses grow, because on a busy machine each check costs time too.
        time.sleep(pause)
        pause = min(pause * 1.3, 0.25)
    raise AssertionError(f"{what} did not happen within {PATIENCE:.0f} s")
