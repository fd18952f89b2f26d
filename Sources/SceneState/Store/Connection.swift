import LMDB
import StoreFormat
import Synchronization

extension RowReading where Self: ~Copyable {
  /// The number of the session that has the name now; nil if there is none.
  func sessionNumber(
    of id: SceneID, _ open: Connection.Open
  ) throws(LMDBError) -> UInt32? {
    try get(InfoKey.session(id.rawValue), in: open.info)
      .flatMap { InfoKey.number($0, UInt32.self) }
  }

  /// The record of a session, alive or destroyed; nil if there is none that can be read.
  func session(
    _ number: UInt32, _ open: Connection.Open
  ) throws(LMDBError) -> SessionRecord? {
    let key = SessionRecord.key(number: number)
    return try get(key, in: open.sessions).flatMap { SessionRecord(readable: $0, key: key) }
  }
}

/// The way to the file: open, not usable for now, or closed for good.
final class Connection: Sendable {
  struct Open: Sendable {
    let environment: Environment
    let info: Database
    let sessions: Database
    let values: Database
    let setAside: Database
    let epochs: StoreEpoch
    /// Kept with the connection: what was seen of one file says nothing about another.
    let seen: SeenCommits
    /// What its first commit leaves in a store that roams.
    let mark: HistoryMark
    /// What was done about a damaged file, and nobody has read.
    let reports: UnreadReports
    /// Why it may be read but not written; nil for a store that may be.
    let refusal: String?

    /// What the look at the file counted.
    let counted: Counted

    /// What is added to the transaction number of a commit.
    var epoch: UInt64 { epochs.current }

    /// Refuses to write what a newer version lets this one only read.
    func requireWritable() throws(LMDBError) {
      guard let refusal else { return }
      throw .foreign(reason: "\(StoreVersion.newerPrefix), which lets it be read only: \(refusal)")
    }

    /// Ends a transaction with the rows that speak of it.
    func writeRecord(_ txn: inout WriteTransaction) throws(LMDBError) {
      try CommitRecord.write(
        epoch: epoch, info: info, values: values, counted: counted.rows.withLock { $0 }, &txn)
    }
  }

  /// What the rows came to when the file was looked at the last time; nil while others have it open.
  final class Counted: Sendable {
    let rows = Mutex<CountedRows?>(nil)
  }

  private enum State {
    case notYet
    case open(Open)
    case closed
  }

  private let location: StoreLocation
  private let options: SceneStore.Options
  private let problems: ProblemLog
  /// What was done about a damaged file, the last time.
  let recovery = Mutex<RecoveryReport?>(nil)
  /// Whether the file was made anew while it was open, and nobody looked at the values since.
  let wasReplaced = Atomic<Bool>(false)
  private let state = Mutex(State.notYet)
  private let isOpenNow = Atomic<Bool>(false)
  let remarks: RemarkList
  private let counted = Counted()
  /// Held while the store is being opened.
  private let opening = Mutex<Void>(())

  init(
    _ location: StoreLocation, options: SceneStore.Options, problems: ProblemLog,
    commitLock: TickGate
  ) {
    self.location = location
    self.options = options
    self.problems = problems
    remarks = RemarkList(options.onRemark, commitLock: commitLock)
  }

  /// The open store, without trying to open it.
  var current: Open? {
    state.withLock { state in
      if case .open(let open) = state { return open }
      return nil
    }
  }

  /// Whether it is open; one load, since every write asks.
  var isOpen: Bool { isOpenNow.load(ordering: .acquiring) }

  var isClosed: Bool {
    state.withLock { state in
      if case .closed = state { return true }
      return false
    }
  }

  /// Opens the store if it is not open; throws why it cannot be.
  func open() throws(SceneProblem) -> Open {
    guard location.keepsValues else {
      throw SceneProblem(.storeNotUsable, detail: "the store lives in memory only")
    }
    // Opening may wait for another process as long as the deadline; who only asks for the state,
    // as every first read of a value does, must not wait with it.
    return try opening.withLock { _ throws(SceneProblem) in
      if let current { return current }
      guard !isClosed else { throw Self.closedProblem }
      let connected = try connect()
      let isKept = state.withLock { state -> Bool in
        if case .closed = state { return false }
        state = .open(connected)
        isOpenNow.store(true, ordering: .releasing)
        return true
      }
      guard isKept else {
        connected.environment.close()
        throw Self.closedProblem
      }
      return connected
    }
  }

  private static var closedProblem: SceneProblem {
    SceneProblem(.storeNotUsable, detail: "the store is closed")
  }

  func close() {
    let last = state.withLock { state -> Open? in
      isOpenNow.store(false, ordering: .releasing)
      defer { state = .closed }
      if case .open(let open) = state { return open }
      return nil
    }
    last?.environment.close()
  }

  private func connect() throws(SceneProblem) -> Open {
    do throws(LMDBError) {
      try options.commitHook?(.connect)
      let open = try connect(readOnly: false)
      tellWhatWasDone(open)
      guard open.refusal != nil else { return open }
      // Nothing of it may be written, whoever tries.
      open.environment.close()
      return try connect(readOnly: true)
    } catch {
      throw SceneProblem(error)
    }
  }

