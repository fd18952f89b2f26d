import LMDB
import StoreFormat
import Synchronization

extension StoreInspector {
  /// Looks at every page and every record of a store; nothing is changed.
  ///
  /// A store that nobody has open is read by our own reader first; LMDB sees it only if it is
  /// sound. A damaged one, and one that cannot be opened because its medium or its folder cannot be
  /// written, is read by our own reader alone. One that another process has open is read in one
  /// short transaction of LMDB's: its structure was looked at when it was opened.
  ///
  /// - Throws: ``Failure/missing``, ``Failure/notAStore``, ``Failure/foreign(_:)`` when there is
  ///   nothing of a store to look at, ``Failure/unusable(_:)`` when the system does not let us.
  /// - Returns: What was found.
  package static func examine(_ directory: String) throws(Failure) -> StoreExamination {
    // The backups first: what is committed meanwhile makes no store older.
    let folder = BackupFolder(ofStore: directory, isOnlyRead: true)
    let backups = folder.all
    var examiner = try examined(directory)
    examiner.add(newerOf: backups)
    examiner.look(at: folder)
    examiner.look(atRightsTo: directory)
    examiner.examination.sort()
    return examiner.examination
  }

  private static func examined(_ directory: String) throws(Failure) -> StoreExaminer {
    let seen = Mutex<DataFileVerdict?>(nil)
    do throws(LMDBError) {
      let environment = try openForLooking(directory) { (path) throws(LMDBError) in
        let judgement = try StoreJudgement(ofFile: path, limit: StoreExamination.limit)
        try judgement.requireUsable()
        seen.withLock { $0 = judgement.verdict }
      }
      defer { environment.close() }
      return try examine(environment, seen.withLock { $0 })
    } catch {
      return try examineFile(directory, after: error)
    }
  }

  private static func examine(
    _ environment: Environment, _ verdict: DataFileVerdict?
  ) throws(LMDBError) -> StoreExaminer {
    // Before anything is read here: the readers of others are meant.
    let readers = try environment.readerSlots()
    var examiner = StoreExaminer()
    let tables = MappedTables(environment: environment)
    let copied = try tables.copy(StoreExaminer.ranges)
    let header = StoreFacts(copied.rows[0])
    examiner.look(at: copied, header)
    examiner.addStructure(verdict, isInUse: verdict == nil)
    examiner.addReaders(readers)
    return examiner
  }

  /// What is told of a data file that is none of a store's; nil if something can be saved.
  private static func lossOfAll(_ directory: String) -> StoreExamination.Finding? {
    switch FileRemains(ofStore: directory) {
    case .nothing(let words):
      StoreExamination.Finding(
        .damage, .structure, "\(words): nothing can be saved", repair: .loadElsewhere)
    case .loadable(let file):
      StoreExamination.Finding(
        .damage, .structure, "data.mdb is \(file.words), which can be loaded",
        repair: file == .backup || file == .dump(.whole)
          ? .load(backup: "data.mdb") : .makeStore(of: "data.mdb"))
    case .something, .backup, .noStore: nil
    }
  }

  /// Reads the file alone, because LMDB must not or cannot.
  private static func examineFile(
    _ directory: String, after error: LMDBError
  ) throws(Failure) -> StoreExaminer {
    let (file, verdict) = try readFile(of: directory, after: error)
    var examiner = StoreExaminer()
    if verdict.newest?.isSound != true {
      for other in OtherDataFiles(in: directory).files {
        examiner.examination.add(
          .note, .structure,
          "beside it lies '\(other.name)', the file of a store at transaction \(other.commit)",
          repair: .makeStore(of: other.name))
      }
    }
    if verdict.newest?.isSound != true, let found = lossOfAll(directory) {
      examiner.examination.add(found)
      examiner.examination.isUnreadable = found.repair == .loadElsewhere
      return examiner
    }
    examiner.addStructure(verdict, isInUse: false)
    let textCopy = textCopy(of: directory)
    if !textCopy.isEmpty {
      examiner.examination.add(.note, .structure, String(textCopy.dropFirst(2)))
    }
    if let tables = FileTables(file, verdict) {
      let chosen = tables.examination.snapshot
      examiner.examination.isOlder = chosen != verdict.newest?.snapshot
      let copied: CopiedRanges
      do throws(LMDBError) { copied = try tables.copy(StoreExaminer.ranges) } catch {
        throw failure(error, directory)
      }
      let header = StoreFacts(copied.rows[0])
      let findings = tables.examination.isSound ? file.storeFindings(tables.examination) : []
      // A row that tells a newer version may be damaged: then the others mean what they say.
      if findings.isEmpty { examiner.look(at: copied, header) } else { examiner.look(at: copied) }
      let isOlder = examiner.examination.isOlder
      examiner.addCommit(verdict.findings, areRowsOlder: isOlder)
      if !isOlder { examiner.addCommit(findings) }
    }
    if !examiner.examination.isSound { examiner.takeApps(of: file) }
    // What keeps apps from using the store is told, whatever else can be seen of it.
    if error.isDamage, examiner.examination.isSound {
      examiner.examination.add(.damage, .structure, error.description, repair: .recover)
    }
    if error == .diskFull {
      examiner.examination.add(
        .warning, .structure, "no app can open it: the disk is full, and it needs lock files")
    }
    if case .insecureLocation(_, let reason) = error, reason != LMDBError.otherOwner {
      examiner.examination.add(
        .warning, .structure, "no app uses it: \(error.description)", repair: .showFolder)
    }
    return examiner
  }
}

