package import LMDB

/// Puts values that are cut in two together again, from rows that are found in any order.
///
/// What is joined is as good as its checksum: both pieces may be found several times, old versions
/// too.
private struct FoundCuts {
  private struct Name: Hashable {
    let key: [UInt8]
    let sequence: UInt64
  }

  /// So many different beginnings of one value are kept: the right one, and damaged copies.
  private static let most = 4

  let pageBytes: Int
  private var heads: [Name: [[UInt8]]] = [:]
  private var tails: [Name: [UInt8]] = [:]

  init(pageBytes: Int) { self.pageBytes = pageBytes }

  /// The keys of values whose other piece was not found.
  var incomplete: Set<[UInt8]> { Set(heads.keys.map(\.key)) }

  /// The whole values that a row makes: itself, or what it completes.
  mutating func joined(_ key: [UInt8], _ row: [UInt8]) -> [[UInt8]] {
    if let sequence = CutValue.sequence(ofHead: row, pageBytes: pageBytes) {
      let name = Name(key: key, sequence: sequence)
      if let tail = tails[name], let whole = CutValue.joined(row, tail, pageBytes: pageBytes) {
        return [whole]
      }
      let known = heads[name] ?? []
      if known.count < Self.most, !known.contains(row) { heads[name] = known + [row] }
      return []
    }
    guard let sequence = CutValue.sequence(ofTail: row, key: key) else { return [row] }
    let name = Name(key: key, sequence: sequence)
    tails[name] = row
    return (heads.removeValue(forKey: name) ?? []).compactMap {
      CutValue.joined($0, row, pageBytes: pageBytes)
    }
  }
}

