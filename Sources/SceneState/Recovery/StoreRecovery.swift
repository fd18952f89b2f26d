import FoundationEssentials
import LMDB
import StoreFormat

/// Makes a sound store of a damaged one, or of its backups.
///
/// Runs while nobody has the store open, and may be cut short at any point: until the new file is
/// whole the damaged one is in its place, and a second try does the same again.
struct StoreRecovery {
  /// How many damaged files are kept, and how many bytes they may have together.
  private static let keptFiles = 3
  private static let keptBytes = 256 << 20

  let options: SceneStore.Options
  /// The folder of the damaged store, which stays as it is; nil if it is the place itself.
  var source: String?
  /// Is told how far it is, instead of ``SceneStore/Options/onRecovery``.
  var onProgress: ((RecoveryProgress) -> Void)?

  /// Repairs the store in a place, or refuses to.
  ///
  /// - Returns: What was done; nil if there was nothing to do.
  /// - Throws: The error that led here, if nothing may be changed.
  func run(
    _ place: StorePlace, _ error: LMDBError
  ) throws(LMDBError) -> RecoveryReport? {
    let dataFile = source.map { $0 + "/data.mdb" } ?? place.dataFile
    let isMissing = !FileManager.default.fileExists(atPath: dataFile)
    let backups = BackupFolder(ofStore: source ?? place.directory, isOnlyRead: source != nil)
    // A new store is no damage.
    if isMissing, backups.paths.isEmpty { return nil }
    let isInDoubt = error.commitInDoubt != nil
    guard options.recovery != .fail || isInDoubt else { throw error }
    var report = RecoveryReport(date: options.clock(), reason: Self.reason(error))
    var views: [StoreView] = []
    var pages = FoundPages(FoundRows(ceiling: CommitRecord.sequenceLimit))
    var (last, count): (UInt64, UInt64?) = (0, nil)
    if !isMissing {
      let file = FoundRows.aligned(try DataFile.open(dataFile))
      try StoreJudgement(file).requireOurs()
      // A commit whose number is in doubt has cost nothing yet: no backup is better.
      if options.recovery == .salvage || isInDoubt {
        (views, pages) = try look(at: file, &report)
        if views.isEmpty { last = lastCommit(of: file, pages.known) }
        count = file.findings.isEmpty ? Self.valueCount(of: file) : nil
      }
      // A disk that cannot be read has lost nothing yet: nothing is made of the rest.
      let end = options.recovery == .salvage ? 1 << 17 : Int.max
      try PageSource(path: dataFile).requireReadable(upTo: end)
      if file.hasMoved { throw .busy(pid: nil) }
    }
    views.sort { $0.sequence > $1.sequence }
    var salvage = Salvage(views, pages, last: last, count: count)
    if !views.contains(where: \.isWhole) || !salvage.setAside.isEmpty,
      let backup = newest(of: backups, ofApp: Self.app(of: views, pages.known), &report)
    {
      views.append(backup)
      views.sort { $0.sequence > $1.sequence }
      salvage = Salvage(views, pages, last: last, count: count)
    }
    try requireUse(of: salvage, backups)
    // A write that failed has damaged nothing; but whatever is lost with it is damage.
    guard options.recovery != .fail || salvage.losesNothing else { throw error }
    if !isMissing, source == nil {
      let name = "\(Self.stamp(report.date))-damaged"
      report.quarantine = URL(filePath: try Quarantine(ofStore: place.directory).keep(as: name))
    }
    salvage.fill(&report)
    report.sequence = salvage.epoch
    // What a repair has done is told by who asked for it.
    let row = source == nil ? report.row : nil
    try place.replace { environment throws(LMDBError) in
      var builder = StoreBuilder(environment, epoch: salvage.epoch)
      for record in salvage.records { try builder.add(record) }
      if let row { try builder.add(row) }
      try builder.finish()
    }
    if source == nil {
      try Quarantine(ofStore: place.directory)
        .prune(keeping: Self.keptFiles, bytes: Self.keptBytes)
    }
    return report
  }

