import SceneScenarios
import SceneState

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
    ] + StoreQuery.options.filter { $0.name != "full" }
  ) { invocation, console in
    let showsValues = invocation.has("with-values")
    let hidden = invocation.values("redact")
    let redaction = try Redaction(showsValues ? hidden : ["*"])
    if !showsValues, !hidden.isEmpty, !console.isQuiet {
      console.complain("all values are hidden already: --redact is for --with-values\n")
    }
    let query: StoreQuery
    do throws(CommandFailure) { query = try StoreQuery(invocation, console: console) } catch {
      throw Self.output(invocation, error) ?? error
    }
    redaction.tell(unused: query.snapshot.entries.map(\.key), console)
    let name = invocation.value("output").map { $0.split(separator: "/").last ?? "" }
    let ending = name.flatMap { $0.contains(".") ? $0.split(separator: ".").last : nil }
    let kind = invocation.value("as") ?? ending.map { $0.lowercased() }
    let format = kind.flatMap(ExportFormat.init(rawValue:)) ?? .json
    if let kind, format.rawValue != kind, !console.isQuiet {
      let sheet = ["xlsx", "xls", "ods", "numbers"].contains(kind)
      console.complain(
        "no export ends in .\(SafeText.escaped(kind)): it is written as json"
          + (sheet ? "; a spreadsheet opens --as csv" : "") + "\n")
    }
    if let ending, ExportFormat(rawValue: ending.lowercased()).map({ $0 != format }) ?? false,
      !console.isQuiet
    {
      console.complain("it is written as \(format.rawValue), whatever its name ends in\n")
    }
    try console.write(format.text(ExportSheet(query, redaction)))
    return query.code
  }

  /// That a file was named where an address belongs, if nothing is called so.
  private static func output(
    _ invocation: Invocation, _ failure: CommandFailure
  ) -> CommandFailure? {
    guard failure.code == "no-such-scene", let file = invocation.operands.last,
      invocation.value("output") == nil,
      ExportFormat.allCases.contains(where: { file.hasSuffix(".\($0.rawValue)") })
    else { return nil }
    let words = invocation.operands.dropLast().map(ShellText.word).joined(separator: " ")
    return .usage(
      "'\(file)' is no address of a value here", hint: "where it writes stands behind -o",
      next: "scenesim store export \(words) -o \(ShellText.word(file))")
  }
}
