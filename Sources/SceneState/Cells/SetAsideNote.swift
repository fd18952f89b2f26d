import StoreFormat

/// Why a value in place could not be read.
package struct SetAsideNote: Hashable, Sendable {
  let reason: SetAsideReason
  package let text: String
}

/// A migration that did not go through.
struct MigrationFailure: Error {
  let from: Int
  let to: Int
  let reason: String
}

/// What a newer version of the app could not make of an older one's value.
struct AppMigrationFailure: Error {
  let from: UInt32
  let problem: CodingProblem
}

extension SetAsideNote {
  /// The field of the value that cannot be read, if that is known.
  static func field(_ error: any Error) -> String? {
    let problem = (error as? AppMigrationFailure)?.problem ?? error as? CodingProblem
    return problem?.field
  }

  /// The reason and its words, made of what decoding threw.
  package init(_ error: any Error) {
    switch error {
    case let error as EnvelopeError:
      if case .newerFormat(let format) = error {
        self.init(reason: .newerFormat, text: "written in format \(format) of a newer version")
      } else {
        self.init(reason: .damaged, text: "the bytes are damaged: \(Self.words(error))")
      }
    case let failure as MigrationFailure:
      self.init(
        reason: .migration,
        text: "migration from version \(failure.from) to \(failure.to) failed: \(failure.reason)")
    case let failure as AppMigrationFailure:
      self.init(
        reason: .migration,
        text: "migration from app version \(failure.from) failed: \(Self(failure.problem).text)")
    case let problem as CodingProblem:
      self.init(problem)
    default:
      self.init(reason: .undecodable, text: "\(error)")
    }
  }

  private static func words(_ error: EnvelopeError) -> String {
    switch error {
    case .tooShort: "there are too few"
    case .notAnEnvelope: "they are no stored value"
    case .newerFormat(let format): "written in format \(format)"
    case .lengthMismatch: "the lengths in them do not add up"
    case .checksumMismatch: "the checksum does not fit"
    }
  }

  init(_ problem: CodingProblem) {
    switch problem {
    case .wrongTag(let found, let wanted):
      let name = CodingCatalog.name(tag: found) ?? "coding \(found)"
      self.init(reason: .wrongType, text: "stored as \(name), read as \(wanted)")
    case .wrongType(let found, let wanted):
      self.init(reason: .wrongType, text: "stored as \(found), read as \(wanted)")
    case .undecodable(let text), .undecodableField(_, let text):
      self.init(reason: .undecodable, text: text)
    case .tooDeep(let limit):
      self.init(reason: .undecodable, text: "nested deeper than \(limit) levels")
    case .notEncodable(let text):
      self.init(reason: .undecodable, text: text)
    }
  }
}
