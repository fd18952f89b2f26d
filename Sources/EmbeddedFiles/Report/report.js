"use strict";(()=>{
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
// On the page failures come first; numbers are those of the run.
const numbered = (article) => Number(article.id.slice("case=".length));
const cases = all("article.case").sort((a, b) => numbered(a) - numbered(b)).map((article, index) => ({
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
// A caret that is out of sight says nothing.
const showCaret = (frame) => {
  const lines = frame.textContent.split("\n");
  const caret = Math.max(...lines.map((line) => line.search(/^ *\| *\^/) < 0 ? -1 : line.indexOf("^")));
  const width = Math.max(...lines.map((line) => line.length));
  if (caret > 0) frame.scrollLeft = frame.scrollWidth * caret / width - frame.clientWidth / 2;
};
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
    current.querySelectorAll(".frame").forEach(showCaret);
  }
  mark(entry);
  all("nav.cases a").forEach((link) => {
    if (Number(link.dataset.case) === now) link.setAttribute("aria-current", "true");
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
        : (link.textContent + " " + title + " "
          + one("header", entry.sections[index]).textContent).toLowerCase().includes(text);
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
const help = document.getElementById("help");
const actions = {
  j: () => move(1), ArrowDown: () => move(1), ArrowRight: () => move(1),
  k: () => move(-1), ArrowUp: () => move(-1), ArrowLeft: () => move(-1),
  Home: () => go(here().shown.indexOf(true)),
  End: () => go(here().shown.lastIndexOf(true)),
  n: () => go(next(1, (step) => step.changes)),
  N: () => go(next(-1, (step) => step.changes)),
  f: () => failure(),
  c: () => { const link = one(".from a", here().sections[here().at]); if (link) link.click(); },
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
  const index = Number(link.dataset.case);
  if (link.dataset.case !== undefined && firstFailure(cases[index]) < 0) return open(index);
  const wanted = target(link.getAttribute("href"));
  show(wanted.index, wanted.at, { address: "new" });
  if (root.clientWidth < 900) here().sections[here().at].querySelector("h3").focus();
});

// Another case at the same step, if it has one; of one that failed the link says the step.
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
if (cases.length && !paper.matches) show(first.index, first.at, { say: false });})();