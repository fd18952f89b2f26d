#!/usr/bin/env python3
"""Fails when a public symbol has no documentation, or a public type is on no page of the catalog.

Usage: docs-coverage.py MODULE FOLDER-OF-SYMBOL-GRAPHS
"""

import json
import pathlib
import re
import sys

module, folder = sys.argv[1:]
catalog = pathlib.Path("Sources", module, f"{module}.docc")
pages = "\n".join(page.read_text() for page in sorted(catalog.rglob("*.md")))
curated = set(re.findall(r"^\s*- ``([^`]+)``", pages, re.MULTILINE))
types = {"swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.macro", "swift.func"}

problems, documented, count = [], 0, 0
for graph in sorted(pathlib.Path(folder).glob("*.symbols.json")):
    for symbol in json.loads(graph.read_text())["symbols"]:
        path = ".".join(symbol["pathComponents"])
        place = symbol.get("location", {})
        where = place.get("uri", "").removeprefix(f"file://{pathlib.Path.cwd()}/")
        line = place.get("position", {}).get("line", 0) + 1
        count += 1
        text = "".join(part["text"] for part in symbol.get("docComment", {}).get("lines", []))
        if text.strip() or not where:
            documented += 1
        else:
            problems.append(f"{where}:{line}: error: {path} has no documentation")
        top_level = len(symbol["pathComponents"]) == 1
        if top_level and symbol["kind"]["identifier"] in types and path not in curated:
            problems.append(f"{where}:{line}: error: {path} is under no topic of {catalog}")

print(f"{module}: {documented} of {count} public symbols documented")
print("\n".join(sorted(problems)), end="\n" if problems else "")
sys.exit(1 if problems else 0)
