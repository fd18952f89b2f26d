internal import SceneLifecycle
internal import SceneSimulator
internal import SceneState

/// Says of a name that several places miss where the one name stands that may be misspelt itself.
///
/// Each place stays a finding of its own, for whichever is wrong: the declaration or all of them.
enum MisspeltDeclarations {
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
    // How often each name stands in the file, as a key or a text, and where it stood last.
    var names: [String: (count: Int, line: Int)] = [:]
    for leaf in root.leaves() {
      guard let name = leaf.text else { continue }
      names[name] = ((names[name]?.count ?? 0) + 1, leaf.range.start.line)
    }
    return findings.map { finding in
      guard let choice = finding.hint.flatMap(SourceFile.onlyChoice),
        counts[key(finding), default: 0] > 1,
        let found = names[choice], found.count == 1
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
}
