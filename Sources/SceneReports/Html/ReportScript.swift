/// What makes a report move; the page is whole without it.
enum ReportScript {
  static let text = "\"use strict\";(()=>{\n\(state)\(view)\(compare)\(filter)\(input)\(start)})();"

  /// What is shown, and the ways to it.
  private static let state = #"""
    const data = JSON.parse(document.getElementById("data").textContent);
    const root = document.documentElement;
    const one = (path, from) => (from || document).querySelector(path);
    const all = (path, from) => Array.from((from || document).querySelectorAll(path));
    const make = (name, words, kind) => {
      const made = document.createElement(name);
      if (words !== undefined) made.textContent = words;
      if (kind) made.className = kind;
      return made;
    };
    const cases = all("article.case").map((article, index) => ({
      article, index,
      name: data.cases[index].name,
      steps: data.cases[index].steps.map(([n, changes, failed]) => ({ n, changes, failed })),
      sections: all("section.step", article),
      box: one(".sections", article),
      links: all("nav.steps a", article),
      shown: data.cases[index].steps.map(() => true),
      at: 0,
    }));
    let now = 0;
    const here = () => cases[now];

    // The place of a step in its case; -1 if there is none of this number.
    const place = (entry, number) => entry.steps.findIndex((step) => step.n === number);
    // How many bars the time-line has room for.
    const slots = (entry) => Math.max(24, entry.steps.length);
    const firstFailure = (entry) => entry.steps.findIndex((step) => step.failed);

    const address = () => {
      const entry = here();
      const step = entry.steps[entry.at];
      return "#case=" + (now + 1) + (step ? "&step=" + step.n : "");
    };

    // What an address means: what it does not say, or says wrongly, is the first of its kind.
    const target = (hash) => {
      const number = (name) => {
        const found = new RegExp("(?:^|[#&])" + name + "=(\\d{1,9})(?:&|$)").exec(hash);
        return found ? Number(found[1]) : NaN;
      };
      const wanted = number("case") - 1;
      const index = cases[wanted] ? wanted : 0;
      const at = place(cases[index], number("step"));
      if (at >= 0) return { index, at };
      return { index, at: isNaN(number("step")) ? Math.max(0, firstFailure(cases[index])) : 0 };
    };

    """#

  /// Shows one step.
  private static let view = #"""
    const show = (index, at, options) => {
      const how = options || {};
      const before = here();
      const section = before.sections[before.at];
      before.article.classList.remove("on");
      if (section) section.classList.remove("on");
      if (before.links[before.at]) before.links[before.at].removeAttribute("aria-current");
      now = index;
      const entry = here();
      entry.at = Math.min(Math.max(0, at), Math.max(0, entry.steps.length - 1));
      entry.article.classList.add("on");
      const current = entry.sections[entry.at];
      if (current) {
        current.classList.add("on");
        entry.box.replaceChildren(current);
        current.querySelector("header").after(toolbar);
        compare(current, entry);
      }
      mark(entry);
      all("nav.cases a").forEach((link, place) => {
        if (place === now) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      });
      if (how.address === "new") history.pushState(null, "", address());
      if (how.address === "same") history.replaceState(null, "", address());
      if (how.say !== false) say(entry);
    };

    // The list scrolls to a step that it does not show; measured once all else is done.
    const reveal = (link) => {
      const box = link.closest("nav.steps");
      const [top, height] = [link.offsetTop - box.offsetTop, link.offsetHeight];
      if (top < box.scrollTop || top + height > box.scrollTop + box.clientHeight) {
        box.scrollTop = top - box.clientHeight / 2;
      }
    };

    const mark = (entry) => {
      const link = entry.links[entry.at];
      if (link) {
        link.setAttribute("aria-current", "step");
        const group = link.closest("li.group > details");
        if (group) group.open = true;
        requestAnimationFrame(() => reveal(link));
      }
      const line = one(".timeline", entry.article);
      if (!line) return;
      const bar = one(".now", line);
      bar.style.left = (100 * entry.at) / slots(entry) + "%";
      bar.style.width = 100 / slots(entry) + "%";
      line.setAttribute("aria-valuenow", String(entry.at + 1));
      line.setAttribute("aria-valuetext", words(entry));
    };

