import SceneReports

enum SchemaCommand {
  static let command = Command(
    "schema", abstract: "write the JSON Schema of scenarios, for editors",
    operands: "[scenario|app|steps]", operandCount: .range(0...1)
  ) { invocation, console in
    var kind = ScenarioSchema.Kind.scenario
    if let name = invocation.operands.first {
      guard let named = ScenarioSchema.Kind(rawValue: name) else {
        let names = ScenarioSchema.Kind.allCases.map(\.rawValue)
        throw CommandFailure.usage(
          "there is no schema of '\(name)'", hint: ErrorText.choice(for: name, among: names),
          next: "scenesim help schema")
      }
      kind = named
    }
    let document = ScenarioSchema.document(of: kind)
    let isShort = invocation.format == .json || invocation.format == .jsonl
    try console.write((isShort ? document.line : document.page) + "\n")
    return .success
  }
}
