#!/usr/bin/env python3
"""Plays in real windows of a Wayland compositor without a screen: sway, with keys and a mouse.

    wayland.py PROGRAMS FOLDER [PYTHON]

PYTHON is one with gi; without it there is no desktop that takes what is dropped on it. Ends with 77
and a sentence where sway cannot be had.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time

from waiting import until
from wayland_mouse import Mouse

SIZE = (1500, 700)
NOBODY = 65534
CONFIG = f"""\
xwayland disable
default_border none
output HEADLESS-1 resolution {SIZE[0]}x{SIZE[1]}
focus_follows_mouse no
for_window [app_id=".*"] floating enable
"""


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


class Compositor:
    """sway, with a socket of its own in a folder."""

    def __init__(self, folder):
        for tool in ("sway", "swaymsg", "wtype"):
            if shutil.which(tool) is None:
                skip(f"no {tool}, so nothing is played on Wayland: Scripts/install gets it")
        os.makedirs(folder, mode=0o700)
        with open(f"{folder}/config", "w") as file:
            file.write(CONFIG)
        environment = {**os.environ, "XDG_RUNTIME_DIR": folder, "HOME": folder}
        environment |= {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK"):
            environment.pop(name, None)
        other = {}
        if os.geteuid() == 0:  # sway starts for nobody who is root
            os.chown(folder, NOBODY, NOBODY)
            os.chmod(os.path.dirname(folder), 0o711)
            other = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        with open(f"{os.path.dirname(folder)}/sway.log", "w") as log:
            self.process = subprocess.Popen(
                ["sway", "-c", f"{folder}/config"], env=environment, stdout=log, stderr=log, **other)
        find = lambda start: [name for name in os.listdir(folder) if name.startswith(start) and "lock" not in name]
        until("a compositor", lambda: self.process.poll() is not None or find("wayland-") and find("sway-ipc"))
        if self.process.poll() is not None:
            skip("sway does not start here, so nothing is played on Wayland")
        os.environ |= {
            "XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": find("wayland-")[0],
            "SWAYSOCK": f"{folder}/{find('sway-ipc')[0]}", "GDK_BACKEND": "wayland"}
        self.mouse = Mouse(*SIZE)

    def ask(self, *words):
        return json.loads(subprocess.run(["swaymsg", "-r", *words], capture_output=True, text=True, check=True).stdout)

    def windows(self, pid):
        """The windows of a process: their numbers, in the order in which they came."""
        found, rest = [], [self.ask("-t", "get_tree")]
        while rest:
            node = rest.pop()
            rest += node["nodes"] + node["floating_nodes"]
            if node.get("pid") == pid and node.get("app_id"):
                found.append((node["id"], node["focused"]))
        return sorted(found)

    def focused(self, pid):
        return next((window for window, has_focus in self.windows(pid) if has_focus), None)

    def move(self, window, x, y):
        self.ask(f"[con_id={window}] move absolute position {x} {y}")
        time.sleep(0.3)

    def focus(self, window):
        self.ask(f"[con_id={window}] focus")
        time.sleep(0.3)

    def keys(self, *words):
        # Each wtype is a keyboard of its own: what it types before the app has its map is lost.
        subprocess.run(["wtype", "-s", "300", *words], check=True)
        time.sleep(0.3)

    def control(self, key):
        self.keys("-M", "ctrl", key, "-m", "ctrl")

    def click(self, x, y):
        self.mouse.move(x, y)
        self.mouse.button(1)
        self.mouse.button(0)
        time.sleep(0.4)

    def drag(self, start, end):
        self.mouse.move(*start)
        self.mouse.button(1)
        for step in range(13):
            time.sleep(0.05)
            self.mouse.move(*(a + (b - a) * step // 12 for a, b in zip(start, end)))
        time.sleep(0.6)
        self.mouse.button(0)
        time.sleep(0.6)


class Player:
    """An app in windows of the compositor, and its store."""

    def __init__(self, screen, programs, name, place, complaints):
        self.screen, self.program, self.place = screen, f"{programs}/{name}", place
        self.scenesim, self.complaints, self.app = f"{programs}/scenesim", complaints, None

    @property
    def store(self):
        return self.place[-1]

    def start(self, count):
        self.app = subprocess.Popen([self.program, *self.place], stderr=self.complaints, stdout=subprocess.DEVNULL)
        self.shows(count)
        return [window for window, _ in self.screen.windows(self.app.pid)]

    def shows(self, count):
        until(f"{count} windows", lambda: len(self.screen.windows(self.app.pid)) == count)
        until("the focus", lambda: self.screen.focused(self.app.pid))
        time.sleep(0.5)

    def kill(self):
        time.sleep(0.1)  # What is killed has had its 16 ms.
        self.app.kill()
        self.app.wait()

    def ends(self):
        code = self.app.wait(timeout=20)
        if code != 0:
            sys.exit(f"error: on Wayland {self.program} ended with {code}")
        subprocess.run([self.scenesim, "store", "check", self.store], check=True, stdout=subprocess.DEVNULL)

    def value(self, address):
        found = subprocess.run([self.scenesim, "store", "get", self.store, address], capture_output=True, text=True)
        return found.stdout.strip() if found.returncode == 0 else None

    def holds(self, address, value):
        until(f"{address} = {value}", lambda: self.value(address) == value)

    def addresses(self):
        dump = subprocess.run([self.scenesim, "store", "dump", self.store], capture_output=True, text=True).stdout
        rows = [json.loads(line) for line in dump.splitlines()]
        return sorted(row["value"] for row in rows if row.get("key") == "url")


@contextlib.contextmanager
def desktop(screen, python):
    """A desktop that takes what is dropped on it: 300 by 200 at 100, 450."""
    with subprocess.Popen([python, f"{os.path.dirname(__file__)}/desktop_stand_in.py"]) as process:
        try:
            screen.move(until("a desktop", lambda: screen.windows(process.pid))[0][0], 100, 450)
            yield
        finally:
            process.kill()


def play_notes(screen, player, python):
    """Typed, killed, back; dragged to a window, to nothing, to a desktop; closed to the end."""
    player.start(1)
    first = screen.focused(player.app.pid)
    screen.move(first, 0, 0)
    screen.click(200, 140)
    screen.keys("Tala is brave")
    player.holds("A/hawk/draft", '"Tala is brave"')
    screen.control("n")
    player.shows(2)
    second = until("another focus", lambda: (now := screen.focused(player.app.pid)) != first and now)
    screen.move(second, 600, 0)
    screen.drag((40, 171), (800, 250))
    player.holds("B/hawk/path", '["character/jaime"]')
    screen.drag((40, 171), (300, 600))
    player.shows(2)
    windows = 2
    if python:
        with desktop(screen, python):
            screen.drag((40, 193), (250, 550))
            windows = 3
            player.shows(windows)
            player.holds("C/hawk/path", '["character/rhona"]')
    player.kill()
    player.start(windows)
    player.holds("A/hawk/draft", '"Tala is brave"')
    for left in range(windows - 1, -1, -1):
        screen.control("w")
        if left:
            player.shows(left)
    player.ends()
    print("Wayland: typed, killed and back; dragged to a window; the last one closed is kept")


def play_tabs(screen, player, python):
    """Opened, named, moved to another window, torn off, killed."""
    player.start(1)
    first = screen.focused(player.app.pid)
    screen.move(first, 0, 0)
    for address in ("one", "two", "three"):
        screen.control("t")
        screen.click(200, 120)
        screen.control("a")
        screen.keys(address)
        until(f"the address {address}", lambda: address in player.addresses())
    screen.control("n")
    player.shows(2)
    second = until("another focus", lambda: (now := screen.focused(player.app.pid)) != first and now)
    screen.move(second, 600, 0)
    screen.control("t")
    until("a tab in the other window", lambda: player.value("B/openTabs") not in (None, "[]"))
    screen.drag((380, 75), (900, 75))
    tabs = lambda window: (player.value(f"{window}/openTabs") or "").count('"') // 2
    until("the tab over there", lambda: tabs("B") == 2)
    windows, where = 2, "to another window"
    if python:
        with desktop(screen, python):
            screen.drag((200, 75), (250, 550))
            windows, where = 3, "to another window and to the desktop"
            player.shows(windows)
            until("the tab that was torn off", lambda: tabs("C") == 1)
    player.kill()
    if player.addresses() != ["one", "three", "two"] or tabs("A") != 4 - windows:
        sys.exit(f"error: on Wayland a moved tab left {player.addresses()}, {player.value('A/openTabs')}")
    player.start(windows)
    player.app.terminate()
    player.ends()
    print(f"Wayland: a tab went {where} with its values")


def main(programs, folder, python=None):
    screen = Compositor(f"{folder}/runtime")
    players = []
    try:
        with open(f"{folder}/complaints", "w") as complaints:
            for name, place in (("HawkNotesDesktop", ["--store", f"{folder}/notes"]), ("OspreyDesktop", [f"{folder}/tabs"])):
                players.append(Player(screen, programs, name, place, complaints))
            play_notes(screen, players[0], python)
            play_tabs(screen, players[1], python)
        with open(f"{folder}/complaints") as complaints:
            said = [line for line in complaints if line.startswith("error")]
        if said:
            sys.exit(f"error: on Wayland the app complained: {said}")
    finally:
        for player in players:
            if player.app and player.app.poll() is None:
                player.app.kill()
        screen.process.terminate()
        screen.process.wait()


main(*sys.argv[1:])
