"""Draws the curves of `Scripts/scaling`: draw-scaling.py MEASURED.json FOLDER [PAGE.md]

One SVG for each thing that grows, and the figures as tables in a page, between comments that name
them. Colours are variables of the picture's own style sheet, so that
it can be read on light and on dark pages.
"""

import json
import re
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator  # noqa: E402

# What is drawn in the first colour is shown in the second on light pages, in the third on dark.
INKS = {
    "#010101": ("ink", "#1d1d1f", "#e8e8ed"),
    "#020202": ("soft", "#6e6e73", "#a1a1a6"),
    "#030303": ("grid", "#e3e3e8", "#3a3a3f"),
    "#040404": ("card", "#ffffff", "#1f1f23"),
    "#a00001": ("one", "#0b62d6", "#6cb1ff"),
    "#a00002": ("two", "#b8500c", "#ffa55c"),
    "#a00003": ("three", "#1e7d43", "#62d08c"),
    "#a00004": ("four", "#8a3ab9", "#cf96f5"),
    "#a00005": ("five", "#b3263c", "#ff8090"),
}
INK, SOFT, GRID, CARD, *LINES = INKS
# A thing has the same colour in every picture.
STYLES = {
    "read": (0, "o"), "write": (1, "s"), "list": (2, "^"), "open": (3, "D"), "flush": (4, "v"),
    "scene": (2, "X"), "memory": (0, "o"), "file": (1, "s"), "payload": (2, "^"),
}


def duration(us: float, _=None) -> str:
    for factor, unit in ((1e-3, "ns"), (1, "µs"), (1e3, "ms"), (1e6, "s")):
        if us < 999.5 * factor:
            return f"{us / factor:g} {unit}"
    return f"{us / 1e6:g} s"


def megabytes(mb: float, _=None) -> str:
    for factor, unit in ((1e-6, "B"), (1e-3, "kB"), (1, "MB"), (1e3, "GB")):
        if mb < 999.5 * factor:
            return f"{mb / factor:g} {unit}"
    return f"{mb:g} MB"


def number(value: float, _=None) -> str:
    for factor, unit in ((1, ""), (1e3, "k"), (1e6, "M")):
        if value < 999.5 * factor:
            return f"{value / factor:g}{unit}"
    return f"{value:g}"


def size(value: float, _=None) -> str:
    for factor, unit in ((1, "B"), (1024, "KiB"), (1 << 20, "MiB")):
        if value < 1000 * factor:
            return f"{value / factor:g} {unit}"
    return f"{value:g}"


