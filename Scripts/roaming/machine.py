"""One machine of a schedule: a process in a network namespace that can be killed; for Scripts/machines."""
import asyncio
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROBE = str(ROOT / ".build/debug/roamprobe")
PROXY = str(ROOT / "Scripts/roaming/proxy.py")
NODES = {"desk": 11, "lap": 12, "hall": 13}
ADDRESSES = [f"10.77.0.{member}:2379" for member in (1, 2, 3)]


class Machine:
    def __init__(self, name, folder, user, by_proxy):
        self.name, self.user = name, user
        self.store = f"{folder}/{name}.store"
        self.by_proxy = by_proxy
        self.process = None
        self.proxy = None
        self.is_stopped = False
        self.pending = None
        self.shown = {}  # by scene: its name in the cluster, its number, and whether it is here
        self.fork_lines = []
        self.reading = None

    def __repr__(self):
        return self.name

    async def spawn(self, *command):
        inside = ["ip", "netns", "exec", f"machine-{NODES[self.name]}"] if self.name in NODES else []
        return await asyncio.create_subprocess_exec(
            *inside, *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 24)

    async def start(self, judge):
        if self.by_proxy and self.proxy is None:
            self.proxy = await self.spawn(sys.executable, PROXY, *ADDRESSES)
            await self.proxy.stdout.readline()
        members = [f"127.0.0.1:{3001 + n}" for n in range(3)] if self.by_proxy else ADDRESSES
        self.process = await self.spawn(
            PROBE, "drive", self.store, "etcd://" + ",".join(members), self.name)
        self.answers, self.has_ended = asyncio.Queue(), False
        self.reading = asyncio.create_task(self.read(self.process, self.answers, judge))
        self.is_stopped = False
        assert await self.ask("show") is not None

    async def read(self, process, answers, judge):
        while line := (await process.stdout.readline()).decode().strip():
            if line.startswith("* fork"):
                self.fork_lines.append(line.split()[2:])
                judge.fork_count += 1
            elif not line.startswith("*"):
                await answers.put(line)
        # Known before the system tells that the process ended: who asks now would wait for ever.
        if process is self.process:
            self.has_ended = True
        await answers.put(None)

    @property
    def is_running(self):
        return self.process is not None and not self.has_ended

    async def ask(self, line):
        """What it says; None if it is killed before. Nothing takes for ever."""
        if not self.is_running:
            return None
        try:
            self.process.stdin.write((line + "\n").encode())
            await self.process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            return None
        answer = await self.answers.get()
        if answer is None:
            return None
        words = answer.partition(": ")[2]
        if line == "show":
            self.shown = {}
            for entry in words.split()[1:]:
                scene, name, number, whole, place = entry.split("=")
                self.shown[scene] = (name, int(number), whole, place == "here")
        return words

    def here(self):
        return {s: e for s, e in self.shown.items() if e[3]}

    async def kill(self):
        if self.process is None:
            return
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        await self.reading

    async def end(self):
        await self.kill()
        if self.proxy:
            self.proxy.kill()
            await self.proxy.wait()
            self.proxy = None