    const words = (entry) => {
      const step = entry.steps[entry.at];
      if (!step) return entry.name;
      const title = entry.sections[entry.at].querySelector("h3").textContent.trim();
      const parts = ["Step " + step.n + " of " + entry.steps.length + ": " + title];
      if (step.failed) parts.push("failed");
      if (step.changes) parts.push(step.changes + (step.changes === 1 ? " change" : " changes"));
      return parts.join(", ");
    };

    // Said once, and only if it is something new.
    const live = document.getElementById("live");
    const say = (entry) => { live.textContent = words(entry); };

    """#

  /// Before, after, both; and copying.
  private static let compare = #"""
    const modes = ["after", "before", "both"];
    const titles = { after: "After", before: "Before", both: "Both" };
    let mode = "after";
    const toolbar = make("div", undefined, "toolbar");
    toolbar.setAttribute("role", "toolbar");
    toolbar.setAttribute("aria-label", "This step");

    const button = (words, label, action) => {
      const made = make("button", words);
      made.type = "button";
      if (label) made.setAttribute("aria-label", label);
      made.addEventListener("click", action);
      return made;
    };
    const choice = make("div", undefined, "choice");
    choice.setAttribute("role", "group");
    choice.setAttribute("aria-label", "Picture");
    ["before", "after", "both"].forEach((name) => {
      const made = button(titles[name], undefined, () => choose(name));
      made.dataset.mode = name;
      choice.append(made);
    });
    const counter = make("span", "", "counter");
    toolbar.append(
      button("‹", "Previous step", () => move(-1, "new")), counter,
      button("›", "Next step", () => move(1, "new")), choice);

    const choose = (name) => {
      mode = name;
      const entry = here();
      if (entry.sections[entry.at]) compare(entry.sections[entry.at], entry);
      live.textContent = titles[name];
    };

    const compare = (section, entry) => {
      all("button", choice).forEach((made) => {
        made.setAttribute("aria-pressed", String(made.dataset.mode === mode));
      });
      counter.textContent = (entry.at + 1) + " of " + entry.steps.length;
      const figure = one("figure.screen", section);
      all(".before-picture", figure).forEach((old) => old.remove());
      figure.classList.toggle("compares", mode === "both");
      const after = one(".now-picture", figure);
      if (after) after.hidden = mode === "before";
      if (mode === "after") return;
      const box = make("div", undefined, "before-picture");
      if (mode === "both") box.append(make("p", "Before", "soft"));
      const earlier = entry.at > 0 ? one(".now-picture", entry.sections[entry.at - 1]) : null;
      if (earlier) {
        const copy = earlier.cloneNode(true);
        all("[id]", copy).forEach((node) => { node.id = "b" + node.id; });
        all("svg", copy).forEach((svg) => {
          svg.setAttribute("aria-labelledby", "b" + svg.getAttribute("aria-labelledby"));
          svg.setAttribute("aria-describedby", "b" + svg.getAttribute("aria-describedby"));
        });
        box.append(...copy.childNodes);
      } else {
        box.append(make("p", entry.at === 0
          ? "Nothing yet: this is the first step."
          : "The picture of the step before was left out.", "empty"));
      }
      figure.prepend(box);
    };

    const copied = async (made, text) => {
      try {
        await navigator.clipboard.writeText(text);
      } catch (_) {
        const area = make("textarea");
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
        made.focus();
      }
      made.textContent = "Copied";
      live.textContent = "Copied";
      setTimeout(() => { made.textContent = "Copy"; }, 1500);
    };
    const offerCopy = (node, text) => {
      const made = button("Copy", "Copy " + (node.getAttribute("aria-label") || "text"),
        () => copied(made, text()));
      made.classList.add("copy");
      node.after(made);
    };

    """#
}
