import StoreFormat

/// The rows of `info` as a new store gets them: only those that can be right.
///
/// They have no checksum, but most prove themselves: a type's number is made of its name, and a
/// number has its size. What contradicts itself is left out; a name of which only the number is
/// damaged comes back under its own.
struct InfoRows {
  private(set) var rows: [[UInt8]: [UInt8]] = [:]
  /// Keys of rows that contradict themselves, sorted.
  private(set) var leftOut: [[UInt8]] = []
  private var names: [UInt32: [UInt8]] = [:]

  /// - Parameter rows: What the sources have; rows that are made anew may be among them.
  init(_ rows: [[UInt8]: [UInt8]]) {
    for coding in CodingCatalog.all {
      for name in [coding.name, "[\(coding.name)]", "\(coding.name)?"] { propose(Array(name.utf8)) }
    }
    for (key, bytes) in rows {
      if key.starts(with: InfoKey.typePrefix) {
        propose(bytes)
        guard let number = InfoKey.typeNumber(of: key), names[number] == bytes else {
          leftOut.append(key)
          continue
        }
      } else if let size = Self.sizes[key],
        size != bytes.count || StoreVersion.newerFormat(key, bytes) != nil
      {
        leftOut.append(key)
        continue
      }
      self.rows[key] = bytes
    }
    leftOut.sort { $0.lexicographicallyPrecedes($1) }
  }

  /// Puts back the name of a type that a value has, if one is known that makes its number.
  mutating func name(type number: UInt32) {
    let key = InfoKey.type(number)
    if rows[key] == nil, let name = names[number] { rows[key] = name }
  }

  private mutating func propose(_ name: [UInt8]) {
    guard let text = String(validating: name, as: UTF8.self) else { return }
    names[TypeName.number(of: text)] = name
  }

  /// How many bytes rows have that are numbers.
  private static let sizes = [
    InfoKey.format: 4, InfoKey.appVersion: 4, InfoKey.nextSession: 4,
    InfoKey.compatibleFeatures: 8, InfoKey.readOnlyFeatures: 8, InfoKey.incompatibleFeatures: 8,
  ]
}