extension StoreExaminer {
  /// What the verifier said.
  mutating func addStructure(_ verdict: DataFileVerdict?, isInUse: Bool) {
    examination.isInUse = isInUse
    guard let verdict, let newest = verdict.newest else {
      if isInUse {
        examination.summaries[.structure] =
          "another process has the store open, and looked at it when it opened it"
      }
      for finding in verdict?.metaFindings ?? [] { add(finding) }
      return
    }
    for finding in verdict.findings where finding.fault.storeRule == nil { add(finding) }
    if newest.isCutShort {
      examination.add(.damage, .structure, "there is more that was not looked at")
    }
    let values = newest.databases.first { $0.name == "values" }?.entries ?? 0
    let isWhole = newest.lostPages == 0
    examination.summaries[.structure] =
      "\(newest.databases.count) databases, \(values) values, "
      + (isWhole ? "every page reachable or free" : "\(newest.usedPages) pages in use")
    if newest.isSound, !isWhole {
      examination.add(
        .note, .structure,
        "\(newest.lostPages) pages are neither in use nor free; compacting gives them back")
    }
  }

  private mutating func add(_ finding: DataFileFinding) {
    examination.add(.damage, .structure, finding.description, page: finding.page, repair: .recover)
  }

  /// How the commit record does not fit, unless the rows have told already.
  mutating func addCommit(_ findings: [DataFileFinding], areRowsOlder: Bool = false) {
    for finding in findings {
      switch finding.fault.storeRule {
      case nil: continue
      case .commitRecordMissing, .commitRecordSize, .recordedEntries, .sessionIndex, .orphans:
        guard areRowsOlder else { continue }
      default: break
      }
      examination.add(.damage, .commit, finding.fault.words, repair: .recover)
    }
  }

  /// Judges the rows, unless they may mean what this version does not know: then only the
  /// structure can be judged.
  mutating func look(at copied: CopiedRanges, _ header: StoreFacts) {
    addNewer(header)
    if !header.isForeign { look(at: copied) }
  }

  private mutating func addNewer(_ header: StoreFacts) {
    for sentence in header.notUnderstood {
      examination.add(.note, .values, sentence, repair: .useNewerVersion)
    }
  }

  /// Backups of other apps, and those with commits that the file does not have.
  ///
  /// Where the last commit is not known, or cannot be shown, the file is damaged, which is told; a
  /// recovery asks them.
  fileprivate mutating func add(newerOf backups: [BackupFolder.Backup]) {
    let others = Set(backups.filter { $0.isOfAnotherApp(than: app) })
    for backup in backups where others.contains(backup) {
      examination.add(.warning, .backups, "\(backup.wordsOfOtherApp); it may be removed")
    }
    guard lastSequence != .max, !examination.isOlder else { return }
    for backup in backups where backup.isNewer(than: lastSequence) && !others.contains(backup) {
      examination.add(
        .warning, .commit, backup.words(for: lastSequence), repair: .load(backup: backup.place))
    }
  }

  /// Reads every backup: one that is damaged is told before it is needed.
  fileprivate mutating func look(at backups: BackupFolder) {
    if let reason = backups.refusal {
      examination.add(.warning, .backups, "no backup is made: \(reason)", repair: .showFolder)
    }
    let looked = backups.look()
    for (place, words) in looked.damaged {
      examination.add(
        .warning, .backups, "\(place): \(words); nothing is taken from it, it may be removed")
    }
    if looked.whole > 0 {
      examination.summaries[.backups] = "\(counted(looked.whole, "backup")), read to the end"
    }
  }

  mutating func addReaders(_ readers: [ReaderSlot]) {
    let stale = readers.filter(\.isStale)
    for reader in stale {
      examination.add(
        .warning, .readers, "process \(reader.processID) is gone and keeps old pages from reuse",
        repair: .clearStaleReaders)
    }
    if stale.isEmpty { examination.summaries[.readers] = "no stale readers" }
  }
}

extension StoreFacts {
  /// Whether a newer version wrote the store, whose rules are not known here.
  var isNewer: Bool { !notUnderstood.isEmpty }
}
