internal import SceneSimulator
import SceneState
import StoreFormat

// Values that steps write, and the keys they belong to.
extension StepCheck {
  /// A literal value of a key, in the words of its type.
  func value(_ node: Node, ofKey name: String) {
    if VariableText.isIn(node) {
      if hasWrongParts(node, ofKey: name) { return }
      payload(node, ofKey: name)
      constant(node, ofKey: name)
      return sum(node, ofKey: name)
    }
    look(at: node, ofKey: name) { (type) throws(Diagnostic) in
      _ = try type.value(of: node, in: source)
    }
  }

  /// Looks at a value with the type of its key in each version of the app.
  private func look(
    at node: Node, ofKey name: String, _ read: (ValueType) throws(Diagnostic) -> Void
  ) {
    unlessRight { app in
      guard let key = app.declaration.key(name) else { return nil }
      do throws(Diagnostic) {
        try read(key.type)
        return nil
      } catch {
        return since(key, app, node, error)
      }
    }
  }

  /// Whether a value is wrong whatever its variables stand for, which is told then.
  private func hasWrongParts(_ node: Node, ofKey name: String) -> Bool {
    guard node.text == nil, fails == nil else { return false }
    let count = found.count
    look(at: node, ofKey: name) { (type) throws(Diagnostic) in
      try type.checkParts(of: node, in: source)
    }
    return found.count > count
  }

  /// A number that is written as if it were computed, such as `${values.visits} + 1`.
  private func sum(_ node: Node, ofKey name: String) {
    guard let text = node.text, fails == nil,
      let variable = text.firstMatch(of: /\$\{(?:[^{}]|\$\{[^}]*\})*\}/)?.output,
      variable.count < text.count
    else { return }
    unlessRight { app in
      guard let key = app.declaration.key(name) else { return nil }
      guard [.int, .double, .float, .bool].contains(key.type.required) else { return nil }
      return source.diagnostic(
        .typeMismatch, at: node.range, "a text is no `\(key.type)`",
        hint: "nothing is computed: `\(variable)` alone is a value, and `${values.list.count}` "
          + "how many entries a list has")
    }
  }

  /// What `vars`, or the columns of all cases, make of a value.
  private func constant(_ node: Node, ofKey name: String) {
    guard fails == nil else { return }
    unlessRight { app in
      guard let key = app.declaration.key(name),
        // What a loop or `get` gives is known when it runs.
        let value = try? app.variables.replaced(in: node, of: source), !VariableText.isIn(value)
      else { return nil }
      do throws(Diagnostic) {
        _ = try key.type.value(of: value, in: source)
        return nil
      } catch {
        var mistake = error
        let written = CutValues.beginning(of: FailureReport.text(value), limit: 60)
        mistake.hint = "it is \(written)" + (error.hint.map { ": \($0)" } ?? "")
        return mistake
      }
    }
  }

  /// A value that the version before would have taken.
  private func since(
    _ key: StorageKey, _ app: CheckedApp, _ node: Node, _ mistake: Diagnostic
  ) -> Diagnostic {
    guard let hint = app.changedType(of: key), let old = app.former?.app.key(key.name),
      // What it did not take either has the same reason.
      (try? old.type.checkParts(of: node, in: source)) != nil
    else { return mistake }
    var mistake = mistake
    mistake.hint = hint
    return mistake
  }

  /// A field of a handler's payload as the whole value of a key, which may be of another type.
  private func payload(_ node: Node, ofKey name: String) {
    guard let payload, let text = node.text, text.hasPrefix("${payload."), text.hasSuffix("}")
    else { return }
    let field = String(text.dropFirst("${payload.".count).dropLast())
    unlessRight { app in
      guard let key = app.declaration.key(name),
        let message = payload.mistake(of: field, in: key)
      else { return nil }
      return source.diagnostic(.typeMismatch, at: node.range, message)
    }
  }

  /// A value of a type that a step names.
  func value(_ node: Node, ofType type: Node) {
    unlessRight { app in
      do throws(Diagnostic) {
        let type = try app.declaration.types.type(type)
        if !VariableText.isIn(node) { _ = try type.value(of: node, in: source) }
        return nil
      } catch {
        return error
      }
    }
  }

  /// A literal value that is beyond the budget whatever is stored already.
  private func size(of node: Node, key name: String) {
    if VariableText.isIn(node) || fails != nil { return }
    unlessRight { app in
      guard case .bytes(let limit) = app.declaration.budget.value,
        let key = app.declaration.key(name),
        // A value of another type was told as such.
        let value = try? key.type.value(of: node, in: source),
        // One that cannot be encoded is told by the step that writes it.
        let size = try? key.type.coding.encode(value).payload.count, size > limit
      else { return nil }
      return source.diagnostic(
        .valueTooLarge, at: node.range,
        "`\(name)`: the value is too large: \(size) bytes, the limit is \(limit)",
        hint: "store a reference to the data; `budget: { value: … }` sets the limit")
    }
  }

  /// A key and the value that a step writes.
  func write(_ entry: Entry) {
    key(entry.key.name, at: entry.key.range)
    value(entry.value, ofKey: entry.key.name)
    if entry.key.name != StorageKey.selectedTab { size(of: entry.value, key: entry.key.name) }
    if entry.key.name == StorageKey.selectedTab { tab(entry.value) }
    unlessRight { app in
      guard app.declaration.navigator?.savesTo == entry.key.name else { return nil }
      return SetStep.writesPlace(entry.key, in: source)
    }
  }

  /// The keys that a step writes in the place or tab beside it: each has a value of its own there.
  func keysInPlace(of step: ParsedStep) {
    guard let text = step.place?.text, !text.isEmpty else { return }
    let (place, isOpen) = (ValuePlace(text), VariableText.isIn(text))
    let verbs: [any ScenarioStep.Type] = [
      SetStep.self, ClearStep.self, AppendStep.self, PrependStep.self, RemoveStep.self,
    ]
    guard verbs.contains(where: { $0 == step.kind }) else { return }
    let entries = (step.argument?.map ?? []).map { ($0.key.name, $0.key.range) }
    let names = (step.argument?.list ?? []).compactMap { node in node.text.map { ($0, node.range) }
    }
    for (name, range) in entries + names {
      unlessRight { app in
        // Of a place or tab that there is none of, and of what is no key, others tell.
        guard app.isDeclared, let key = app.declaration.key(name),
          isOpen
            ? [.app, .scene].contains(key.scope)
            : !key.isKept(in: place) && app.declaration.refusal(of: place) == nil
              && (place.kind != nil || app.tabs?.contains(place.id) ?? true)
        else { return nil }
        let refusal = key.isElsewhere(than: place)
        return step.source.diagnostic(.noSuchKey, at: range, refusal.message, hint: refusal.hint)
      }
    }
  }
}
