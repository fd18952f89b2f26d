import SceneScenarios
import SceneReports
import SceneState
import StoreTools

/// What the shell is told about the contents of stores while somebody types.
struct StoreCompletion {
  /// Columns of a value behind its address.
  private static let previewColumns = 40

  /// The store that is used if none is given.
  var standing: String?

  /// The store of a command line: the one of `--store`, its first operand, or the standing one.
  func directory(of option: String?, _ operands: [String]) -> String? {
    option ?? operands.first.flatMap { StoreMoment($0) == nil ? nil : $0 } ?? standing
  }

  /// The addresses that begin with what is typed, up to the next slash.
  ///
  /// Once the scene is written out, only that scene is read.
  func addresses(_ directory: String, typed: String) -> [Completer.Candidate] {
    let scene = typed.prefix { $0 != "/" }
    let isOpen = scene.count < typed.count
    do {
      let pattern = isOpen ? try AddressPattern("\(scene)/") : .everything
      let snapshot = try StoreSource(directory: directory).contents(of: pattern)
      let entries = try pattern.entries(in: snapshot)
      return isOpen
        ? places(entries, typed: typed, scene: String(scene))
        : scenes(entries, snapshot).filter { $0.word.hasPrefix(typed) }
    } catch {
      return []  // whoever runs the command will hear why nothing is offered
    }
  }

  func keys(_ directory: String) -> [Completer.Candidate] {
    // As for the addresses: the command itself tells why.
    guard let snapshot = try? StoreSource(directory: directory).contents(of: .everything) else {
      return []
    }
    return Set(snapshot.entries.map(\.key)).sorted().map {
      Completer.Candidate(AddressPart.escaped($0))
    }
  }

  private func scenes(
    _ entries: [StoredEntry], _ snapshot: StoreSnapshot
  ) -> [Completer.Candidate] {
    var found: [Completer.Candidate] = []
    if entries.contains(where: { $0.scene == nil }) {
      found.append(Completer.Candidate("?app/", "values of the app itself"))
    }
    let facts = SceneFacts.all(in: snapshot)
    found += facts.filter { !$0.name.isEmpty }.map { scene in
      let words = [scene.phaseWord, scene.title, Amount.count(scene.valueCount, "value")]
      return Completer.Candidate(
        snapshot.scenePart(of: scene.session.id) + "/",
        SafeText.escaped(words.compactMap { $0 }.joined(separator: ", ")))
    }
    return found
  }

  private func places(
    _ entries: [StoredEntry], typed: String, scene: String
  ) -> [Completer.Candidate] {
    let begun = typed.dropFirst(scene.count + 1)
    return entries.compactMap { entry -> Completer.Candidate? in
      let facts = entry.facts
      let parts = (facts.path.shortTexts + [facts.key]).map { AddressPart.escaped($0) }
      let rest = parts.joined(separator: "/")
      guard rest.hasPrefix(begun) else { return nil }
      let depth = begun.count { $0 == "/" } + 1
      let word = scene + "/" + parts.prefix(depth).joined(separator: "/")
      if parts.count > depth { return Completer.Candidate(word + "/") }
      let json = facts.value.map { SafeText.escapedJSON($0.jsonText) } ?? facts.placeholder
      return Completer.Candidate(
        word, DisplayWidth.cut(json, to: Self.previewColumns, mark: "…"))
    }.uniqued()
  }
}
