import SceneScenarios
import SceneState

/// The table of what is stored after a step, and what the step changed.
struct HTMLStore {
  /// A value on a device.
  struct Place: Hashable {
    let device: String
    let address: String

    init(_ stored: PlayedStep.Stored) { (device, address) = (stored.device, stored.address) }

    init(_ change: StoredValueChange) { (device, address) = (change.device, change.address) }
  }

  let changes: [StoredValueChange]
  let step: Int
  /// The values that the app cannot read.
  let unread: Set<Place>
  let wrong: WrongPlaces

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
    var kinds = word.isEmpty ? [] : [word]
    var notes: [String] = []
    if unread.contains(Place(change)) {
      notes.append("cannot be read: its bytes are set aside, not deleted")
    }
    if wrong.contains(change.address) {
      kinds.append("wrong")
      if notes.isEmpty { notes.append("not as expected") }
    }
    let remark = notes.map { " <span class=\"told\">\($0)</span>" }.joined()
    let kind = kinds.isEmpty ? "" : " class=\"\(kinds.joined(separator: " "))\""
    return "<tr\(kind)><td>\(mark)<th>\(HTMLText.content(change.address))\(cell)\(value)"
      + "\(remark)\(since)"
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

/// The stored values behind what is not as it should be.
struct WrongPlaces {
  private let addresses: Set<String>

  init(_ step: PlayedStep) {
    let windows = step.screens.flatMap(\.windows)
    let tabs = Dictionary(windows.map { ($0.name, $0.selectedTab) }) { first, _ in first }
    let failed = step.checks.filter { $0.outcome == .failed }.map(\.subject)
    addresses = Set(
      failed.flatMap { subject -> [String] in
        let parts = subject.split(separator: ".").map(String.init)
        switch (parts.count, parts.first, parts.dropFirst().first) {
        // A key is kept in its window, or in the tab that is shown.
        case (3..., let window?, "values"?):
          let inTab = tabs[window].flatMap { $0 }.map { "\(window)/\($0)/\(parts[2])" }
          return ["\(window)/\(parts[2])"] + (inTab.map { [$0] } ?? [])
        case (5..., let window?, "tabs"?) where parts[3] == "values":
          return ["\(window)/\(parts[2])/\(parts[4])", "\(window)/\(parts[4])"]
        case (3..., "store"?, let window?): return ["\(window)/\(parts[2])"]
        default: return []
        }
      })
  }

  func contains(_ address: String) -> Bool { addresses.contains(address) }
}
