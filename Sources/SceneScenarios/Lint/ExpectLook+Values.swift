// What an `expect` says of values.
extension ExpectLook {
  func values(_ node: Node) {
    for entry in node.map ?? [] where !entry.key.name.hasPrefix("$") {
      check.key(entry.key.name, at: entry.key.range)
      valueKind(entry.value, ofKey: entry.key.name)
      check.unlessRight { app in
        guard app.isDeclared, let key = app.declaration.key(entry.key.name),
          let (what, hint) = vacuous(entry.value, key)
        else { return nil }
        return source.warning(
          .vacuous, at: entry.value.range, "\(what): this check cannot fail", hint: hint)
      }
    }
  }

  /// Why every value of a key is what is expected: a map has in it what `{}` says, which is nothing,
  /// what has no nothing is something, and one of all values is any.
  private func vacuous(_ value: Node, _ key: StorageKey) -> (what: String, hint: String?)? {
    switch key.type.unfolded {
    case .map where value.map?.isEmpty == true, .structure where value.map?.isEmpty == true:
      return ("every map fits `{}`", "`{ $exactly: {} }` is a map that has nothing in it")
    case .optional: return nil
    case let type:
      let rule = value.map?.count == 1 ? value.map?.first : nil
      let choice = rule?.key.name == "$one-of" ? rule?.value.list ?? [] : []
      var all = type == .bool ? ["true", "false"] : []
      if case .oneOf(_, let words, _) = type { all = words }
      if !all.isEmpty, Set(all).isSubset(of: choice.compactMap { ScenarioWorld.text(of: $0) }) {
        return ("these are all values that a `\(key.type)` has", nil)
      }
      let isNotNil = rule?.key.name == "$not" && rule?.value.isNull == true
      guard isNotNil || check.literal(value) == "$any" else { return nil }
      return (
        "\(key.type == .int ? "an" : "a") `\(key.type)` is never `~`",
        "name the value, or `{ $not: … }` the one that it must not be: the default is "
          + key.initial.json()
      )
    }
  }

  /// Looks at what is expected of a key; what is stored may have words of another version.
  func valueKind(_ node: Node, ofKey name: String, isStored: Bool = false) {
    check.unlessRight { app in
      guard let key = app.declaration.key(name) else { return nil }
      let kind = ExpectedKind(source: source, names: check.declaredNames)
      func mistake(_ type: ValueType) -> Diagnostic? {
        kind.mistake(in: node, of: isStored ? type.withAnyWord : type)
      }
      var found = mistake(key.type)
      if found != nil, let old = app.former?.app.key(name), mistake(old.type) == nil,
        found?.hint?.hasPrefix("a migration") != true, let hint = app.changedType(of: key)
      {
        found?.hint = hint
      }
      return found
    }
  }
}
