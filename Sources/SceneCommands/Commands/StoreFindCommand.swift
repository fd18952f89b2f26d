import SceneState

enum StoreFindCommand {
  static let command = Command(
    "store", "find", abstract: "list the values whose address or content has a text in it",
    operands: "[STORE] TEXT", operandCount: .range(1...2),
    options: [.flag("keys", "only the addresses, one per line")] + StoreQuery.options
  ) { invocation, console in
    let source = try StoreSource(invocation, console: console, needsAddress: true)
    let text = (source.address ?? "").lowercased()
    var query = try StoreQuery(
      invocation, console: console,
      source: StoreSource(directory: source.directory, cluster: source.cluster))
    let snapshot = query.snapshot
    query.keep { entry in
      let value = entry.facts.value?.jsonText ?? ""
      return [snapshot.addressText(of: entry), value].contains {
        $0.lowercased().contains(text)
      }
    }
    if query.entries.isEmpty {
      console.complain("nothing has '\(SafeText.escaped(text))' in it\n")
      if text.contains("*") {
        let hint = "a `*` stands for itself here: a text is found wherever it stands"
        console.complain("  hint   \(hint)\n")
      }
      // A program gets its object all the same.
      guard invocation.format == .json else { return .no }
      try StoreListCommand.write(query, "find", invocation, console)
      return .no
    }
    try StoreListCommand.write(query, "find", invocation, console)
    return query.code
  }
}
