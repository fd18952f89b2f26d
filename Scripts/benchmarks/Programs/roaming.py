#!/usr/bin/env python3
"""Measures scenes that roam against a bare loop over the same cluster, and against no roaming.

    roaming.py PROBE POSTER CLUSTER-SCRIPT [--quick] [--json]

PROBE is `roamprobe`, POSTER the loop of libcurl. Starts etcd members of its own on this machine.
"""

import argparse
import base64
import json
import os
import re
import socket
import statistics
import subprocess
import tempfile
import threading
import urllib.request

USERS, SCENES, BATCH = 100_000, 3, 42


class Relay:
    """Stands between a carrier and a member, and keeps what the carrier says."""

    def __init__(self, port):
        self.target, self.said, self.server = port, [], socket.create_server(("127.0.0.1", 0))
        self.address = f"etcd://127.0.0.1:{self.server.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.server.accept()
            far = socket.create_connection(("127.0.0.1", self.target))
            said = bytearray()
            self.said.append(said)
            threading.Thread(target=self.copy, args=(near, far, said), daemon=True).start()
            threading.Thread(target=self.copy, args=(far, near, None), daemon=True).start()

    @staticmethod
    def copy(source, target, said):
        try:
            while data := source.recv(1 << 16):
                if said is not None:
                    said += data
                target.sendall(data)
        except OSError:
            pass  # One of the two has ended: so has the other.
        target.close()

    def transactions(self):
        """The bodies of what moved a head, and how many bytes each took with its header."""
        found = []
        for said in self.said:
            rest = bytes(said)
            while (end := rest.find(b"\r\n\r\n")) >= 0:
                length = int(re.search(rb"(?i)content-length: *(\d+)", rest[:end])[1])
                body, size = rest[end + 4 : end + 4 + length], end + 4 + length
                if b"/v3/kv/txn" in rest[:end] and b'"MOD"' in body:
                    found.append((json.loads(body), size))
                rest = rest[size:]
        return found


def always(body):
    """The same body, done however often: the head may be any, the owner is compared as it is."""
    for compare in body["compare"]:
        if compare["target"] == "MOD":
            compare.clear()
    body["compare"] = [compare for compare in body["compare"] if compare]
    return json.dumps(body, separators=(",", ":"))


