#!/usr/bin/env python3
"""Plays what one user does in three window systems: simulated, in a terminal, in real windows.

    three_ways.py PROGRAMS FOLDER FILE…
    three_ways.py PROGRAMS FOLDER --seeds COUNT [FIRST]

Each file has the commands of Hawk Notes in a terminal, one a line; a seed makes up 20. The values that the three stores
hold at the end are the same, or it ends with 1 and says what differs. Needs a display of 1500 by
700, a window manager and xdotool.
"""

import json
import os
import random
import subprocess
import sys
import time

from waiting import until

BOOKS = ["hawk", "raven", "swift"]
TAB_AT = {"hawk": 78, "raven": 220, "swift": 368}
# Where a character stands: its book, and the height of its row.
ROWS = {"jaime": ("hawk", 171), "rhona": ("hawk", 193), "tala": ("raven", 171), "lady-beatrice": ("swift", 171)}
NAMES = {"jaime": "Jaime", "rhona": "Rhona", "tala": "Tala", "lady-beatrice": "Lady Beatrice"}
NAMES_OF_WINDOWS = "ABCDE"
PLACES = [(0, 0), (470, 0), (940, 0), (0, 340), (470, 340)]
DESKTOP = (1400, 600)

APP = """\
scenesim: 1
scenario: Three ways
app:
  id: com.example.hawknotes
  device: mac
  profile: wayland
  windows: many
  tabs: { hawk: The Good Hawk, raven: The Broken Raven, swift: The Burning Swift }
  types: { Character: { id: string, name: string, book: string } }
  storage:
    selectedTab: { type: string, scope: scene, default: hawk }
    path: { type: [string], scope: tab, default: [] }
    draft: { type: string, scope: tab, default: "" }
  activities: { com.example.hawknotes.character: { payload: Character } }
  handlers:
    - { on: com.example.hawknotes.character, do: [{ select: "${payload.book}" }] }
    - { on: com.example.hawknotes.character, do: [{ show: ["character/${payload.id}"] }] }
  external: matching-window-first
steps:
  - launch: A
"""


class Model:
    """What is in front while the commands are turned into what a window system is told."""

    def __init__(self):
        self.windows, self.tab, self.draft = ["A"], {"A": "hawk"}, {}
        self.front = "A"

    def open(self):
        # The name that a host takes: the first that no window bears.
        name = next(name for name in NAMES_OF_WINDOWS if name not in self.windows)
        self.windows.append(name)
        self.tab[name], self.front = "hawk", name
        return name

    def typed(self, text):
        key = (self.front, self.tab[self.front])
        self.draft[key] = self.draft.get(key, "") + text
        return self.draft[key]

    def close(self, name):
        self.windows.remove(name)
        self.draft = {key: text for key, text in self.draft.items() if key[0] != name}
        if self.front == name:
            self.front = self.windows[-1]


def made_up(seed, count=20):
    """What a user may do, drawn by chance: the last of it is always the same."""
    draw, model, commands = random.Random(seed), Model(), []
    while len(commands) < count:
        others = [name for name in model.windows if name != model.front]
        rows = [who for who, (book, _) in ROWS.items() if book == model.tab[model.front]]
        verb = draw.choice(["type", "type", "select", "open", "activate", "drag", "drag", "close", "crash", "quit"])
        if verb == "type":
            words = [draw.choice(["brave", "quick", "mine", "why?", "2024", "true"])]
        elif verb == "select":
            words = [draw.choice([book for book in BOOKS if book != model.tab[model.front]])]
            model.tab[model.front] = words[0]
        elif verb == "open" and len(model.windows) < len(NAMES_OF_WINDOWS):
            words = []
            model.open()
        elif verb in ("activate", "close") and others:
            words = [draw.choice(others)]
            if verb == "close":
                model.close(words[0])
            else:
                model.front = words[0]
        elif verb == "drag":
            who = draw.choice(rows)
            words = [who, draw.choice(["edge", *others])]
            if words[1] != "edge":
                model.front = words[1]
            elif len(model.windows) < len(NAMES_OF_WINDOWS):
                model.open()
            else:
                continue
            model.tab[model.front] = ROWS[who][0]
        elif verb in ("crash", "quit") and commands and commands[-1][0] not in ("crash", "quit"):
            words = []
        else:
            continue
        commands.append([verb, *words])
        if verb in ("crash", "quit", "close"):
            # Which window is in front is the window system's affair.
            model.front = draw.choice(model.windows)
            commands.append(["activate", model.front])
    return commands


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"error: {' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def values(scenesim, store):
    """The values of a store by address; what the toolkit keeps for itself is left out."""
    found = {}
    for line in run(scenesim, "store", "dump", store).splitlines():
        row = json.loads(line)
        if row.get("kind") == "value" and row["key"] != "window":
            found["/".join([row.get("scene", ""), *row["path"], row["key"]])] = row["value"]
    return found


