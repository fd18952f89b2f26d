import SceneScenarios
import SceneState
import StoreFormat

/// What the person asked for: one value, or all that an address with `*` or a final `/` covers.
struct AddressPattern: Hashable, Sendable {
  /// Whose values.
  enum Owner: Hashable, Sendable {
    case anyone
    case app
    case scene(AddressPart)
  }

  let text: String
  let owner: Owner
  /// Tab and nested texts, then the key unless `isBelow`.
  let parts: [AddressPart]
  /// Everything in and below the parts.
  let isBelow: Bool

  static let everything = AddressPattern(text: "", owner: .anyone, parts: [], isBelow: true)

  init(_ text: String) throws(CommandFailure) {
    var pieces = text.split(separator: "/", omittingEmptySubsequences: false)
    let endsOpen = pieces.count > 1 && pieces.last?.isEmpty == true
    if endsOpen { pieces.removeLast() }
    guard let first = pieces.first, !first.isEmpty else {
      throw .usage("an address begins with a scene: '\(text)'", next: "scenesim help addresses")
    }
    if first == "?app" {
      owner = .app
    } else if first.hasPrefix("?") {
      throw .usage(
        "'\(first)' is no scene", hint: "the app's own values are at ?app/KEY",
        next: "scenesim help addresses")
    } else {
      owner = .scene(try AddressPart(first == AddressPart.nameless ? "" : first))
    }
    var parts: [AddressPart] = []
    for piece in pieces.dropFirst() { parts.append(try AddressPart(piece)) }
    self.text = text
    self.parts = parts
    // A scene alone cannot be a value.
    isBelow = endsOpen || parts.isEmpty
  }

  private init(text: String, owner: Owner, parts: [AddressPart], isBelow: Bool) {
    (self.text, self.owner, self.parts, self.isBelow) = (text, owner, parts, isBelow)
  }

  /// Whether it can only ever mean one value.
  var isExact: Bool {
    if isBelow || parts.contains(where: { $0.literal == nil }) { return false }
    if case .scene(let part) = owner { return part.literal != nil }
    return owner == .app
  }

  /// Says that one value is wanted, and where to look for it.
  func meansSeveral(
    _ target: StoreTarget, _ hint: String, of verb: String, _ value: String = ""
  ) -> CommandFailure {
    // What cannot be read is told by the command that is named.
    let snapshot = try? target.source.snapshot()
    if let known = snapshot.flatMap(namesakes) {
      return .usage(
        "'\(text)' is no address of a value: a scene, or ?app, stands before the key",
        hint: "did you mean \(known.prefix(3).joined(separator: ", "))?",
        next: known.count == 1
          ? "scenesim store \(verb) \(target.word) \(ShellText.word(known[0]))\(value)"
          : "scenesim store find \(target.word) \(ShellText.word(text))")
    }
    // A name alone is a scene to `ls`, and most often the key of a value.
    let parts = text.split(separator: ".")
    if parts.count > 1, !text.contains("/"), !text.contains("*") {
      let address = parts.joined(separator: "/")
      return .usage(
        "'\(text)' is no address of a value: its parts have slashes between them",
        hint: "did you mean \(address)?",
        next: "scenesim store get \(target.word) \(ShellText.word(address))")
    }
    let isKnown = snapshot.map(isScene) == true
    let isWindow = !text.contains("/") && (text.first?.isUppercase == true || isKnown)
    return .usage(
      "'\(text)' can mean more than one value", hint: hint,
      next: "scenesim store \(text.contains("/") || isWindow ? "ls" : "find") \(target.word) "
        + ShellText.word(isWindow ? "\(text)/" : text))
  }

  /// The addresses of the values with this key, in all scenes; nil if it is no key of any.
  private func namesakes(in snapshot: StoreSnapshot) -> [String]? {
    guard !text.contains(where: "/*".contains), !isScene(in: snapshot) else { return nil }
    let known = snapshot.entries.filter { $0.facts.key == text }.map(snapshot.addressText)
    return known.isEmpty ? nil : known
  }

  private func isScene(in snapshot: StoreSnapshot) -> Bool {
    snapshot.knownScenes.contains { $0.id == text || $0.alias == text }
  }

