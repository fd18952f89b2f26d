"""Size and start time of programs, in turns: start-times.py PROGRAM...

Prints the medians of 50 runs of `PROGRAM version` and `PROGRAM --help` as whole processes.
"""

import os
import statistics
import sys
import time

RUNS = 50
NOWHERE = [
    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
    (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
]


def milliseconds(program: str, argument: str) -> float:
    start = time.perf_counter_ns()
    process = os.posix_spawn(program, [program, argument], os.environ, file_actions=NOWHERE)
    _, status = os.waitpid(process, 0)
    elapsed = time.perf_counter_ns() - start
    if status != 0:
        sys.exit(f"error: '{program} {argument}' ended with status {status}")
    return elapsed / 1e6


def main() -> None:
    programs = sys.argv[1:]
    if not programs:
        sys.exit("usage: start-times.py PROGRAM...")
    times = {program: {"version": [], "--help": []} for program in programs}
    for _ in range(RUNS):
        for program in programs:
            for argument in times[program]:
                times[program][argument].append(milliseconds(program, argument))
    print(f"{'SIZE, MB':>9} {'version, ms':>12} {'--help, ms':>12}  PROGRAM")
    for program in programs:
        size = os.path.getsize(program) / 1e6
        version, usage = (statistics.median(values) for values in times[program].values())
        print(f"{size:9.2f} {version:12.2f} {usage:12.2f}  {program}")


if __name__ == "__main__":
    main()
