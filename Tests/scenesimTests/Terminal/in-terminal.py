#!/usr/bin/env python3
"""Runs a command in a pseudo-terminal; prints its exit code and, as JSON, what the terminal got.

Usage: in-terminal.py [--columns N] [--after TEXT --send SIGNAL|KEYS] [--errors-only] -- COMMAND…
  --after TEXT     waits until the terminal has shown TEXT
  --send WHAT      then sends a signal to the command (INT, TERM, HUP) or types ctrl-c
  --keys JSON      a list of pairs: waits for the first text to be shown anew, types the second
  --errors-only    standard output is a pipe; only standard error is the terminal
"""
import fcntl, json, os, pty, select, signal, struct, subprocess, sys, termios, time

arguments = sys.argv[1:]
command = arguments[arguments.index("--") + 1:]
flags = arguments[:arguments.index("--")]


def value(name, default=None):
    return flags[flags.index(name) + 1] if name in flags else default


ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(value("--columns", "80")), 0, 0))

pairs = json.loads(value("--keys", "[]"))
modes = termios.tcgetattr(theirs)
kept = os.dup(theirs) if pairs else -1


def begin():
    os.setsid()
    fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)


output = subprocess.PIPE if "--errors-only" in flags else theirs
child = subprocess.Popen(
    command, stdin=theirs, stdout=output, stderr=theirs, preexec_fn=begin, close_fds=True)
os.close(theirs)
seen, waited = b"", value("--after", "").encode()
is_sent = "--send" not in flags
mark = 0
end = time.monotonic() + 30
while time.monotonic() < end:
    ready, _, _ = select.select([ours], [], [], 0.05)
    if ready:
        try:
            chunk = os.read(ours, 65536)
        except OSError:  # The other side is closed.
            break
        if not chunk:
            break
        seen += chunk
    elif kept >= 0 and child.poll() is not None:
        break
    if pairs and pairs[0][0].encode() in seen[mark:]:
        mark = len(seen)
        os.write(ours, pairs.pop(0)[1].encode())
    if not is_sent and waited in seen:
        is_sent = True
        if value("--send") == "ctrl-c":
            os.write(ours, b"\x03")
        else:
            child.send_signal(getattr(signal, "SIG" + value("--send")))
else:
    child.kill()
piped = child.stdout.read() if child.stdout else b""
code = child.wait()
is_restored = kept < 0 or termios.tcgetattr(kept) == modes
print(json.dumps({
    "restored": is_restored, "code": code, "pid": child.pid, "terminal": seen.decode("utf-8", "replace"),
    "piped": piped.decode("utf-8", "replace")}))
