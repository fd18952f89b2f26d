import SceneState

/// A diagram in the language of Graphviz.
struct DotText {
  let diagram: Diagram

  var text: String {
    var lines = [
      "digraph \(Self.quoted([diagram.title])) {",
      "  rankdir=\(diagram.isStates ? "TB" : "LR")",
      "  node [shape=box style=rounded fontname=\"sans-serif\"]",
      "  edge [fontname=\"sans-serif\" fontsize=11]",
    ]
    lines += diagram.boxes.enumerated().map { index, box in
      let shape = box.kind == .round ? " shape=oval" : ""
      return "  n\(index) [label=\(Self.quoted(box.lines))\(shape)]"
    }
    lines += diagram.arrows.map { arrow in
      var facts: [String] = []
      if !arrow.label.isEmpty { facts.append("label=\(Self.quoted([arrow.label]))") }
      if arrow.isBold { facts.append("style=bold penwidth=3") }
      let tail = facts.isEmpty ? "" : " [\(facts.joined(separator: " "))]"
      return "  n\(arrow.from) -> n\(arrow.to)\(tail)"
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func quoted(_ lines: [String]) -> String {
    let texts = lines.map {
      SafeText.escaped($0).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    return "\"\(texts.joined(separator: "\\n"))\""
  }
}
