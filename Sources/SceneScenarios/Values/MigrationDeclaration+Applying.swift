import FoundationEssentials

extension MigrationDeclaration {
  /// Changes the fields of one stored struct.
  ///
  /// - Parameter map: The fields; those that are nil may be missing.
  /// - Throws: The field that cannot be converted.
  func apply(to map: inout [String: ScenarioValue]) throws(ValueFault) {
    for field in drop { map[field] = nil }
    // All old names go first, so that two fields can change places.
    let moved = rename.map { (name: $0.to, value: map.removeValue(forKey: $0.from)) }
    for (name, value) in moved { if let value { map[name] = value } }
    for fill in fill where (map[fill.field] ?? .null) == .null { map[fill.field] = fill.value }
    for conversion in convert {
      guard let value = map[conversion.field], value != .null else { continue }
      guard let converted = conversion.meaning.value(of: value) else {
        throw ValueFault(
          path: conversion.field,
          .notConvertible(text: value.json(), wanted: conversion.meaning.text))
      }
      map[conversion.field] = converted
    }
  }
}

extension MigrationDeclaration.Meaning {
  /// What becomes of a value; nil if it has no such meaning.
  func value(of value: ScenarioValue) -> ScenarioValue? {
    switch self {
    case .kind(let kind): kind.value(of: value)
    case .scaled(let factor, let isOver): Self.scaled(value, by: factor, isOver: isOver)
    case .words(let table): table.value(of: value)
    }
  }

  /// Whether it takes a number into another unit.
  var isScaled: Bool { if case .scaled = self { true } else { false } }

  var text: String {
    switch self {
    case .kind(let kind): kind.rawValue
    case .scaled: "number"
    case .words(let table): table.text
    }
  }
}

extension MigrationDeclaration.Meaning {
  /// The words before the factor of a number.
  private static let times = "times"
  private static let over = "over"

  /// What `times 100` and `over 100` mean; nil for another text.
  init?(factor text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 2, [Self.times, Self.over].contains(parts[0]),
      let factor = Double(parts[1]),
      factor.isFinite, factor != 0
    else { return nil }
    self = .scaled(factor, isOver: parts[0] == Self.over)
  }

  /// A number in another unit, as it is calculated on paper: 1.1 times 100 is 110.
  private static func scaled(
    _ value: ScenarioValue, by factor: Double, isOver: Bool
  ) -> ScenarioValue? {
    let written: String
    switch value {
    case .int(let int): written = String(int)
    case .double(let double): written = "\(double)"
    default: return nil
    }
    guard let number = Decimal(string: written), let factor = Decimal(string: "\(factor)") else {
      return nil
    }
    let result = isOver ? number / factor : number * factor
    if result.isNaN { return nil }
    let text = "\(result)"
    // Beyond what a double can be there is no number.
    return Int(text).map { .int($0) }
      ?? Double(text).flatMap { $0.isFinite ? .double($0) : nil }
  }
}

extension MigrationDeclaration.Kind {
  /// The value as this kind; nil if it has no such meaning.
  func value(of value: ScenarioValue) -> ScenarioValue? {
    switch self {
    case .string: Self.text(value).map { .text($0) }
    case .int: Self.int(value).map { .int($0) }
    case .double: Self.double(value).map { .double($0) }
    case .bool: Self.bool(value).map { .bool($0) }
    }
  }

  static func text(_ value: ScenarioValue) -> String? {
    switch value {
    case .text(let text), .url(let text): text
    case .int(let int): String(int)
    case .double(let double): "\(double)"
    case .bool(let bool): String(bool)
    default: nil
    }
  }

  /// Only whole numbers are integers, however they are written.
  private static func int(_ value: ScenarioValue) -> Int? {
    switch value {
    case .int(let int): int
    case .double(let double): Int(exactly: double)
    case .text(let text):
      switch PlainScalar.content(of: text) {
      case .int(let int): int
      case .double(let double): Int(exactly: double)
      default: nil
      }
    default: nil
    }
  }

  private static func double(_ value: ScenarioValue) -> Double? {
    switch value {
    case .double(let double): return double
    case .int(let int): return Double(exactly: int)
    case .text(let text):
      switch PlainScalar.content(of: text) {
      case .int(let int): return Double(exactly: int)
      case .double(let double): return double
      default: break
      }
      if case .double(let double) = ValueType.double.special(text) { return double }
      return nil
    default: return nil
    }
  }

  private static func bool(_ value: ScenarioValue) -> Bool? {
    switch value {
    case .bool(let bool): bool
    case .text("true"): true
    case .text("false"): false
    default: nil
    }
  }
}

extension ValueType {
  /// Stored JSON with the kinds that this type gives it, as far as they fit.
  ///
  /// JSON writes the double 3.0 as `3`, so only the type that stored it knows.
  func refined(_ json: ScenarioValue) -> ScenarioValue {
    switch (self, json) {
    case (.optional(let type), _): type.refined(json)
    case (.double, .int(let int)): Double(exactly: int).map { .double($0) } ?? json
    case (.list(let type), .list(let list)): .list(list.map { type.refined($0) })
    case (.map(let type), .map(let map)): .map(map.mapValues { type.refined($0) })
    case (.structure(_, let fields), .map(let map)):
      .map(
        map.reduce(into: [:]) { result, entry in
          let type = fields.first { $0.name == entry.key }?.type
          result[entry.key] = type?.refined(entry.value) ?? entry.value
        })
    default: json
    }
  }
}
