#!/usr/bin/env python3
"""Times an app in real windows against itself with less to do.

    times.py PROGRAM [--json] [--rounds N]

PROGRAM is the browser of the tests. The first of 20 windows with 10 tabs each is timed against the
only window of an app that keeps nothing yet; what a key costs the main thread, and how often the
screen stands still while keys are typed, with a store on the disk against the same with a store in
memory, in turns. Needs a display, a window manager, xdotool and python3-xlib.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import threading
import time

from Xlib import display
from Xlib.ext import damage

WINDOWS, TABS, KEYS = 20, 10, 500
# Two frames of a screen that shows 60 a second would be 33 ms; 25 is one and a half.
STILL = 0.025


class App:
    """The program with its windows on the screen, killed at the end."""

    def __init__(self, program, place, count=1):
        start = time.monotonic()
        self.process = subprocess.Popen([program, place], stderr=subprocess.DEVNULL)
        self.first = None
        while (shown := self.shown()) < count or self.first is None:
            elapsed = time.monotonic() - start
            if shown > 0 and self.first is None:
                self.first = elapsed * 1000
            if elapsed > 60:
                raise SystemExit(f"error: {shown} of {count} windows came")
        time.sleep(1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def shown(self):
        """How many windows are on the screen; one that comes up while they are looked for hides all."""
        seen = ["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)]
        return len(subprocess.run(seen, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.split())

    def busy(self):
        """How long the main thread ran, in ms."""
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e6


def keys(*names):
    subprocess.run(["xdotool", "key", *names], check=True)


class Frames:
    """Counts how often a window shows nothing new for longer than a frame and a half, as the X server
    sees it: each key changes the text."""

    def __init__(self, window):
        self.connection = display.Display()
        self.connection.damage_query_version()
        surface = self.connection.create_resource_object("window", int(window))
        surface.damage_create(damage.DamageReportRawRectangles)
        self.connection.sync()
        self.times = []
        self.watches = True
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self):
        while self.watches:
            while self.connection.pending_events():
                self.connection.next_event()
                self.times.append(time.monotonic())
            time.sleep(0.001)

    def gaps(self):
        self.watches = False
        self.thread.join()
        self.connection.close()
        if len(self.times) < KEYS / 10:
            raise SystemExit(f"error: {len(self.times)} frames were seen while {KEYS} keys were typed")
        return sum(1 for before, after in zip(self.times, self.times[1:]) if after - before > STILL)


def fill(program, store):
    """A store of many windows with many tabs, opened as a user opens them."""
    with App(program, store):
        for window in range(WINDOWS):
            if window > 0:
                keys("ctrl+n")
                time.sleep(0.4)
            for _ in range(TABS):
                keys("ctrl+t")
                time.sleep(0.06)
        time.sleep(1)


def typing(program, place):
    """What a key costs the main thread, drawing and all, in ms, and how often the screen stood still."""
    with App(program, place) as app:
        keys("ctrl+t")
        time.sleep(1)
        window = subprocess.run(["xdotool", "getactivewindow"], stdout=subprocess.PIPE, text=True).stdout.strip()
        subprocess.run(["xdotool", "mousemove", "--window", window, "200", "120", "click", "1"], check=True)
        time.sleep(0.5)
        before = app.busy()
        frames = Frames(window)
        subprocess.run(["xdotool", "type", "--delay", "10", "abcdefghij" * (KEYS // 10)], check=True)
        gaps = frames.gaps()
        time.sleep(1)
        return ((app.busy() - before) / KEYS, gaps)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    many, one, disk, memory = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o700)
        full = f"{folder}/many"
        fill(options.program, full)
        for number in range(options.rounds):
            with App(options.program, f"{folder}/one-{number}") as app:
                one.append(app.first)
            with App(options.program, full, WINDOWS) as app:
                many.append(app.first)
            memory.append(typing(options.program, "memory"))
            disk.append(typing(options.program, f"{folder}/typed-{number}"))
    rows = []
    first, empty = statistics.median(many), statistics.median(one)
    rows.append(
        row(f"desktop: first of {WINDOWS} windows with {TABS} tabs each", first, empty, "one window, nothing kept",
            "<= peer + 100 ms", first <= empty + 100))
    stored, kept = (statistics.median(cost for cost, _ in runs) for runs in (disk, memory))
    rows.append(
        row("desktop: a key typed, time of the main thread", stored, kept, "a store in memory",
            "<= peer + 1 ms", stored <= kept + 1))
    still, calm = (sum(gaps for _, gaps in runs) for runs in (disk, memory))
    rows.append(
        row(f"desktop: no new frame for {STILL * 1000:.0f} ms, in {KEYS * len(disk)} keys", still, calm,
            "a store in memory", "<= peer + 1 in 500", still <= calm + KEYS * len(disk) / 500, "times"))
    if options.json:
        print(json.dumps({"rows": rows}, indent=2, sort_keys=True))
        return
    for entry in rows:
        print(
            f"{entry['operation']:<52} {entry['ours']:9.2f} {entry['unit']:<5} {entry['peer']:9.2f} {entry['unit']:<5} {entry['ratio'] or 1:5.2f}x  "
            f"{entry['goal']:<17} {'met' if entry['met'] else 'missed':<6}  beside {entry['peer_name']}")


def row(operation, ours, peer, name, goal, met, unit="ms"):
    return {
        "operation": operation, "ours": round(ours, 3), "peer": round(peer, 3), "peer_name": name,
        "ratio": round(ours / peer, 3) if peer else None, "goal": goal, "met": met, "unit": unit,
    }


if __name__ == "__main__":
    main()
