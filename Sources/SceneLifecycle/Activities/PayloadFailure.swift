import StoreFormat

/// The words for why a payload cannot be written or read.
enum PayloadFailure {
  static let empty = "it has none"

  static func missing(_ path: [String]) -> String { "no field '\(joined(path))'" }

  static func found(_ value: ActivityValue?, wanted type: Any.Type) -> String {
    "found \(value?.kind ?? "nothing"), wanted \(TypeName.of(type))"
  }

  static func text(_ error: any Error) -> String {
    switch error {
    case let error as DecodingError: text(error)
    case EncodingError.invalidValue(_, let context): text(context.codingPath, context)
    default: String(describing: error)
    }
  }

  private static func text(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      missing((context.codingPath + [key]).map(\.stringValue))
    case .valueNotFound(_, let context), .typeMismatch(_, let context),
      .dataCorrupted(let context):
      place(context.codingPath) + context.debugDescription
    @unknown default: String(describing: error)
    }
  }

  private static func text(
    _ path: [any CodingKey], _ context: EncodingError.Context
  ) -> String {
    place(path) + context.debugDescription
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : "field '\(joined(path.map(\.stringValue)))': "
  }

  private static func joined(_ path: [String]) -> String { path.joined(separator: ".") }
}

/// A name or a place in a list, where the payload's own coding keys are not known.
struct PayloadKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  static let `super` = PayloadKey(stringValue: "super")

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}

/// The integers that an `int` stands for; one beyond its range is refused, never cut.
protocol PayloadInteger: FixedWidthInteger, Sendable {}

extension Int: PayloadInteger {}
extension Int8: PayloadInteger {}
extension Int16: PayloadInteger {}
extension Int32: PayloadInteger {}
extension Int64: PayloadInteger {}
extension UInt: PayloadInteger {}
extension UInt8: PayloadInteger {}
extension UInt16: PayloadInteger {}
extension UInt32: PayloadInteger {}
extension UInt64: PayloadInteger {}
