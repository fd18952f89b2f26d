"""A mouse for a Wayland compositor that has none, by the protocol zwlr_virtual_pointer_v1."""

import os
import socket
import struct
import time

LEFT = 0x110  # BTN_LEFT


class Mouse:
    def __init__(self, width, height):
        self.size, self.next = (width, height), 2
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))
        registry = self.new()
        self.send(1, 1, struct.pack("<I", registry))
        globals = {text: (name, version) for name, text, version in self.listed(registry)}
        name, version = globals["zwlr_virtual_pointer_manager_v1"]
        manager, text = self.new(), b"zwlr_virtual_pointer_manager_v1\0"
        self.send(registry, 0, struct.pack("<II", name, len(text)) + text + struct.pack("<II", 1, manager))
        self.pointer = self.new()
        self.send(manager, 0, struct.pack("<II", 0, self.pointer))
        self.settle()

    def new(self):
        self.next += 1
        return self.next - 1

    def send(self, object, opcode, arguments=b""):
        self.socket.sendall(struct.pack("<IHH", object, opcode, 8 + len(arguments)) + arguments)

    def events(self):
        """Until the compositor has dealt with all that was sent."""
        callback, bytes = self.new(), b""
        self.send(1, 0, struct.pack("<I", callback))
        while True:
            bytes += self.socket.recv(65536)
            while len(bytes) >= 8:
                object, opcode, size = struct.unpack("<IHH", bytes[:8])
                if len(bytes) < size:
                    break
                if object == 1 and opcode == 0:
                    raise SystemExit(f"error: the compositor refuses: {bytes[8:size]}")
                yield object, opcode, bytes[8:size]
                if object == callback:
                    return
                bytes = bytes[size:]

    def listed(self, registry):
        for object, opcode, data in self.events():
            if object == registry and opcode == 0:
                name, size = struct.unpack("<II", data[:8])
                (version,) = struct.unpack("<I", data[-4:])
                yield name, data[8 : 8 + size - 1].decode(), version

    def settle(self):
        for _ in self.events():
            pass

    def move(self, x, y):
        self.act(1, struct.pack("<IIIII", self.now(), int(x), int(y), *self.size))

    def button(self, state):
        self.act(2, struct.pack("<III", self.now(), LEFT, state))

    def act(self, opcode, arguments):
        self.send(self.pointer, opcode, arguments)
        self.send(self.pointer, 4)  # frame
        self.settle()

    @staticmethod
    def now():
        return int(time.monotonic() * 1000) & 0xFFFFFFFF
