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
    "discard-state",
  ]

  /// Whether something comes from outside or from another window.
  var isDelivery: Bool { ["continue", "link", "drag", "drop"].contains(verb) }

  var isInside: Bool { Self.inside.contains(verb) }

  /// Whether it can end the process.
  var isEnd: Bool {
    ["kill", "stop", "crash", "reboot", "quit", "force-quit"].contains(verb)
  }

  /// Whether nothing is taken by any window: let go nowhere, or still held.
  var isDroppedNowhere: Bool {
    ["cancelled", "hold"].contains(argument?["drop"]?.text ?? "")
  }

  /// What is asked of the fault that it plans; nil if it plans none.
  var plannedFault: String? { verb == "fault" ? argument?["do"]?.text : nil }

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

  /// The steps whose argument is the name of a window.
  static let namingWindows: Set<String> = [
    "launch", "open", "activate", "resign", "background", "disconnect", "reconnect", "close",
    "undo-close",
  ]
  /// The fields of arguments under which the name of a window stands.
  static let windowFields: Set<String> = ["from", "to", "opens", "on", "window"]

  /// The names of windows that it mentions.
  var windows: Set<String> {
    var names: Set<String> = []
    if let window { names.insert(window) }
    if Self.namingWindows.contains(verb), let name = argument?.text { names.insert(name) }
    for part in [argument, argument?["drop"], argument?["write"]] {
      for field in part?.map ?? [] where Self.windowFields.contains(field.key.name) {
        if let name = field.value.text { names.insert(name) }
      }
    }
    return names
  }
}