/// What a look at every page of a damaged file finds, each row proved by a checksum of its own.
///
/// Of each key only the newest version is kept; which database a row belongs to follows from what
/// it is.
package struct FoundRows: Sendable {
  package struct Row: Sendable {
    package let sequence: UInt64
    package let bytes: [UInt8]
  }

  /// The highest sequence that counts: later ones belong to a commit that never was.
  package let ceiling: UInt64
  package private(set) var rows: [StoreTable: [[UInt8]: Row]] = [:]
  /// Sessions that were destroyed.
  package private(set) var tombstones: [UInt32: UInt64] = [:]
  /// Values that were removed.
  package private(set) var removals: [RemovalRecord] = []
  /// Names of types; a number is a hash of the name.
  package private(set) var types: [[UInt8]: [UInt8]] = [:]
  /// The apps whose store it may be: that row has no checksum.
  package private(set) var apps: Set<[UInt8]> = []
  /// On how many pages the index of the sessions, which has no checksum, gives a name a number.
  package private(set) var names: [[UInt8]: [UInt32: Int]] = [:]
  /// The highest sequence of all that was met.
  package private(set) var highest: UInt64 = 0
  package private(set) var highestSession: UInt32 = 0
  /// What only a newer version writes.
  package private(set) var newerFormat: String?
  /// What records of commits say, which have no checksum.
  package private(set) var commits: Set<CommitRecord> = []
  /// Keys to whose values entries lead, and under which nothing was found there: those of old
  /// versions, too.
  package private(set) var unread: Set<[UInt8]> = []
  /// Whether the system could not read a page, which may be over soon.
  package private(set) var isUnreadable = false

  /// Whether no row was met that stands for something somebody stored or removed.
  var isEmpty: Bool { highest == 0 }

  package init(ceiling: UInt64) { self.ceiling = ceiling }

  /// What values and records of the store begin with.
  private static let marks =
    [UInt8(ascii: "S"), UInt8(ascii: "R"), UInt8(ascii: "T")] + RemovalRecord.marks

  /// Looks at all pages.
  package init(
    in file: DataFile, ceiling: UInt64, onProgress: ((Int) -> Void)? = nil
  ) {
    self.init(ceiling: ceiling)
    var cuts = FoundCuts(pageBytes: file.pageBytes)
    isUnreadable = !file.forEachCandidate(marks: Self.marks, onProgress: onProgress) { candidate in
      let rows = cuts.joined(candidate.key, candidate.value)
      for whole in rows where !add(candidate.key, whole) && candidate.isApart {
        unread.insert(candidate.key)
      }
      return true
    }
    unread.formUnion(cuts.incomplete)
  }

  /// Whether any page of a file has something that only a scene store has.
  package static func areOfStore(_ file: DataFile) -> Bool {
    var found = FoundRows(ceiling: CommitRecord.sequenceLimit)
    file.forEachCandidate(marks: marks) { candidate in
      _ = found.add(candidate.key, candidate.value)
      return found.isEmpty && found.commits.isEmpty
    }
    return !found.isEmpty || !found.commits.isEmpty
  }

  /// The file as it stands, or with its pages moved to where they were, if only so first pages or
  /// any others are found.
  package static func aligned(_ file: DataFile) -> DataFile {
    let shifted = file.shifted
    let better = shifted.first { $0.snapshots.count > file.snapshots.count }
    if let better, areOfStore(better) { return better }
    if areOfStore(file) { return file }
    return shifted.first(where: areOfStore) ?? file
  }

  package subscript(table: StoreTable) -> [[UInt8]: Row] { rows[table] ?? [:] }

  /// Keeps a row.
  ///
  /// - Returns: Whether a checksum proves what it is.
  private mutating func add(_ key: [UInt8], _ bytes: [UInt8]) -> Bool {
    if addSession(key, bytes) || addValue(key, bytes) || addAside(key, bytes) { return true }
    if let removal = RemovalRecord(key: key, bytes: bytes) {
      guard removal.sequence < CommitRecord.sequenceLimit else { return true }
      highest = max(highest, removal.sequence)
      if removal.sequence <= ceiling { removals.append(removal) }
      return true
    }
    if let number = InfoKey.typeNumber(of: key), TypeName.number(of: text(bytes)) == number {
      types[key] = bytes
    }
    if key.starts(with: InfoKey.session("")), let number = InfoKey.number(bytes, UInt32.self) {
      names[key, default: [:]][number, default: 0] += 1
    }
    if key == InfoKey.app, !bytes.isEmpty { apps.insert(bytes) }
    if key == InfoKey.commit, let commit = CommitRecord(bytes) { commits.insert(commit) }
    if newerFormat == nil { newerFormat = StoreVersion.newerFormat(key, bytes) }
    return false
  }

  private mutating func addSession(_ key: [UInt8], _ bytes: [UInt8]) -> Bool {
    guard key.count == 4, let record = SessionRecord(readable: bytes, key: key) else {
      return false
    }
    note(session: record.number)
    keep(.sessions, key, record.sequence, bytes)
    if record.kind == .tombstone, record.sequence <= ceiling {
      tombstones[record.number] = max(record.sequence, tombstones[record.number] ?? 0)
    }
    return true
  }

  private mutating func addValue(_ key: [UInt8], _ bytes: [UInt8]) -> Bool {
    guard let envelope = Envelope(readable: bytes, key: key),
      let address = StoredKey.address(of: key, names: envelope.names)
    else { return false }
    note(session: address.session)
    keep(.values, key, envelope.sequence, bytes)
    return true
  }

  /// Only what was moved there whole can be proved.
  private mutating func addAside(_ key: [UInt8], _ bytes: [UInt8]) -> Bool {
    guard let record = SetAsideRecord(key: key, bytes: bytes), record.kind != .note,
      let envelope = Envelope(readable: record.envelope, key: record.valueKey),
      StoredKey.address(of: record.valueKey, names: envelope.names) != nil
    else { return false }
    keep(.setAside, key, max(record.sequence, envelope.sequence), bytes)
    return true
  }

  private mutating func keep(
    _ table: StoreTable, _ key: [UInt8], _ sequence: UInt64, _ bytes: [UInt8]
  ) {
    guard sequence < CommitRecord.sequenceLimit else { return }
    highest = max(highest, sequence)
    guard sequence <= ceiling, sequence >= rows[table]?[key]?.sequence ?? 0 else { return }
    rows[table, default: [:]][key] = Row(sequence: sequence, bytes: bytes)
  }

  private mutating func note(session: UInt32) { highestSession = max(highestSession, session) }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// What all pages of a file hold, up to the last commit that its first pages tell of, and beyond.
package struct FoundPages: Sendable {
  /// What commits wrote of which the first pages know.
  package let known: FoundRows
  /// The same, and what is of later commits; nil if nothing is.
  ///
  /// Where something is, the first pages are those of an older copy.
  package var later: FoundRows?

  package init(_ known: FoundRows, later: FoundRows? = nil) {
    (self.known, self.later) = (known, later)
  }

  package var all: FoundRows { later ?? known }
}
