"""Widths, colours, words for screen readers, motion and print."""

import re

from harness import equal, expect, LOOKS, SAMPLES


def fits_widths(stage):
    for scale, widths in [(1, [320, 390, 768, 1280, 2560]), (2, [640])]:
        for name, address in [(SAMPLES, "#case=2&step=6"), (SAMPLES, "#case=2&step=5"),
                              ("failing.html", ""), ("windows.html", "#step=9"),
                              ("devices.html", "#step=4"), ("hostile.html", "#step=3")]:
            with stage.page(name + address, width=widths[0], device_scale_factor=scale) as page:
                page.evaluate(LOOKS)
                for width in widths:
                    page.set_viewport_size({"width": width, "height": 800})
                    fits(page, f"{name}{address} at {width}")


def fits(page, place):
    wide = page.evaluate(
        "() => { const page = document.documentElement;"
        " return page.scrollWidth - page.clientWidth; }")
    expect(wide <= 0, f"{place}: {wide} pixels too wide")
    for look in ("smallTexts", "smallPictures", "overlaps", "cutOff"):
        equal(page.evaluate(f"() => looks.{look}()"), [], f"{place}: {look}")
    equal(page.evaluate(
        "() => [...document.querySelectorAll('.frame')].filter("
        "(lines) => getComputedStyle(lines).whiteSpace !== 'pre').length"),
        0, f"{place}: a caret may not stand below its word")


def has_contrast(stage):
    for options in ({"color_scheme": "light"}, {"color_scheme": "dark"},
                    {"forced_colors": "active", "color_scheme": "light"},
                    {"forced_colors": "active", "color_scheme": "dark"}):
        for name in (SAMPLES + "#case=2&step=6", "failing.html", "windows.html#step=9"):
            with stage.page(name, **options) as page:
                page.evaluate(LOOKS)
                place = f"{name} {options}"
                equal(page.evaluate("() => looks.faintTexts()"), [], place)
                if "forced_colors" not in options:
                    equal(page.evaluate("() => looks.faintPictures()"), [], place)
    with stage.page("windows.html", java_script_enabled=False) as page:
        # Without colours: every state is told by a word, and every change by a sign.
        page.evaluate(LOOKS)
        states = page.locator("section.step").evaluate_all(
            "all => all.flatMap((s) => looks.windows(s)).map((w) => w.state)")
        for word in ("active", "inactive", "background"):
            expect(any(word in state for state in states), f"no window is {word}")
        signs = page.locator(".store tr[class]:not(.device)").evaluate_all(
            "rows => rows.map((r) => r.className + r.cells[0].textContent[0])")
        equal(sorted(set(signs)), ["added+", "changed~", "removed−"], "signs")


def speaks(stage):
    with stage.page(SAMPLES + "#case=2&step=6") as page:
        tree = page.locator("body").aria_snapshot()
        for part in ("navigation \"Steps\"", "navigation \"Cases\"", "slider \"Step\"",
                     "toolbar \"This step\"", "searchbox \"Filter steps\"", "heading",
                     "button \"Next step\"", "img \"A and B are open, B is in front\""):
            expect(part in tree, f"{part} is not in the tree:\n{tree[:3000]}")
        names = page.evaluate(
            """() => Array.from(document.querySelectorAll("svg:not([aria-hidden])")).filter(
              (svg) => svg.getAttribute("role") !== "img"
                || !document.getElementById(svg.getAttribute("aria-labelledby"))?.textContent
                || !document.getElementById(svg.getAttribute("aria-describedby"))?.textContent)
              .length""")
        equal(names, 0, "pictures without a name or words")
        equal(page.locator("article.on [aria-current='step']").count(), 1, "current steps")
        page.evaluate(
            """() => { window.said = [];
              new MutationObserver(() => said.push(live.textContent))
                .observe(live, { childList: true, characterData: true, subtree: true }); }""")
        page.keyboard.press("j")
        page.wait_for_timeout(30)
        said = page.evaluate("() => said")
        equal(len(said), 1, f"announcements {said}")
        expect(said[0].startswith("Step 7 of 17"), said[0])


def moves_less(stage):
    with stage.page(SAMPLES, reduced_motion="reduce") as page:
        page.keyboard.press("j")
        page.keyboard.press("b")
        equal(page.evaluate("() => document.getAnimations().length"), 0, "animations")
        moving = page.evaluate(
            """() => Array.from(document.querySelectorAll("*")).filter((node) => {
              const style = getComputedStyle(node);
              return style.transitionDuration !== "0s" || style.animationName !== "none"
                || style.scrollBehavior === "smooth";
            }).length""")
        equal(moving, 0, "elements that move")


def prints(stage):
    with stage.page(SAMPLES + "#case=2&step=6") as page:
        page.keyboard.press("b")
        page.emulate_media(media="print")
        page.wait_for_timeout(100)
        shown = page.locator("section.step").evaluate_all(
            "all => all.filter((s) => s.getBoundingClientRect().height > 0).length")
        equal(shown, sum(len(case["steps"]) for case in stage.truth[SAMPLES]), "printed steps")
        pictures = page.locator("section.step:not([data-check]) .now-picture").evaluate_all(
            "all => all.filter((s) => s.getBoundingClientRect().height === 0).length")
        equal(pictures, 0, "pictures that are not printed")
        for hidden in (".toolbar", ".tools", "nav.steps"):
            expect(not page.locator(hidden).first.is_visible(), f"{hidden} is printed")
        cut = page.locator("section.step tr").evaluate_all(
            "rows => rows.filter((r) => getComputedStyle(r).breakInside !== 'avoid').length")
        equal(cut, 0, "rows that may be cut")
        pdf = page.pdf(
            format="A4", margin={side: "10mm" for side in ("top", "right", "bottom", "left")})
        pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
        cases = len(stage.truth[SAMPLES])
        expect(cases < pages <= 1.5 * cases, f"{pages} pages for {cases} runs of {shown} steps")
