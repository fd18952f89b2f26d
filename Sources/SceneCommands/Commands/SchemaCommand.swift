import SceneReports

/// `scenesim schema`.
enum SchemaCommand {
  static let command = Command(
    "schema", abstract: "write the JSON Schema of scenarios, for editors",
    examples: [
      .init("scenesim schema -o scenesim.schema.json", "into a file for your editor"),
      .init("scenesim schema", "on standard output"),
      .init("scenesim schema --json", "the same on one line"),
    ]
  ) { invocation, console in
    let document = ScenarioSchema.document
    let isShort = invocation.format == .json || invocation.format == .jsonl
    try console.write((isShort ? document.line : document.page) + "\n")
    return .success
  }
}
