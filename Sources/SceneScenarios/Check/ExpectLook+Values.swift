// What an `expect` says of values.
extension ExpectLook {
  func values(_ node: Node) {
    for entry in node.map ?? [] where !entry.key.name.hasPrefix("$") {
      check.key(entry.key.name, at: entry.key.range)
      valueKind(entry.value, ofKey: entry.key.name)
      something(entry)
      anything(entry)
    }
  }

  /// That a map has in it what `{}` says, which is nothing.
  private func anything(_ entry: Entry) {
    guard entry.value.map?.isEmpty == true else { return }
    check.unlessRight { app in
      guard app.isDeclared, let key = app.declaration.key(entry.key.name) else { return nil }
      switch key.type.unfolded {
      case .map, .structure: break
      default: return nil
      }
      return source.warning(
        .vacuous, at: entry.value.range, "every map fits `{}`: this check cannot fail",
        hint: "`{ $exactly: {} }` is a map that has nothing in it")
    }
  }

  /// That a value is something, where its type has no nothing.
  private func something(_ entry: Entry) {
    let value = entry.value
    let isNotNil = value.map?.count == 1 && value["$not"]?.isNull == true
    guard isNotNil || check.literal(value) == "$any" else { return }
    check.unlessRight { app in
      guard app.isDeclared, let key = app.declaration.key(entry.key.name) else { return nil }
      if case .optional = key.type { return nil }
      return source.warning(
        .vacuous, at: value.range,
        "\(key.type == .int ? "an" : "a") `\(key.type)` is never `~`: this check cannot fail",
        hint: "name the value, or `{ $not: … }` the one that it must not be: the default is "
          + key.initial.json())
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
