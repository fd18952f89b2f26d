"""Draws the curves of `Scripts/scaling`: draw-scaling.py MEASURED.json FOLDER

One SVG for each thing that grows. Colours are variables of the picture's own style sheet, so that
it can be read on light and on dark pages.
"""

import json
import re
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter  # noqa: E402

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
MARKS = ["o", "s", "^", "D", "v"]

NANOSECONDS = ("time", {1e-3: "1 ns", 1e-2: "10 ns", 1e-1: "100 ns"})
SIZES = {0: "", 1: "k", 2: "M"}


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
    axes.set_title(title, loc="left", fontsize=11, color=INK, pad=10, fontweight="semibold")
    for index, (name, label, factor) in enumerate(lines):
        points = [(row[over], row[name] * factor) for row in rows if row.get(name, 0) > 0]
        axes.plot(
            *zip(*points), label=label, color=LINES[index], marker=MARKS[index], markersize=5,
            linewidth=1.8,
        )
    axes.set_xscale("log", base=2 if over in ("bytes", "processes") else 10)
    if logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(base=10, numticks=12))
        axes.yaxis.set_minor_formatter(NullFormatter())
        low, high = axes.get_ylim()
        axes.set_ylim(low / 1.6, high * 1.6)
    else:
        axes.set_ylim(bottom=0)
    if over == "processes":
        axes.set_xticks([row[over] for row in rows])
        axes.set_xscale("linear")
        axes.set_xticks([row[over] for row in rows])
    axes.xaxis.set_major_formatter(FuncFormatter(over_format))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(up_format))
    axes.set_xlabel(across, color=SOFT, fontsize=9.5)
    axes.tick_params(colors=SOFT, labelsize=9, length=3, which="major")
    axes.tick_params(length=0, which="minor")
    axes.grid(True, which="major", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_facecolor(CARD)
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(SOFT)
    axes.legend(
        fontsize=9, frameon=False, labelcolor=INK, loc="upper left",
        bbox_to_anchor=(0, -0.17), ncols=2, columnspacing=1.6, handlelength=1.8, borderaxespad=0.0,
    )


def picture(path: Path, title: str, panels: list) -> None:
    figure, axes = plt.subplots(1, len(panels), figsize=(4.9 * len(panels), 4.5))
    figure.set_facecolor(CARD)
    for one, options in zip(axes, panels):
        panel(one, **options)
    figure.subplots_adjust(left=0.075, right=0.985, top=0.9, bottom=0.27, wspace=0.26)
    figure.savefig(path, metadata={"Date": None, "Creator": None, "Title": title})
    plt.close(figure)
    path.write_text(themed(path.read_text(), title))
    print(path)


def themed(svg: str, title: str) -> str:
    """Replaces the colours by variables and says what the picture is."""
    for drawn, (name, light, _) in INKS.items():
        svg = re.sub(drawn, f"var(--{name}, {light})", svg, flags=re.IGNORECASE)
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
    if len(sys.argv) != 3:
        sys.exit("usage: draw-scaling.py MEASURED.json FOLDER")
    measured = json.loads(Path(sys.argv[1]).read_text())
    folder = Path(sys.argv[2])
    plt.rcParams["svg.fonttype"] = "none"
    plt.rcParams["svg.hashsalt"] = "scaling"
    plt.rcParams["font.family"] = ["Helvetica", "Arial", "DejaVu Sans", "sans-serif"]
    micro, nano = 1.0, 1e-3

    def lines(over, title, across, *of, up=duration, form=number, log=True):
        return {
            "rows": measured[over], "over": over, "lines": of, "title": title, "across": across,
            "over_format": form, "up_format": up, "logarithmic": log,
        }

    picture(folder / "scaling-keys.svg", "Time and size over the number of keys in a store", [
        lines(
            "keys", "Time of one operation", "keys in the store",
            ("read_ns", "read a property", nano), ("write_ns", "write a property", nano),
            ("list_us", "list a scene", micro), ("open_us", "open, restore a scene", micro),
            ("flush_1_us", "flush one change", micro)),
        lines(
            "keys", "Size", "keys in the store", ("file_mb", "file", 1),
            ("own_mb", "memory of the process", 1), up=megabytes),
    ])
    picture(folder / "scaling-scenes.svg", "Time and memory over the number of connected scenes", [
        lines(
            "scenes", "Time of one operation", "connected scenes",
            ("read_ns", "read a property", nano), ("write_ns", "write a property", nano),
            ("connect_us", "connect a scene", micro), ("flush_1_us", "flush one change", micro),
            ("flush_scene_us", "flush a scene", micro)),
        lines(
            "scenes", "Memory and file", "connected scenes", ("own_mb", "memory", 1),
            ("file_mb", "file", 1), ("payload_mb", "values alone", 1), up=megabytes),
    ])
    picture(folder / "scaling-processes.svg", "Reads and commits over the number of processes", [
        lines(
            "processes", "Scenes read in a second", "reading processes",
            ("reads_per_s", "all together", 1), ("slowest_reads_per_s", "the slowest", 1),
            up=number, log=False),
        lines(
            "processes", "Commits in a second beside them", "reading processes",
            ("commits_per_s", "the writer", 1), up=number, log=False),
    ])
    picture(folder / "scaling-values.svg", "Time and space over the size of a value", [
        lines(
            "bytes", "Time of one operation", "size of the value", ("read_us", "read", micro),
            ("write_us", "write", micro), ("restore_us", "first read", micro),
            ("flush_us", "flush", micro), form=size),
        lines(
            "bytes", "File per byte of value", "size of the value",
            ("disk_per_payload", "bytes of the file", 1), up=number, form=size),
    ])


if __name__ == "__main__":
    main()
