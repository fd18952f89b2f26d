import SceneState
import StoreFormat

/// The words of a dump: one JSON object a line, a header first, everything sorted.
///
/// Members are only ever added to it; a file of another number is refused. See
/// `changing-a-store.md` for people.
package enum DumpFormat {
  package static let schema = "scenesim.dump/1"

  /// What a line is about.
  enum Kind: String, CaseIterable {
    case type, session, tombstone, value, aside
    /// Bytes that are nothing of the above, as they stand in their database.
    case raw
  }

  /// The facts of `info` that the header has, with their names there.
  enum Fact: String, CaseIterable {
    case app, appVersion, format, compat, roCompat, incompat, nextSession

    var key: [UInt8] {
      switch self {
      case .app: InfoKey.app
      case .appVersion: InfoKey.appVersion
      case .format: InfoKey.format
      case .compat: InfoKey.compatibleFeatures
      case .roCompat: InfoKey.readOnlyFeatures
      case .incompat: InfoKey.incompatibleFeatures
      case .nextSession: InfoKey.nextSession
      }
    }

    /// The fact's bytes as JSON; nil if they are not what this version writes.
    func json(_ bytes: [UInt8]) -> String? {
      switch self {
      case .app: String(validating: bytes, as: UTF8.self).map { JSONText.string($0) }
      case .appVersion, .format, .nextSession:
        InfoKey.number(bytes, UInt32.self).map(String.init)
      case .compat, .roCompat, .incompat: InfoKey.number(bytes, UInt64.self).map(String.init)
      }
    }

    /// The bytes that a member of the header stands for; nil for null.
    func bytes(_ line: inout DumpLine) throws(DumpMistake) -> [UInt8]? {
      switch self {
      case .app: try line.optionalText(rawValue).map { Array($0.utf8) }
      case .appVersion, .format, .nextSession:
        try line.optionalNumber(rawValue, UInt32.self).map { InfoKey.bytes($0) }
      case .compat, .roCompat, .incompat:
        try line.optionalNumber(rawValue, UInt64.self).map { InfoKey.bytes($0) }
      }
    }
  }
}

extension SetAsideRecord.Kind {
  /// The word of dumps.
  var word: String {
    switch self {
    case .moved: "moved"
    case .note: "note"
    case .givenUp: "given-up"
    }
  }

  init?(word: String) {
    guard let kind = [Self.moved, .note, .givenUp].first(where: { $0.word == word }) else {
      return nil
    }
    self = kind
  }
}
