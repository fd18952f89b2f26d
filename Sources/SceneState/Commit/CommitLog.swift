package import StoreFormat

/// One change that commits made, as a trace prints it.
package struct CommitLogEntry: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    /// The value stands there now.
    case put(EncodedValue)
    /// The value was removed, alone or with its scope or session.
    case gone
    /// Unreadable bytes were moved to the set-aside database.
    case aside
    /// A set-aside value was taken back; its put follows.
    case back
  }

  /// Session number, path and key.
  package let address: ValueAddress
  /// The scene's identifier when it was written; nil for the app.
  package let scene: SceneID?
  package let change: Change
  /// The kind of places of which retention let the oldest go; nil for any other change.
  package var forgottenKind: String?

  /// The address as the inspector prints it.
  package var addressText: String {
    let isApp = address.session == ValueAddress.appSession
    let name = scene.map { Address.escaped($0.rawValue) } ?? "#\(address.session)"
    return Address.text(scene: isApp ? "app" : name, path: address.path, key: address.key)
  }
}

/// What commits changed, by stored key: the state before the first and after the last of them.
struct CommitLog: Sendable {
  enum Content: Hashable, Sendable {
    case absent
    case value(EncodedValue)
    case unreadable
  }

  struct Place: Sendable {
    let address: ValueAddress
    let scene: SceneID?
  }

  private struct Line: Sendable {
    let place: Place
    var before: Content
    var after: Content
    var forgottenKind: String?
  }

  private struct Move: Sendable {
    let key: [UInt8]
    let entry: CommitLogEntry
  }

  private var lines: [[UInt8]: Line] = [:]
  private var moves: [Move] = []

  mutating func changed(
    _ key: [UInt8], _ place: Place, from before: Content, to after: Content,
    forgottenKind: String? = nil
  ) {
    var line = lines[key] ?? Line(place: place, before: before, after: after)
    (line.after, line.forgottenKind) = (after, forgottenKind)
    lines[key] = line
  }

  mutating func moved(_ key: [UInt8], _ place: Place, _ change: CommitLogEntry.Change) {
    let entry = CommitLogEntry(address: place.address, scene: place.scene, change: change)
    if !moves.contains(where: { $0.entry == entry }) { moves.append(Move(key: key, entry: entry)) }
  }

  mutating func append(_ later: CommitLog) {
    for (key, line) in later.lines {
      changed(
        key, line.place, from: line.before, to: line.after, forgottenKind: line.forgottenKind)
    }
    for move in later.moves where !moves.contains(where: { $0.entry == move.entry }) {
      moves.append(move)
    }
  }

  /// The net effect in the order of the stored keys; written and restored is no change.
  var entries: [CommitLogEntry] {
    var all = moves.map { ($0.key, $0.entry) }
    for (key, line) in lines where line.before != line.after {
      let change: CommitLogEntry.Change
      switch line.after {
      case .value(let value): change = .put(value)
      case .absent: change = .gone
      case .unreadable: continue  // bytes that nobody here wrote are told when they are read
      }
      let entry = CommitLogEntry(
        address: line.place.address, scene: line.place.scene, change: change,
        forgottenKind: line.forgottenKind)
      all.append((key, entry))
    }
    return all.sorted { left, right in
      left.0 == right.0
        ? left.1.change.rank < right.1.change.rank : left.0.lexicographicallyPrecedes(right.0)
    }.map(\.1)
  }
}

extension CommitLogEntry.Change {
  /// A move makes room before what is put there.
  fileprivate var rank: Int {
    switch self {
    case .aside: 0
    case .back: 1
    case .put, .gone: 2
    }
  }
}

extension CommitLog.Content {
  /// What stored bytes are, nil for none.
  init(_ bytes: [UInt8]?, key: [UInt8]) {
    guard let bytes else {
      self = .absent
      return
    }
    if let envelope = Envelope(readable: bytes, key: key) {
      self = .value(envelope.value)
    } else {
      self = .unreadable
    }
  }
}
