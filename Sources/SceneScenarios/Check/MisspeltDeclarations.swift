internal import SceneLifecycle
internal import SceneSimulator
internal import SceneState

/// Says of a name that several places miss where the one name stands that may be misspelt itself.
///
/// Each place stays a finding of its own, for whichever is wrong: the declaration or all of them.
struct MisspeltDeclarations {
  /// How often each name stands in the file, as a key or a text, and where it stood last.
  private var names: [String: (count: Int, line: Int)] = [:]

  /// The codes of names that a file itself declares: words of the format stand where they stand.
  private static let codes: [ProblemCode] = [
    .noSuchTab, .noSuchKey, .noSuchWindow, .noSuchSavePoint, .noSuchVariable, .noSuchDevice,
    .noSuchScene, .noSuchRow, .activityNotDeclared,
  ]

  static func explained(_ findings: [Diagnostic], in root: Node) -> [Diagnostic] {
    let candidates = findings.filter {
      codes.contains($0.code) && $0.hint.flatMap(SourceFile.onlyChoice) != nil
    }
    if candidates.count < 2 { return findings }
    var counts: [String: Int] = [:]
    for finding in candidates { counts[key(finding), default: 0] += 1 }
    guard counts.values.contains(where: { $0 > 1 }) else { return findings }
    var declarations = MisspeltDeclarations()
    declarations.collect(root)
    return findings.map { finding in
      guard let choice = finding.hint.flatMap(SourceFile.onlyChoice),
        counts[key(finding), default: 0] > 1,
        let found = declarations.names[choice], found.count == 1
      else { return finding }
      var finding = finding
      finding.hint =
        "did you mean `\(choice)`? it stands in line \(found.line) only: one of them is misspelt"
      return finding
    }
  }

  /// Findings of one kind with the same words are about the same name.
  private static func key(_ finding: Diagnostic) -> String {
    "\(finding.code) \(finding.message) \(finding.hint ?? "")"
  }

  private mutating func collect(_ node: Node) {
    switch node.content {
    case .text(let text): add(text, node.range)
    case .list(let nodes): for node in nodes { collect(node) }
    case .map(let entries):
      for entry in entries {
        add(entry.key.name, entry.key.range)
        collect(entry.value)
      }
    default: break
    }
  }

  private mutating func add(_ name: String, _ range: SourceRange) {
    names[name] = ((names[name]?.count ?? 0) + 1, range.start.line)
  }
}
