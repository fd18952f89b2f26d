import SceneState

/// The table of what is stored after a step, and what the step changed.
struct HTMLStore {
  let changes: [StoredValueChange]
  let step: Int

  /// The section; `texts` takes the values that are too long for a cell, and `written` knows in
  /// which step each value was written last.
  func text(_ texts: inout LongTexts, _ written: inout [String: Int]) -> String {
    let values = changes.count { $0.kind != .removed }
    let changed = changes.count { $0.kind != .same }
    let head =
      "<section class=\"store\"><h4>Store <span class=\"soft\">"
      + Amount.count(values, "value") + (changed > 0 ? ", \(changed) changed" : "")
      + "</span></h4>\n"
    guard !changes.isEmpty else {
      return head + "<p class=\"soft\">Nothing is stored.</p></section>\n"
    }
    let hasDevices = changes.contains { !$0.device.isEmpty }
    var rows = ""
    var device = ""
    for change in changes {
      if hasDevices, change.device != device {
        device = change.device
        rows +=
          "<tr class=\"device\"><th colspan=\"4\" scope=\"rowgroup\">"
          + HTMLText.content(device)
      }
      rows += row(change, &texts, &written)
    }
    return head
      + "<table><thead class=\"hidden\"><tr><th>Change<th>Address"
      + "<th>Value<th>Written</thead>\n<tbody>\(rows)</tbody></table>"
      + "</section>\n"
  }

  private func row(
    _ change: StoredValueChange, _ texts: inout LongTexts, _ written: inout [String: Int]
  ) -> String {
    let place = "\(change.device)\n\(change.address)"
    let (sign, word) =
      switch change.kind {
      case .added: ("+", "added")
      case .changed: ("~", "changed")
      case .removed: ("−", "removed")
      case .same: ("", "")
      }
    if change.kind != .same { written[place] = step }
    let mark =
      word.isEmpty
      ? "" : "<span aria-hidden=\"true\">\(sign)</span><span class=\"hidden\">\(word)</span>"
    let value =
      change.old.map {
        "<del>\(Self.value($0, &texts))</del> <span aria-hidden=\"true\">→</span> "
          + "<ins>\(Self.value(change.json, &texts))</ins>"
      } ?? Self.value(change.json, &texts)
    let since = change.kind == .same ? written[place].map { "<td>\($0)" } ?? "" : ""
    // What this step wrote needs no other step named: its row goes to the end.
    let cell = since.isEmpty ? "<td colspan=\"2\">" : "<td>"
    let kind = word.isEmpty ? "" : " class=\"\(word)\""
    return "<tr\(kind)><td>\(mark)<th>\(HTMLText.content(change.address))\(cell)\(value)\(since)"
  }

  /// The value; of a long one its beginning, with the number of the whole text.
  private static func value(_ json: String, _ texts: inout LongTexts) -> String {
    guard let number = texts.number(of: json) else {
      return HTMLText.content(SafeText.escapedJSON(json))
    }
    let start = HTMLText.content(
      SafeText.escapedJSON(String(json.prefix(LongTexts.limit / 2))))
    return "<code data-text=\"\(number)\">\(start)…</code> <span class=\"soft\">"
      + "\(Amount.bytes(json.utf8.count))</span>"
  }
}