def simulate(scenesim, folder, commands):
    lines, model = [], Model()
    for verb, *words in commands:
        if verb == "open":
            lines.append(f"open: {model.open()}")
        elif verb == "select":
            model.tab[model.front] = words[0]
            lines.append(f"{{ in: {model.front}, select: {words[0]} }}")
        elif verb == "type":
            draft = json.dumps(model.typed(" ".join(words)))
            lines.append(f"{{ in: {model.front}, set: {{ draft: {draft} }} }}")
        elif verb == "activate":
            model.front = words[0]
            lines.append(f"activate: {words[0]}")
        elif verb == "drag":
            who, place = words
            payload = {"id": who, "name": NAMES[who], "book": ROWS[who][0]}
            drag = {"from": model.front, "activity": "com.example.hawknotes.character"}
            drag |= {"payload": payload, "target": f"character/{who}"}
            if place == "edge":
                drag |= {"drop": "right-edge", "opens": model.open()}
            else:
                drag["drop"], model.front = {"on": place}, place
            model.tab[model.front] = ROWS[who][0]
            lines.append("drag: " + json.dumps(drag))
        elif verb == "close":
            lines.append(f"close: {words[0]}")
            model.close(words[0])
        elif verb in ("crash", "quit"):
            lines += ["stop" if verb == "crash" else "quit", "launch"]
    path = f"{folder}/three-ways.scene.yaml"
    with open(path, "w") as file:
        file.write(APP + "".join(f"  - {line}\n" for line in lines))
    store = f"{folder}/simulated.store"
    run(scenesim, "run", path, "--store", store)
    return store


def in_terminal(program, folder, commands):
    store, process = f"{folder}/terminal.store", []
    for command in [*commands, ["quit"]]:
        process.append(" ".join(command))
        if command[0] in ("crash", "quit"):
            subprocess.run(
                [program, "--store", store], input="\n".join(process) + "\n", text=True,
                capture_output=True)
            process = []
    return store


