package import FoundationEssentials
import SceneState

extension SceneRecord {
  /// Reads a stored record; whatever cannot be read gets its initial value.
  package init(bytes: [UInt8], now: Date) {
    self.init(created: now)
    guard case .map(let fields)? = JSONField(bytes: bytes) else {
      isPartial = true
      return
    }
    for (name, value) in fields {
      guard let field = Field(rawValue: name) else {
        others[name] = value
        continue
      }
      if !read(value, as: field) {
        isPartial = true
        // Kept until this version has something of its own to say.
        others[name] = value
      }
    }
  }

  private mutating func read(_ value: JSONField, as field: Field) -> Bool {
    switch (field, value) {
    case (.scene, .text(let text)): scene = text
    case (.title, .text(let text)): title = text
    case (.selectedTab, .text(let text)): selectedTab = text
    case (.openedBy, .text(let text)): openedBy = text
    case (.arrangement, .text(let text)): arrangement = text
    case (.identity, .text(let text)): identity = text
    case (.reason, .text(let text)): reason = text
    case (.value, .text(let text)): self.value = Array(text.utf8)
    case (.lists, _):
      // A field that cannot be read is kept as it is, and tells `partly-restored`.
      guard let known = try? ListPositions(json: value) else { return false }
      lists = known
    case (.archive, _):
      // As the lists; reading an archive for its own sake tells what is wrong.
      guard let known = try? RestorationArchive(json: value) else { return false }
      archive = known
    case (.activity, .text(let text)):
      guard let known = UserActivity(encoded: Array(text.utf8)) else { return false }
      activity = known
    case (.activation, .int(let int)): activation = int
    case (.failedLaunches, .int(let int)): failedLaunches = int
    case (.appVersion, .int(let int)): appVersion = int
    case (.state, .text(let text)):
      guard let known = ActivationState(rawValue: text) else { return false }
      state = known
    case (.onScreen, .bool(let bool)): isOnScreen = bool
    case (.front, .bool(let bool)): isFront = bool
    case (.created, _): return Self.read(value, into: &created)
    case (.lastActive, _): return Self.read(value, into: &lastActive)
    case (.can, _): return Self.read(value, into: &conditions.can)
    case (.prefers, _): return Self.read(value, into: &conditions.prefers)
    default: return false
    }
    return true
  }

  private static func read(_ value: JSONField, into date: inout Date) -> Bool {
    switch value {
    case .double(let seconds): date = Date(timeIntervalSinceReferenceDate: seconds)
    case .int(let seconds): date = Date(timeIntervalSinceReferenceDate: Double(seconds))
    default: return false
    }
    return true
  }

  private static func read(_ value: JSONField, into texts: inout [String]) -> Bool {
    guard case .list(let fields) = value else { return false }
    var result: [String] = []
    for field in fields {
      guard case .text(let text) = field else { return false }
      result.append(text)
    }
    texts = result
    return true
  }

  /// The record as JSON with sorted keys; what has its initial value is left out.
  package var bytes: [UInt8] {
    var fields: [(key: String, value: JSONField)] = []
    fields.reserveCapacity(Field.allCases.count)
    func set(_ field: Field, _ value: JSONField?) {
      if let value { fields.append((field.rawValue, value)) }
    }
    func text(_ bytes: [UInt8]?) -> JSONField? {
      bytes.map { .text(String(decoding: $0, as: UTF8.self)) }
    }
    func list(_ texts: [String], unless initial: [String]) -> JSONField? {
      texts == initial ? nil : .list(texts.map(JSONField.text))
    }
    // By name: a record is written at every change of a window's state, and not sorted each time.
    let initial = ActivationConditions()
    set(.activation, .int(activation))
    set(.activity, text(activity?.encoded))
    set(.appVersion, appVersion.map(JSONField.int))
    set(.archive, archive?.json)
    set(.arrangement, arrangement.map(JSONField.text))
    set(.can, list(conditions.can, unless: initial.can))
    set(.created, .double(created.timeIntervalSinceReferenceDate))
    set(.failedLaunches, failedLaunches == 0 ? nil : .int(failedLaunches))
    set(.front, .bool(isFront))
    set(.identity, identity.map(JSONField.text))
    set(.lastActive, .double(lastActive.timeIntervalSinceReferenceDate))
    set(.lists, lists.lists.isEmpty ? nil : lists.json)
    set(.onScreen, .bool(isOnScreen))
    set(.openedBy, openedBy.map(JSONField.text))
    set(.prefers, list(conditions.prefers, unless: initial.prefers))
    set(.reason, reason.map(JSONField.text))
    set(.scene, .text(scene))
    set(.selectedTab, selectedTab.map(JSONField.text))
    set(.state, .text(state.rawValue))
    set(.title, title.map(JSONField.text))
    set(.value, text(value))
    if !others.isEmpty {
      let own = Set(fields.map(\.key))
      fields += others.filter { !own.contains($0.key) }
      fields.sort { $0.key < $1.key }
    }
    // Cannot fail: a date of the clock is finite, and every other number came out of JSON.
    return JSONWriter.object(fields) ?? []
  }
}
