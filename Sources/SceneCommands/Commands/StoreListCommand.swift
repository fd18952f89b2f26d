import SceneReports

/// `scenesim store ls [STORE] [ADDR]`.
enum StoreListCommand {
  static let command = Command(
    "store", "ls", abstract: "list the values of a store",
    operands: "[STORE] [ADDR]", operandCount: .range(0...2),
    options: [
      .flag("keys", "only the addresses, one per line"),
      .value("sort", "BY", "key, size or changed", choices: ["key", "size", "changed"]),
    ] + StoreQuery.options,
    examples: [
      .init("scenesim store ls demo.store", "all values"),
      .init("scenesim store ls demo.store A/hawk/", "those of one tab"),
      .init(
        "scenesim store ls demo.store '*/*/draft' --json", "one key of every scene, for programs"),
    ]
  ) { invocation, console in
    var query = try StoreQuery(invocation, console: console)
    if let order = invocation.value("sort") { query.sort(by: order) }
    let isShort = invocation.has("keys")
    switch invocation.format {
    case .table where isShort:
      for entry in query.entries { try console.write(query.snapshot.addressText(of: entry) + "\n") }
    case .table:
      let listing = query.listing(console)
      for line in listing.table(width: console.width, isFull: invocation.has("full")) {
        try console.write(line + "\n")
      }
      if !invocation.has("quiet") { try console.write(listing.footer + "\n") }
    case .plain where isShort:
      for entry in query.entries { try console.write(query.snapshot.addressText(of: entry) + "\n") }
    case .plain:
      for entry in query.entries {
        try console.write(EntryOutput.plain(entry, in: query.snapshot) + "\n")
      }
    case .jsonl:
      for entry in query.entries {
        try console.write(EntryOutput.json(entry, withValue: !isShort).line + "\n")
      }
    case .json:
      let values = query.entries.map { EntryOutput.json($0, withValue: !isShort) }
      try console.write(query.json(values: .list(values)).line + "\n")
    }
    return .success
  }
}
