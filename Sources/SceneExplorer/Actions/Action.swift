package import SceneScenarios

/// One step of an exploration: a step of the scenario language, not yet written anywhere.
package struct Action: Sendable {
  package let verb: String
  package let argument: Node?
  /// The window that it acts in, if it acts inside one.
  package let window: String?
  /// The place or tab whose values it writes, if it says so.
  let place: String?

  package init(
    _ verb: String, _ argument: Node? = nil, in window: String? = nil, at place: String? = nil
  ) {
    (self.verb, self.argument, self.window, self.place) = (verb, argument, window, place)
  }

  /// The steps of a user inside a window.
  static let inside: Set<String> = [
    "select", "set", "clear", "show", "push", "pop", "scroll", "pick", "identify", "open-url",
    "discard-state", "append", "remove", "open-tab", "close-tab", "move-tab",
    "undo-close-tab", "show-place", "act",
  ]

  /// What the thing is about that it brings: its target, or the link itself.
  var target: String? { verb == "link" ? argument?.text : argument?["target"]?.text }

  /// Whether something comes from outside or from another window.
  var isDelivery: Bool { ["continue", "link", "drag", "drop"].contains(verb) }

  var isInside: Bool { Self.inside.contains(verb) }

  /// Whether the app decides if it is done: its own buttons, and what comes from outside.
  var mayBeRefused: Bool {
    isDelivery || ["act", "open-url"].contains(verb)
      || ["launch", "open"].contains(verb)
        && (argument?.map ?? []).contains { ["activity", "url"].contains($0.key.name) }
  }

  var isEnd: Bool {
    ["kill", "stop", "crash", "reboot", "quit", "force-quit"].contains(verb)
  }

  /// Whether its `from` and `to` are tabs.
  var movesScope: Bool { ["move-scope", "copy-scope", "rename-scope"].contains(verb) }

  /// The window to which it moves a tab; nil if it moves none to another one.
  var targetOfTab: String? { verb == "move-tab" ? argument?["to"]?.text : nil }

  /// Whether nothing is taken by any window: let go nowhere, or still held.
  var isDroppedNowhere: Bool {
    ["cancelled", "hold"].contains(argument?["drop"]?.text ?? "")
  }

  /// The name of the app's action that it takes; nil for any other step.
  var actName: String? { verb == "act" ? argument?.text ?? argument?.map?.first?.key.name : nil }

  /// What is asked of the fault that it plans; nil if it plans none.
  var plannedFault: String? { verb == "fault" ? argument?["do"]?.text : nil }

  /// The step as a line of a scenario.
  package func text(namesWindow: Bool) -> String {
    let step = argument.map { "\(verb): \($0.written)" } ?? verb
    let beside = [
      namesWindow ? window.map { "in: \($0)" } : nil, place.map { "at: \($0.flowScalar)" },
    ].compactMap(\.self)
    guard !beside.isEmpty else { return step }
    let last = argument == nil ? "\(verb): ~" : step
    return "{ \((beside + [last]).joined(separator: ", ")) }"
  }

  /// The text of what stands under a key of the argument.
  func text(of key: String) -> String? { argument?[key]?.written }

  /// The steps whose argument is the name of a window.
  static let namingWindows: Set<String> = [
    "launch", "open", "activate", "resign", "background", "disconnect", "reconnect", "close",
    "undo-close", "refresh", "restore",
  ]
  /// The fields of arguments under which the name of a window stands.
  private static let windowFields: Set<String> = ["from", "to", "opens", "on", "window"]

  /// The names of windows that it mentions.
  var windows: Set<String> {
    var names: Set<String> = []
    _ = renamed { name in
      names.insert(name)
      return name
    }
    return names
  }

  /// The action with other names for its windows.
  func renamed(_ name: (String) -> String) -> Action {
    func inner(_ node: Node) -> Node {
      guard let fields = node.map else { return node }
      return .map(
        fields.map { field in
          let (key, value) = (field.key.name, field.value)
          if Self.windowFields.contains(key), let text = value.text {
            return (key, .text(name(text)))
          }
          // Only these hold more of them; payloads may have fields of any name.
          return (key, ["drop", "write"].contains(key) ? inner(value) : value)
        })
    }
    let renamed = argument.map { node -> Node in
      if let text = node.text {
        return Self.namingWindows.contains(verb) ? .text(name(text)) : node
      }
      if verb == "arrange" {
        return .map((node.map ?? []).map { (name($0.key.name), $0.value) })
      }
      guard movesScope, let from = node["from"], let to = node["to"] else { return inner(node) }
      return .map([("from", from), ("to", inner(to))])
    }
    return Action(verb, renamed, in: window.map(name), at: place)
  }
}
