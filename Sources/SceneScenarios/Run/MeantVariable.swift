/// Variables as other tools write them.
enum MeantVariable {
  private static let roots = ["vars", "matrix", "env", "inputs", "params", "cases"]

  /// The name in what stands between `${` and `}`, as in `${{ vars.text }}` and `${ text }`; nil if
  /// it is written as a name is here.
  static func name(in written: String) -> String? {
    let name = written.filter { !" {}".contains($0) }
    let parts = name.split(separator: ".", maxSplits: 1)
    let isRooted = parts.count == 2 && roots.contains(String(parts[0]))
    let meant = isRooted ? String(parts[1]) : name
    if meant == written { return nil }
    let isPlain = meant.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
    // Words with blanks between them are a computation.
    let isOne = written.split(separator: " ").count { $0.contains(where: \.isLetter) } == 1
    return !meant.isEmpty && isPlain && isOne ? meant : nil
  }

  /// What helps where a name is written as shells write a variable: `$t`.
  static func braced(_ text: String) -> String? {
    guard let match = text.wholeMatch(of: /\$\(?([A-Za-z_][\w-]*)\)?/) else { return nil }
    return "a variable is written `${\(match.1)}`"
  }

  /// What is wrong with how a variable is written, if that is all that is wrong.
  static func mistake(
    in written: String, among known: [String], at range: SourceRange, of source: SourceFile
  ) -> Diagnostic? {
    guard let name = name(in: written), known.contains(root(name)) else { return nil }
    let end = written.contains("{") ? "}}" : "}"
    return source.diagnostic(
      .noSuchVariable, at: range, "`${\(written)\(end)` is not how a variable is written",
      hint: "write `${\(name)}`")
  }

  /// The variables in a text that has no dollar: `{{text}}`.
  static func mustaches(in text: String) -> [String] {
    guard text.contains("{{"), !text.contains("${") else { return [] }
    return text.matches(of: /\{\{ *((?:\w+\.)?[A-Za-z][\w.-]*) *\}\}/).map { match in
      name(in: "{\(match.1)}") ?? String(match.1)
    }
  }

  /// The variables in a text that have no braces, as in shells: `$text`.
  static func shells(in text: String) -> [String] {
    // What is a word of the format stands alone, and is no text.
    guard text.contains("$"), !ownWords.contains(text) else { return [] }
    return text.matches(of: /(?:^|[^$\w])\$(\w[\w-]*(?:\.\w[\w-]*)*)/).map { String($0.1) }
  }

  /// How other languages write that there is nothing.
  static let forNothing: Set = ["nil", "None", "undefined"]

  static func nothing(_ word: String) -> String {
    "nothing is written `~`, and the text in quotes: \"\(word)\""
  }

  private static let ownWords = Set(ScenarioLanguage.matcherWords.names + [AppUpdate.remove])
    .union(PlaceKind.Home.words.keys)

  /// A warning for each text of a file that has a variable without its dollar or its braces.
  static func warnings(in node: Node, names: Set<String>, of source: SourceFile) -> [Diagnostic] {
    node.leaves(withKeys: false).compactMap { leaf in
      guard let text = leaf.text,
        let name = (mustaches(in: text) + shells(in: text)).first(where: {
          names.contains(root($0))
        })
      else { return nil }
      return source.warning(
        at: leaf.range, "`\(text)` is a text, and no variable", hint: "write `${\(name)}`")
    }
  }

  /// Which of some variables a file has only without their braces.
  static func bare(in node: Node) -> Set<String> {
    Set(node.leaves(withKeys: false).compactMap(\.text).flatMap(shells).map(root))
  }

  private static func root(_ name: String) -> String { String(name.prefix { $0 != "." }) }
}