  private func connect(readOnly: Bool) throws(LMDBError) -> Open {
    var opening = Environment.Options(
      lockDeadline: options.lockDeadline, quotaBytes: options.storeBudget, readOnly: readOnly,
      allowsAnyFileSystem: options.allowsAnyFileSystem, databases: StoreTable.databases,
      addsDatabases: false)
    opening.onRemark = { [remarks] in remarks.add(StoreRemark($0)) }
    opening.verify = { [counted] path throws(LMDBError) in
      let rows = try verifyStoreFile(path)
      counted.rows.withLock { $0 = rows }
    }
    opening.recover = { [self] place, error throws(LMDBError) in try recover(place, error) }
    options.environmentHook?(&opening)
    let open = try prepared(opening)
    if !readOnly { keepNewerBackups(open) }
    guard !readOnly, !options.isOnlyCopied, open.refusal == nil,
      open.environment.database(CutValue.tails) == nil
    else { return open }
    do throws(LMDBError) { try addTails(open) } catch {
      // No room for one more page: long values are written whole, as that version did.
      if error.isFull { return open }
      open.environment.close()
      throw error
    }
    open.environment.close()
    return try prepared(opening)
  }

  /// What an earlier process did about a damaged file and told nobody.
  private func tellWhatWasDone(_ open: Open) {
    if let report = open.reports.newest, recovery.withLock({ $0 == nil }) {
      recovery.withLock { $0 = report }
      problems.report(SceneProblem(.storeRecovered, detail: report.sentence))
    }
  }

  /// Tells what the backups have and the data file does not, and keeps it: somebody has put an older
  /// file here.
  ///
  /// Before this process commits anything: soon the file has higher numbers than those backups.
  private func keepNewerBackups(_ open: Open) {
    guard let directory = location.directory else { return }
    let folder = BackupFolder(ofStore: directory)
    let backups = folder.all
    let last = (open.environment.lastTransactionID ?? 0) &+ open.epoch
    guard backups.contains(where: { $0.isNewer(than: last) }) else { return }
    // A header that cannot be read names no app.
    let row = try? open.environment.get(InfoKey.app, in: open.info)
    let app = KnownApp(row)
    let keeps = open.refusal == nil && !options.isOnlyCopied
    for backup in backups where backup.isNewer(than: last) && !backup.isOfAnotherApp(than: app) {
      // One that cannot get another name stays where it is, and is told.
      let kept = keeps ? (try? folder.keep(backup)) ?? backup : backup
      let remark = StoreRemark.olderThanBackup(commit: last, backup: kept)
      remarks.add(remark)
      let problem = SceneProblem(.olderThanBackup, detail: remark.description)
      problems.report(problem)
      problem.tellWhileDebugging()
    }
  }

  private func prepared(_ opening: Environment.Options) throws(LMDBError) -> Open {
    let environment = try location.open(opening)
    if let directory = location.directory, !opening.readOnly, !options.isOnlyCopied {
      let backups = BackupFolder(ofStore: directory)
      // A folder that cannot be closed is refused when it is used.
      if (try? backups.closeToOthers()) == true { remarks.add(.wasOpenToOthers(backups.path)) }
    }
    do throws(LMDBError) { return try StoreHeader.prepare(environment, options, counted) } catch {
      environment.close()
      throw error
    }
  }

  /// Gives a store of an earlier version the database in which the ends of long values stand.
  ///
  /// Who opens the store again finds it.
  private func addTails(_ open: Open) throws(LMDBError) {
    try open.environment.write { txn throws(LMDBError) in
      try txn.create(CutValue.tails)
      try open.writeRecord(&txn)
    }
  }

  /// The file is damaged or gone, and nobody else has it open.
  private func recover(_ place: StorePlace, _ error: LMDBError) throws(LMDBError) {
    guard let report = try StoreRecovery(options: options).run(place, error) else { return }
    recovery.withLock { $0 = report }
    if let current {
      // Found when it was opened again after an error; its commits count from the beginning.
      current.epochs.begin(report.sequence)
      current.reports.add(report)
      wasReplaced.store(true, ordering: .releasing)
    }
    let problem = SceneProblem(.storeRecovered, detail: report.sentence)
    problems.report(problem)
    problem.tellWhileDebugging()
  }
}

extension LMDBError {
  /// Whether there is no room to write.
  fileprivate var isFull: Bool {
    switch self {
    case .diskFull, .quotaExceeded, .code(.mapFull, _): true
    default: false
    }
  }
}

extension SceneProblem {
  /// What a failure of the file means for the store.
  init(_ error: LMDBError) {
    switch error {
    case .alreadyOpen: self.init(.alreadyOpen, detail: error.description)
    case .insecureLocation: self.init(.insecureLocation, detail: error.description)
    case .inUse: self.init(.storeInUse, detail: error.description)
    case .exists(let path): self.init(.fileExists, detail: "'\(path)' is there")
    case .foreign(let reason): self.init(.storeFromNewerVersion, detail: reason)
    default: self.init(.storeNotUsable, detail: error.description)
    }
  }
}
