// What the script of a report does with keys, clicks and words.
extension ReportScript {
  /// Which steps the list shows.
  static let filter = #"""
    const field = document.getElementById("filter");
    const range = (text) => {
      const found = /^\s*(\d+)\s*[-–]\s*(\d+)\s*$/.exec(text);
      return found ? [Number(found[1]), Number(found[2])] : null;
    };
    const apply = () => {
      const text = field.value.trim().toLowerCase();
      const numbers = range(text);
      cases.forEach((entry) => {
        entry.links.forEach((link, index) => {
          const number = entry.steps[index].n;
          const group = link.closest("li.group");
          const title = group ? one("summary", group).textContent : "";
          const fits = numbers
            ? number >= numbers[0] && number <= numbers[1]
            : (link.textContent + " " + title).toLowerCase().includes(text);
          entry.shown[index] = fits;
          link.parentElement.hidden = !fits;
        });
        all("li.group", entry.article).forEach((group) => {
          group.hidden = !one("li:not([hidden]) > a", group);
        });
        const none = one("nav.steps .nothing", entry.article);
        if (none) none.hidden = entry.shown.some((fits) => fits);
        const span = one(".timeline .range", entry.article);
        if (!span) return;
        span.hidden = !numbers;
        const from = numbers ? entry.steps.findIndex((step) => step.n >= numbers[0]) : -1;
        const count = entry.shown.filter((fits) => fits).length;
        span.style.left = (100 * Math.max(0, from)) / slots(entry) + "%";
        span.style.width = (100 * count) / slots(entry) + "%";
      });
      const entry = here();
      const count = entry.shown.filter((fits) => fits).length;
      live.textContent = text ? count + " of " + entry.steps.length + " steps" : "All steps";
    };
    const drop = () => { field.value = ""; apply(); };

    // The next step in a direction that is shown and fits.
    const next = (by, fits) => {
      const entry = here();
      for (let at = entry.at + by; at >= 0 && at < entry.steps.length; at += by) {
        if (entry.shown[at] && (!fits || fits(entry.steps[at]))) return at;
      }
      return -1;
    };
    const go = (at, address) => { if (at >= 0) show(now, at, { address: address || "same" }); };
    const move = (by, address) => go(next(by), address);

