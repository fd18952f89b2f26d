import StoreFormat

/// The words for what an encoder or decoder threw.
enum CodingFailure {
  /// What a decoder threw, with the field it is about.
  static func problem(_ error: any Error) -> CodingProblem {
    if let error = error as? CodingProblem { return error }
    guard let path = (error as? DecodingError)?.fieldPath, !path.isEmpty else {
      return .undecodable(text(error))
    }
    return .undecodableField(path, text(error))
  }

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
    return " in '\(path.fieldPath)'"
  }
}

extension DecodingError {
  /// The field that is missing or wrong, such as `country.flag`; empty for the value itself.
  fileprivate var fieldPath: String {
    switch self {
    case .keyNotFound(let key, let context): (context.codingPath + [key]).fieldPath
    case .valueNotFound(_, let context), .typeMismatch(_, let context),
      .dataCorrupted(let context):
      context.codingPath.fieldPath
    @unknown default: ""
    }
  }
}

extension [any CodingKey] {
  fileprivate var fieldPath: String { map(\.stringValue).joined(separator: ".") }
}