  /// The entries it covers.
  ///
  /// - Throws: A failure if the scene is not in the store, or if several begin like it.
  func entries(in snapshot: StoreSnapshot) throws(CommandFailure) -> [StoredEntry] {
    let scenes = try self.scenes(in: snapshot)
    let all = isBelow && parts.isEmpty
    return snapshot.entries.filter { entry in
      guard scenes?.contains(entry.scene) ?? true else { return false }
      if all { return true }
      let facts = entry.facts
      return covers(facts.path, facts.key)
    }
  }

  /// The values set aside that it covers.
  func setAside(in snapshot: StoreSnapshot) throws(CommandFailure) -> [SetAsideEntry] {
    let scenes = try self.scenes(in: snapshot)
    return snapshot.setAside.filter { entry in
      (scenes?.contains(entry.scene) ?? true) && covers(entry.path, entry.key)
    }
  }

  /// The scenes it means; nil for all of them and the app.
  func scenes(in snapshot: StoreSnapshot) throws(CommandFailure) -> ChosenScenes? {
    switch owner {
    case .anyone: nil
    case .app: .one(nil)
    case .scene(let part): try scenes(named: part, in: snapshot)
    }
  }

  /// Whether it covers a value by its place below the scene.
  func covers(_ path: ScopePath, _ key: String) -> Bool {
    covers(path.shortTexts + [key]) || covers(path.texts + [key])
  }

  private func covers(_ texts: [String]) -> Bool {
    guard isBelow ? texts.count > parts.count : texts.count == parts.count else { return false }
    return zip(parts, texts).allSatisfy { $0.matches($1) }
  }

  /// Exact identifier, then alias, then unique beginning: a longer name never hides a scene.
  private func scenes(
    named part: AddressPart, in snapshot: StoreSnapshot
  ) throws(CommandFailure) -> ChosenScenes {
    let known = snapshot.knownScenes
    guard let name = part.literal else {
      return .many(
        Set(known.filter { part.matches($0.id) || part.matches($0.alias) }.map(\.scene)))
    }
    if let exact = known.first(where: { $0.id == name }) { return .one(exact.scene) }
    let aliased = known.filter { $0.alias == name }
    let found = aliased.isEmpty ? known.filter { $0.id.hasPrefix(name) } : aliased
    guard found.count <= 1 else {
      throw .usage(
        "'\(name)' means more than one scene: \(found.map(\.id).joined(separator: ", "))",
        hint: "write more of the scene's id, or '\(AddressPart.escaped(name))*' for all of them")
    }
    guard let only = found.first else { throw noScene(name, known, snapshot) }
    return .one(only.scene)
  }

  // In steps: as one expression it takes the compiler twelve seconds.
  private func noScene(
    _ name: String, _ known: [KnownScene], _ snapshot: StoreSnapshot
  ) -> CommandFailure {
    let names = known.map { $0.alias.isEmpty ? $0.id : $0.alias }
    // It may well be what the damage took.
    let isDamaged = Shortfall(snapshot, []).code != .success
    var hint = ofApp(name) ?? Self.withSlashes(name, among: names)
    hint = hint ?? Self.otherStore(text) ?? withoutScene(in: snapshot)
    hint = hint ?? ErrorText.suggestion(for: name, among: names) ?? Self.lost(in: snapshot)
    if hint == nil, !names.isEmpty {
      let others = names.count > 5 ? " and \(names.count - 5) more" : ""
      hint = "there are \(names.prefix(5).joined(separator: ", "))\(others)"
    }
    let place = isDamaged ? "what can be read of a damaged store" : "this store"
    return CommandFailure(
      .no, "no scene '\(name)' in \(place)", code: isDamaged ? "damaged" : "no-such-scene",
      hint: hint)
  }

  /// How an address is written whose parts are separated by dots.
  private static func withSlashes(_ name: String, among names: [String]) -> String? {
    let parts = name.split(separator: ".")
    guard parts.count > 1, names.contains(String(parts[0])) else { return nil }
    return "slashes separate the parts of an address: '\(parts.joined(separator: "/"))'"
  }

