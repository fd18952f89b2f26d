import SceneReports
import SceneState

/// `scenesim store export [STORE] [ADDR]`.
enum StoreExportCommand {
  static let command = Command(
    "store", "export", abstract: "write a store as a file for people, without its values",
    operands: "[STORE] [ADDR]", operandCount: .range(0...2),
    options: [
      .value(
        "as", "KIND", "json, csv, md or html; if not given, what -o ends with, else json",
        choices: ExportFormat.allCases.map(\.rawValue)),
      .flag("with-values", "also the values, and what scenes say of their content"),
      .values("redact", "KEY", "with --with-values: all but those of a key; '*' is any characters"),
    ] + StoreQuery.options.filter { $0.name != "full" },
    examples: [
      .init("scenesim store export demo.store --as csv", "for a spreadsheet"),
      .init(
        "scenesim store export demo.store --as md --with-values --redact draft", "for an issue"),
      .init("scenesim store export demo.store A/hawk/ -o hawk.html", "for a browser"),
    ]
  ) { invocation, console in
    let showsValues = invocation.has("with-values")
    let hidden = invocation.values("redact")
    let redaction = try Redaction(showsValues ? hidden : ["*"])
    if !showsValues, !hidden.isEmpty, !console.isQuiet {
      console.complain("all values are hidden already: --redact is for --with-values\n")
    }
    let query = try StoreQuery(invocation, console: console)
    redaction.tell(unused: query.snapshot.entries.map(\.key), console)
    let ending = invocation.value("output").flatMap { $0.split(separator: ".").last }
    let kind = invocation.value("as") ?? ending.map { $0.lowercased() }
    let format = kind.flatMap(ExportFormat.init(rawValue:)) ?? .json
    if let kind, format.rawValue != kind, !console.isQuiet {
      let sheet = ["xlsx", "xls", "ods", "numbers"].contains(kind)
      console.complain(
        "no export ends in .\(SafeText.escaped(kind)): it is written as json"
          + (sheet ? "; a spreadsheet opens --as csv" : "") + "\n")
    }
    try console.write(format.text(ExportSheet(query, redaction)))
    return query.code
  }
}
