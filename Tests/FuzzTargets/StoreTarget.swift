import LMDB
import SceneState
import StoreFormat

extension FuzzTarget {
  /// Data files: judged, walked through and searched by the package's own reader.
  static let store = FuzzTarget(
    name: "store",
    run: { input in
      let file = DataFile(bytes: input)
      let verdict = file.verdict(limit: 50)
      _ = file.storeVerdict(limit: 50)
      if verdict.isSound, verdict.newest == nil { return "a file without a snapshot is sound" }
      for snapshot in file.snapshots {
        _ = file.examine(snapshot)
        for database in ["info", "sessions", "values", "set-aside", "tails"] {
          file.forEachEntry(in: database, of: snapshot) { key, value in
            !key.isEmpty && value.count < input.count
          }
        }
      }
      return nil
    },
    make: { random in
      var bytes = base
      for _ in 0...random.number(below: 6) {
        let page = random.number(below: bytes.count / 4_096) * 4_096
        // Heads of pages and their lists of places are what a reader follows.
        let place = page + random.number(below: random.oneIn(3) ? 4_096 : 64)
        let width = min(random.pick([1, 2, 4, 8]), bytes.count - place)
        let number = random.pick([0, 1, 2, 4_095, 65_535, UInt64.max, random.next()])
        for offset in 0..<width {
          bytes[place + offset] = UInt8(truncatingIfNeeded: number >> UInt64(8 * offset))
        }
      }
      if random.oneIn(8) { bytes.removeLast(random.number(below: bytes.count)) }
      return bytes
    })

  /// A sound store of a few pages; made once.
  private static let base: [UInt8] = {
    guard let folder = try? makeTemporaryDirectory(prefix: "fuzz-", memoryBacked: true) else {
      return [UInt8](repeating: 0, count: 8_192)
    }
    defer { removeDirectory(folder) }
    let options = Environment.Options(
      databases: ["info", "sessions", "values", "set-aside", "tails"])
    let place = folder + "/store"
    guard let environment = try? Environment.open(place, options: options),
      let values = environment.database("values"), let info = environment.database("info")
    else { return [UInt8](repeating: 0, count: 8_192) }
    for round in UInt8(0)..<6 {
      try? environment.write { txn throws(LMDBError) in
        for number in UInt8(0)..<40 {
          let length = number == 7 ? 6_000 : 60 + Int(number)
          let key = [1, number, round % 2]
          guard number % 16 == 8 else {
            try txn.put(key, [UInt8](repeating: number, count: length), in: values)
            continue
          }
          // Cut in two: the end of it stands elsewhere.
          let long = Envelope(
            tag: 6, sequence: UInt64(round), payload: [UInt8](repeating: number, count: 4_096))
          try txn.put(key, long.bytes(forKey: key), in: values)
        }
        try txn.put([33], [round], in: info)
        if round > 2 { _ = try txn.delete([1, round, 0], in: values) }
      }
    }
    environment.close()
    return fileContent(place + "/data.mdb")
  }()
}
