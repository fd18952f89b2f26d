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
    func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    func moment(_ seconds: Double?) -> JSON {
      text(seconds.flatMap { RFC3339.text(secondsSince2001: $0) })
    }
    let record = scene.record
    return .object([
      .init("scene", .string(scene.session.id.rawValue)),
      .init("alias", scene.session.alias.isEmpty ? .null : .string(scene.session.alias)),
      .init("number", .int(Int(scene.session.number))),
      .init("destroyed", .bool(scene.isDestroyed)),
      .init("phase", text(scene.phase)),
      .init("title", text(scene.title)),
      .init("declaration", text(record?.scene)),
      .init("created", moment(scene.created)),
      .init("lastActive", moment(scene.lastActive)),
      .init("openedBy", text(record?.openedBy)),
      .init("selectedTab", text(record?.selectedTab)),
      .init("arrangement", text(record?.arrangement)),
      .init("identity", text(record?.identity)),
      .init("windowValue", scene.windowValue.map { .raw($0) } ?? .null),
      .init("activity", scene.activity.map { .raw($0) } ?? .null),
      .init("openIn", owner(scene)),
      .init("values", .int(scene.valueCount)),
      .init("bytes", .int(scene.byteCount)),
      .init("setAside", .int(scene.setAsideCount)),
      .init("failedLaunches", .int(Int(record?.failedLaunches ?? 0))),
      .init("appVersion", record?.appVersion.map { .int(Int($0)) } ?? .null),
      .init("partial", .bool(record?.isPartial ?? false)),
      .init("damaged", .bool(scene.isDamaged)),
    ])
  }

  private static func owner(_ scene: SceneFacts) -> JSON {
    guard let owner = scene.owner else { return .null }
    return .object([
      .init("process", ProcessText.number(owner).map { .int($0) } ?? .null),
      .init("name", ProcessText.name(owner).map { .string($0) } ?? .null),
      .init("running", .bool(ProcessText.isRunning(owner))),
    ])
  }

  /// The columns of `--plain`.
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
    let value = scene.windowValue.map {
      SafeText.escapedJSON($0, asciiOnly: symbols.isASCII)
    }
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
    text.map { SafeText.escaped($0, asciiOnly: symbols.isASCII) } ?? symbols.dash
  }
}
