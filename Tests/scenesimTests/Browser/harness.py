"""One browser for all checks of reports: opens pages, and notes what they ask for and say."""

import contextlib
import json
import os
import shutil
import struct
import zlib

from playwright.sync_api import sync_playwright

LOOKS = open(os.path.join(os.path.dirname(__file__), "looks.js"), encoding="utf-8").read()
SAMPLES = "samples.html"


def executable():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return shutil.which(name)
    raise SystemExit("no chromium")


class Failed(Exception):
    pass


def expect(holds, words):
    if not holds:
        raise Failed(words)


def equal(found, wanted, words):
    expect(found == wanted, f"{words}: expected {short(wanted)}, found {short(found)}")


def short(value):
    text = repr(value)
    return text if len(text) < 500 else text[:500] + "…"


class Stage:
    """The folder of reports, with what is known of them from elsewhere."""

    def __init__(self, folder, browser):
        self.folder = folder
        self.browser = browser
        with open(f"{folder}/truth.json", encoding="utf-8") as file:
            self.truth = json.load(file)

    def path(self, name):
        return f"{self.folder}/{name}"

    def url(self, name):
        return f"file://{self.path(name)}"

    def reports(self):
        return sorted(n for n in os.listdir(self.folder) if n.endswith(".html"))

    @contextlib.contextmanager
    def page(self, name="", width=1280, height=800, before=None, **options):
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, **options)
        page = context.new_page()
        page.asked, page.said = [], []
        page.on("request", lambda request: page.asked.append(request.url))
        page.on("console", lambda message: page.said.append(message.text))
        page.on("pageerror", lambda error: page.said.append(str(error)))
        if before:
            page.add_init_script(before)
        if name:
            page.goto(self.url(name))
        try:
            yield page
        finally:
            context.close()


def current(page):
    """The number of the step that is shown, and of its case."""
    return page.evaluate(
        """() => {
          const article = document.querySelector("article.case.on");
          const shown = Array.from(article.querySelectorAll("section.step"))
            .filter((section) => section.offsetParent !== null);
          const all = Array.from(document.querySelectorAll("article.case"));
          return [all.indexOf(article) + 1].concat(shown.map((s) => Number(s.dataset.n)));
        }""")


def pixels(png):
    """The different colours of a picture."""
    place, data, width, height, depth = 8, b"", 0, 0, 3
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place:place + 8])
        body = png[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", body[:10])
            depth = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            data += body
        place += length + 12
    raw, rows, line = zlib.decompress(data), [], width * depth
    before = bytearray(line)
    for row in range(height):
        start = row * (line + 1)
        kind, now = raw[start], bytearray(raw[start + 1:start + 1 + line])
        for i in range(line):
            left = now[i - depth] if i >= depth else 0
            up, corner = before[i], before[i - depth] if i >= depth else 0
            if kind == 1:
                add = left
            elif kind == 2:
                add = up
            elif kind == 3:
                add = (left + up) // 2
            elif kind == 4:
                guess = left + up - corner
                add = min((left, up, corner), key=lambda near: abs(guess - near))
            else:
                add = 0
            now[i] = (now[i] + add) & 255
        rows.append(now)
        before = now
    return {bytes(row[i:i + 3]) for row in rows for i in range(0, line, depth)}


@contextlib.contextmanager
def chromium():
    with sync_playwright() as driver:
        # The sandbox needs rights that a container does not give. With the scroll bars of a
        # desktop, which take their place from the page.
        browser = driver.chromium.launch(
            executable_path=executable(), ignore_default_args=["--hide-scrollbars"],
            args=["--no-sandbox", "--disable-dev-shm-usage"])
        try:
            yield browser
        finally:
            browser.close()


def steps_of(stage, name, case):
    return stage.truth[name][case - 1]["steps"]


def failing(stage):
    """The number of the case that fails, and what is known of it."""
    return next((number, case) for number, case in enumerate(stage.truth["failing.html"], 1)
                if case.get("failed"))