def panel(axes, rows, over, lines, title, across, over_format, up_format, logarithmic=True):
    axes.set_title(title, loc="left", fontsize=12.5, color=INK, pad=10, fontweight="semibold")
    for name, label, factor, style in lines:
        points = [(row[over], row[name] * factor) for row in rows if row.get(name, 0) > 0]
        colour, mark = STYLES[style]
        axes.plot(
            *zip(*points), label=label, color=LINES[colour], marker=mark, markersize=5,
            linewidth=1.8,
        )
    if over == "processes":
        axes.set_xticks([row[over] for row in rows])
        axes.set_xlim(0.5, rows[-1][over] + 0.5)
    else:
        axes.set_xscale("log", base=8 if over == "bytes" else 10)
    if not logarithmic:
        axes.set_ylim(bottom=0)
    else:
        axes.set_yscale("log")
        low, high = axes.get_ylim()
        axes.set_ylim(low / 1.6, high * 1.6)
        if high / low < 300:
            axes.yaxis.set_major_locator(LogLocator(base=10, subs=(1, 2, 5), numticks=12))
        else:
            axes.yaxis.set_major_locator(LogLocator(base=10, numticks=12))
    axes.xaxis.set_major_formatter(FuncFormatter(over_format))
    axes.yaxis.set_major_formatter(FuncFormatter(up_format))
    axes.set_xlabel(across, color=SOFT, fontsize=11)
    axes.tick_params(colors=SOFT, labelsize=10.5, length=3, which="major")
    axes.minorticks_off()
    axes.grid(True, which="major", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_facecolor(CARD)
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(SOFT)
    axes.legend(
        fontsize=10.5, frameon=False, labelcolor=INK, loc="upper left",
        bbox_to_anchor=(0, -0.19), ncols=2, columnspacing=1.6, handlelength=1.8, borderaxespad=0.0,
    )


def picture(path: Path, title: str, panels: list) -> None:
    figure, axes = plt.subplots(1, len(panels), figsize=(4.9 * len(panels), 4.7))
    figure.set_facecolor(CARD)
    for one, options in zip(axes, panels):
        panel(one, **options)
    figure.subplots_adjust(left=0.08, right=0.985, top=0.9, bottom=0.3, wspace=0.26)
    figure.savefig(path, metadata={"Date": None, "Creator": None, "Title": title})
    plt.close(figure)
    path.write_text(themed(path.read_text(), title))
    print(path)


def themed(svg: str, title: str) -> str:
    """Replaces the colours by variables and says what the picture is."""
    for drawn, (name, light, _) in INKS.items():
        svg = re.sub(drawn, f"var(--{name}, {light})", svg, flags=re.IGNORECASE)
    svg = svg.replace("'DejaVu Sans'", "system-ui, 'Helvetica Neue', Arial, 'DejaVu Sans'")
    light = " ".join(f"--{name}: {colour};" for name, colour, _ in INKS.values())
    dark = " ".join(f"--{name}: {colour};" for name, _, colour in INKS.values())
    style = (
        f"<style>svg {{ {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ svg {{ {dark} }} }}</style>\n"
    )
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    # Fewer digits: no eye sees a hundredth of a point.
    svg = re.sub(r"(\d+\.\d)\d{2,}", r"\1", svg)
    head = svg.index(">", svg.index("<svg")) + 1
    return svg[:head] + f"\n<title>{title}</title>\n" + style + svg[head:]


def main() -> None:
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: draw-scaling.py MEASURED.json FOLDER [PAGE.md]")
    measured = json.loads(Path(sys.argv[1]).read_text())
    folder = Path(sys.argv[2])
    plt.rcParams["svg.fonttype"] = "none"
    plt.rcParams["svg.hashsalt"] = "scaling"
    micro, nano = 1.0, 1e-3

    def lines(over, title, across, *of, up=duration, form=number, log=True):
        return {
            "rows": measured[over], "over": over, "lines": of, "title": title, "across": across,
            "over_format": form, "up_format": up, "logarithmic": log,
        }

    access = (("read_ns", "read a property", nano, "read"),
              ("write_ns", "write a property", nano, "write"))
    flush = ("flush_1_us", "flush one change", micro, "flush")
    picture(folder / "scaling-keys.svg", "Time and size over the number of keys in a store", [
        lines(
            "keys", "Time of one operation", "keys in the store", *access, flush,
            ("list_us", "list a scene", micro, "list"),
            ("open_us", "open, restore a scene", micro, "open")),
        lines(
            "keys", "Size of file and process", "keys in the store",
            ("own_mb", "memory, one scene open", 1, "memory"), ("file_mb", "file", 1, "file"),
            up=megabytes),
    ])
    picture(folder / "scaling-scenes.svg", "Time and memory over the number of connected scenes", [
        lines(
            "scenes", "Time of one operation", "connected scenes of 32 values", *access, flush,
            ("flush_scene_us", "flush a scene", micro, "scene"),
            ("connect_us", "connect a scene", micro, "open")),
        lines(
            "scenes", "Memory and file", "connected scenes of 32 values",
            ("own_mb", "memory", 1, "memory"), ("file_mb", "file", 1, "file"),
            ("payload_mb", "the values alone", 1, "payload"), up=megabytes),
    ])
    picture(folder / "scaling-processes.svg", "Reads and commits over the number of processes", [
        lines(
            "processes", "Scenes read in a second", "reading processes",
            ("reads_per_s", "all together", 1, "read"),
            ("slowest_reads_per_s", "the slowest", 1, "list"), up=number, log=False),
        lines(
            "processes", "Commits in a second beside them", "reading processes",
            ("commits_per_s", "the writer", 1, "write"), up=number, log=False),
    ])
    picture(folder / "scaling-values.svg", "Time and space over the size of a value", [
        lines(
            "bytes", "Time of one operation", "size of the value",
            ("read_us", "read", micro, "read"), ("write_us", "write", micro, "write"),
            ("restore_us", "first read", micro, "open"), ("flush_us", "flush", micro, "flush"),
            form=size),
        lines(
            "bytes", "Bytes of the file for a byte of value", "size of the value",
            ("disk_per_payload", "file", 1, "file"), up=number, form=size),
    ])
    if len(sys.argv) == 4:
        fill(Path(sys.argv[3]), measured)


TABLES = {
    "keys": [
        ("keys", "Keys", number), ("read_ns", "Read", "ns"), ("write_ns", "Write", "ns"),
        ("flush_1_us", "Flush 1", "µs"), ("flush_100_us", "Flush 100", "µs"),
        ("list_us", "List a scene", "µs"), ("open_us", "Open, restore", "µs"),
        ("own_mb", "Memory", "MB"), ("file_mb", "File", "MB"),
    ],
    "scenes": [
        ("scenes", "Scenes", number), ("connect_us", "Connect one", "µs"),
        ("flush_1_us", "Flush 1", "µs"), ("flush_scene_us", "Flush a scene", "µs"),
        ("payload_mb", "Values", "MB"), ("own_mb", "Memory", "MB"), ("file_mb", "File", "MB"),
    ],
    "processes": [
        ("processes", "Readers", number), ("reads_per_s", "Scenes read", "1/s"),
        ("slowest_reads_per_s", "Slowest reader", "1/s"), ("commits_per_s", "Commits", "1/s"),
    ],
    "bytes": [
        ("bytes", "Value", size), ("write_us", "Write", "µs"), ("read_us", "Read", "µs"),
        ("restore_us", "First read", "µs"), ("flush_us", "Flush", "µs"),
        ("disk_per_payload", "File for a byte", ""),
    ],
}


def cell(row: dict, name: str, unit) -> str:
    if name not in row:
        return "–"
    if callable(unit):
        return unit(row[name])
    # Three digits that count; more are not known.
    value = float(f"{row[name]:.3g}")
    return f"{value:,.0f}" if value >= 100 else f"{value:.10g}"


def table(over: str, rows: list) -> str:
    columns = TABLES[over]
    heads = [label if callable(unit) or not unit else f"{label}, {unit}" for _, label, unit in columns]
    lines = [heads, ["---"] + ["---:"] * (len(columns) - 1)]
    lines += [[cell(row, name, unit) for name, _, unit in columns] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def fill(page: Path, measured: dict) -> None:
    """Writes the figures between the page's comments."""
    text = page.read_text()
    for over in TABLES:
        pattern = rf"(<!-- figures: {over} -->\n).*?(<!-- end -->)"
        made = table(over, measured[over])
        text, count = re.subn(pattern, rf"\g<1>\n{made}\n\n\g<2>", text, flags=re.DOTALL)
        if count != 1:
            sys.exit(f"error: {page} has no place for the figures of {over}")
    page.write_text(text)
    print(page)


if __name__ == "__main__":
    main()