class Desktop:
    """Real windows, driven by keys and mouse."""

    def __init__(self, program, scenesim, folder):
        self.program, self.scenesim, self.store = program, scenesim, f"{folder}/desktop.store"
        self.app, self.ids, self.complaints = None, {}, open(f"{folder}/complaints", "w")

    def tool(self, *words):
        return run("xdotool", *[str(word) for word in words]).strip()

    def visible(self):
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(self.app.pid)],
            capture_output=True, text=True)
        return found.stdout.split()

    def active(self):
        found = subprocess.run(["xdotool", "getactivewindow"], capture_output=True, text=True)
        return found.stdout.strip()

    def front(self):
        """The name of the window in front, as the store has it; None while none has the focus."""
        for line in run(self.scenesim, "store", "dump", self.store).splitlines():
            row = json.loads(line)
            if row.get("kind") == "session" and row["record"].get("state") == "foregroundActive":
                return row["id"]
        return None

    def start(self, count):
        self.app = subprocess.Popen([self.program, "--store", self.store], stderr=self.complaints)
        until("a start", lambda: len(self.visible()) == count)
        until("the focus", lambda: self.active() in self.visible())
        time.sleep(0.5)
        self.ids, last = {}, until("a front window", self.front)
        for window in self.visible():
            self.tool("windowactivate", "--sync", window)
            until("the focus", lambda: self.active() == window)
            time.sleep(0.3)
            self.name(until("a front window", self.front), window)
        self.activate(last)

    def name(self, name, window):
        self.ids[name] = window
        self.tool("windowmove", window, *PLACES[NAMES_OF_WINDOWS.index(name)])
        time.sleep(0.2)

    def activate(self, name):
        self.tool("windowactivate", "--sync", self.ids[name])
        until(f"the focus of {name}", lambda: self.active() == self.ids[name])
        time.sleep(0.2)

    def new_window(self, name, do):
        before = set(self.visible())
        do()
        window = until("a new window", lambda: set(self.visible()) - before).pop()
        until("its focus", lambda: self.active() == window)
        time.sleep(0.3)
        self.name(name, window)

    def click(self, name, x, y):
        self.tool("mousemove", "--window", self.ids[name], x, y, "click", 1)
        time.sleep(0.3)

    def drag(self, name, y, to):
        left, top = PLACES[NAMES_OF_WINDOWS.index(name)]
        x, y = left + 40, top + y
        self.tool("mousemove", "--window", self.ids[name], 40, y - top)
        place = dict(line.split("=") for line in self.tool("getmouselocation", "--shell").splitlines())
        x, y = int(place["X"]), int(place["Y"])
        self.tool("mousedown", 1)
        for step in range(9):
            self.tool("mousemove", x + (to[0] - x) * step // 8, y + (to[1] - y) * step // 8)
            time.sleep(0.05)
        time.sleep(0.6)
        self.tool("mouseup", 1)
        time.sleep(0.6)

    def play(self, commands):
        model = Model()
        self.start(1)
        for verb, *words in commands:
            front = model.front
            if verb == "open":
                self.new_window(model.open(), lambda: self.tool("key", "ctrl+n"))
            elif verb == "select":
                model.tab[front] = words[0]
                self.click(front, TAB_AT[words[0]], 70)
            elif verb == "type":
                self.click(front, 200, 140)
                self.tool("key", "End")
                self.tool("type", "--delay", "12", " ".join(words))
                time.sleep(0.3)
            elif verb == "activate":
                model.front = words[0]
                self.activate(words[0])
            elif verb == "drag":
                who, place = words
                if place == "edge":
                    self.new_window(model.open(), lambda: self.drag(front, ROWS[who][1], DESKTOP))
                else:
                    x, y = PLACES[NAMES_OF_WINDOWS.index(place)]
                    self.drag(front, ROWS[who][1], (x + 250, y + 250))
                    until("the focus of the target", lambda: self.active() == self.ids[place])
                    model.front = place
                model.tab[model.front] = ROWS[who][0]
            elif verb == "close":
                self.activate(words[0])
                self.tool("key", "ctrl+w")
                window = self.ids.pop(words[0])
                until("the end of a window", lambda: window not in self.visible())
                model.close(words[0])
                until("the next focus", lambda: self.active() in self.visible())
                self.activate(model.front)
            elif verb in ("crash", "quit"):
                time.sleep(0.3)
                self.app.kill() if verb == "crash" else self.tool("key", "ctrl+q")
                self.app.wait()
                self.start(len(model.windows))
                model.front = self.front()
        self.tool("key", "ctrl+q")
        self.app.wait()
        return self.store


def written(file):
    with open(file) as text:
        return [line.split() for line in text if line.strip() and line[0] != "#"]


def main(programs, folder, *files):
    scenesim, wrong = f"{programs}/scenesim", 0
    if files[0] == "--seeds":
        count, first = int(files[1]), int((*files, 1)[2])
        scripts = {f"seed {seed}": made_up(seed) for seed in range(first, first + count)}
    else:
        scripts = {file: written(file) for file in files}
    for file, commands in scripts.items():
        place = f"{folder}/{os.path.basename(file)}"
        os.makedirs(place)
        stores = {
            "simulated": simulate(scenesim, place, commands),
            "in a terminal": in_terminal(f"{programs}/HawkNotes", place, commands),
            "in real windows": Desktop(f"{programs}/HawkNotesDesktop", scenesim, place).play(commands),
        }
        held = {name: values(scenesim, store) for name, store in stores.items()}
        for name, found in held.items():
            if found != held["simulated"]:
                wrong += 1
                print(f"error: {file}: {name} it is {found}, simulated {held['simulated']}")
        print(f"three ways: {os.path.basename(file)}: {len(held['simulated'])} values each")
    sys.exit(1 if wrong else 0)


main(*sys.argv[1:])
