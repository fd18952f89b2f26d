import SceneScenarios

/// A name in a scenario that can be written wrong, with its place.
struct MisspelledName {
  let name: String
  let range: SourceRange

  /// The names in a scenario's steps: verbs, modifiers, keys, tabs, windows, checks.
  static func all(in root: Node) -> [MisspelledName] {
    var names: [MisspelledName] = []
    for key in ["before", "steps"] { steps(root[key], &names) }
    for handler in root["app"]?["handlers"]?.list ?? [] { steps(handler["do"], &names) }
    for entry in root.map ?? [] where !["scenario", "steps"].contains(entry.key.name) {
      names.append(MisspelledName(name: entry.key.name, range: entry.key.range))
    }
    keys(root["app"], &names)
    return names
  }

  private static func steps(_ node: Node?, _ names: inout [MisspelledName]) {
    for step in node?.list ?? [] {
      guard let entries = step.map else {
        value(step, &names)
        continue
      }
      for entry in entries {
        // A second mistake in one step hides which key was meant to be the verb.
        if !["do", "with"].contains(entry.key.name) {
          names.append(MisspelledName(name: entry.key.name, range: entry.key.range))
        }
        // An activity that is to be refused is not one that is misspelt.
        if step["fails"] == nil || entry.key.name == "fails" { argument(entry, &names) }
      }
    }
  }

  private static func argument(_ entry: Entry, _ names: inout [MisspelledName]) {
    switch entry.key.name {
    case "do": steps(entry.value, &names)
    case "select", "in", "activate", "close", "reconnect", "disconnect", "rewind", "fails",
      "discard-state":
      value(entry.value, &names)
    case "set", "get", "scroll", "pick", "if", "change-data", "open", "launch":
      keys(entry.value, &names)
    case "update": keys(entry.value, &names)
    case "drag", "continue":
      keys(entry.value, &names)
      value(entry.value["from"], &names)
      value(entry.value["activity"], &names)
    case "expect": expect(entry.value, &names)
    default: break
    }
  }

  private static func expect(_ node: Node, _ names: inout [MisspelledName]) {
    keys(node, &names)
    for entry in node.map ?? [] {
      switch entry.key.name {
      case "windows": for window in entry.value.list ?? [] { value(window, &names) }
      case "front": value(entry.value, &names)
      case "events", "store", "data": keys(entry.value, &names)
      default:
        keys(entry.value, &names)
        value(entry.value["tab"], &names)
        for key in ["values", "tabs", "lists"] { keys(entry.value[key], &names) }
      }
    }
  }

  private static func keys(_ node: Node?, _ names: inout [MisspelledName]) {
    for entry in node?.map ?? [] {
      names.append(MisspelledName(name: entry.key.name, range: entry.key.range))
    }
  }

  private static func value(_ node: Node?, _ names: inout [MisspelledName]) {
    guard let node, let text = node.text, !text.contains("${") else { return }
    names.append(MisspelledName(name: text, range: node.range))
  }
}
