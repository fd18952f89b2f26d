import SceneScenarios
import SceneLifecycle
import SceneReports
import SceneState
import StoreTools

/// How the scenes of a store are written.
struct SceneOutput {
  let symbols: Symbols
  let paint: Paint
  /// Seconds since 2001.
  let now: Double

  /// The object of `--format jsonl`; members are only ever added at the end.
  static func json(_ scene: SceneFacts) -> JSON {
    func moment(_ seconds: Double?) -> JSON {
      .text(seconds.flatMap { RFC3339.text(secondsSince2001: $0) })
    }
    let record = scene.record
    return [
      "scene": .string(scene.session.id.rawValue),
      "alias": scene.session.alias.isEmpty ? .null : .string(scene.session.alias),
      "number": .int(Int(scene.session.number)), "destroyed": .bool(scene.isDestroyed),
      "phase": .text(scene.phase), "title": .text(scene.title), "declaration": .text(record?.scene),
      "created": moment(scene.created), "lastActive": moment(scene.lastActive),
      "openedBy": .text(record?.openedBy), "selectedTab": .text(record?.selectedTab),
      "arrangement": .text(record?.arrangement), "identity": .text(record?.identity),
      "windowValue": scene.windowValue.map { .raw($0) } ?? .null,
      "activity": scene.activity.map { .raw($0) } ?? .null, "openIn": owner(scene),
      "values": .int(scene.valueCount), "bytes": .int(scene.byteCount),
      "setAside": .int(scene.setAsideCount),
      "failedLaunches": .int(Int(record?.failedLaunches ?? 0)),
      "appVersion": .number(record?.appVersion.map { Int($0) }),
      "partial": .bool(record?.isPartial ?? false), "damaged": .bool(scene.isDamaged),
    ]
  }

  private static func owner(_ scene: SceneFacts) -> JSON {
    guard let owner = scene.owner else { return .null }
    return [
      "process": .number(ProcessText.number(owner)), "name": .text(ProcessText.name(owner)),
      "running": .bool(ProcessText.isRunning(owner)),
    ]
  }

  static func plain(_ scene: SceneFacts) -> String {
    func text(_ text: String?) -> String {
      text.map { $0.isEmpty ? "-" : SafeText.escaped($0) } ?? "-"
    }
    return [
      AddressPart.escaped(scene.name, isFirst: true), text(scene.session.alias),
      scene.isDestroyed ? "destroyed" : scene.isDamaged ? "damaged" : scene.phase ?? "-",
      text(scene.title),
      text(scene.owner.flatMap { ProcessText.number($0) }.map { String($0) }),
      text(scene.activityType),
      SafeText.escapedJSON(scene.windowValue ?? "-"), String(scene.valueCount),
      String(scene.byteCount), String(scene.setAsideCount),
      scene.lastActive.flatMap { RFC3339.text(secondsSince2001: $0) } ?? "-",
    ].joined(separator: "\t")
  }

  func table(_ scenes: [SceneFacts], width: Int?, isFull: Bool) -> [String] {
    var table = TextTable([
      .init("SCENE", cutWidth: 8), .init("PHASE", cutWidth: 8), .init("TITLE", cutWidth: 6),
      .init("OPEN IN", cutWidth: 8), .init("ACTIVE", isOptional: true),
      .init("VALUES", isRightAligned: true),
      .init("SIZE", isRightAligned: true, isOptional: true),
      .init("WINDOW VALUE", cutWidth: 4, isOptional: true),
      .init("ACTIVITY", cutWidth: 4, isOptional: true),
    ])
    for scene in scenes { table.add(cells(scene)) }
    return table.lines(
      width: isFull ? nil : width, ellipsis: symbols.ellipsis, paint: paint)
  }

  private func cells(_ scene: SceneFacts) -> [String] {
    let value = scene.windowValue.map(symbols.visibleJSON)
    let age = scene.lastActive.map { AgeText.text($0, now: now) }
    return [
      name(scene), scene.phaseWord ?? symbols.dash, visible(scene.title),
      visible(scene.ownerText), age ?? symbols.dash, String(scene.valueCount),
      Amount.bytes(scene.byteCount), value ?? symbols.dash, visible(scene.activityType),
    ]
  }

  /// What follows a scene's name in a tree: phase, title, when it was active last.
  func heading(_ scene: SceneFacts) -> String {
    var facts: [String] = []
    if let phase = scene.phaseWord { facts.append(phase) }
    if let title = scene.title { facts.append(visible(title)) }
    if let moment = scene.lastActive { facts.append(AgeText.text(moment, now: now)) }
    if let owner = scene.ownerText { facts.append("open in " + visible(owner)) }
    return facts.joined(separator: " \(symbols.dot) ")
  }

  private func name(_ scene: SceneFacts) -> String {
    let id = AddressPart.escaped(scene.name, isFirst: true)
    let alias = scene.session.alias
    return visible(alias.isEmpty ? id : "\(AddressPart.escaped(alias, isFirst: true)) (\(id))")
  }

  private func visible(_ text: String?) -> String {
    text.map { symbols.visible($0) } ?? symbols.dash
  }
}
