import SceneScenarios

/// Plainer forms of an action.
enum Plainer {
  /// The forms to try, the plainest first; none if it is plain already.
  static func of(_ action: Action, at index: Int, in app: AppDeclaration) -> [Action] {
    let plainer = plainer(action, at: index, app)
    guard let window = action.window, window != firstWindow else { return plainer }
    let moved = Action(action.verb, action.argument, in: firstWindow, at: action.place)
    return [moved] + plainer
  }

  private static let firstWindow = "A"
  private static let plainText = "one"

  private static func plainer(
    _ action: Action, at index: Int, _ app: AppDeclaration
  ) -> [Action] {
    switch action.verb {
    case "crash", "reboot": return [Action("stop")]
    case "set" where action.argument?.map?.count ?? 0 > 1:
      return (action.argument?.map ?? []).map { field in
        Action("set", .map([(field.key.name, field.value)]), in: action.window, at: action.place)
      }
    case "open-tab" where action.argument?.map != nil:
      return [Action("open-tab", action.argument?["tab"], in: action.window)]
    case "move-tab" where action.argument?["after"] ?? action.argument?["before"] != nil:
      return [Action("move-tab", .map(kept(action, ["tab", "to", "as"])), in: action.window)]
    case "append", "remove":
      let fields = action.argument?.map ?? []
      return fields.map { field in
        Action("set", .map([(field.key.name, .made(.list([field.value])))]), in: action.window)
      }
    case "set":
      // What is a row has to be one: what is none goes away with the next change of the data.
      guard let field = action.argument?.map?.first,
        let key = app.key(field.key.name), key.row == nil,
        let value = plain(field.value, of: key)
      else { return [] }
      return [Action("set", .map([(field.key.name, value)]), in: action.window, at: action.place)]
    case "wait": return [Action("wait", .text("1s"))]
    case "memory-pressure" where action.argument != nil: return [Action("memory-pressure")]
    case "launch" where action.argument == nil && index == 0:
      return [Action("launch", .text("A"))]
    case "pop" where action.argument != nil: return [Action("pop", in: action.window)]
    case "show":
      guard let screen = action.argument?.list?.first?.text else { return [] }
      return [Action("push", .text(screen), in: action.window)]
    // A window that comes back in front may as well only come to the front.
    case "background" where action.argument != nil:
      return [Action("activate", action.argument), Action("background")]
    case "open" where action.argument?.map?.count ?? 0 > 1:
      return [Action("open", action.argument?["window"])]
    case "drag":
      let fields = kept(action, ["activity", "payload", "target"])
      let opening = action.argument?["opens"].map { [Action("open", $0)] } ?? []
      return opening + [Action("continue", .map(fields))] + withoutTarget(action)
    case "continue":
      return (action.argument?["to"] == nil ? [] : [without("to", action)])
        + withoutTarget(action)
    default: return []
    }
  }

  /// A value as a person would write it, of the first version of the app; nil for one that is so
  /// already.
  private static func plain(_ value: Node, of key: StorageKey) -> Node? {
    if value.map != nil || value.list != nil {
      let first = Samples.values(of: key.sample).first
      return first?.written == value.written ? nil : first
    }
    if let text = value.text { return text == plainText ? nil : .text(plainText) }
    guard let number = value.int, number != 1, number != 0 else { return nil }
    return .made(.int(1))
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
}
