import SceneReports
import SceneState
import StoreFormat
import StoreTools

struct StoreStatistics {
  /// What a scene may hold unless the app says otherwise.
  private static let defaultSceneBudget = 4 << 20

  struct Share {
    let label: String
    let values: Int
    let bytes: Int
  }

  struct Big {
    let address: String
    let type: String
    let bytes: Int
  }

  let directory: String
  let figures: StoreFigures
  let facts: StoreFacts
  let readers: [ReaderRow]
  let sessionCount: Int
  let destroyedCount: Int
  let setAsideCount: Int
  let valueCount: Int
  let valueBytes: Int
  /// The biggest first.
  let biggest: [Big]
  /// The biggest first; the app's own values are one of them.
  let shares: [Share]
  let top: Int
  let shortfall: Shortfall

  init(
    _ source: StoreSource, _ look: StoreLook, top: Int
  ) throws(StoreInspector.Failure) {
    directory = source.directory
    self.top = top
    // Before anything is read here: the readers of others are meant.
    readers = try look.readers()
    facts = try look.header()
    let snapshot = try look.snapshot()
    figures = try look.figures(countingFreePages: true)
    shortfall = Shortfall(snapshot, snapshot.entries)
    sessionCount = snapshot.sessions.count
    destroyedCount = snapshot.tombstones.count
    setAsideCount = snapshot.setAside.count
    valueCount = snapshot.entries.count
    let sizes = snapshot.entries.map(\.bytes)
    valueBytes = sizes.reduce(0, +)
    biggest = zip(sizes, snapshot.entries).enumerated()
      .sorted { (-$0.element.0, $0.offset) < (-$1.element.0, $1.offset) }
      .prefix(top)
      .map { Big(address: snapshot.addressText(of: $1.1), type: $1.1.type, bytes: $1.0) }
    var totals: [SceneID?: (values: Int, bytes: Int)] = [:]
    for (size, entry) in zip(sizes, snapshot.entries) {
      totals[entry.scene, default: (0, 0)].values += 1
      totals[entry.scene, default: (0, 0)].bytes += size
    }
    shares = totals.map { scene, total in
      Share(
        label: snapshot.scenePart(of: scene), values: total.values, bytes: total.bytes)
    }.sorted { (-$0.bytes, $0.label) < (-$1.bytes, $1.label) }
  }

  /// What people want to know first, in words.
  func sentences(_ symbols: Symbols) -> [String] {
    var lines = [
      "\(Amount.count(valueCount, "value")) in \(Amount.count(sessionCount, "scene")) take "
        + "\(Amount.bytes(valueBytes)); the file has \(Amount.bytes(figures.fileBytes)) of the "
        + "\(Amount.bytes(figures.limitBytes)) it may have."
    ]
    if let first = shares.first, shares.count > 1, valueBytes > 0 {
      lines.append(
        "\(symbols.visible(first.label)) holds most: "
          + "\(Amount.bytes(first.bytes)), \(percent(first.bytes, of: valueBytes)).")
    }
    if let first = shares.first, first.bytes > Self.defaultSceneBudget * 4 / 5 {
      lines.append(
        "That is \(percent(first.bytes, of: Self.defaultSceneBudget)) of what a scene may hold "
          + "unless the app says otherwise.")
    }
    lines.append(
      setAsideCount == 0
        ? "Nothing is set aside."
        : "\(Amount.count(setAsideCount, "value")) could not be read and is set aside: "
          + "scenesim store ls \(directory) --set-aside")
    let stale = readers.count { $0.isStale }
    if stale > 0 {
      lines.append(
        "\(Amount.count(stale, "reader")) died and may hold old pages: "
          + "scenesim store readers \(directory) --clear-stale")
    }
    return lines + facts.notUnderstood.map { "Not understood: \($0)." }
  }

  /// Labels and figures.
  var rows: [(name: String, value: String)] {
    let pages = figures.freePages.map {
      "\(Amount.count($0, "page")), \(Amount.bytes($0 * figures.pageBytes))"
    }
    return [
      ("format", facts.format.map { String($0) } ?? "unknown"),
      (
        "app",
        [facts.app, facts.appVersion.map { "version \($0)" }].compactMap { $0 }
          .filter { !$0.isEmpty }.map { SafeText.escaped($0) }.joined(separator: ", ")
      ),
      ("last commit", "txn \(figures.lastTransaction)"),
      (
        "file",
        "\(Amount.bytes(figures.fileBytes)), "
          + "\(percent(figures.fileBytes, of: figures.limitBytes)) of the map"
      ),
      ("used", Amount.bytes(figures.usedBytes)),
      ("free", pages ?? "unknown"),
      ("values", "\(valueCount), \(Amount.bytes(valueBytes))"),
      ("scenes", "\(sessionCount), \(destroyedCount) destroyed"),
      ("set aside", String(setAsideCount)),
      ("types", String(facts.typeCount)),
      ("readers", "\(readers.count), \(readers.count { $0.isStale }) gone"),
      ("damaged", String(shortfall.damaged)),
    ]
  }

  func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "0 %" }
    let tenths = (Double(part) * 1000 / Double(whole)).rounded() / 10
    if part > 0, tenths == 0 { return "under 0.1 %" }
    return (tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)) + " %"
  }

  /// The object of `--json`; members are only ever added at the end.
  var json: JSON {
    [
      "schema": "scenesim.store.stats/1", "store": .string(directory),
      "format": .number(facts.format), "app": .text(facts.app),
      "appVersion": .number(facts.appVersion), "txn": .unsigned(figures.lastTransaction),
      "fileBytes": .int(figures.fileBytes), "limitBytes": .int(figures.limitBytes),
      "usedBytes": .int(figures.usedBytes), "pageBytes": .int(figures.pageBytes),
      "freePages": .number(figures.freePages), "values": .int(valueCount),
      "valueBytes": .int(valueBytes), "scenes": .int(sessionCount),
      "destroyed": .int(destroyedCount), "setAside": .int(setAsideCount),
      "types": .int(facts.typeCount), "readers": .int(readers.count),
      "staleReaders": .int(readers.count { $0.isStale }),
      "notUnderstood": .texts(facts.notUnderstood),
      "biggest": .list(
        biggest.map { big in
          ["address": .string(big.address), "type": .string(big.type), "bytes": .int(big.bytes)]
        }),
      "perScene": .list(
        shares.map { share in
          [
            "scene": .string(share.label), "values": .int(share.values),
            "bytes": .int(share.bytes),
          ]
        }),
      "damaged": .int(shortfall.damaged), "newer": .int(shortfall.newer),
    ]
  }
}