    """#

  /// Keys and pointers.
  static let input = #"""
    const help = document.getElementById("help");
    const actions = {
      j: () => move(1), ArrowDown: () => move(1), ArrowRight: () => move(1),
      k: () => move(-1), ArrowUp: () => move(-1), ArrowLeft: () => move(-1),
      Home: () => go(here().shown.indexOf(true)),
      End: () => go(here().shown.lastIndexOf(true)),
      n: () => go(next(1, (step) => step.changes)),
      N: () => go(next(-1, (step) => step.changes)),
      f: () => failure(),
      b: () => choose(modes[(modes.indexOf(mode) + 1) % modes.length]),
      "/": () => { field.focus(); field.select(); },
      "?": () => help.showModal(),
      Escape: () => drop(),
    };
    // The next failure of this case, of the others, then from the start.
    const failure = () => {
      const at = next(1, (step) => step.failed);
      if (at >= 0) return go(at, "new");
      for (let by = 1; by <= cases.length; by += 1) {
        const index = (now + by) % cases.length;
        const first = firstFailure(cases[index]);
        if (first >= 0) return show(index, first, { address: "new" });
      }
      live.textContent = "No step failed";
    };

    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
      const typing = event.target === field;
      if (typing && event.key !== "Escape" && event.key !== "Enter") return;
      if (typing) { event.preventDefault(); if (event.key === "Escape") drop();
        field.blur(); return; }
      // A box that scrolls keeps the keys that scroll it.
      const box = event.target.closest("[tabindex='0']:not(.timeline)");
      const scrolls = box && (box.scrollWidth > box.clientWidth
        || box.scrollHeight > box.clientHeight);
      if (scrolls && /^(Arrow|Home|End)/.test(event.key)) return;
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : null;
      if (!action) return;
      event.preventDefault();
      action();
      follow(event);
    });
    // With the focus in the list the focus goes along.
    const follow = (event) => {
      // A key that moved the focus itself has its reasons.
      if (document.activeElement !== event.target) return;
      const link = here().links[here().at];
      if (event.target.closest("nav.steps") && link && link.offsetParent) link.focus();
    };

    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='#']");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (link.dataset.case !== undefined) return open(Number(link.dataset.case));
      const wanted = target(link.getAttribute("href"));
      show(wanted.index, wanted.at, { address: "new" });
      if (root.clientWidth < 900) here().sections[here().at].querySelector("h3").focus();
    });

    // Another case at the same step, if it has one.
    const open = (index) => {
      const step = here().steps[here().at];
      const same = step ? place(cases[index], step.n) : -1;
      show(index, same >= 0 ? same : cases[index].at, { address: "new" });
    };

    const stepAt = (line, x) => {
      const box = line.getBoundingClientRect();
      const part = (x - box.left) / box.width;
      return Math.min(here().steps.length - 1, Math.max(0,
        Math.floor(part * slots(here()))));
    };
    all(".timeline").forEach((line) => {
      line.tabIndex = 0;
      line.setAttribute("role", "slider");
      line.setAttribute("aria-label", "Step");
      line.setAttribute("aria-valuemin", "1");
      line.setAttribute("aria-valuemax", String(cases[Number(line.dataset.case)].steps.length));
      let from = -1;
      line.addEventListener("pointerdown", (event) => {
        from = stepAt(line, event.clientX);
        line.setPointerCapture(event.pointerId);
      });
      line.addEventListener("pointerup", (event) => {
        if (from < 0) return;
        const to = stepAt(line, event.clientX);
        const [first, last] = [Math.min(from, to), Math.max(from, to)];
        if (first !== last) {
          field.value = here().steps[first].n + "-" + here().steps[last].n;
          apply();
        } else if (field.value && range(field.value)) {
          drop();
        }
        go(to, "new");
        from = -1;
      });
      line.addEventListener("pointercancel", () => { from = -1; });
    });

    """#

  /// The first step, and the way back.
  static let start = #"""
    one(".tools").hidden = false;
    one(".tools").addEventListener("submit", (event) => event.preventDefault());
    field.addEventListener("input", apply);
    document.getElementById("help-button").addEventListener("click", () => help.showModal());
    all("[data-text]").forEach((node) => {
      const whole = data.texts[Number(node.dataset.text)];
      node.after(button("Show", "Show the whole value", (event) => {
        node.textContent = whole;
        event.target.remove();
      }));
      offerCopy(node, () => whole);
    });
    all("pre[data-copy], code[data-copy]").forEach((node) => {
      offerCopy(node, () => node.textContent);
    });
    all("section.step h3").forEach((title) => { title.tabIndex = -1; });
    // Only the step that is shown is part of the page, so that a thousand others cost nothing;
    // on paper all are.
    const lay = (isPaper) => cases.forEach((entry) => {
      entry.box.replaceChildren(...(isPaper ? entry.sections
        : entry.sections.slice(entry.at, entry.at + 1)));
    });
    const paper = matchMedia("print");
    paper.addEventListener("change", () => lay(paper.matches));
    addEventListener("beforeprint", () => lay(true));
    addEventListener("afterprint", () => lay(false));
    const arrive = () => {
      const wanted = target(location.hash);
      show(wanted.index, wanted.at, { say: true });
    };
    addEventListener("hashchange", arrive);
    addEventListener("popstate", arrive);
    root.classList.add("js");
    // The browser's own jump to a section would leave the head out of sight.
    cases.forEach((entry) => {
      [entry.article].concat(entry.sections).forEach((node) => node.removeAttribute("id"));
    });
    apply();
    let failed = -1;
    cases.forEach((entry) => { if (failed < 0 && firstFailure(entry) >= 0) failed = entry.index; });
    const first = location.hash.length > 1 ? target(location.hash)
      : { index: Math.max(0, failed), at: failed >= 0 ? firstFailure(cases[failed]) : 0 };
    if (matchMedia("(max-width: 899px)").matches) {
      all("nav.steps > details").forEach((list) => { list.open = false; });
    }
    lay(paper.matches);
    if (cases.length && !paper.matches) show(first.index, first.at, { say: false });
    """#
}
