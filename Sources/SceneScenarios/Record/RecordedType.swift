import SceneState

/// Which type of the format a value of a Swift app has.
struct RecordedType {
  /// Structs that were made up of the values that were seen, by name.
  private(set) var structures: [String: [(name: String, type: String)]] = [:]
  /// How many names were too long.
  private var cutCount = 0

  /// The bytes of a name from which on it is not made longer.
  private static let nameLimit = 100
  /// How deep lists and maps may be in each other: a file may nest little deeper.
  private static let depthLimit = 32
  private static let scalars: [String: String] = [
    "bool": "bool", "int": "int", "int8": "int", "int16": "int", "int32": "int", "int64": "int",
    "uint": "int", "uint8": "int", "uint16": "int", "uint32": "int", "uint64": "int",
    "double": "double", "float": "double", "string": "string", "data": "data", "url": "url",
    "uuid": "string", "date": "date",
  ]

  /// The type for a key, by the name that the app has for it and by its values; nil if neither
  /// says enough.
  mutating func type(named name: String?, values: [JSONField]) -> String? {
    if let name, let known = Self.known(name) { return known }
    guard values.allSatisfy({ $0.nests(atMost: Self.depthLimit) }) else { return nil }
    let base = name.map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 } ?? "Value"
    return type(of: values, outOf: values.count, called: base)
  }

  /// The same type in the words of the format; nil if there is none, or it nests too deep.
  private static func known(_ name: String, depth: Int = 0) -> String? {
    guard depth <= depthLimit else { return nil }
    func inner(_ name: Substring) -> String? { known(String(name), depth: depth + 1) }
    if let scalar = scalars[name] { return scalar }
    if name.hasSuffix("?") { return inner(name.dropLast()).map { $0 + "?" } }
    if name.hasPrefix("["), name.hasSuffix("]") {
      return inner(name.dropFirst().dropLast()).map { "[\($0)]" }
    }
    let map = "{string: "
    if name.hasPrefix(map), name.hasSuffix("}") {
      return inner(name.dropFirst(map.count).dropLast()).map { "{string: \($0)}" }
    }
    if name.hasPrefix("{"), name.hasSuffix("}"), !name.contains(":") {
      return inner(name.dropFirst().dropLast()).map { "[\($0)]" }
    }
    return nil
  }

  /// The type of some values; of those out of so many that are not there nothing is known.
  private mutating func type(
    of values: [JSONField], outOf count: Int, called name: String
  ) -> String? {
    let present = values.filter { $0 != .null }
    guard let first = present.first else { return nil }
    let mark = present.count < count ? "?" : ""
    switch first {
    case .null: return nil
    case .bool: return present.allSatisfy(\.isBool) ? "bool" + mark : nil
    case .int, .unsigned, .double:
      guard present.allSatisfy(\.isNumber) else { return nil }
      return (present.allSatisfy(\.isWhole) ? "int" : "double") + mark
    case .text: return present.allSatisfy(\.isText) ? "string" + mark : nil
    case .list:
      let elements = present.flatMap { field -> [JSONField] in
        if case .list(let list) = field { list } else { [] }
      }
      return type(of: elements, outOf: elements.count, called: name + "Part")
        .map { "[\($0)]" + mark }
    case .map: return structure(present, called: name).map { $0 + mark }
    }
  }

  private mutating func structure(_ values: [JSONField], called name: String) -> String? {
    let maps = values.compactMap { field -> [String: JSONField]? in
      if case .map(let map) = field { map } else { nil }
    }
    guard maps.count == values.count else { return nil }
    var seen: [String: [JSONField]] = [:]
    for (field, value) in maps.joined() { seen[field, default: []].append(value) }
    // Names of parts in parts grow with each level; whole ones tell nothing more.
    var start = name
    if name.utf8.count > Self.nameLimit {
      cutCount += 1
      start = "Cut\(cutCount)Part"
    }
    var fields: [(name: String, type: String)] = []
    for field in seen.keys.sorted() {
      let part = start + field.prefix(1).uppercased() + field.dropFirst()
      guard let type = type(of: seen[field] ?? [], outOf: maps.count, called: part) else {
        continue
      }
      fields.append((field, type))
    }
    guard !fields.isEmpty else { return nil }
    let plain = start.filter { $0.asciiValue.map(Self.isOfName) ?? false }
    let first = plain.prefix(1).uppercased()
    guard first.first?.isLetter == true else { return nil }
    let title = first + plain.dropFirst()
    structures[title] = fields
    return title
  }

  /// Whether a byte is a letter or a digit.
  static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// A value that stands for one that the log does not show; nil if none fits.
  static func placeholder(for type: String, bytes: Int) -> String? {
    switch type {
    case "bool": "false"
    case "int", "double": String(bytes)
    case "string", "string?": "\"hidden, \(bytes) bytes\""
    case "date": "2001-01-01T00:00:00Z"
    case "url": "\"hidden:\(bytes)\""
    case _ where type.hasSuffix("?"): placeholder(for: String(type.dropLast()), bytes: bytes)
    case _ where type.hasPrefix("["): "[]"
    case _ where type.hasPrefix("{"): "{}"
    default: nil
    }
  }
}

extension JSONField {
  fileprivate var isBool: Bool { if case .bool = self { true } else { false } }
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .unsigned, .double: true
    default: false
    }
  }
  fileprivate var isWhole: Bool { if case .double = self { false } else { true } }

  fileprivate func nests(atMost depth: Int) -> Bool {
    switch self {
    case .list(let list): depth > 0 && list.allSatisfy { $0.nests(atMost: depth - 1) }
    case .map(let map): depth > 0 && map.values.allSatisfy { $0.nests(atMost: depth - 1) }
    default: true
    }
  }

  /// Whether a whole number in it is larger than any of a scenario.
  var holdsUnsigned: Bool {
    switch self {
    case .unsigned: true
    case .list(let list): list.contains(where: \.holdsUnsigned)
    case .map(let map): map.values.contains(where: \.holdsUnsigned)
    default: false
    }
  }
}

extension ScenarioValue {
  /// A value as logs write it; bytes are text in base64.
  init(logged field: JSONField) {
    switch field {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(Int(int))
    case .unsigned(let number): self = .double(Double(number))
    case .double(let double): self = .double(double)
    case .text(let text): self = .text(text)
    case .list(let list): self = .list(list.map { ScenarioValue(logged: $0) })
    case .map(let map):
      if map.count == 1, case .text(let text)? = map["$base64"] {
        self = .text(text)
      } else {
        self = .map(map.mapValues { ScenarioValue(logged: $0) })
      }
    }
  }

  /// The value in flow form, as a step writes it.
  var written: String {
    switch self {
    case .text(let text), .url(let text): FlowText.scalar(text.replacing("${", with: "$${"))
    case .list(let list): "[" + list.map(\.written).joined(separator: ", ") + "]"
    case .map(let map):
      map.isEmpty
        ? "{}"
        : FlowText.map(
          map.keys.sorted().compactMap { name in
            map[name].map { "\(FlowText.scalar(name)): \($0.written)" }
          })
    default: flow()
    }
  }
}
