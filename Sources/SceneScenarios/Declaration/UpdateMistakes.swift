internal import SceneSimulator
import SceneState

/// Where it is told what is wrong with an app after an update.
struct UpdateMistakes {
  private let update: Node
  /// What is updated.
  private let app: Node?
  private let source: SourceFile
  private let step: SourceRange

  init(_ update: Node, of app: Node? = nil, in source: SourceFile, at step: SourceRange) {
    (self.update, self.app, self.source, self.step) = (update, app, source, step)
  }

  /// What the update brought about: in its own text where it stands, elsewhere at the step.
  ///
  /// - Parameters:
  ///   - found: What is wrong after the update.
  ///   - before: What was wrong before it, which was said where the app is declared; asked for only
  ///     if it matters.
  /// - Returns: The mistakes to tell.
  func placed(_ found: [Diagnostic], besides before: () -> [Diagnostic]) -> [Diagnostic] {
    if found.allSatisfy(isInside) { return found }
    let known = Set(before().map(Self.unplaced))
    return found.compactMap { mistake in
      if isInside(mistake) { return mistake }
      if known.contains(Self.unplaced(mistake)) { return nil }
      let file = mistake.file.flatMap { $0 == source.path ? nil : " of `\($0)`" } ?? ""
      let removed = removedKey(of: mistake)
      let kept = keptDefault(of: mistake)
      var moved = Diagnostic(
        mistake.code, file: source.path, range: removed?.range ?? kept?.range ?? step,
        "after this `update`, line \(mistake.range.start.line)\(file): \(mistake.message)",
        hint: removed.map {
          "what uses `\($0.name)` goes with it: say it anew in the `update`, or keep the key"
        }
          ?? inheritedDefault(mistake)
          // An update adds to what there is.
          ?? kept?.hint
          ?? mistake.hint?.replacing(/leave `([\w-]+)` out/) {
            "take `\($0.1)` away: `\($0.1): $remove`"
          })
      moved.severity = mistake.severity
      return moved.shown(in: source)
    }
  }

  /// The key that the update takes away, and something of the app still uses.
  private func removedKey(of mistake: Diagnostic) -> PlacedName? {
    guard mistake.code == .noSuchKey else { return nil }
    return update["storage"]?.map?.first {
      $0.value.text == AppUpdate.remove && mistake.message.hasSuffix("no key `\($0.key.name)`")
    }?.key
  }

  /// A default that was right for the type before.
  private func inheritedDefault(_ mistake: Diagnostic) -> String? {
    let keys = (update["storage"]?.map ?? []).filter {
      $0.value["type"] != nil && $0.value["default"] == nil
    }
    guard mistake.code == .typeMismatch, keys.count == 1, let key = keys.first?.key.name else {
      return nil
    }
    return
      "`\(key)` keeps its default, which is of the type before: say another one in the `update`, as "
      + "`default: …`"
  }

  /// A field that the `default` of a key has still, to which an update adds what it says of it.
  private func keptDefault(of mistake: Diagnostic) -> (range: SourceRange?, hint: String)? {
    guard mistake.code == .unknownKey else { return nil }
    for key in app?["storage"]?.map ?? [] {
      guard
        let kept = key.value["default"]?.map?.first(where: { $0.key.range == mistake.range })
      else { continue }
      let (name, field) = (key.key.name, kept.key.name)
      let new = update["storage"]?[name]?["default"]
      return (
        new?.range,
        new == nil
          ? "the `default` of `\(name)` has it still: `storage: { \(name): { default: { \(field): "
            + "\(AppUpdate.remove) } } }` takes it away"
          : "an update adds to a `default`: `\(field): \(AppUpdate.remove)` in it takes the field away"
      )
    }
    return nil
  }

  private func isInside(_ mistake: Diagnostic) -> Bool {
    mistake.file == source.path && mistake.range.start >= update.range.start
      && mistake.range.end <= update.range.end
  }

  /// A mistake without what depends on how it is shown.
  private static func unplaced(_ mistake: Diagnostic) -> Diagnostic {
    Diagnostic(mistake.code, file: nil, range: mistake.range, mistake.message)
  }
}
