import SceneReports

/// `scenesim store export [STORE] [ADDR]`.
enum StoreExportCommand {
  static let command = Command(
    "store", "export", abstract: "write a store as a file for people, with secrets left out",
    operands: "[STORE] [ADDR]", operandCount: .range(0...2),
    options: [
      .value(
        "as", "KIND", "json, csv, md or html; json if not given",
        choices: ExportFormat.allCases.map(\.rawValue)),
      .values("redact", "KEY", "hide the values of a key; '*' stands for any characters"),
    ] + StoreQuery.options.filter { $0.name != "full" },
    examples: [
      .init("scenesim store export demo.store --as csv", "for a spreadsheet"),
      .init("scenesim store export demo.store --as md --redact draft", "for an issue"),
      .init("scenesim store export demo.store A/hawk/ --as html", "for a browser"),
    ]
  ) { invocation, console in
    let redaction = try ExportRedaction(invocation.values("redact"))
    let query = try StoreQuery(invocation, console: console)
    let format = invocation.value("as").flatMap(ExportFormat.init(rawValue:)) ?? .json
    try console.write(format.text(ExportSheet(query, redaction)))
    return query.code
  }
}
