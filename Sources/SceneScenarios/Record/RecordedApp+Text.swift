import SceneLifecycle
import SceneState

extension RecordedApp {
  /// The lines under `app:`.
  func lines() -> [String] {
    var lines = ["  name: \(FlowText.scalar(header.text("name") ?? "App"))"]
    if let id = header.text("app"), !id.isEmpty { lines.append("  id: \(FlowText.scalar(id))") }
    if let version = header.int("version"), version > 0 { lines.append("  version: \(version)") }
    if let device = header.text("device"), ["ipad", "iphone", "mac"].contains(device) {
      lines.append("  device: \(device)")
    }
    if header.text("windows") == "one" { lines.append("  windows: one") }
    if let profile = header.text("profile"), RestorationProfile(rawValue: profile) != nil {
      lines.append("  profile: \(profile)")
    }
    if let policy = header.text("external"), policy != "matching-window-first",
      ExternalPolicy(rawValue: policy) != nil
    {
      lines.append("  external: \(policy)")
    }
    if let word = header.text("external-wins"), ExternalWins(rawValue: word) != nil {
      lines.append("  external-wins: \(word)")
    }
    if bringsBack { lines.append("  tombstones: true") }
    if !tabs.isEmpty {
      let fields = tabs.map { "\(FlowText.scalar($0)): \(FlowText.scalar($0))" }
      lines.append("  tabs: \(FlowText.map(fields))")
    }
    if !nests.isEmpty {
      let fields = nests.map { nest in
        let place = nest.tab.map { "{ in: \(FlowText.scalar($0)) }" } ?? "~"
        return "\(FlowText.scalar(nest.name)): \(place)"
      }
      lines.append("  nested: \(FlowText.map(fields))")
    }
    return lines + typeLines() + storageLines() + activityLines() + kindLines()
  }

  private func typeLines() -> [String] {
    guard !types.structures.isEmpty else { return [] }
    return ["  types:"]
      + types.structures.keys.sorted().map { name in
        let fields = (types.structures[name] ?? []).map {
          "\(FlowText.scalar($0.name)): \(Self.typeText($0.type))"
        }
        return "    \(name): \(FlowText.map(fields))"
      }
  }

  private func storageLines() -> [String] {
    guard !order.isEmpty else { return [] }
    return ["  storage:"]
      + order.compactMap { keys[$0] }.map { key in
        var fields = ["type: \(Self.typeText(key.type))", "scope: \(FlowText.scalar(key.scope))"]
        if let initial = key.initial { fields.append("default: \(initial.written)") }
        return "    \(FlowText.scalar(key.name)): \(FlowText.map(fields))"
      }
  }

  private func activityLines() -> [String] {
    let names = activities
    return names.isEmpty ? [] : ["  activities:"] + names.map { "    \(FlowText.scalar($0)): ~" }
  }

  private func kindLines() -> [String] {
    let kinds = header.maps("kinds").filter { !Names.isCapital($0.text("name") ?? "A") }
    guard kinds.count > 1 || kinds.first?.fields.count ?? 1 > 1 else { return [] }
    return ["  scenes:"]
      + kinds.map { kind in
        var fields: [String] = []
        if kind.fields["matching"] != nil {
          let conditions = kind.texts("matching").map { FlowText.scalar($0) }
          fields.append("matching: [\(conditions.joined(separator: ", "))]")
        }
        if let type = windowTypes[kind.text("name") ?? ""] {
          fields.append("value: \(Self.typeText(type))")
          if kind.fields["several"] == .bool(true) { fields.append("several: true") }
        }
        if let role = kind.text("role") { fields.append("role: \(role)") }
        if kind.fields["restorable"] == .bool(false) { fields.append("restorable: false") }
        if let count = kind.int("latest") { fields.append("restorable: { latest: \(count) }") }
        let value = fields.isEmpty ? "~" : FlowText.map(fields)
        return "    \(FlowText.scalar(kind.text("name") ?? "main")): \(value)"
      }
  }

  private static func typeText(_ type: String) -> String {
    type.utf8.allSatisfy(RecordedType.isOfName) || type.allSatisfy { $0.isLetter || $0.isNumber }
      || type.hasPrefix("[") && !type.hasSuffix("?")
      ? type : ScenarioValue.quoted(type)
  }
}
