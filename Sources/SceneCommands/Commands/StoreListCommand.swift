import SceneReports

enum StoreListCommand {
  static let command = Command(
    "store", "ls", abstract: "list the values of a store",
    operands: "[STORE] [ADDR]", operandCount: .range(0...2),
    options: [
      .flag("keys", "only the addresses, one per line"),
      .flag("set-aside", "the values that could not be read, instead of those in use"),
      .value("app", "FILE", "also the defaults of keys that this scenario or app declares"),
      .value("sort", "BY", "key, size or changed", choices: ["key", "size", "changed"]),
    ] + StoreQuery.options
  ) { invocation, console in
    console.pages(invocation)
    var query = try StoreQuery(invocation, console: console)
    if let order = invocation.value("sort") { query.sort(by: order) }
    if invocation.has("set-aside") {
      try SetAsideOutput(query: query, console: console).write(invocation)
      return query.code
    }
    try write(query, "ls", invocation, console)
    return query.code
  }

  /// Writes entries in the format that is asked for.
  static func write(
    _ query: StoreQuery, _ schema: String, _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) {
    let isShort = invocation.has("keys")
    let defaults =
      try invocation.value("app").map { (name) throws(CommandFailure) in
        try DeclaredKeys(name, console: console).missing(in: query.snapshot, query.pattern)
      } ?? []
    switch invocation.format {
    case .table where isShort, .plain where isShort:
      try console.write(lines: query.entries.lazy.map(query.snapshot.addressText))
    case .table:
      var listing = query.listing(console)
      listing.defaults = defaults
      let isFull = invocation.has("full")
      try console.write(lines: listing.table(width: console.width, isFull: isFull))
      if !invocation.has("quiet") { try console.write(listing.footer + "\n") }
    case .plain:
      try console.write(
        lines: query.entries.lazy.map { EntryOutput.plain($0, in: query.snapshot) })
      try console.write(lines: defaults.map { $0.plain(in: query.snapshot) })
    case .jsonl:
      for row in query.objects(withValues: !isShort) + defaults.map(\.json) {
        try console.write(row)
      }
    case .json:
      let values = JSON.list(query.objects(withValues: !isShort))
      var members: [JSON.Member] =
        [.init("schema", .string("scenesim.store.\(schema)/1"))] + query.facts + [
          .init("values", values)
        ]
      if invocation.value("app") != nil {
        members.append(.init("defaults", .list(defaults.map(\.json))))
      }
      try console.write(.object(members))
    }
  }
}
