import FoundationEssentials
import SceneScenarios
import Testing

/// Something that is wrong with a scenario, at its place in the file.
struct ScenarioIssue: Sendable {
  private let path: String
  private let position: SourcePosition
  /// The message as the terminal shows it.
  let text: String

  /// An issue that concerns a file or folder as a whole.
  init(path: String, text: String) {
    self.path = path
    position = .start
    self.text = text
  }

  init(_ diagnostic: Diagnostic, of source: SourceFile?, rest: String? = nil) {
    path = diagnostic.file ?? source?.path ?? ""
    position = diagnostic.range.start
    let message = DiagnosticRenderer.text(diagnostic, source: source)
    text = rest.map { "\(message)\n\($0)\n" } ?? message
  }

  /// Every mistake of a file.
  static func all(_ mistakes: MistakesFound, path: String) -> [ScenarioIssue] {
    // Without the text the mistakes stand alone; that it cannot be read is one of them.
    let source = (try? Data(contentsOf: URL(filePath: path))).map {
      SourceFile(path: path, bytes: [UInt8]($0))
    }
    return mistakes.diagnostics.map { ScenarioIssue($0, of: source) }
  }

  /// Where the issue is, as Swift Testing tells places.
  var location: SourceLocation {
    let url = URL(filePath: path)
    // A file identifier is two names; the folder stands for the module.
    let folder = url.deletingLastPathComponent().lastPathComponent
    let name = url.lastPathComponent
    return SourceLocation(
      fileID: "\(folder.isEmpty ? "scenario" : folder)/\(name.isEmpty ? "scenario" : name)",
      filePath: path, line: position.line, column: position.column)
  }

  func record(isWarning: Bool = false) {
    Issue.record(
      Comment(rawValue: text), severity: isWarning ? .warning : .error, sourceLocation: location)
  }
}
