import FoundationEssentials
import SceneLifecycle
import SceneState

/// The links that a handler takes, `mailto:{to}?{subject?}`, and what their parts say.
package struct LinkPattern: Sendable {
  /// As written.
  package let text: String
  /// The names of the parts, in order.
  package let names: [String]
  private let links: DeepLinks

  /// Whether a text can only be meant as a pattern: types of activities have no colon.
  static func isMeant(_ text: String) -> Bool { text.contains(":") }

  init(_ node: Node, in source: SourceFile) throws(Diagnostic) {
    text = try source.text(node, for: "`on`")
    var names: [String] = []
    for name in NavigatorDeclaration.parts(of: text) where !names.contains(name) {
      names.append(name)
    }
    self.names = names
    // What is left out by the link has no screen.
    let place = Place(text, path: names.map { "\($0)={\($0)}" })
    do throws(PlaceMistake) {
      links = try DeepLinks(places: [place])
    } catch {
      throw source.diagnostic(
        .wrongValue, at: node.range, error.description,
        hint: "such as `mailto:{to}?{subject?}` or `notes://note/{id}`")
    }
  }

  /// The text of each part of a link, empty for one that is left out; nil for another link.
  package func parts(of link: String) -> [String: String]? {
    // That it is another one is not the question of whoever asks this pattern.
    guard let place = try? links.place(for: link) else { return nil }
    var parts: [String: String] = [:]
    for name in names {
      let found = place.path.first { $0.hasPrefix("\(name)=") }
      parts[name] = found.map { String($0.dropFirst(name.count + 1)) } ?? ""
    }
    return parts
  }

  /// Whether no link is left for another pattern.
  func takesAll(of other: LinkPattern) -> Bool {
    // Where they lead to is not the question, but must not be one place.
    let both = try? DeepLinks(places: [Place(text, path: ["1"]), Place(other.text, path: ["2"])])
    return both?.shadowed().isEmpty == false
  }

  /// A link with a text for each part; nil if none has them.
  package func link(_ text: (_ part: String) -> String) -> String? {
    links.url(tab: nil, path: names.map { "\($0)=\(text($0))" })
  }
}

extension AppDeclaration {
  /// The patterns of the links that lead somewhere.
  var linkPatterns: [String] {
    navigator?.links.places.map(\.pattern) ?? handlers.compactMap(\.link?.text)
  }

  /// By what a link that leads nowhere misses the nearest pattern.
  func nearLink(_ link: String) -> String? {
    NearLink.hint(
      for: link, among: linkPatterns,
      ignoringCase: (ignoresCase, navigator != nil), misfit: { misfit(link, $0) })
  }

  /// What a link that is taken says in its query and is lost, since it is written otherwise there.
  func misspeltItem(of link: String) -> (item: String, meant: String, pattern: String)? {
    guard link.contains("?") else { return nil }
    let patterns = linkPatterns.filter { pattern in
      let place = Place(pattern, path: NavigatorDeclaration.parts(of: pattern).map { "{\($0)}" })
      // What leads nowhere is told elsewhere.
      let links = try? DeepLinks(places: [place], ignoringCase: ignoresCase)
      return (try? links?.place(for: link)) != nil
    }
    // Which of several takes it may hang on a value or on a check.
    let misspelt = patterns.compactMap { NearLink.misspeltItem(of: link, takenBy: $0) }
    guard let pattern = patterns.first, let found = misspelt.first,
      misspelt.count == patterns.count
    else { return nil }
    return (found.item, found.meant, pattern)
  }

  private var ignoresCase: Bool { node?["navigator"]?["ignoring-case"]?.bool == true }

  /// The part of a link that its `check` refuses, though all others fit.
  private func misfit(_ link: String, _ pattern: String) -> String? {
    let names = NavigatorDeclaration.parts(of: pattern)
    func fits(_ checks: [String: String] = [:]) -> Bool {
      let places = [Place(pattern, path: names.map { "{\($0)}" })]
      // That it leads nowhere is what is asked.
      let links = try? DeepLinks(places: places, checks: checks, ignoringCase: ignoresCase)
      return (try? links?.place(for: link)) != nil
    }
    guard fits() else { return nil }
    let checks = node?["navigator"]?["check"]?.map ?? []
    return checks.first { check in
      names.contains(check.key.name) && !fits([check.key.name: check.value.text ?? ""])
    }.map { check in
      "`\(pattern)` would take it, but `\(check.key.name)` does not fit its `check`, "
        + "`\(check.value.text ?? "")` (line \(check.key.range.start.line))"
    }
  }

  /// What is to be said of a link that only handlers would take whose `if` does not hold now.
  func sleepingHandler(of link: String) -> String? {
    let handler = handlers.first { $0.condition != nil && $0.link?.parts(of: link) != nil }
    guard let handler, let pattern = handler.link?.text else { return nil }
    return
      "`\(pattern)` in line \(handler.range.start.line) takes it, and its `if` does not hold now: "
      + "a link does not wait as an activity does; a handler below without `if` takes what is left"
  }
}

// Links that handlers take.
extension ScenarioScene {
  /// Registers what takes links: the first live handler with a pattern that a link has.
  func registerLinks() -> Registration? {
    let handlers = declaration.handlers.filter { $0.link != nil }
    if handlers.isEmpty { return nil }
    return scene.continuations.onOpenURL { [weak self] url in try self?.take(url, handlers) }
  }

  private func take(_ url: URL, _ handlers: [HandlerDeclaration]) throws {
    var activity = UserActivity(activityType: UserActivity.webBrowsing)
    activity.webpageURL = url
    for handler in handlers {
      guard let parts = handler.link?.parts(of: url.absoluteString) else { continue }
      activity.userInfo = parts.mapValues { .string($0) }
      let variables = variables(of: activity, isLink: true)
      if let condition = handler.condition, !app.holds(condition, scene, variables) { continue }
      writing = "link"
      defer { writing = nil }
      return try app.runSteps(handler.steps, scene, variables, handler.condition)
    }
    throw SceneProblem(
      .noSuchPlace, address: scene.id.rawValue,
      detail: "no handler takes the link '\(url.absoluteString)'")
  }
}
