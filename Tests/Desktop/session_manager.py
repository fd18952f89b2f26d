#!/usr/bin/env python3
"""Stands in for the manager of a desktop's session, on the bus that the environment names.

Tells whoever registers that the session is about to end when it gets SIGUSR1, and prints what it
is answered.
"""

import signal

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

MANAGER = "org.gnome.SessionManager"
CLIENT = "/org/gnome/SessionManager/Client1"
INTERFACES = Gio.DBusNodeInfo.new_for_xml(
    f"""<node>
  <interface name="{MANAGER}">
    <method name="RegisterClient">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="o" direction="out"/>
    </method>
    <property name="SessionIsActive" type="b" access="read"/>
    <property name="InhibitedActions" type="u" access="read"/>
  </interface>
  <interface name="{MANAGER}.ClientPrivate">
    <method name="EndSessionResponse"><arg type="b" direction="in"/><arg type="s" direction="in"/></method>
    <signal name="QueryEndSession"><arg type="u"/></signal>
    <signal name="EndSession"><arg type="u"/></signal>
  </interface>
</node>"""
)


def called(bus, sender, path, interface, method, arguments, invocation):
    if method == "RegisterClient":
        print("registered", flush=True)
        invocation.return_value(GLib.Variant("(o)", (CLIENT,)))
    else:
        print("answered", arguments.unpack()[0], flush=True)
        invocation.return_value(None)


def read(bus, sender, path, interface, name):
    return GLib.Variant("b", True) if name == "SessionIsActive" else GLib.Variant("u", 0)


def about_to_end():
    bus.emit_signal(None, CLIENT, f"{MANAGER}.ClientPrivate", "QueryEndSession", GLib.Variant("(u)", (0,)))
    return True


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object("/org/gnome/SessionManager", INTERFACES.interfaces[0], called, read)
bus.register_object(CLIENT, INTERFACES.interfaces[1], called)
Gio.bus_own_name_on_connection(bus, MANAGER, Gio.BusNameOwnerFlags.NONE)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, about_to_end)
GLib.MainLoop().run()
