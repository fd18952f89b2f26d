import SceneState

/// A diagram in the language of Mermaid.
struct MermaidText {
  let diagram: Diagram

  /// States and what leads from one to the other; what was seen is thick.
  ///
  /// A `stateDiagram-v2` has no style for single arrows: what was seen is marked in its label and
  /// its states are bold.
  var states: String {
    var lines = ["stateDiagram-v2"]
    lines += diagram.boxes.enumerated().map { "  state \"\(Self.text($1.lines))\" as s\($0)" }
    lines += diagram.arrows.map { arrow in
      let mark = arrow.isBold ? "<b>\(Self.text([arrow.label]))</b>" : Self.text([arrow.label])
      return "  s\(arrow.from) --> s\(arrow.to): \(mark)"
    }
    let seen = Set(diagram.arrows.filter(\.isBold).flatMap { [$0.from, $0.to] }).sorted()
    if !seen.isEmpty {
      lines.append("  classDef seen font-weight:bold,stroke-width:3px")
      lines.append("  class \(seen.map { "s\($0)" }.joined(separator: ",")) seen")
    }
    return Self.file(diagram.title, lines)
  }

  /// Boxes from left to right.
  var flow: String {
    var lines = ["flowchart LR"]
    lines += diagram.boxes.enumerated().map { index, box in
      let text = "\"\(Self.text(box.lines))\""
      return "  n\(index)" + (box.kind == .round ? "([\(text)])" : "[\(text)]")
    }
    lines += diagram.arrows.map { arrow in
      let line = arrow.isBold ? "==>" : "-->"
      let label = arrow.label.isEmpty ? "" : "|\"\(Self.text([arrow.label]))\"|"
      return "  n\(arrow.from) \(line)\(label) n\(arrow.to)"
    }
    return Self.file(diagram.title, lines)
  }

  private static func file(_ title: String, _ lines: [String]) -> String {
    let quoted = JSON.quoted(title)
    return "---\ntitle: \(quoted)\n---\n" + lines.joined(separator: "\n") + "\n"
  }

  /// Text in which nothing is part of the language: what is no letter is written by its number.
  private static func text(_ lines: [String]) -> String {
    lines.map { line in
      SafeText.escaped(line).replacingScalars { scalar in
        let isPlain =
          scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || " .,/-_()".unicodeScalars.contains(scalar)
        return isPlain ? nil : "#\(scalar.value);"
      }
    }.joined(separator: "<br/>")
  }
}
