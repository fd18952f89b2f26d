#!/usr/bin/env python3
"""Stands in for a desktop that takes what is dropped on it, as that of GNOME does on Wayland."""

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk

ROOT = "application/x-rootwindow-drop"


def dropped(target, drop, x, y):
    def has(drop, result):
        # Not read_finish, which Python cannot call without a crash: to ask for the bytes is to take them.
        drop.finish(Gdk.DragAction.COPY if drop.get_actions() & Gdk.DragAction.COPY else Gdk.DragAction.MOVE)

    drop.read_async([ROOT], GLib.PRIORITY_DEFAULT, None, has)
    return True


def activate(application):
    target = Gtk.DropTargetAsync(
        formats=Gdk.ContentFormats.new([ROOT]), actions=Gdk.DragAction.COPY | Gdk.DragAction.MOVE)
    target.connect("drop", dropped)
    window = Gtk.ApplicationWindow(application=application, title="Desktop", decorated=False)
    window.set_default_size(300, 200)
    window.add_controller(target)
    window.present()


application = Gtk.Application(application_id="com.example.desktop", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run()