  /// Reads what the file has: its snapshots, then every page.
  private func look(
    at file: DataFile, _ report: inout RecoveryReport
  ) throws(LMDBError) -> ([StoreView], FoundPages) {
    var views = try views(of: file)
    // With a first page lost, its commit may be the newest one; and one that leads to old pages,
    // which are sound, shows an older commit than its own.
    let numbers = views.map(\.sequence).sorted()
    let isKnown =
      file.findings.isEmpty && numbers.count == 2 && numbers[1] == numbers[0] + 1
      && views.allSatisfy(\.isOfItsFirstPage)
    var pages = FoundPages(FoundRows(ceiling: numbers.last ?? 0))
    let needsScan = views.first?.isIntact != true || !isKnown
    if needsScan {
      let ceiling = numbers.last.map { isKnown ? $0 : $0 + 1 }
      pages = FoundPages(try search(file, ceiling))
      if views.isEmpty {
        if let newer = pages.known.newerFormat, source == nil {
          throw .foreign(reason: "\(StoreVersion.newerPrefix): \(newer)")
        }
        // Nothing leads to what is said of the commits; one of those that were found may fit.
        views = try self.views(of: file, pages.known.commits)
        if let last = views.map(\.sequence).max() { pages = FoundPages(try search(file, last)) }
      }
      // A commit begins when the one before it is done: the first pages are those of an older copy.
      if let last = views.map(\.sequence).max(), pages.known.highest > last + 1 {
        pages.later = try search(file, pages.known.highest)
      }
    }
    for index in views.indices {
      let view = views[index]
      let next = (view.commit?.transaction ?? 0) + 1
      // The first page of the next commit may be all that the disk has of it, or its record, if
      // that page is damaged.
      views[index].isFollowed =
        file.findings.isEmpty
        ? view.isOfItsFirstPage && file.storeSnapshots.contains { $0.transaction == next }
        : pages.known.commits.contains { $0.transaction == next && $0.epoch == view.commit?.epoch }
      views[index].isLast =
        view.isOfItsFirstPage && !views[index].isFollowed && pages.later == nil
        && (file.findings.isEmpty && view.source == .newestSnapshot
          || pages.known.highest <= view.sequence && needsScan)
    }
    for source in [RecoveryReport.Source.newestSnapshot, .previousSnapshot].prefix(
      file.storeSnapshots.count)
    {
      let view = views.first { $0.source == source }
      let outcome = view.map { $0.isWhole ? "all of it is sound" : "a part of it is sound" }
      report.steps.append(.init(source: source, outcome: outcome ?? "not sound", values: 0))
    }
    if needsScan {
      let outcome =
        "\(pages.all[.values].count) values found"
        + (pages.later == nil ? "" : ", also of later commits than the first pages tell of")
      report.steps.append(.init(source: .leafScan, outcome: outcome, values: 0))
    }
    return (views, pages)
  }

  /// How many values the list of databases says that the last commit had.
  private static func valueCount(of file: DataFile) -> UInt64? {
    file.snapshots.first.flatMap { file.entryCount(of: StoreTable.values.name, in: $0) }
  }

  /// The last commit of a file of which no snapshot can be read, as values count it.
  ///
  /// Its first pages say which one it was, and records of older ones how far values count from that.
  private func lastCommit(of file: DataFile, _ found: FoundRows) -> UInt64 {
    let epochs = Set(found.commits.map(\.epoch))
    guard file.findings.isEmpty, let epoch = epochs.first, epochs.count == 1,
      epoch < CommitRecord.sequenceLimit, let number = file.snapshots.first?.transaction
    else { return 0 }
    return min(number, CommitRecord.sequenceLimit) + epoch
  }

  private func search(_ file: DataFile, _ ceiling: UInt64?) throws(LMDBError) -> FoundRows {
    let found = FoundRows(in: file, ceiling: ceiling ?? CommitRecord.sequenceLimit) { done in
      tell(done, of: file.byteCount)
    }
    if found.isUnreadable { throw .unreadable(file.path) }
    return found
  }

  /// What the snapshots show, the newest first.
  ///
  /// One whose record of the commit is lost has the number that its first page says, if that is
  /// sound, and the epoch of the other one, or of the record that was found in some page.
  private func views(
    of file: DataFile, _ commits: Set<CommitRecord> = []
  ) throws(LMDBError) -> [StoreView] {
    let sources: [RecoveryReport.Source] = [.newestSnapshot, .previousSnapshot]
    let pairs = Array(zip(file.storeSnapshots, sources))
    var views = pairs.compactMap { StoreView(file, $0, as: $1) }
    var epochs = views.compactMap(\.commit?.epoch)
    for (index, (snapshot, source)) in pairs.enumerated()
    where file.findings.isEmpty && !views.contains(where: { $0.source == source }) {
      epochs += commits.filter { $0.transaction == snapshot.transaction }.map(\.epoch)
      guard let epoch = epochs.first, Set(epochs).count == 1 else { continue }
      let known = CommitRecord(transaction: snapshot.transaction, epoch: epoch, entryCount: 0)
      let view = StoreView(file, snapshot, as: source, known: known)
      if let view { views.insert(view, at: min(index, views.count)) }
    }
    for view in views {
      if view.isUnreadable { throw .unreadable(file.path) }
      // What is made in another place costs nothing of a store that may be of a newer version.
      if view.hasDamagedFacts || source != nil && !view[.info].gaps.isEmpty { continue }
      let info = view[.info].rows
      try StoreVersion.requireKnown { key throws(LMDBError) in info[key] }
    }
    return views
  }

