/// The words for what an encoder or decoder threw.
enum CodingFailure {
  static func text(_ error: any Error) -> String {
    switch error {
    case let error as DecodingError: text(error)
    case EncodingError.invalidValue(_, let context):
      "\(context.debugDescription)\(place(context.codingPath))"
    default: String(describing: error)
    }
  }

  private static func text(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "the field '\(key.stringValue)' is missing\(place(context.codingPath))"
    case .valueNotFound(let type, let context):
      "nil where a '\(TypeName.of(type))' is wanted\(place(context.codingPath))"
    case .typeMismatch(let type, let context):
      "not a '\(TypeName.of(type))'\(place(context.codingPath))"
    case .dataCorrupted(let context):
      "\(context.debugDescription)\(place(context.codingPath))"
    @unknown default: String(describing: error)
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "" }
    return " in '\(path.map(\.stringValue).joined(separator: "."))'"
  }
}
