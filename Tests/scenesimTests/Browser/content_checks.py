"""What a report shows, against what other parts of the tool say of the same run."""

import json

from harness import current, equal, expect, failing, LOOKS, SAMPLES


def draws_windows(stage):
    for name, cases in stage.truth.items():
        # With scripts only one step is in the page; these are the same elements.
        with stage.page(name, java_script_enabled=False) as page:
            page.evaluate(LOOKS)
            for index, case in enumerate(cases):
                drawn = page.locator("article.case").nth(index).locator(
                    "section.step").evaluate_all(
                    """sections => sections.map((section) => [looks.windows(section),
                      Array.from(section.querySelectorAll("svg:is(.wide, .one) .k + text"))
                        .map((text) => text.textContent),
                      section.querySelector("svg title")?.textContent])""")
                for (windows, shelf, title), step in zip(drawn, case["steps"], strict=True):
                    place = f"{name} case {index + 1} step {step['n']}"
                    wanted = [[w["name"], w["tab"], w["front"]] for w in step["windows"]]
                    found = [[w["name"], w["tab"], w["front"]] for w in windows]
                    equal(sorted(found), sorted(wanted), place)
                    equal(shelf, step["shelf"], place + " shelf")


def shows_store(stage):
    for name, cases in stage.truth.items():
        with stage.page(name, java_script_enabled=False) as page:
            page.evaluate(LOOKS)
            for index, case in enumerate(cases):
                compare_store(page, index, case, f"{name} case {index + 1}")
    with stage.page(SAMPLES, java_script_enabled=False) as page:
        sections = page.locator("section.step")
        equal(sections.count(), sum(len(case["steps"]) for case in stage.truth[SAMPLES]),
              "steps without scripts")
        for index in range(sections.count()):
            expect(sections.nth(index).is_visible(), f"step {index} is hidden without scripts")
        expect(page.locator("section.step .store table").first.is_visible(), "no table")


def address(line):
    """The place of a value, and the value, of a line of `store ls`."""
    row = json.loads(line)
    parts = [part for part in (row["scene"], row.get("tab"), row["key"]) if part]
    return "/".join(parts), row["value"]


def is_same(shown, value):
    if shown.endswith("…"):
        return json.dumps(value, ensure_ascii=False).startswith(shown[:-1])
    return json.loads(shown) == value


def compare_store(page, index, case, place):
    shown = page.locator("article.case").nth(index).locator("section.step").evaluate_all(
        "sections => sections.map((section) => looks.store(section))")
    before = {}
    for rows, step in zip(shown, case["steps"], strict=True):
        here = f"{place} step {step['n']}"
        listed = [address(line) for line in step["store"]]
        kept = [row for row in rows if row[0] != "removed"]
        equal([row[1] for row in kept], [key for key, _ in listed], here)
        for row, (_, value) in zip(kept, listed):
            expect(is_same(row[2], value), f"{here}: {row[1]} is {row[2][:200]}, not {value!r}")
        wanted = dict(listed)
        marks = {row[1]: row[0] for row in rows if row[0]}
        diff = {key: "added" for key in wanted if key not in before}
        diff |= {key: "removed" for key in before if key not in wanted}
        diff |= {key: "changed" for key in wanted
                 if key in before and before[key] != wanted[key]}
        equal(marks, diff, f"{here} marks")
        before = wanted


def opens_at_failure(stage):
    number, case = failing(stage)
    with stage.page("failing.html") as page:
        equal(current(page), [number, case["failed"]], "where it opens")
        shown = page.locator("section.step.on .failure pre").text_content()
        equal(shown, case["message"], "the failure")
    # From a step of the same number as one that the case has, too.
    other = 2 if number == 1 else 1
    with stage.page(f"failing.html#case={other}&step=1") as page:
        page.locator("nav.cases a").nth(number - 1).click()
        equal(current(page), [number, case["failed"]], "where a click on the case leads")


def keeps_hostile_text(stage):
    truth = stage.truth["hostile.html"][0]
    script = "window.alert = () => { document.title = 'called' };"
    with stage.page("hostile.html", before=script) as page:
        equal(page.said, [], "complaints")
        expect(page.title() != "called", "a script ran")
        equal(page.locator("img, b > img, iframe, object").count(), 0, "foreign elements")
        whole = page.evaluate(
            "() => JSON.parse(document.getElementById('data').textContent).texts")
        expect(json.dumps(truth["long"]) in whole, "the long value is not there")
        page.keyboard.press("End")
        page.locator("section.step.on button", has_text="Show").first.click()
        shown = page.locator("section.step.on code[data-text]").first.text_content()
        equal(len(shown), len(truth["long"]) + 2, "the length of the whole value")
        width = page.evaluate(
            "() => document.documentElement.scrollWidth - innerWidth")
        expect(width <= 0, f"{width} pixels too wide")


    with stage.page("hostile.html", java_script_enabled=False) as page:
        body = page.locator("body").text_content()
        for text in truth["texts"]:
            expect(text in body, f"{text!r} is not shown as it is")
        equal(page.locator("img, b > img, iframe, object").count(), 0, "foreign elements")
