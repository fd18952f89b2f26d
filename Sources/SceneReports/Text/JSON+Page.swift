extension JSON {
  /// The value over many lines, indented by two; what fits stays on one line.
  package var page: String { page(indent: 0) }

  private static let pageWidth = 100

  private func page(indent: Int) -> String {
    let short = line
    if indent + short.utf8.count <= Self.pageWidth { return short }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .list(let values) where !values.isEmpty:
      let lines = values.map { inner + $0.page(indent: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(outer)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map {
        inner + JSON.quoted($0.name) + ": " + $0.value.page(indent: indent + 2)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
    default: return short
    }
  }
}
