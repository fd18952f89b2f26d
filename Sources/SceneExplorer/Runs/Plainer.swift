import SceneScenarios

/// Plainer forms of an action.
enum Plainer {
  /// The forms to try, the plainest first; none if it is plain already.
  static func of(_ action: Action, app: LoadedScenario, at index: Int) -> [Action] {
    switch action.verb {
    case "crash", "reboot": return [Action("stop")]
    case "launch" where action.argument == nil && index == 0:
      return [Action("launch", .text("A"))]
    case "pop" where action.argument != nil: return [Action("pop", in: action.window)]
    case "show":
      guard let screen = action.argument?.list?.first?.text else { return [] }
      return [Action("push", .text(screen), in: action.window)]
    case "background" where action.argument != nil: return [Action("background")]
    case "drag":
      let fields = kept(action, ["activity", "payload", "target"])
      return [Action("continue", .map(fields))] + withoutTarget(action)
    case "continue":
      return (action.argument?["to"] == nil ? [] : [without("to", action)])
        + withoutTarget(action)
    default: return []
    }
  }

  private static func kept(_ action: Action, _ keys: [String]) -> [(String, Node)] {
    (action.argument?.map ?? []).filter { keys.contains($0.key.name) }
      .map { ($0.key.name, $0.value) }
  }

  private static func without(_ key: String, _ action: Action) -> Action {
    let fields = (action.argument?.map ?? []).filter { $0.key.name != key }
    return Action(action.verb, .map(fields.map { ($0.key.name, $0.value) }), in: action.window)
  }

  private static func withoutTarget(_ action: Action) -> [Action] {
    action.argument?["target"] == nil ? [] : [without("target", action)]
  }

  /// The action with other names for its windows.
  static func renamed(_ action: Action, _ names: [String: String]) -> Action {
    let windowVerbs: Set<String> = [
      "launch", "open", "activate", "background", "disconnect", "reconnect", "close",
    ]
    var argument = action.argument
    if windowVerbs.contains(action.verb), let name = argument?.text {
      argument = .text(names[name] ?? name)
    } else if ["drag", "continue"].contains(action.verb), let fields = argument?.map {
      argument = .map(
        fields.map { field in
          let key = field.key.name
          if ["from", "to", "opens"].contains(key), let name = field.value.text {
            return (key, .text(names[name] ?? name))
          }
          if key == "drop", let name = field.value["on"]?.text {
            return (key, .map([("on", .text(names[name] ?? name))]))
          }
          return (key, field.value)
        })
    }
    return Action(action.verb, argument, in: action.window.map { names[$0] ?? $0 })
  }
}