class Figures:
    def __init__(self, arguments, folder, memory):
        self.probe, self.poster, self.script = arguments.probe, arguments.poster, arguments.script
        self.folder, self.rows, self.facts, self.users = folder, [], {}, 0
        (self.quick, self.memory) = (arguments.quick, memory)

    def start(self, count):
        place = os.path.join(self.folder, f"members-{count}")
        members = ["--members", str(count)] if count > 1 else []
        self.place = place
        self.cluster = subprocess.check_output([self.script, place, *members], text=True).strip()
        self.port = int(self.cluster.split(":")[-1].split(",")[0])
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self):
        subprocess.run([self.script, "stop", self.place], check=True)

    def figure(self, name, count, cluster=None, stay=False, disk=True):
        """What the probe says as a fresh user: a list of numbers for each name, and the process.

        Without a disk its stores lie in memory: a bare loop keeps nothing either.
        """
        self.users += 1
        environment = os.environ | {"ROAMPROBE_USER": f"user-{self.users}"}
        store = os.path.join(self.folder if disk else self.memory, f"store-{self.users}")
        words = [self.probe, "figure", store, cluster or self.cluster, name, str(count)]
        process = subprocess.Popen(
            words + ["--stay"] * stay, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        found = {}
        for line in process.stdout:
            if line == "ready\n":
                return found, process
            key, *values = line.split()
            found[key] = [float(value) for value in values]
        if process.wait():
            raise SystemExit(f"error: figure {name} ended with {process.returncode}")
        return found, process

    def post(self, path, bodies, connections):
        file = os.path.join(self.folder, "bodies")
        with open(file, "w") as out:
            out.writelines(body + "\n" for body in bodies)
        seconds = "1" if self.quick else "3"
        return float(subprocess.check_output([self.poster, self.url + path, file, seconds, str(connections)]))

    def ask(self, path, body):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode())
        return json.load(urllib.request.urlopen(request))

    def row(self, operation, peer, unit, ours, theirs, goal=None, more=False):
        ratio = ours / theirs if theirs else 0
        is_met = goal is None or (ratio >= goal if more else ratio <= goal)
        row = {"operation": operation, "peer_name": peer, "unit": unit, "ours": ours, "peer": theirs}
        self.rows.append(row | {"ratio": ratio, "goal": goal, "met": is_met, "more": more})

    # What is measured

    def local(self):
        found, _ = self.figure("local", 40 if self.quick else 400)
        for name, goal in [("write", 1.05), ("flush", 1.15)]:
            carried, alone = found[f"{name}-carried"], found[f"{name}-alone"]
            self.row(f"{name}, p50", "not roaming", "us", carried[0], alone[0], goal)
            self.row(f"{name}, p99", "not roaming", "us", carried[1], alone[1])

    def recorded(self, name):
        """Transactions of a carrier, while it is still the owner."""
        relay = Relay(self.port)
        _, process = self.figure(name, 40, relay.address, stay=True)
        return relay.transactions(), process

    def rates(self):
        rounds = 100 if self.quick else 500
        for name, scenes, goal in [("scene", 1, 0.8), ("scenes", 32, 0.6)]:
            ours, theirs = [], []
            for _ in range(1 if self.quick else 3):
                found, _ = self.figure(name, rounds // (1 if scenes == 1 else 5), disk=False)
                ours += found["changes-per-second"]
                # One scene in each body of the peer, as many connections as scenes.
                transactions, process = self.recorded("scene")
                bodies = [always(body) for body, _ in transactions[-20:]]
                theirs.append(self.post("/v3/kv/txn", bodies, scenes))
                process.communicate("\n")
            words = "a scene's changes" if scenes == 1 else "changes of 32 scenes"
            peer = "libcurl" if scenes == 1 else "32 loops of libcurl"
            middle = statistics.median
            self.row(words, peer, "1/s", middle(ours), middle(theirs), goal, more=True)
            self.facts[f"transactions of {peer}"] = f"{middle(theirs):,.0f} a second"

    def sizes(self):
        transactions, process = self.recorded("texts")
        process.communicate("\n")
        sizes = [size for _, size in transactions[20:40]]
        # A value of 4 KiB with its header; snapshots come now and then, and count.
        envelope = 4096 + 32
        self.row("bytes of a change", "1.45 envelopes + 1.5 KiB", "B", statistics.mean(sizes), 1.45 * envelope + 1536, 1)

    def bring(self, members, goal):
        found, _ = self.figure("bring", 10 if self.quick else 40)
        self.row(f"bring 1 MiB, {members}", "the goal in ms", "ms", found["bring"][0], goal, 1)

    def places(self):
        few = self.look_at_places()
        size = self.size()
        users = USERS // 100 if self.quick else USERS
        self.fill(users)
        many = self.look_at_places()
        self.row(f"places, {users:,} users", "a few users", "ms", many, few, 1.2)
        self.facts["bytes of a user with 3 small scenes"] = f"{(self.size() - size) / users:,.0f}"

    def size(self):
        return int(self.ask("/v3/maintenance/status", {})["dbSize"])

    def look_at_places(self):
        """The best of three: a member that was just filled has other things to do, too."""
        looks = [self.figure("places", 20 if self.quick else 200)[0] for _ in range(3)]
        return min(look["places"][0] for look in looks)

    def fill(self, users):
        """Gives that many users the scenes of one who was recorded."""
        transactions, process = self.recorded("scene")
        process.communicate("\n")
        name = f"user-{self.users}"
        heads = [put["request_put"] for put in transactions[-1][0]["success"] if "request_put" in put]
        keys = [(base64.b64decode(head["key"]).decode(), head["value"]) for head in heads]
        puts, bodies = [], []
        for user in range(users):
            for scene in range(SCENES):
                for key, value in keys:
                    other = re.sub(r"[0-9a-f]{32}", f"{user * SCENES + scene:032x}", key.replace(name, f"filled-{user}"), 1)
                    puts.append({"requestPut": {"key": base64.b64encode(other.encode()).decode(), "value": value}})
            if len(puts) > 120 - SCENES * len(keys) or user == users - 1:
                bodies.append({"success": puts})
                puts = []
        for body in bodies:
            self.ask("/v3/kv/txn", body)

    def renewals(self):
        lease = self.ask("/v3/lease/grant", {"TTL": 600})["ID"]
        rate = self.post("/v3/lease/keepalive", [json.dumps({"ID": lease})], 32)
        self.facts["renewals of leases"] = f"{rate:,.0f} a second"

    def all(self):
        self.start(1)
        self.local()
        self.rates()
        self.sizes()
        self.bring("one member", 50)
        self.renewals()
        self.places()
        self.stop()
        self.start(3)
        body = json.dumps({"success": [{"requestPut": {"key": "eA==", "value": base64.b64encode(bytes(1 << 20)).decode()}}]})
        put = 1000 / self.post("/v3/kv/txn", [body], 1)
        self.facts["a put of 1 MiB on three members"] = f"{put:,.0f} ms"
        self.bring("three members", 5 * put + 40)
        self.stop()


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def main():
    parser = argparse.ArgumentParser()
    for name in ["probe", "poster", "script"]:
        parser.add_argument(name)
    for name in ["--quick", "--json"]:
        parser.add_argument(name, action="store_true")
    arguments = parser.parse_args()
    memory = tempfile.TemporaryDirectory(dir="/dev/shm")
    with tempfile.TemporaryDirectory() as folder, memory:
        figures = Figures(arguments, folder, memory.name)
        try:
            figures.all()
        finally:
            subprocess.run([figures.script, "stop", figures.place], check=False)
    rows = figures.rows
    if arguments.json:
        for row in rows:
            del row["more"]
        print(json.dumps({"rows": rows, "facts": figures.facts}))
        return
    columns = "{:28}{:28}{:>12}{:>12}  {:4}{:>9}{:>9}  {}"
    print(columns.format("OPERATION", "PEER", "OURS", "PEER", "UNIT", "RATIO", "GOAL", "MET"))
    for row in rows:
        goal = "–" if row["goal"] is None else ("≥" if row["more"] else "≤") + number(row["goal"])
        met = "" if row["goal"] is None else "yes" if row["met"] else "NO"
        print(
            columns.format(
                row["operation"], row["peer_name"], number(row["ours"]), number(row["peer"]), row["unit"],
                number(row["ratio"]), goal, met))
    for name, fact in figures.facts.items():
        print(f"{name}: {fact}")
    goals = [row for row in rows if row["goal"] is not None]
    print(f"{sum(row['met'] for row in goals)} of {len(goals)} goals met")


main()
