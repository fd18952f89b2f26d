import SceneReports

/// `scenesim store tree [STORE] [ADDR]`.
enum StoreTreeCommand {
  static let command = Command(
    "store", "tree", abstract: "show a store as scenes, tabs and keys",
    operands: "[STORE] [ADDR]", operandCount: .range(0...2), options: StoreQuery.options,
    examples: [
      .init("scenesim store tree demo.store", "everything"),
      .init("scenesim store tree demo.store A/", "one scene"),
      .init("scenesim store tree demo.store --full", "values are not cut"),
    ]
  ) { invocation, console in
    console.pages(invocation)
    let query = try StoreQuery(invocation, console: console)
    switch invocation.format {
    case .table:
      let listing = query.listing(console)
      for line in listing.tree(width: console.width, isFull: invocation.has("full")) {
        try console.write(line + "\n")
      }
      if !invocation.has("quiet") { try console.write(listing.footer + "\n") }
    case .plain:
      for entry in query.entries {
        try console.write(EntryOutput.plain(entry, in: query.snapshot) + "\n")
      }
    case .jsonl:
      for object in query.objects() { try console.write(object.line + "\n") }
    case .json:
      let members: [JSON.Member] = [
        .init("scenes", .list(SceneFacts.all(in: query.snapshot).map(SceneOutput.json))),
        .init("values", .list(query.objects())),
      ]
      try console.write(query.json("tree", members).line + "\n")
    }
    return query.code
  }
}
