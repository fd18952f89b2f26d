/// A file that the tool or an app wrote, and that is no scenario; its first line says so.
enum WrittenFile: String {
  case trace
  /// Lines of JSON, by the name of their schema.
  case run, dump, events

  init?(_ file: SourceFile) {
    let line = file.text(ofLine: 1)
    if line == GoldenTrace.header {
      self = .trace
    } else if line.hasPrefix("{"),
      let schema = line.firstMatch(of: /"schema": ?"scenesim\.([a-z]+)\/1/), file.lineCount > 1,
      let kind = WrittenFile(rawValue: String(schema.output.1))
    {
      self = kind
    } else {
      return nil
    }
  }

  var words: String {
    switch self {
    case .trace: "the trace of a run"
    case .run: "what a run wrote for programs"
    case .dump: "the dump of a store"
    case .events: "the event log of an app"
    }
  }

  /// What can be done with it.
  func hint(for path: String) -> String {
    let name = path.hasSuffix(".trace") ? String(path.dropLast(".trace".count)) : "NAME"
    return switch self {
    case .trace: "the scenario that it belongs to is `\(name).scene.yaml`"
    case .run: "`scenesim report \(path)` makes pictures of it, if `--trace` wrote it"
    case .dump: "`scenesim store load NEW-STORE \(path)` makes a store of it"
    case .events: "`scenesim record \(path)` makes a scenario of it"
    }
  }
}
