"""Opening a report, and getting about in it by mouse, keys and address."""

from harness import Failed, current, equal, expect, failing, SAMPLES, steps_of


def opens_alone(stage):
    for name in stage.reports():
        with stage.page(name) as page:
            page.wait_for_timeout(30)
            equal(page.asked, [stage.url(name)], f"what {name} asks for")
            equal(page.said, [], f"what {name} complains about")


def lists_steps(stage):
    for name, cases in stage.truth.items():
        with stage.page(name) as page:
            for index, case in enumerate(cases):
                article = page.locator("article.case").nth(index)
                numbers = article.locator("nav.steps a").evaluate_all(
                    "links => links.map((link) => Number(link.dataset.n))")
                equal(numbers, [step["n"] for step in case["steps"]], f"{name}: numbers")
                groups = article.locator("nav.steps li.group summary").all_text_contents()
                equal(groups, case["groups"], f"{name}: groups")


def moves(stage):
    steps = steps_of(stage, SAMPLES, 2)
    numbers = [step["n"] for step in steps]
    changed = [now["n"] for before, now in zip([{"store": []}] + steps, steps)
               if before["store"] != now["store"]]
    with stage.page(SAMPLES + "#case=2&step=1") as page:
        def pressed(keys, wanted):
            for key in keys:
                page.keyboard.press(key)
            equal(current(page), [2, wanted], f"after {keys}")
        pressed(["j", "j"], 3)
        pressed(["k"], 2)
        pressed(["ArrowDown"], 3)
        pressed(["ArrowUp"], 2)
        pressed(["End"], numbers[-1])
        pressed(["Home"], 1)
        pressed(["n"], next(number for number in changed if number > 1))
        pressed(["End", "N"], max(number for number in changed if number < numbers[-1]))
        page.locator("article.on nav.steps a[data-n='5']").click()
        equal(current(page), [2, 5], "after a click")
        page.keyboard.press("/")
        page.keyboard.type("drag")
        page.keyboard.press("Enter")
        left = page.locator("article.on nav.steps a:visible").count()
        expect(0 < left < len(numbers), f"a filter leaves {left}")
        pressed(["Home"], 4)
        page.keyboard.press("Escape")
        equal(page.locator("article.on nav.steps a:visible").count(), len(numbers), "no filter")
        focus_goes_around(page)
    with stage.page("failing.html#case=1&step=1") as page:
        page.keyboard.press("f")
        number, case = failing(stage)
        equal(current(page), [number, case["failed"]], "after f")


def focus_goes_around(page):
    seen = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => {
              const node = document.activeElement;
              if (node === document.body) return null;
              const style = getComputedStyle(node);
              window.number = window.number || new Map();
              if (!window.number.has(node)) window.number.set(node, window.number.size);
              return [window.number.get(node), style.outlineStyle !== "none"
                && parseFloat(style.outlineWidth) >= 2, node.outerHTML.slice(0, 60)];
            }""")
        if found is None:
            return
        expect(found[1], f"the focus cannot be seen on {found[2]}")
        if found[0] == 0 and len(seen) > 5:
            return
        seen.add(found[0])
    raise Failed("the focus does not leave")


def follows_addresses(stage):
    with stage.page(SAMPLES + "#step=6") as page:
        equal(current(page), [1, 6], "#step=6")
        for hash_, wanted in [("#case=2&step=4", [2, 4]), ("#case=2&step=5", [2, 5]),
                              ("#case=99&step=7777", [1, 1]), ("#step=%00", [1, 1]),
                              ("#nonsense=<b>", [1, 1])]:
            page.evaluate("hash => { location.hash = hash }", hash_)
            page.wait_for_timeout(30)
            equal(current(page), wanted, hash_)
        page.locator("article.on nav.steps a").nth(2).click()
        page.locator("article.on nav.steps a").nth(3).click()
        page.go_back()
        page.wait_for_timeout(30)
        equal(current(page), [1, 3], "back")
        page.go_forward()
        page.wait_for_timeout(30)
        equal(current(page), [1, 4], "forward")
        equal(page.said, [], "complaints")
