"""What was written, carried and brought, and what of it breaks a promise; for Scripts/machines."""
import collections


class Judge:
    def __init__(self):
        self.parent = {}  # by tick
        self.durable = set()
        self.discarded = set()
        self.carried = collections.defaultdict(set)  # by name in the cluster
        self.breaches = []
        self.fork_count = 0
        self.counts = collections.Counter()
        self.writes = []
        self.last = 0

    def breach(self, words):
        self.breaches.append(words)

    def tick(self):
        self.last += 1
        return self.last

    def is_part(self, one, other):
        while other is not None and other > one:
            other = self.parent.get(other)
        return one == other or one == 0

    def look(self, machine):
        for scene, (_, number, whole, _) in machine.shown.items():
            if whole != "whole":
                self.breach(f"torn: {scene} on {machine}")
            if number and number not in self.parent:
                self.breach(f"unknown: {machine} shows tick {number} of {scene}, which nobody wrote")

    def end(self, heads):
        """Everything that was written, and not thrown away, is in some scene of the cluster."""
        inner = {p for p in self.parent.values() if p}
        for tick in self.durable - inner - self.discarded:
            if tick not in heads.values():
                self.breach(f"lost: tick {tick} is in no scene")
        for name, ticks in self.carried.items():
            for tick in ticks:
                if name in heads and not self.is_part(tick, heads[name]):
                    self.breach(f"lost: tick {tick} of {name} was carried, it is at {heads[name]}")
