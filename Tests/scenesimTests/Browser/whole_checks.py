"""Speed, cases, comparing, copying, and reports as files."""

import json
import os
import re
import shutil
import sys
import xml.etree.ElementTree as ElementTree

from harness import current, equal, expect, failing, pixels, SAMPLES


def is_fast(stage):
    size = os.path.getsize(stage.path("large.html"))
    expect(size < 5 << 20, f"{size} bytes")
    # The best of some tries, and for steps the time of the page's own thread: a machine may have
    # other things to do.
    paints, steps, heaps = [], [], []
    for _ in range(5):
        with stage.page("large.html#step=300") as page:
            equal(page.locator("nav.steps a").count(), 1000, "steps")
            page.wait_for_timeout(50)
            paints.append(page.evaluate(
                "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            client = page.context.new_cdp_session(page)
            client.send("Performance.enable", {"timeDomain": "threadTicks"})
            before = metrics(client)
            page.evaluate(
                """() => ["j", "j", "k", "n", "N", "j", "Home", "End", "j", "k"].forEach((key) => {
                  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                  document.body.getBoundingClientRect();
                })""")
            after = metrics(client)
            steps.append((after["TaskDuration"] - before["TaskDuration"]) * 100)
            heaps.append(after["JSHeapUsedSize"])
        if paints[-1] < 1000 and steps[-1] < 50:
            break
    print(f"large: {size} bytes, {min(paints):.0f} ms to paint, {min(steps):.1f} ms a step, "
          f"{min(heaps) / 1e6:.0f} MB", file=sys.stderr)
    expect(min(paints) < 1000, f"first paint after {min(paints)} ms")
    expect(min(steps) < 50, f"a step takes {min(steps)} ms")
    expect(min(heaps) < 150e6, f"{min(heaps)} bytes of memory")


def metrics(client):
    return {row["name"]: row["value"] for row in client.send("Performance.getMetrics")["metrics"]}


def switches_cases(stage):
    with stage.page(SAMPLES + "#case=1&step=6") as page:
        page.locator("nav.cases a").nth(1).click()
        equal(current(page), [2, 6], "the other case")
        page.keyboard.press("j")
        page.locator("nav.cases a").nth(0).click()
        equal(current(page), [1, 7], "and back")


def compares(stage):
    def pictures(page, kind):
        return page.locator(f"section.step.on .{kind}:visible svg.wide use").evaluate_all(
            "all => all.map((use) => use.getAttribute('href'))")

    with stage.page(SAMPLES + "#case=2&step=3") as page:
        earlier = pictures(page, "now-picture")
        page.keyboard.press("j")
        now = pictures(page, "now-picture")
        expect(earlier != now, "the drag changes nothing")
        page.get_by_role("button", name="Before").click()
        equal(pictures(page, "before-picture"), earlier, "before")
        equal(pictures(page, "now-picture"), [], "after is hidden")
        page.get_by_role("button", name="Both").click()
        equal(pictures(page, "before-picture"), earlier, "both: before")
        equal(pictures(page, "now-picture"), now, "both: after")
        page.get_by_role("button", name="After").click()
        equal(pictures(page, "before-picture"), [], "after alone")
        page.keyboard.press("Home")
        page.get_by_role("button", name="Before").click()
        equal(pictures(page, "before-picture"), [], "before the first step")
        expect("first step" in page.locator(".before-picture").text_content(), "no words")


def copies(stage):
    script = """window.copied = [];
      Object.defineProperty(navigator, "clipboard",
        { value: { writeText: async (text) => { copied.push(text); } } });"""
    with stage.page("failing.html", before=script) as page:
        page.locator("section.step.on .failure .copy").click()
        page.wait_for_timeout(30)
        equal(page.evaluate("() => copied[0]"), failing(stage)[1]["message"], "the failure")
    with stage.page("hostile.html", before=script) as page:
        page.keyboard.press("End")
        page.locator("section.step.on .store .copy").first.click()
        page.wait_for_timeout(30)
        long = json.dumps(stage.truth["hostile.html"][0]["long"])
        expect(page.evaluate("() => copied[0]") == long, "the long value")


def are_equal(stage):
    with open(stage.path("samples.html"), "rb") as one:
        with open(stage.path("again/samples.html"), "rb") as other:
            expect(one.read() == other.read(), "two runs give different pages")
    with open(stage.path("samples.html"), "rb") as one:
        with open(stage.path("from-trace.html"), "rb") as other:
            expect(one.read() == other.read(), "the saved trace gives another page")


def stand_alone(stage):
    folder = stage.path("svg")
    names = sorted(os.listdir(folder))
    expect(len(names) > 10, f"{len(names)} pictures")
    with stage.page(width=700, height=700) as page:
        for index, name in enumerate(names):
            root = ElementTree.parse(f"{folder}/{name}").getroot()
            tags = {node.tag.split("}")[1] for node in root.iter()}
            expect("script" not in tags and "image" not in tags, f"{name}: {tags}")
            expect({"title", "desc"} <= tags, f"{name}: no words")
            for node in root.iter():
                for key, value in node.attrib.items():
                    local = key.split("}")[-1]
                    expect(local != "href" or value.startswith("#"), f"{name}: {value}")
                    expect(not re.search(r"\d\.\d", value) or local in ("d", "style"),
                           f"{name}: {local}={value} is no whole number")
            if index % 4 == 0:
                page.goto(f"file://{folder}/{name}")
                part = {"x": 0, "y": 0, "width": 700, "height": 200}
                expect(len(pixels(page.screenshot(clip=part))) > 5, f"{name} is blank")
        expect(all(url.startswith(f"file://{folder}/") for url in page.asked), "asks for more")


def survives_moving(stage):
    moved = stage.path("elsewhere")
    shutil.move(stage.path("folder"), moved)
    with stage.page() as page:
        page.goto(f"file://{moved}/index.html")
        links = page.locator("main a").evaluate_all("all => all.map((a) => a.getAttribute('href'))")
        expect(len(links) >= 3, f"{links}")
        first = page.locator("main tbody tr").first.text_content()
        expect("failed" in first, f"failures do not come first: {first}")
        for link in links:
            page.goto(f"file://{moved}/index.html")
            page.locator(f"main a[href='{link}']").first.click()
            page.wait_for_timeout(20)
            expect(page.locator("h1").count() == 1, link)
            expect(page.url.startswith(f"file://{moved}/") and "index.html" not in page.url, link)
        equal(page.said, [], "complaints")
