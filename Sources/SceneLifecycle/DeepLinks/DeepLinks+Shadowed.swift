extension DeepLinks {
  /// The places that no URL leads to, because an earlier place takes each of theirs.
  ///
  /// Two patterns are compared once, with parts that stand for anything: the earlier one takes
  /// every URL of the later one if it matches the later pattern itself. Only what is certain
  /// counts: a part with a check takes a part with the same check, or a text that passes it.
  ///
  /// - Returns: For each such place its index and that of the first place that hides it.
  package func shadowed() -> [(Int, by: Int)] {
    compiled.indices.compactMap { later in
      compiled.indices.prefix(later).first { takesAll(of: compiled[later], compiled[$0]) }
        .map { (later, by: $0) }
    }
  }

  private func takesAll(of later: CompiledPlace, _ earlier: CompiledPlace) -> Bool {
    let subject = later.urlPieces.map { piece -> PlaceSymbol in
      switch piece {
      case .symbol(let symbol): symbol
      case .part(let part): .part(part)
      }
    }
    let checks = earlier.names.map { name in
      check(of: name).map { check in
        { (symbols: ArraySlice<PlaceSymbol>) -> Bool in
          if let text = Self.text(symbols) { return check.accepts(text) }
          guard symbols.count == 1, case .part(let other)? = symbols.first else { return false }
          return self.check(of: later.names[other])?.pattern == check.pattern
        }
      }
    }
    let match = PlaceMatcher.match(
      earlier.urlPieces, subject, checks: checks, ignoresCase: ignoresCase,
      endsPart: \.endsPartOfURL)
    return match != nil && takesQuery(of: later, earlier)
  }

  /// Whether an earlier place is content with any query that a later one takes.
  private func takesQuery(of later: CompiledPlace, _ earlier: CompiledPlace) -> Bool {
    // Without a set of items the query is part of the pattern, or there is none.
    guard let wanted = earlier.query?.items else { return later.query == nil }
    let sure = Set((later.query?.items ?? []).filter { !$0.isOptional }.map(\.name))
    return wanted.allSatisfy {
      check(of: $0.name) == nil && ($0.isOptional || sure.contains($0.name))
    }
  }
}