  /// Another store where an address belongs.
  private static func otherStore(_ name: String) -> String? {
    guard OutputFile.exists(name + "/data.mdb") else { return nil }
    return "'\(name)' is a store, and one at a time is looked at; "
      + "`scenesim store diff` compares two"
  }

  /// Scenarios write `app/count` for what is `?app/count` in a store.
  private func ofApp(_ name: String) -> String? {
    name == "app" ? "the app's own values are at ?app/KEY: '?\(text)'" : nil
  }

  /// What an address means whose scene was left out.
  private func withoutScene(in snapshot: StoreSnapshot) -> String? {
    var rest = Substring(text)
    while rest.last == "/" { rest.removeLast() }
    let found = snapshot.entries.map(snapshot.addressText).compactMap { address -> String? in
      if address.hasSuffix("/\(rest)") { return address }
      return address.firstRange(of: "/\(rest)/").map { String(address[..<$0.upperBound]) }
    }.uniqued()
    guard !found.isEmpty else { return nil }
    return "did you mean \(found.prefix(3).joined(separator: ", "))?"
  }

  /// Where a scene may be that a damaged store does not know by its name any more.
  private static func lost(in snapshot: StoreSnapshot) -> String? {
    if let number = snapshot.damagedSessions.first {
      return "a scene whose record is damaged has only its number, such as #\(number)"
    }
    guard snapshot.remarks.contains(where: { $0.code == .damaged }) else { return nil }
    return NoValue.whereItMayBe
  }
}

/// The scenes that an address means, or the app.
///
/// Nearly always it is one, and the first set of a process costs more than looking for its values.
enum ChosenScenes {
  case one(SceneID?)
  case many(Set<SceneID?>)

  func contains(_ scene: SceneID?) -> Bool {
    switch self {
    case .one(let only): only == scene
    case .many(let all): all.contains(scene)
    }
  }

  /// The scene or the app, if it is one; nil for several and for none.
  var only: SceneID?? {
    switch self {
    case .one(let only): .some(only)
    case .many(let all): all.count == 1 ? all.first : nil
    }
  }
}

/// A scene by the names it can be called.
private struct KnownScene: Hashable {
  let scene: SceneID
  let alias: String
  var id: String { scene.rawValue }
}

extension StoreSnapshot {
  /// The sessions of the store, and those only their values tell of.
  fileprivate var knownScenes: [KnownScene] {
    let recorded = sessions.map { KnownScene(scene: $0.id, alias: $0.alias) }
    let ids = Set(sessions.map(\.id))
    let others =
      entries.compactMap(\.scene).filter { !ids.contains($0) }
      + damagedSessions.map { SceneID(rawValue: "#\($0)") }
    return recorded + others.map { KnownScene(scene: $0, alias: "") }.uniqued()
  }

  /// A scene as a part of an address; nil is the app.
  func scenePart(of scene: SceneID?) -> String {
    scene.map { AddressPart.escaped(label(of: $0), isFirst: true) } ?? "?app"
  }

  /// Where a value stands, as three columns of `--plain`.
  func plainPlace(_ scene: SceneID?, _ path: ScopePath, _ key: String) -> String {
    "\(scenePart(of: scene))\t\(path.placeText ?? "-")\t\(AddressPart.escaped(key))"
  }

  /// The address as messages and tables write it.
  func addressText(of entry: StoredEntry) -> String {
    let facts = entry.facts
    return addressText(entry.scene, facts.path, facts.key)
  }

  func addressText(_ scene: SceneID?, _ path: ScopePath, _ key: String) -> String {
    ([scenePart(of: scene)] + (path.shortTexts + [key]).map { AddressPart.escaped($0) })
      .joined(separator: "/")
  }
}

extension ScopePath {
  /// A nested scope that stands for no item has no identifier.
  var shortTexts: [String] {
    components.flatMap { component -> [String] in
      if case .nested(let kind, let id) = component, id.isEmpty { return [kind] }
      return component.texts
    }
  }

  /// The path as one part of a table; nil for the scene itself.
  var placeText: String? {
    let texts = shortTexts
    return texts.isEmpty ? nil : texts.map { AddressPart.escaped($0) }.joined(separator: "/")
  }
}
