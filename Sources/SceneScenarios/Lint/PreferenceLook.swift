/// What a kind of window prefers that is also in what another window of it is about.
///
/// A condition finds its text anywhere in a target, as UIKit's predicates do with `contains`.
enum PreferenceLook {
  static func warnings(_ app: AppDeclaration) -> [Diagnostic] {
    app.scenes.flatMap { kind -> [Diagnostic] in
      guard let row = kind.row, let table = app.tables.first(where: { $0.name == row.table }),
        let pair = twins(in: table.rows.compactMap { $0[row.field]?.written })
      else { return [] }
      let texts = app.node?["scenes"]?[kind.name]?["prefers"]?.list ?? []
      return texts.filter { $0.text?.hasSuffix("${window.value}") == true }.map { text in
        app.source.warning(
          at: text.range,
          "`\(text.text ?? "")` of a window about `\(pair.short)` is in what is about "
            + "`\(pair.long)`, too",
          hint: "end it and the targets with a mark: `\(text.text ?? "")/`")
      }
    }
  }

  /// Two names of which one is the beginning of the other.
  private static func twins(in names: [String]) -> (short: String, long: String)? {
    for short in names {
      if let long = names.first(where: { $0 != short && $0.hasPrefix(short) }) {
        return (short, long)
      }
    }
    return nil
  }
}
