package import SceneScenarios

/// One step of an exploration: a step of the scenario language, not yet written anywhere.
package struct Action: Sendable {
  package let verb: String
  package let argument: Node?
  /// The window that it acts in, if it acts inside one.
  package let window: String?

  package init(_ verb: String, _ argument: Node? = nil, in window: String? = nil) {
    (self.verb, self.argument, self.window) = (verb, argument, window)
  }

  /// The steps of a user inside a window.
  static let inside: Set<String> = [
    "select", "set", "clear", "show", "push", "pop", "scroll", "pick", "identify", "open-url",
  ]

  /// Whether something comes from outside or from another window.
  var isDelivery: Bool { ["continue", "link", "drag"].contains(verb) }

  var isInside: Bool { Self.inside.contains(verb) }

  /// Whether it can end the process.
  var isEnd: Bool {
    ["kill", "stop", "crash", "reboot", "quit", "force-quit"].contains(verb)
  }

  /// The step as a line of a scenario.
  ///
  /// - Parameter namesWindow: Whether it has to say in which window it acts.
  /// - Returns: The text behind the dash.
  package func text(namesWindow: Bool) -> String {
    let step = argument.map { "\(verb): \($0.written)" } ?? verb
    guard namesWindow, let window else { return step }
    return "{ in: \(window), \(argument == nil ? "\(verb): ~" : step) }"
  }

  /// The text of what stands under a key of the argument.
  func text(of key: String) -> String? { argument?[key]?.written }

  /// The names of windows that it mentions.
  var windows: Set<String> {
    var names: Set<String> = []
    if let window { names.insert(window) }
    if ["launch", "open", "activate", "resign", "background", "disconnect", "reconnect", "close"]
      .contains(verb), let name = argument?.text
    {
      names.insert(name)
    }
    for node in [argument?["from"], argument?["to"], argument?["opens"], argument?["drop"]?["on"]] {
      if let name = node?.text { names.insert(name) }
    }
    return names
  }
}
