// What the checks of reports measure inside a page.
(() => {
  const visible = (node) => {
    const box = node.getBoundingClientRect();
    const style = getComputedStyle(node);
    return box.width > 1 && box.height > 1 && style.visibility === "visible"
      && style.clipPath === "none" && node.checkVisibility();
  };
  const hasText = (node) => Array.from(node.childNodes)
    .some((child) => child.nodeType === 3 && child.data.trim());
  const texts = () => Array.from(document.body.querySelectorAll("*"))
    .filter((node) => !(node instanceof SVGElement) && hasText(node) && visible(node)
      && !node.closest(".hidden") && !["SCRIPT", "STYLE", "OPTION"].includes(node.tagName));

  const channel = (value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (text) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = text;
    paint.fillRect(0, 0, 1, 1);
    return Array.from(paint.getImageData(0, 0, 1, 1).data);
  };
  const light = (colour) => 0.2126 * channel(colour[0]) + 0.7152 * channel(colour[1])
    + 0.0722 * channel(colour[2]);
  const contrast = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      layers.push(rgb(getComputedStyle(at).backgroundColor));
      if (layers[layers.length - 1][3] === 255) break;
    }
    return layers.reverse().reduce((under, over) => under.map((part, index) =>
      part + (over[index] - part) * over[3] / 255), rgb("Canvas"));
  };

  const value = (cell) => (cell.querySelector("code") || cell).textContent.trim();

  window.looks = {
    smallTexts: () => texts().filter((node) => parseFloat(getComputedStyle(node).fontSize) < 12)
      .map((node) => node.textContent.slice(0, 40)),
    smallPictures: () => Array.from(document.querySelectorAll("svg.pic:not(.defs)"))
      .filter((svg) => svg.checkVisibility()).map((svg) =>
        13 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)
      .filter((size) => size < 11.95),
    faintTexts: () => texts().map((node) => [
      contrast(rgb(getComputedStyle(node).color), behind(node)), node.textContent.slice(0, 40),
    ]).filter((row) => row[0] < 4.5),
    // Boxes of lines of text that lie over each other.
    overlaps: () => {
      const boxes = [];
      texts().forEach((node) => {
        if (getComputedStyle(node).position === "fixed" || node.closest(".toolbar")) return;
        if (node.closest("pre, .scroll, .what, nav.steps")) return;
        Array.from(node.childNodes).filter((child) => child.nodeType === 3 && child.data.trim())
          .forEach((child) => {
            const range = document.createRange();
            range.selectNodeContents(child);
            Array.from(range.getClientRects()).forEach((box) => boxes.push([box, child.data]));
          });
      });
      const found = [];
      boxes.forEach(([one, words], index) => boxes.slice(index + 1).forEach(([other, more]) => {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 2 && high > 6) found.push(words.trim() + " | " + more.trim());
      }));
      return found.slice(0, 5);
    },
    // What reaches out of the page to the right, where no box around it scrolls.
    cutOff: () => {
      const edge = document.documentElement.clientWidth + 0.5;
      return Array.from(document.body.querySelectorAll("*")).filter((node) => {
        if (node instanceof SVGElement && node.tagName !== "svg") return false;
        if (!visible(node) || node.getBoundingClientRect().right <= edge) return false;
        for (let at = node.parentElement; at !== document.body; at = at.parentElement) {
          if (getComputedStyle(at).overflowX !== "visible") return false;
        }
        return true;
      }).map((node) => `${node.tagName} ${node.textContent.slice(0, 40)}`).slice(0, 5);
    },
    // The windows of a section's picture, as they are drawn.
    windows: (section) => Array.from(section.querySelectorAll(
      "svg.pic:is(.wide, .one) use")).map((use) => {
      const drawn = document.querySelector(use.getAttribute("href"));
      const text = (path) => drawn.querySelector(path)?.textContent ?? null;
      return { name: text("text.n"), tab: text("text.ts"),
        front: drawn.querySelector(".f.front") !== null, state: text("text.e") };
    }),
    // Each text of the drawn windows against the shape that lies under its middle.
    faintPictures: () => {
      const found = [];
      const stage = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      stage.setAttribute("class", "pic");
      document.body.append(stage);
      const drawings = Array.from(document.querySelectorAll(".defs g[id]"));
      const loose = Array.from(document.querySelectorAll("svg.pic:is(.wide, .one)"));
      drawings.concat(loose).forEach((drawing) => {
        stage.replaceChildren(...Array.from(drawing.cloneNode(true).childNodes)
          .filter((node) => node.tagName !== "use"));
        const shapes = Array.from(stage.querySelectorAll("rect, path, circle, text"));
        shapes.forEach((node, index) => {
          if (node.tagName !== "text") return;
          const box = node.getBBox();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          const under = shapes.slice(0, index).filter((shape) => {
            if (shape.tagName === "text") return false;
            const fill = getComputedStyle(shape).fill;
            if (fill === "none" || fill.startsWith("url")) return false;
            const area = shape.getBBox();
            return area.x <= x && x <= area.x + area.width && area.y <= y
              && y <= area.y + area.height;
          }).pop();
          const back = under ? rgb(getComputedStyle(under).fill) : behind(document.body);
          const ratio = contrast(rgb(getComputedStyle(node).fill), back);
          if (ratio < 4.5) found.push([ratio, node.textContent]);
        });
      });
      stage.remove();
      return found;
    },
    store: (section) => Array.from(section.querySelectorAll(".store tbody tr:not(.device)"))
      .map((row) => [row.className, row.querySelector("th").textContent.trim(),
        value(row.querySelector("ins") || row.cells[2])]),
  };
})();
