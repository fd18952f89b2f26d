/// The matrix of a build server, and the cases that it means.
enum MeantCases {
  private static let keys: Set<String> = ["strategy", "matrix", "parameters", "parametrize"]

  /// Whether a key at the top of a file is such a matrix: its names are variables there.
  static func isMatrix(_ key: String) -> Bool { keys.contains(key.lowercased()) }

  /// How the cases of a matrix are written; nil for another key.
  static func hint(for key: String, _ value: Node?, in source: SourceFile) -> String? {
    guard isMatrix(key) else { return nil }
    let matrix = value?["matrix"] ?? value
    let rows = (matrix?["include"]?.list ?? []).compactMap(\.map) + crossed(matrix)
    func text(_ row: [Entry]) -> String {
      let columns = row.map { "\($0.key.name): \(source.text(in: $0.value.range))" }
      let title = row.first.map { source.text(in: $0.value.range) } ?? "a title"
      return "{ " + (["case: \(title)"] + columns).joined(separator: ", ") + " }"
    }
    let written = rows.isEmpty ? ["{ case: a title, how: kill }"] : rows.prefix(2).map(text)
    let more = rows.count > 2 || rows.isEmpty ? ", …" : ""
    return "cases are listed, each with its title and its values: "
      + "`cases: [\(written.joined(separator: ", "))\(more)]`"
  }

  /// A row for each value of the first list, with values of the others beside it.
  private static func crossed(_ matrix: Node?) -> [[Entry]] {
    let lists = (matrix?.map ?? []).filter {
      $0.value.list?.isEmpty == false && !["include", "exclude"].contains($0.key.name)
    }
    let count = lists.first?.value.list?.count ?? 0
    return (0..<count).map { index in
      lists.compactMap { entry in
        let values = entry.value.list ?? []
        return values.isEmpty
          ? nil : Entry(key: entry.key, value: values[min(index, values.count - 1)])
      }
    }
  }
}
