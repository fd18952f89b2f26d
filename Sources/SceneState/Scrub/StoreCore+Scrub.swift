import LMDB
import StoreFormat
import Synchronization

extension StoreCore {
  /// How long until there is something to do while nothing is written; nil for not at all.
  var timeUntilIdleWork: Duration? {
    guard connection.isOpen else { return nil }
    let times = [timeUntilBackup, scrub.timeLeft].compactMap(\.self)
    return times.min()
  }

  /// Looks at the next part of the file if it is time.
  func scrubIfDue() {
    guard let rule = scrub.rule, scrub.timeLeft == .zero else { return }
    scrubOnce(pages: rule.pages)
  }

  /// Looks at one part of the file, by reading it.
  ///
  /// - Returns: Whether it was looked at; false if somebody commits just now, or the store cannot be
  ///   read.
  @discardableResult
  func scrubOnce(pages: Int) -> Bool {
    guard let open = connection.current else { return false }
    let place = scrub.place
    var part = ScrubPart(table: Scrub.Place.tables[place.table])
    let isSeen: Bool
    do throws(LMDBError) {
      isSeen = try open.environment.read { txn throws(LMDBError) in
        try part.look(behind: place.after, pages: pages, txn, open)
      }
    } catch {
      // What keeps the store from being read is told by whoever needs it.
      isSeen = false
    }
    guard isSeen else {
      scrub.went(to: place)
      return false
    }
    tell(part)
    scrub.went(to: part.next(after: place))
    return true
  }

  private func tell(_ part: ScrubPart) {
    for finding in part.findings {
      scrub.found(finding.description)
      problems.report(SceneProblem(.storeDamaged, detail: finding.description))
    }
    for words in part.damaged { problems.report(SceneProblem(.storeDamaged, detail: words)) }
    if let words = part.damaged.first { scrub.found(words) }
    for (id, strays) in part.strays {
      setAside(strays, of: id.map { handle(for: $0) } ?? app)
    }
    for (number, count) in part.orphans.sorted(by: { $0.key < $1.key }) {
      problems.report(
        SceneProblem(
          .valueNotReadable, address: "#\(number)/",
          detail: "\(count) damaged value\(count == 1 ? "" : "s") under the name of no session"))
    }
  }
}

private struct ScrubPart {
  let table: StoreTable
  private(set) var findings: [DataFileFinding] = []
  /// Records of sessions that are damaged: they lead to whole windows.
  private(set) var damaged: [String] = []
  private(set) var strays: [SceneID?: [StrayRow]] = [:]
  /// How many damaged values there are of numbers that no session has.
  private(set) var orphans: [UInt32: Int] = [:]
  private var isUnfinished = false
  private var last: [UInt8] = []

  init(table: StoreTable) { self.table = table }

  /// Where the next part begins; nil after the last one, and after a damaged one.
  func next(after place: Scrub.Place) -> Scrub.Place? {
    guard findings.isEmpty else { return nil }
    if isUnfinished { return Scrub.Place(table: place.table, after: last) }
    let next = place.table + 1
    return next < Scrub.Place.tables.count ? Scrub.Place(table: next) : nil
  }

  /// - Returns: Whether the file held still for long enough to find the transaction in it.
  mutating func look(
    behind key: [UInt8], pages: Int, _ txn: borrowing ReadTransaction, _ open: Connection.Open
  ) throws(LMDBError) -> Bool {
    let file = try DataFile.open(open.environment.path + "/data.mdb")
    // The transaction keeps the pages of its snapshot from being used again. Its first page is
    // written over by the next commit but one: if that is not near, it was read whole.
    guard open.environment.lastTransactionID == txn.id,
      let snapshot = file.snapshots.first(where: { $0.transaction == txn.id })
    else { return false }
    var rows: [(key: [UInt8], value: [UInt8])] = []
    let part = file.part(of: table.name, in: snapshot, after: key, pages: pages) { key, value in
      rows.append((key, value))
    }
    (findings, isUnfinished) = (part.findings, part.isUnfinished)
    last = rows.last?.key ?? key
    switch table {
    case .sessions: for row in rows { lookAtSession(row.key, row.value) }
    case .values:
      var ids: [UInt32: SceneID] = [:]
      for row in rows { try lookAtValue(row.key, row.value, &ids, txn, open) }
    case .info, .setAside: break
    }
    return true
  }

  private mutating func lookAtSession(_ key: [UInt8], _ bytes: [UInt8]) {
    do throws(EnvelopeError) { _ = try SessionRecord.decode(bytes, key: key) } catch {
      guard !error.isOfNewerVersion else { return }
      let number = InfoKey.number(key, UInt32.self) ?? 0
      damaged.append("the record of session \(number): \(SetAsideNote(error).text)")
    }
  }

  private mutating func lookAtValue(
    _ key: [UInt8], _ bytes: [UInt8], _ ids: inout [UInt32: SceneID],
    _ txn: borrowing ReadTransaction, _ open: Connection.Open
  ) throws(LMDBError) {
    let result = Result { () throws(EnvelopeError) in try Envelope.decode(bytes, key: key) }
    let names = (try? result.get())?.names  // the stray row has what is wrong
    guard let stray = StrayRow(key, StoredKey.address(of: key, names: names), result),
      try txn.copyRows(of: open.setAside, prefix: SetAsideRecord.prefix(valueKey: key)).isEmpty
    else { return }
    var reader = ByteReader(key)
    let number = reader.number(UInt32.self) ?? .max
    if number == ValueAddress.appSession { return strays[nil, default: []].append(stray) }
    if ids[number] == nil {
      let record = try txn.session(number, open)
      if let record, record.kind == .live { ids[number] = SceneID(rawValue: record.id) }
    }
    guard let id = ids[number] else {
      orphans[number, default: 0] += 1
      return
    }
    strays[id, default: []].append(stray)
  }
}

extension SceneStore {
  /// Looks through the whole file on this thread, as the store does by itself over time.
  ///
  /// - Returns: Whether all of it was looked at.
  package func scrub() -> Bool {
    var tries = 0
    while tries < 1_000 {
      if !core.scrubOnce(pages: 64) { tries += 1 } else if core.scrub.place.isFirst { return true }
    }
    return false
  }
}
