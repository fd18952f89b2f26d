import SceneScenarios

/// A name in a scenario that can be written wrong, with its place.
struct MisspelledName {
  let name: String
  let range: SourceRange

  /// The names in a scenario's steps and app: verbs, modifiers, keys, tabs, windows, checks, words.
  static func all(in root: Node) -> [MisspelledName] {
    var names: [MisspelledName] = []
    for key in ["before", "steps"] { steps(root[key], &names) }
    keys(root, &names)
    app(root["app"], &names)
    return names
  }

  // MARK: The app

  /// Keys of the app, each with the keys and values below it that are words or names.
  private static let parts: [String: (keys: [String], values: [String])] = [
    "storage": (["*"], ["type", "scope", "via", "on-mismatch"]),
    "activities": (["*"], ["payload"]), "lists": (["*"], ["tab", "rows"]),
    "tree": (["*"], ["kind", "made-by"]), "restoration": ([], []), "navigator": ([], ["saves-to"]),
    "migrations": (["*"], ["type"]), "handlers": (["*"], ["on", "at"]),
  ]

  private static func app(_ app: Node?, _ names: inout [MisspelledName]) {
    keys(app, &names)
    for word in ["device", "windows", "external", "profile", "loads-data"] {
      value(app?[word], &names)
    }
    for (part, inner) in parts.sorted(by: { $0.key < $1.key }) {
      guard let node = app?[part] else { continue }
      let maps = inner.keys.isEmpty ? [node] : node.list ?? node.map?.map(\.value) ?? []
      for map in maps {
        keys(map, &names)
        for key in inner.values where map[key]?.text?.contains("[") == false {
          value(map[key], &names)
        }
        steps(map["do"], &names)
      }
    }
    for place in app?["navigator"]?["places"]?.map ?? [] {
      keys(place.value, &names)
      value(place.value["tab"], &names)
    }
  }

  // MARK: Steps

  private static func steps(_ node: Node?, _ names: inout [MisspelledName]) {
    for step in node?.list ?? [] {
      guard let entries = step.map else {
        value(step, &names)
        continue
      }
      for entry in entries {
        names.append(MisspelledName(name: entry.key.name, range: entry.key.range))
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
    case "scroll", "pick":
      for list in entry.value.map ?? [] { value(list.value, &names) }
      keys(entry.value, &names)
    case "change-data":
      keys(entry.value, &names)
      for table in entry.value.map ?? [] {
        keys(table.value, &names)
        keys(table.value["insert"], &names)
        for row in table.value["remove"]?.list ?? [] { value(row, &names) }
      }
    case "set", "get", "if", "open", "launch", "update", "push": keys(entry.value, &names)
    case "drag", "continue":
      keys(entry.value, &names)
      for key in ["from", "activity", "via", "drop", "to"] { value(entry.value[key], &names) }
      keys(entry.value["drop"], &names)
      value(entry.value["drop"]?["on"], &names)
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
      case "store", "data": keys(entry.value, &names)
      case "events":
        keys(entry.value, &names)
        for list in entry.value.map ?? [] {
          for event in list.value.list ?? [] where event.text?.contains(" ") == false {
            value(event, &names)
          }
        }
      case "problems": for problem in entry.value.list ?? [] { value(problem, &names) }
      default: window(entry.value, &names)
      }
    }
  }

  private static func window(_ node: Node, _ names: inout [MisspelledName]) {
    keys(node, &names)
    for key in ["tab", "phase", "opened-by"] { value(node[key], &names) }
    for key in ["values", "tabs", "lists", "why", "saved"] { keys(node[key], &names) }
    for list in node["lists"]?.map ?? [] { keys(list.value, &names) }
    for tab in node["tabs"]?.map ?? [] {
      keys(tab.value, &names)
      keys(tab.value["values"], &names)
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
