#!/usr/bin/env python3
"""A window of another program, whose rows are dragged into windows of Hawk Notes.

Each row breaks another promise of a drag: its type is unknown, its payload is no activity, it is
larger than an activity may be, or its bytes never come.
"""

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk

CHARACTER = "application/x-com.example.hawknotes.character+json"


class Silent(Gdk.ContentProvider):
    """Offers a character and never hands it over."""

    def do_ref_formats(self):
        return Gdk.ContentFormats.new([CHARACTER])

    def do_write_mime_type_async(self, mime, stream, priority, cancellable, callback, *data):
        pass


def given(mime, content):
    return Gdk.ContentProvider.new_for_bytes(mime, GLib.Bytes.new(content))


ROWS = [
    ("of a foreign type", given("application/x-spreadsheet", b"A1")),
    ("no activity", given(CHARACTER, b'{"person": "tala"}')),
    ("too large", given(CHARACTER, b" " * (300 << 10))),
    ("never comes", Silent()),
]


def activate(application):
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for text, content in ROWS:
        # Rows of 30 pixels, so that whoever drags them by mouse knows where they are.
        row = Gtk.Label(label=text, xalign=0, height_request=30)
        row.add_controller(Gtk.DragSource(content=content))
        column.append(row)
    window = Gtk.ApplicationWindow(application=application, title="Foreign rows", decorated=False)
    window.set_default_size(200, 30 * len(ROWS))
    window.set_child(column)
    window.present()


application = Gtk.Application(application_id="com.example.foreign", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run()
