import SceneScenarios
import SceneState

/// Nothing stands at an address: says so, and what may have been meant.
struct NoValue {
  let pattern: AddressPattern
  let snapshot: StoreSnapshot

  /// What finds in a damaged store what cannot be shown of it.
  static let whereItMayBe =
    "`store check` says what is damaged; `store repair` looks at every page"

  var failure: CommandFailure {
    let near = suggestions
    // It may well be what the damage took.
    if Shortfall(snapshot, []).code != .success {
      return CommandFailure(
        .no, "no value at \(pattern.text) in what can be read of a damaged store",
        code: "damaged",
        hint: Self.whereItMayBe)
    }
    return CommandFailure(
      .no, "no value at \(pattern.text)", code: "no-such-value",
      hint: field ?? (near.isEmpty ? whatThereIs : "did you mean \(near.joined(separator: ", "))?"))
  }

  /// That a part of a value is meant, which has no address of its own.
  var field: String? {
    if let bracket = pattern.text.lastIndex(of: "["), pattern.text.hasSuffix("]") {
      let outer = String(pattern.text[..<bracket])
      guard snapshot.entries.contains(where: { snapshot.addressText(of: $0) == outer }) else {
        return nil
      }
      return "an element has no address: the value at \(outer) is read and written as a whole"
    }
    guard let slash = pattern.text.lastIndex(of: "/") else { return nil }
    let outer = String(pattern.text[..<slash])
    let name = String(pattern.text[pattern.text.index(after: slash)...])
    let entry = snapshot.entries.first { snapshot.addressText(of: $0) == outer }
    guard let json = entry?.facts.value?.jsonText,
      case .map(let fields)? = JSONField(bytes: Array(json.utf8)), fields[name] != nil
    else { return nil }
    return "`\(name)` is a field of the value at \(outer), which is read and written as a whole"
  }

  /// The tabs and keys of the scene, or of all.
  private var whatThereIs: String? {
    let scene = pattern.text.prefix { $0 != "/" } + "/"
    let all = snapshot.entries.map(snapshot.addressText)
    let here = all.filter { $0.hasPrefix(scene) }
    let places = (here.isEmpty ? all : here).map { address -> String in
      let parts = address.split(separator: "/", maxSplits: 2)
      return parts.count > 2 ? "\(parts[0])/\(parts[1])/" : address
    }.uniqued()
    if places.isEmpty { return nil }
    if places.contains(pattern.text + "/") { return "everything in it is `\(pattern.text)/`" }
    let more = places.count > 5 ? " and \(places.count - 5) more" : ""
    return "there are \(places.prefix(5).joined(separator: ", "))\(more)"
  }

  /// The same pattern in tabs or scopes, if it covers something there.
  private var deeper: String? {
    guard pattern.text.contains("*"), let slash = pattern.text.lastIndex(of: "/") else {
      return nil
    }
    let text = pattern.text[..<slash] + "/*" + pattern.text[slash...]
    // What cannot be asked for was not meant.
    let found = try? AddressPattern(String(text)).entries(in: snapshot)
    return found?.isEmpty == false ? String(text) : nil
  }

  /// The nearest addresses; a slip in the key is likelier than one in the scene.
  var suggestions: [String] {
    if let deeper { return [deeper] }
    let scene = pattern.text.prefix { $0 != "/" } + "/"
    // One that is there and cannot be read was meant, and says so elsewhere.
    var all = snapshot.entries.map(snapshot.addressText).filter { $0 != pattern.text }
    // What is asked for is everything in a tab or scope.
    if pattern.isBelow {
      all = all.map { $0.prefix(through: $0.lastIndex(of: "/") ?? $0.startIndex) }.map(String.init)
        .uniqued()
    }
    let here = NearestName.suggestions(
      for: pattern.text, among: all.filter { $0.hasPrefix(scene) })
    if !here.isEmpty { return here }
    // The right key in another tab or scope of the scene.
    let key = "/" + (pattern.text.split(separator: "/").last ?? "")
    let elsewhere = all.filter { $0.hasPrefix(scene) && $0.hasSuffix(key) && !pattern.isBelow }
    if !elsewhere.isEmpty { return Array(elsewhere.prefix(3)) }
    return NearestName.suggestions(for: pattern.text, among: all)
  }
}

extension CommandFailure {
  /// What stands at an address is no value any more.
  static func damaged(at pattern: AddressPattern) -> CommandFailure {
    CommandFailure(
      .no, "the value at \(pattern.text) is damaged", code: "damaged",
      hint: "a repair takes the last one that is whole, from the file or a backup")
  }
}
