#!/usr/bin/env python3
"""Prints the role and the name of all that a screen reader finds in the programs of this bus."""

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi


def tell(thing):
    if thing.get_name():
        print(f"{thing.get_role_name()}: {thing.get_name()}")
    for index in range(thing.get_child_count()):
        part = thing.get_child_at_index(index)
        if part:
            tell(part)


Atspi.init()
tell(Atspi.get_desktop(0))
