import SceneScenarios

/// Cuts the declaration of an app down to what a finding needs.
struct AppShrinker {
  /// The most that is left out in vain.
  private static let tries = 300

  let apps: KnownApps
  let choice: PropertyChoice

  /// The finding with the smallest app that shows it; nil if nothing may go, or nothing shows it then.
  func finding(_ result: Shrinker.Result, _ seed: UInt64) -> Discovery? {
    if result.violation.property == Agrees.name { return nil }
    return shrink(result).finding(apps, seed: seed)
  }

  /// Leaves out of an app what may go, as long as the same steps go wrong in the same way.
  private func shrink(_ result: Shrinker.Result) -> Shrinker.Result {
    let app = result.app
    let source = SourceFile(
      path: app.scenario.source.path, text: app.appLines.joined(separator: "\n") + "\n")
    // It was read before; an app in Swift is nothing but a name.
    guard !app.scenario.hasSwiftApp, var node = try? ScenarioReader.read(source) else {
      return result
    }
    var best = result
    var (place, failed, isSmaller) = (0, 0, false)
    while failed < Self.tries {
      var number = place
      guard let smaller = node.leavingOut(&number) else {
        // What went may have been all that needed something before it.
        guard isSmaller else { break }
        (place, isSmaller) = (0, false)
        continue
      }
      if let found = replay(smaller, result) {
        (node, best, isSmaller) = (smaller, found, true)
      } else {
        (place, failed) = (place + 1, failed + 1)
      }
    }
    return best
  }

  /// Plays the same steps in an app that has less.
  private func replay(_ node: Node, _ result: Shrinker.Result) -> Shrinker.Result? {
    // An app that lacks what others of its parts need is none, and cannot be played.
    guard let smaller = try? result.app.with(appLines: node.lines, apps) else { return nil }
    var shrinker = Shrinker(app: smaller, apps: apps, choice: choice)
    let found = shrinker.replay(result.actions, result.violation.identity, smaller)
    return found.flatMap { $0.actions.count == result.actions.count ? $0 : nil }
  }
}

extension Node {
  /// The lines of a file: what was written over several lines is so again.
  fileprivate var lines: [String] {
    func below(_ head: String, _ node: Node) -> [String] {
      let hasParts = node.map?.isEmpty == false || node.list?.isEmpty == false
      guard node.style == .block, hasParts else { return ["\(head) \(node.written)"] }
      return [head] + node.lines.map { "  " + $0 }
    }
    switch content {
    case .map(let entries): return entries.flatMap { below("\($0.key.name.flowScalar):", $0.value) }
    case .list(let nodes): return nodes.flatMap { below("-", $0) }
    case .null, .bool, .int, .double, .text: return [written]
    }
  }

  /// The same without one entry or element, counted from the top and from the outside; nil if
  /// there are not so many, and then `number` is how many are missing.
  fileprivate func leavingOut(_ number: inout Int) -> Node? {
    func smaller<Part>(
      _ parts: [Part], _ number: inout Int, _ change: (Part, inout Int) -> Part?
    ) -> [Part]? {
      for index in parts.indices {
        var parts = parts
        if number == 0 {
          parts.remove(at: index)
          return parts
        }
        number -= 1
        if let changed = change(parts[index], &number) {
          parts[index] = changed
          return parts
        }
      }
      return nil
    }
    var node = self
    switch content {
    case .map(let entries):
      let rest = smaller(entries, &number) { entry, number in
        entry.value.leavingOut(&number).map { Entry(key: entry.key, value: $0) }
      }
      guard let rest else { return nil }
      node.content = .map(rest)
    case .list(let nodes):
      guard let rest = smaller(nodes, &number, { $0.leavingOut(&$1) }) else { return nil }
      node.content = .list(rest)
    case .null, .bool, .int, .double, .text: return nil
    }
    return node
  }
}
