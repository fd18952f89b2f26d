#!/usr/bin/env python3
"""Prints a store's values, one JSON object a line, by file-format.md. Usage: read-store.py STORE"""
import base64, ctypes, datetime, json, math, os, struct, sys, uuid, lmdb
def crc32c(data, crc=0xFFFFFFFF):
    for bit in (byte >> shift & 1 for byte in data for shift in range(8)):
        crc = crc >> 1 ^ (0x82F63B78 if (crc ^ bit) & 1 else 0)
    return crc ^ 0xFFFFFFFF
def mixed(one, other):
    mixed, most = one * 0x9E3779B97F4A7C15 ^ other * 0xC2B2AE3D27D4EB4F, 2 ** 64 - 1
    mixed = ((mixed & most) ^ (mixed & most) >> 32) * 0xD6E8FEB86659FD93 & most
    return mixed ^ mixed >> 32
def share(name, key, data):  # of a row in the sums of !digest
    if name == b"values":
        return mixed(*(struct.unpack(">8xQ12xI", data[:32]) if len(data) > 31 else (0, len(data))))
    return 0 if key[:1] == b"!" else mixed(len(data), crc32c(key + data[:64]))
def number(value): return value if math.isfinite(value) else str(value)
def single(raw):  # the shortest decimal that is this 32-bit float
    value, = struct.unpack(">f", raw)
    return number(next(short for digits in range(1, 10) if ctypes.c_float(
        short := float(f"{value:.{digits}g}")).value == value or digits == 9))
def date(seconds):
    if not -63113904000 <= seconds < 252423993600: return number(seconds)
    after = datetime.timedelta(microseconds=round(seconds * 1e6))
    text = (datetime.datetime(2001, 1, 1) + after).isoformat()
    return (text.rstrip("0") if "." in text else text) + "Z"
READ = {0: lambda raw: {0: None, 1: None}[len(raw)], 1: {b"\0": False, b"\1": True}.__getitem__,
        2: lambda raw: struct.unpack(">q", raw)[0], 3: lambda raw: struct.unpack(">Q", raw)[0],
        4: lambda raw: number(struct.unpack(">d", raw)[0]), 5: bytes.decode, 7: bytes.decode,
        8: lambda raw: str(uuid.UUID(bytes=raw)).upper(),
        9: lambda raw: date(*struct.unpack(">d", raw)), 11: lambda raw: single(raw),
        10: lambda raw: json.loads(raw.decode(), parse_constant=int)}  # int refuses NaN
def texts(key, at=4):  # (component tag, text); of a long text the key has only the beginning
    while at < len(key):
        tag, at = key[at], at + 1
        for _ in range(2 if tag == 3 else 1):
            text = bytearray()
            while (pair := key[at:at + 2]) != b"\0\1":
                text += b"" if pair == b"\0\xfe" else key[at:at + 1]
                at += 18 if pair == b"\0\xfe" else 2 if key[at] == 0 else 1
            at += 2
            yield tag, text.decode(errors="replace")
def entry(key, data, scenes, types):
    tag, flags, version, txn, kind, size, check = struct.unpack(">xxBBIQ4xIII", data[:32])
    assert data[:2] == b"S\1" and check == crc32c(key + data[:28] + data[32:]), "damaged or newer"
    (tags, full), rest, raw = map(list, zip(*texts(key))), data[34:], data[len(data) - size:]
    for index in range(len(full) if flags & 1 else 0):
        end = 2 + int.from_bytes(rest[:2], "big")
        full[index], rest = rest[2:end].decode(), rest[end:]
    parts, session = iter(zip(tags[:-1], full)), int.from_bytes(key[:4], "big")
    path = [text if of == 2 else [text, next(parts)[1]] for of, text in parts]
    try: value = READ[tag](raw)
    except (KeyError, ValueError, struct.error): value = {"$base64": base64.b64encode(raw).decode()}
    return {"scene": scenes.get(session, f"#{session}") if session else None, "path": path,
            "tab": next((part for part in path[::-1] if isinstance(part, str)), None),
            "key": full[-1], "type": types.get(b"type/%08x" % kind), "bytes": size, "txn": txn,
            "version": version, "value": value}
sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
store = lmdb.open(sys.argv[1], readonly=True, lock=os.access(sys.argv[1], os.W_OK), max_dbs=9)
with store.begin() as reader:
    rows = {n: reader.cursor(store.open_db(n, reader, create=False)) for n, _ in [*reader.cursor()]}
    facts = dict(rows[b"info"])
    at, *told, _ = struct.unpack(">Q17QI", facts[b"!digest"]) if b"!digest" in facts else [None] * 3
    sums = [0] * 17  # 16 of values, by the fourth byte of the key; one of all others
    for name in (b"values", b"info", b"sessions", b"set-aside"):
        for key, data in rows[name]:
            sums[int.from_bytes(key[3:4], "big") % 16 if name == b"values" else 16] += share(
                name, key, data)
    if at == int.from_bytes(facts.get(b"!commit", b"")[:8], "big"):
        if [of % 2 ** 64 for of in sums] != told: sys.exit("a write was lost")
    types = {key: name.decode() for key, name in rows[b"info"] if key[:5] == b"type/"}
    scenes = {int.from_bytes(key, "big"): data[14:14 + int.from_bytes(data[12:14], "big")].decode()
              for key, data in rows[b"sessions"]}
    tails = dict(rows.get(b"tails", ()))  # the ends of long values that are cut
    for key, data in rows[b"values"]:
        data += tails.get(key, b"")[16:]
        try: print(json.dumps(entry(key, data, scenes, types), ensure_ascii=False))
        except Exception as problem: print(f"{key.hex()}: {problem!r}", file=sys.stderr)
