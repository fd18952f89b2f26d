import LMDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes a sound store of a damaged one, or of its backups.
///
/// Runs while nobody has the store open, and may be cut short at any point: until the new file is
/// whole the damaged one is in its place, and a second try does the same again.
struct StoreRecovery {
  /// How many damaged files are kept, and how many bytes they may have together.
  private static let keptFiles = 3
  private static let keptBytes = 256 << 20

  let options: SceneStore.Options

  /// Repairs the store in a place, or refuses to.
  ///
  /// - Returns: What was done; nil if there was nothing to do.
  /// - Throws: The error that led here, if nothing may be changed.
  func run(
    _ place: StorePlace, _ error: LMDBError
  ) throws(LMDBError) -> RecoveryReport? {
    let isMissing = try !place.hasData
    // A new store is no damage.
    if isMissing, BackupFolder(ofStore: place.directory).paths.isEmpty { return nil }
    let isInDoubt = error.commitInDoubt != nil
    guard options.recovery != .fail || isInDoubt else { throw error }
    var report = RecoveryReport(date: options.clock(), reason: Self.reason(error))
    var views: [StoreView] = []
    var found = FoundRows(ceiling: StoreView.sequenceLimit)
    if !isMissing {
      // A disk that cannot be read has lost nothing yet: nothing is made of the rest.
      try StoredFile(place.dataFile).requireReadable()
      let file = try DataFile.open(place.dataFile)
      try requireOwn(file)
      // A commit whose number is in doubt has cost nothing yet: no backup is better.
      if options.recovery == .salvage || isInDoubt {
        (views, found) = try look(at: file, &report)
      }
    }
    if views.isEmpty || !views.contains(where: \.isWhole) {
      if let backup = backup(of: place, &report) { views.append(backup) }
    }
    views.sort { $0.sequence > $1.sequence }
    let salvage = Salvage(views, found)
    // A write that failed has damaged nothing; but whatever is lost with it is damage.
    guard options.recovery != .fail || salvage.losesNothing else { throw error }
    if !isMissing {
      let name = "\(Self.stamp(report.date))-damaged"
      report.quarantine = URL(filePath: try Quarantine(ofStore: place.directory).keep(as: name))
    }
    try place.replace { environment throws(LMDBError) in
      var builder = StoreBuilder(environment, epoch: salvage.epoch)
      for record in salvage.records { try builder.add(record) }
      try builder.finish()
    }
    try Quarantine(ofStore: place.directory)
      .prune(keeping: Self.keptFiles, bytes: Self.keptBytes)
    salvage.fill(&report)
    report.sequence = salvage.epoch
    return report
  }

  /// Reads what the file has: its snapshots, then every page.
  private func look(
    at file: DataFile, _ report: inout RecoveryReport
  ) throws(LMDBError) -> ([StoreView], FoundRows) {
    var views: [StoreView] = []
    let sources: [RecoveryReport.Source] = [.newestSnapshot, .previousSnapshot]
    for (snapshot, source) in zip(file.storeSnapshots, sources) {
      let view = StoreView(file, snapshot, as: source)
      let outcome = view.map { $0.isWhole ? "all of it is sound" : "a part of it is sound" }
      report.steps.append(.init(source: source, outcome: outcome ?? "not sound", values: 0))
      if let view { views.append(view) }
    }
    for view in views {
      if view.isUnreadable {
        throw .system(errno: 5, operation: "reading", path: file.path)
      }
      let info = view[.info].rows
      try StoreHeader.requireKnown { key throws(LMDBError) in info[key] }
    }
    // With a first page lost, its commit may be the newest one; and one that leads to old pages,
    // which are sound, shows an older commit than its own.
    let numbers = views.map(\.sequence).sorted()
    let isKnown =
      file.findings.isEmpty && numbers.count == 2 && numbers[1] == numbers[0] + 1
      && views.min { $0.sequence < $1.sequence }?.isOfItsFirstPage == true
    let ceiling = numbers.last.map { isKnown ? $0 : $0 + 1 }
    let needsScan = views.first?.isWhole != true || !isKnown
    guard needsScan else { return (views, FoundRows(ceiling: ceiling ?? 0)) }
    let found = FoundRows(in: file, ceiling: ceiling ?? StoreView.sequenceLimit)
    if views.isEmpty, let newer = found.newerFormat {
      throw .foreign(reason: "\(StoreHeader.newerPrefix): \(newer)")
    }
    report.steps.append(
      .init(source: .leafScan, outcome: "\(found[.values].count) values found", values: 0))
    return (views, found)
  }

  /// The newest backup that is whole.
  private func backup(of place: StorePlace, _ report: inout RecoveryReport) -> StoreView? {
    for path in BackupFolder(ofStore: place.directory).paths {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      do throws(SnapshotError) {
        let view = try StoreView(SnapshotFile(path))
        report.steps.append(
          .init(source: .backup, outcome: "\(name) is whole", values: 0))
        return view
      } catch {
        report.steps.append(.init(source: .backup, outcome: "\(name): \(error)", values: 0))
      }
    }
    return nil
  }

  /// Refuses a file that is of another kind of machine or of a newer LMDB: that is no damage.
  ///
  /// One first page alone may be damaged to look like that; both are not by chance.
  private func requireOwn(_ file: DataFile) throws(LMDBError) {
    let faults = file.findings.map(\.fault)
    let isSwapped = faults.contains(.otherByteOrder)
    let isNewer = faults.contains { if case .version = $0 { true } else { false } }
    guard file.snapshots.isEmpty, isSwapped || isNewer else { return }
    let words = file.findings.map(\.description).joined(separator: "; ")
    throw .foreign(reason: words)
  }

  private static func reason(_ error: LMDBError) -> String {
    if case .damaged(let reason) = error { return reason }
    if let number = error.commitInDoubt {
      return "commit \(number) is whole, but its first page gives it an older number, "
        + "as after a write that failed; it is kept"
    }
    return error.description
  }

  /// A time as names of files have it: `20261121T220500Z`.
  private static func stamp(_ date: Date) -> String {
    let text = RFC3339.text(secondsSince2001: date.timeIntervalSinceReferenceDate) ?? "unknown"
    return String(text.prefix(19).filter { $0 != "-" && $0 != ":" }) + "Z"
  }
}

extension Salvage {
  /// Whether all that the newest commit has is kept, and nothing else had to be asked.
  fileprivate var losesNothing: Bool {
    views.first?.isWhole == true && older.isEmpty && setAside.isEmpty && dropped == 0
      && leftOut.isEmpty && unproved.isEmpty
  }

  /// Writes down what came from where.
  fileprivate func fill(_ report: inout RecoveryReport) {
    for index in report.steps.indices {
      let source = report.steps[index].source
      let isLast = !report.steps[(index + 1)...].contains { $0.source == source }
      if isLast { report.steps[index].values = counts[source] ?? 0 }
    }
    report.values = valueCount
    report.older = older.map(address).sorted()
    report.setAside = setAside.map(address).sorted()
    report.dropped = dropped
    report.unproved = unproved.compactMap { ids[$0] }.sorted()
    report.leftOut = leftOut.map { String(decoding: $0, as: UTF8.self) }
  }

  private func address(of key: [UInt8]) -> String {
    let number = Self.session(of: key) ?? 0
    let scene = ids[number].map(Address.escaped) ?? "app"
    let row = records.first { $0.table == .values && $0.key == key }
    let names = row.flatMap { try? Envelope.decode($0.value, key: key) }?.names
    guard let address = StoredKey.address(of: key, names: names) else { return scene }
    return Address.text(scene: scene, path: address.path, key: address.key)
  }
}
