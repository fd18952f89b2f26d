"""Waits for what comes about on a screen, which takes the time it takes."""

import sys
import time


def until(what, condition):
    """The first result of the condition that is something; without one in 20 seconds it ends."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.05)
    sys.exit(f"error: {what} did not come about")
