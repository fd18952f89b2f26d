import SceneReports

enum StoreTreeCommand {
  static let command = Command(
    "store", "tree", abstract: "show a store as scenes, tabs and keys",
    operands: "[STORE] [ADDR]", operandCount: .range(0...2), options: StoreQuery.options
  ) { invocation, console in
    console.pages(invocation)
    let query = try StoreQuery(invocation, console: console)
    let listing = query.listing(console)
    try console.answer(
      invocation, "store.tree",
      query.facts
        + [.init("scenes", .list(SceneFacts.all(in: query.snapshot).map(SceneOutput.json)))],
      rows: "values", query.objects(),
      plain: query.entries.lazy.map { EntryOutput.plain($0, in: query.snapshot) },
      table: listing.tree(width: console.width, isFull: invocation.has("full")),
      footer: listing.footer)
    return query.code
  }
}
