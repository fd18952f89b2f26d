enum NewCommand {
  static let command = Command(
    "new", abstract: "write a scenario to begin with, with comments that explain it",
    operands: "NAME", operandCount: .range(1...1),
    options: [
      .value(
        "like", "TEMPLATE", "what it shows; `help templates` lists them, empty is the default",
        choices: Template.allCases.map(\.rawValue))
    ],
    onlyAnswer: "a scenario"
  ) { invocation, console in
    let name = try Self.name(invocation.operands.first ?? "")
    let template = invocation.value("like").flatMap(Template.init(rawValue:)) ?? .empty
    let text = template.text(title: title(name))
    if invocation.value("output") == "-" {
      try console.write(text)
      return .success
    }
    let path = console.claimOutputPath() ?? name + ScenarioFiles.ending
    try OutputFile.checkIsNew(path)
    if try console.save(Array(text.utf8), to: path, .creating) { console.tellWritten(path) }
    return .success
  }

  /// The name without the ending of scenario files; it becomes a file.
  private static func name(_ text: String) throws(CommandFailure) -> String {
    let ending = [ScenarioFiles.ending, ".yaml", ".yml"].first(where: text.hasSuffix) ?? ""
    let name = String(text.dropLast(ending.count))
    let last = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !last.isEmpty, last != "-", !last.hasPrefix("."),
      !name.contains(where: { $0.isNewline || $0 == "\0" })
    else {
      throw .usage("'\(text)' is no name for a scenario", next: "scenesim new my-scenario")
    }
    return name
  }

  /// `dragged-note` as a sentence; quoted, since any text can be a name.
  private static func title(_ name: String) -> String {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    let words = last.replacing("-", with: " ").replacing("_", with: " ")
    let sentence = words.prefix(1).uppercased() + words.dropFirst()
    let isPlain = sentence.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0 == " " || ("0"..."9").contains($0)
    }
    let isWord = sentence.unicodeScalars.contains { $0.properties.isAlphabetic }
    let taken = ["true", "false", "null"].contains(sentence.lowercased())
    if isPlain, isWord, !taken { return sentence }
    return "\"" + sentence.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
