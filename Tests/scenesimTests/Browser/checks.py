"""The twenty checks of reports in a real browser.

    checks.py FOLDER     prints one JSON line for each: {"check": 1, "problem": null}

FOLDER holds reports, and in truth.json what other parts of the tool say about the same runs.
"""

import json
import sys
import time

from harness import Failed, Stage, chromium
from moving_checks import opens_alone, lists_steps, moves, follows_addresses
from content_checks import draws_windows, shows_store, opens_at_failure, keeps_hostile_text
from look_checks import fits_widths, has_contrast, speaks, moves_less, prints
from whole_checks import (
    is_fast, switches_cases, compares, copies, are_equal, stand_alone, survives_moving,
)

CHECKS = [
    opens_alone, lists_steps, moves, follows_addresses, draws_windows, shows_store,
    opens_at_failure, keeps_hostile_text, fits_widths, has_contrast, speaks, moves_less, prints,
    is_fast, switches_cases, compares, copies, are_equal, stand_alone, survives_moving,
]


def main():
    wanted = {int(number) for number in sys.argv[2:]} or set(range(1, len(CHECKS) + 1))
    with chromium() as browser:
        stage = Stage(sys.argv[1], browser)
        for number, check in enumerate(CHECKS, 1):
            if number not in wanted:
                continue
            problem = None
            start = time.monotonic()
            try:
                check(stage)
            except Failed as failure:
                problem = str(failure)
            except Exception as error:  # Whatever goes wrong belongs to its check.
                problem = f"{type(error).__name__}: {error}"
            seconds = time.monotonic() - start
            print(f"{number:2} {check.__name__} {seconds:.1f} s", file=sys.stderr)
            print(json.dumps({"check": number, "problem": problem}), flush=True)


main()
