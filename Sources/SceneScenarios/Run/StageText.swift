extension Node {
  /// The value in flow form, as a step writes it; the reader makes the same value of it.
  package var written: String {
    switch content {
    case .text(let text): FlowText.scalar(text)
    case .list(let nodes): "[" + nodes.map(\.written).joined(separator: ", ") + "]"
    case .map(let entries):
      entries.isEmpty
        ? "{}"
        : FlowText.map(entries.map { "\(FlowText.scalar($0.key.name)): \($0.value.written)" })
    case .null: "~"
    default: ScenarioValue(content).written
    }
  }

  /// A value that stands nowhere in a file.
  package static func made(_ content: Content) -> Node {
    Node(content, style: .flow, range: SourceRange(at: .start))
  }

  /// A map that stands nowhere in a file.
  package static func map(_ entries: [(String, Node)]) -> Node {
    made(
      .map(
        entries.map { name, value in
          Entry(name, at: SourceRange(at: .start), value)
        }))
  }

  package static func text(_ text: String) -> Node { made(.text(text)) }

  package static func texts(_ texts: [String]) -> Node { made(.list(texts.map(Node.text))) }
}

/// Names and texts in flow form.
extension String {
  /// The text, in quotes if it would mean something else without.
  package var flowScalar: String { FlowText.scalar(self) }
}
