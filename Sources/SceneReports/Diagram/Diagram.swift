/// Boxes and arrows about an app, before anybody draws them.
package struct Diagram: Sendable, Hashable {
  package enum Form: String, Sendable, CaseIterable { case mermaid, dot, svg }

  package struct Box: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case plain, round }

    /// The lines of its text; the first is its name.
    package let lines: [String]
    package let kind: Kind
    /// The column, from 0: arrows lead to the right.
    package let column: Int

    package init(_ lines: [String], kind: Kind = .plain, column: Int = 0) {
      (self.lines, self.kind, self.column) = (lines, kind, column)
    }
  }

  package struct Arrow: Sendable, Hashable {
    package let from: Int
    package let to: Int
    package let label: String
    package let isBold: Bool

    package init(from: Int, to: Int, label: String = "", isBold: Bool = false) {
      (self.from, self.to, self.label, self.isBold) = (from, to, label, isBold)
    }
  }

  package let title: String
  /// Whether the boxes are states, and the arrows what leads from one to the other.
  package let isStates: Bool
  package let boxes: [Box]
  package let arrows: [Arrow]

  package init(title: String, isStates: Bool = false, boxes: [Box], arrows: [Arrow]) {
    (self.title, self.isStates) = (title, isStates)
    (self.boxes, self.arrows) = (boxes, arrows)
  }

  package func text(as form: Form) -> String {
    switch form {
    case .mermaid: isStates ? MermaidText(diagram: self).states : MermaidText(diagram: self).flow
    case .dot: DotText(diagram: self).text
    case .svg: DiagramPicture(self).file
    }
  }

  /// What the diagram says, in sentences.
  package var description: String {
    let sentences = arrows.map { arrow in
      let label = arrow.label.isEmpty ? "" : " by \(arrow.label)"
      let seen = arrow.isBold ? " (seen)" : ""
      return "\(boxes[arrow.from].lines[0]) to \(boxes[arrow.to].lines[0])\(label)\(seen)."
    }
    return sentences.joined(separator: " ")
  }
}
