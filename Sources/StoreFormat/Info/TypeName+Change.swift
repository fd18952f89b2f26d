/// What a change of a key's type means for what was stored before it.
///
/// Two types may share their bytes: an optional that is not nil is stored as what it wraps, and a
/// number without a fraction is the same JSON in a list of doubles and in one of integers. What the
/// bytes do not tell the names do.
extension TypeName {
  /// Whether a value of one type is none of the other, even if its bytes decode.
  ///
  /// An optional is not what it wraps, and of the types that the format has words for only
  /// integers change, to others and to numbers with a fraction. It counts inside of lists, sets and
  /// dictionaries too; of a type of the app's own decoding decides.
  package static func refuses(_ stored: String, as wanted: String) -> Bool {
    refuses(stored[...], as: wanted[...])
  }

  private static func refuses(_ stored: Substring, as wanted: Substring) -> Bool {
    if stored == wanted { return false }
    if wanted.last == "?" {
      return refuses(stored.last == "?" ? stored.dropLast() : stored, as: wanted.dropLast())
    }
    if stored.last == "?" { return true }
    if let (old, new) = both(inside, stored, wanted) {
      guard let (oldEntry, newEntry) = both(entry, old, new) else { return refuses(old, as: new) }
      return refuses(oldEntry.key, as: newEntry.key) || refuses(oldEntry.value, as: newEntry.value)
    }
    guard words.contains(stored), words.contains(wanted) else { return false }
    return !(integers.contains(stored) && numbers.contains(wanted))
  }

  private static let integers: Set<Substring> = [
    "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
  ]
  private static let numbers = integers.union(["double", "float"])
  private static let words = numbers.union(["bool", "string", "data", "url", "uuid", "date"])

  private static func both<Part>(
    _ part: (Substring) -> Part?, _ left: Substring, _ right: Substring
  ) -> (Part, Part)? {
    guard let left = part(left), let right = part(right) else { return nil }
    return (left, right)
  }

  /// What stands between the brackets of a list, a set or a dictionary.
  private static func inside(_ name: Substring) -> Substring? {
    switch (name.first, name.last) {
    case ("[", "]"), ("{", "}"): name.dropFirst().dropLast()
    default: nil
    }
  }

  /// Key and value of what stands between the brackets of a dictionary.
  package static func entry(_ name: Substring) -> (key: Substring, value: Substring)? {
    var depth = 0
    for index in name.indices {
      switch name[index] {
      case "[", "{": depth += 1
      case "]", "}": depth -= 1
      case ":" where depth == 0:
        return (name[..<index], name[index...].dropFirst(2))
      default: break
      }
    }
    return nil
  }
}
