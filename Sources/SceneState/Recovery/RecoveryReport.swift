public import FoundationEssentials

/// What was done about a damaged store: what was tried, what came from where, what is lost.
///
/// ```swift
/// if let report = store.recoveryReport { print(report) }
/// ```
///
/// The store keeps it until somebody has read it, in this process or a later one: asking for
/// ``SceneStore/recoveryReport`` or for the store's problems reads it, and the next commit forgets
/// it. Kept are the first 500 addresses of each kind.
public struct RecoveryReport: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Where values can come from, the best first.
  public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
    /// The last commit, as far as its pages are sound.
    case newestSnapshot = "newest-snapshot"
    /// The commit before it, which LMDB keeps too.
    case previousSnapshot = "previous-snapshot"
    /// Values found in any page of the file, each by its own checksum.
    case leafScan = "leaf-scan"
    /// A backup beside the data.
    case backup
  }

  /// One thing that was tried.
  public struct Step: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Where it looked.
    public let source: Source
    /// What it found, as part of a sentence.
    public let outcome: String
    /// How many values of the new store come from here.
    public var values: Int

    /// One line.
    public var description: String { "\(source.rawValue): \(outcome), \(counted(values)) taken" }
  }

  /// When it was done.
  public let date: Date
  /// What was wrong with the file.
  public let reason: String
  /// What was tried, in order.
  public internal(set) var steps: [Step] = []
  /// How many values the new store has; 0 for one that is empty.
  public internal(set) var values = 0
  /// Addresses of values that nothing proves to be those of the last commit, sorted: they may be
  /// older ones, or another store's whose page stands in this file.
  public internal(set) var older: [String] = []
  /// By how many commits the oldest of ``older`` may lie behind the last one that is known: that
  /// left a trace, or that the first pages name.
  public internal(set) var olderCommits = 0
  /// Addresses of values whose bytes are damaged and were set aside, sorted.
  public internal(set) var setAside: [String] = []
  /// How many values were found that stay forgotten: of destroyed scenes.
  public internal(set) var dropped = 0
  /// Scenes of which nothing proves that their record (title, tab, conditions) is that of the last
  /// commit, sorted: it may be an older one.
  public internal(set) var olderRecords: [String] = []
  /// Scenes whose record is lost, sorted: their values came back, what else was kept of them did not.
  public internal(set) var found: [String] = []
  /// Scenes whose name nothing proves, sorted.
  ///
  /// It may be another scene's, and so may all their values be: it stood in one place that has no
  /// checksum, or in a record that is not proved and that the index of the windows contradicts.
  public internal(set) var unproved: [String] = []
  /// How many rows under damaged names were left out; nil in what an earlier version noted, as in the
  /// next ones.
  package internal(set) var unnamed: Int?
  /// How many values the last commit had that are lost, of how many, and of which scene if that is
  /// known.
  package internal(set) var lost: Lost?
  /// Addresses of values that are lost, sorted, as far as sound pages still have their names.
  ///
  /// The others are only counted, in ``lost``; nil in what an earlier version noted.
  package internal(set) var lostNames: [String]?
  /// Where the versions come from that were taken for damaged values.
  package internal(set) var replaced: [String: Source]?

  /// Values that could not be saved.
  package struct Lost: Hashable, Sendable, Codable {
    package let count: Int
    package let of: UInt64
    package let scene: String?
  }

  /// How many values are known to be lost.
  package var lostCount: Int { max(lost?.count ?? 0, lostNames?.count ?? 0) }

  /// `1 value of scene C: the last commit had 18; its name was in a page that cannot be read`, of
  /// the lost values that have no name here; nil if there is none.
  package var lostWithoutName: String? {
    guard let lost, lost.count > lostNames?.count ?? 0 else { return nil }
    let count = lost.count - (lostNames?.count ?? 0)
    let scene = lost.scene.map { " of scene \($0)" } ?? ""
    return "\(counted(count))\(scene): the last commit had \(lost.of); "
      + (count == 1
        ? "its name was in a page that cannot be read"
        : "their names were in pages that cannot be read")
  }

  /// What was said of the whole store and contradicts itself: the keys of the rows, sorted.
  package internal(set) var leftOut: [String] = []
  /// Where the damaged file is kept; nil if there was none.
  public internal(set) var quarantine: URL?
  /// The highest sequence of what was found; the new file counts on from it.
  var sequence: UInt64 = 0

  init(date: Date, reason: String) {
    (self.date, self.reason) = (date, reason)
  }

  /// A sentence, then a line for each step.
  public var description: String {
    var text = "\(reason); \(counted(values)) \(values == 1 ? "was" : "were") saved"
    if !older.isEmpty {
      text += ", \(older.count) of them perhaps not as the last commit had them"
      if olderCommits > 0 {
        text += " but up to \(olderCommits) commit\(olderCommits == 1 ? "" : "s") older"
      }
    }
    if !setAside.isEmpty { text += ", \(setAside.count) are damaged and set aside" }
    if dropped > 0 { text += ", \(dropped) of forgotten scenes were left out" }
    if !olderRecords.isEmpty {
      let scenes = olderRecords.count == 1 ? "one scene" : "\(olderRecords.count) scenes"
      text += ", the record of \(scenes) is perhaps an older one"
    }
    if !found.isEmpty {
      text += ", the record of \(found.count == 1 ? "one scene" : "\(found.count) scenes") is lost"
    }
    if !unproved.isEmpty {
      text += ", the name of \(unproved.count == 1 ? "one scene" : "\(unproved.count) scenes")"
      text += " is not proved"
    }
    let missing = (lostNames ?? []) + [lostWithoutName].compactMap(\.self)
    if !missing.isEmpty { text += "; lost: \(missing.joined(separator: ", "))" }
    if let unnamed, unnamed > 0 { text += ", \(Self.leftOut(unnamed))" }
    if !leftOut.isEmpty {
      text += ", \(leftOut.count) of what was noted of the store contradicts itself"
      text += " and was left out"
    }
    if let quarantine { text += "; the damaged file is '\(quarantine.path)'" }
    return ([text] + steps.map(\.description)).joined(separator: "\n")
  }

  /// `2 rows under damaged names were left out`.
  package static func leftOut(_ rows: Int) -> String {
    rows == 1
      ? "1 row under a damaged name was left out" : "\(rows) rows under damaged names were left out"
  }

  /// The first line, for messages.
  package var sentence: String {
    description.split(separator: "\n").first.map(String.init) ?? reason
  }
}

private func counted(_ values: Int) -> String { "\(values) value\(values == 1 ? "" : "s")" }