  /// The app whose store it was, by a snapshot that is proved or else by what pages say.
  private static func app(of views: [StoreView], _ found: FoundRows) -> KnownApp {
    let proved = views.first { $0.trust[.info] == .proved }
    if let proved { return KnownApp(proved[.info].rows[InfoKey.app]) }
    return KnownApp(found: found.apps.union(views.compactMap { $0[.info].rows[InfoKey.app] }))
  }

  /// The newest backup that is whole, and not of another app's store.
  private func newest(
    of backups: BackupFolder, ofApp app: KnownApp, _ report: inout RecoveryReport
  ) -> StoreView? {
    for path in backups.paths {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      do throws(SnapshotError) {
        let view = try StoreView(SnapshotFile(path))
        if app.excludes(view[.info].rows[InfoKey.app]) {
          report.steps.append(
            .init(source: .backup, outcome: "\(name) is of another app", values: 0))
          continue
        }
        report.steps.append(
          .init(source: .backup, outcome: "\(name) is whole", values: 0))
        return view
      } catch {
        report.steps.append(.init(source: .backup, outcome: "\(name): \(error)", values: 0))
      }
    }
    return nil
  }

  /// A repair that saves nothing would only look like one; an app needs a store all the same.
  private func requireUse(of salvage: Salvage, _ backups: BackupFolder) throws(LMDBError) {
    guard source != nil, !salvage.savesAnything, !salvage.views.contains(where: \.isWhole)
    else { return }
    throw .damaged(
      reason: "nothing could be saved: no value in the file, "
        + (backups.paths.isEmpty ? "no backup" : "no backup that is whole"))
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
    views.first?.isWhole == true && older.isEmpty && olderRecords.isEmpty && setAside.isEmpty
      && dropped == 0 && unnamed == 0 && leftOut.isEmpty && lost.isEmpty
  }

  /// Writes down what came from where.
  fileprivate func fill(_ report: inout RecoveryReport) {
    for index in report.steps.indices {
      let source = report.steps[index].source
      let isLast = !report.steps[(index + 1)...].contains { $0.source == source }
      if isLast { report.steps[index].values = counts[source] ?? 0 }
    }
    report.values = valueCount
    let values = records.filter { $0.table == .values }
    let rows = Dictionary(uniqueKeysWithValues: values.map { ($0.key, $0.value) })
    report.older = older.map { address(of: $0, rows) }.sorted()
    report.setAside = setAside.map { address(of: $0, rows) }.sorted()
    report.dropped = dropped
    report.unnamed = unnamed
    report.lost = missing.map {
      .init(count: $0.count, of: $0.of, scene: $0.scene.map(Address.escaped))
    }
    report.lostNames = gone.filter { StoredKey.address(of: $0, names: nil) != nil }
      .map { address(of: $0, rows) }.sorted()
    report.replaced = Dictionary(
      replaced.map { (address(of: $0.key, rows), $0.source) },
      uniquingKeysWith: { first, _ in first })
    report.unproved = unproved.compactMap { ids[$0] }.sorted()
    report.olderRecords = olderRecords.compactMap { ids[$0] }.sorted()
    report.found = lost.compactMap { ids[$0] }.sorted()
    report.olderCommits = Int(clamping: olderCommits)
    report.leftOut = leftOut.map { String(decoding: $0, as: UTF8.self) }
  }

  private func address(of key: [UInt8], _ rows: [[UInt8]: [UInt8]]) -> String {
    let number = Self.session(of: key) ?? 0
    let scene = ids[number].map(Address.escaped) ?? "app"
    let names = rows[key].flatMap { Envelope(readable: $0, key: key) }?.names
    guard let address = StoredKey.address(of: key, names: names) else { return scene }
    return Address.text(scene: scene, path: address.path, key: address.key)
  }
}
