/// The items of a query that may stand in any order: `?{lat?}&{name}`.
///
/// An item `{name}` is `name=` and its text, in which `+` is a blank; one with a question mark may be
/// missing. Other items of a link are nobody's business.
struct QuerySet: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    let name: String
    /// The index of its part in the place's list of names.
    let part: Int
    let isOptional: Bool
  }

  let items: [Item]

  /// Cuts the query off a pattern; nil if an item of it is anything but `{x}` or `{x?}`.
  static func cut(_ pattern: String, names: inout [String]) -> (base: String, query: QuerySet)? {
    guard let mark = firstMark(in: pattern) else { return nil }
    let parts = pattern[pattern.index(after: mark)...].split(
      separator: "&", omittingEmptySubsequences: false)
    var found: [(name: String, isOptional: Bool)] = []
    for part in parts {
      guard part.hasPrefix("{"), part.hasSuffix("}") else { return nil }
      var name = part.dropFirst().dropLast()
      let isOptional = name.hasSuffix("?")
      if isOptional { name = name.dropLast() }
      guard !name.isEmpty, !name.contains(where: { "{}".contains($0) }) else { return nil }
      found.append((String(name), isOptional))
    }
    let items = found.map { item in
      if !names.contains(item.name) { names.append(item.name) }
      return Item(
        name: item.name, part: names.firstIndex(of: item.name) ?? 0, isOptional: item.isOptional)
    }
    return (String(pattern[..<mark]), QuerySet(items: items))
  }

  /// The question mark that begins the query: not one inside braces.
  private static func firstMark(in pattern: String) -> String.Index? {
    var depth = 0
    for index in pattern.indices {
      switch pattern[index] {
      case "{": depth += 1
      case "}": depth -= 1
      case "?" where depth == 0: return index
      default: break
      }
    }
    return nil
  }

  /// The texts that a link's query gives for the parts; nil if one that is needed is missing.
  ///
  /// Of two items of one name the first counts.
  func texts(
    in query: Substring, count: Int, checks: [PlaceMatcher.Check?]
  ) -> [ArraySlice<PlaceSymbol>?]? {
    var given: [String: ArraySlice<PlaceSymbol>] = [:]
    for item in query.split(separator: "&") {
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[1].isEmpty,
        let name = Self.symbols(sides[0]).flatMap({ DeepLinks.text($0[...]) }),
        let value = Self.symbols(sides[1])
      else { continue }
      if given[name] == nil { given[name] = value[...] }
    }
    var texts = [ArraySlice<PlaceSymbol>?](repeating: nil, count: count)
    for item in items {
      guard let text = given[item.name] else {
        if item.isOptional { continue }
        return nil
      }
      guard checks[item.part]?(text) ?? true else { return nil }
      texts[item.part] = text
    }
    return texts
  }

  /// What a side of an item says: as in a form, `+` is a blank, and `%2B` a plus sign.
  private static func symbols(_ side: Substring) -> [PlaceSymbol]? {
    let (plus, blank) = (PlaceSymbol.byte(UInt8(ascii: "+")), PlaceSymbol.byte(UInt8(ascii: " ")))
    return PlaceSymbol.ofURL(String(side))?.map { $0 == plus ? blank : $0 }
  }

  /// The query with the items that have a text, in the order of the pattern; nil if one that is
  /// needed has none.
  func text(_ texts: [String?]) -> String? {
    var items: [String] = []
    for item in self.items {
      if let text = texts[item.part] {
        items.append("\(item.name.percentEncodedPart)=\(text.percentEncodedPart)")
      } else if !item.isOptional {
        return nil
      }
    }
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
  }
}
