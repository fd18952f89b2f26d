"""A way from one machine to the members that delays, stalls and holds back; for Scripts/machines.

  proxy.py HOST:PORT…   listens on this machine's ports from 3001 on, one a member; each line of the
                        standard input says how it is from now on: delay SECONDS, stall CHANCE of each
                        piece, hold CHANCE of each that goes to a member
"""
import asyncio
import os
import random
import sys


async def proxy(members):
    """Passes connections on, and does to them what its standard input says."""
    mood = {"delay": 0.0, "stall": 0.0, "hold": 0.0}
    dice = random.Random(0)

    async def pump(reader, writer, way):
        try:
            while piece := await reader.read(65536):
                if way == "there" and dice.random() < mood["hold"]:
                    await asyncio.sleep(3)  # longer than anybody waits for it
                if dice.random() < mood["stall"]:
                    await asyncio.sleep(3600)
                if mood["delay"]:
                    await asyncio.sleep(mood["delay"] * dice.uniform(0.5, 1.5))
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass  # the other side went
        finally:
            # What was held back arrives, whoever went meanwhile.
            writer.close()

    def passing(member):
        async def accept(reader, writer):
            try:
                host, port = member.split(":")
                there, to_member = await asyncio.open_connection(host, int(port))
            except OSError:
                writer.close()
                return
            await asyncio.gather(pump(reader, to_member, "there"), pump(there, writer, "back"))

        return accept

    servers = [
        await asyncio.start_server(passing(member), "127.0.0.1", 3001 + number)
        for number, member in enumerate(members)]
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        word, value = line.split()
        mood[word] = float(value)
    del servers
    os._exit(0)


asyncio.run(proxy(sys.argv[1:]))
