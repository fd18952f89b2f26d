#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What is remembered of a session beside its values: JSON in the store, one object.
///
/// Fields that this version does not know stay where they are when a record is rewritten.
package struct SceneRecord: Hashable, Sendable {
  /// The name of the scene declaration.
  package var scene = "main"
  package var title: String?
  package var created: Date
  package var lastActive: Date
  /// How many activations the store had seen when this scene was activated last; ties the
  /// clock cannot break.
  package var activation: Int64 = 0
  package var state = ActivationState.unattached
  /// Whether the scene was visible at the last moment when any scene was.
  package var isOnScreen = false
  /// Whether the scene was the front one.
  package var isFront = false
  package var selectedTab: String?
  /// Who opened the window first, such as `user`.
  package var openedBy: String?
  /// Whether a stored field could not be read; such a session comes back as far as possible.
  package var isPartial = false
  /// The fields of other versions.
  private var others: [String: JSONField] = [:]

  package init(created: Date) {
    self.created = created
    lastActive = created
  }

  private enum Field: String, CaseIterable {
    case scene, title, created, lastActive, activation, state, onScreen, front, selectedTab
    case openedBy
  }

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
      if !read(value, as: field) { isPartial = true }
    }
  }

  private mutating func read(_ value: JSONField, as field: Field) -> Bool {
    switch (field, value) {
    case (.scene, .text(let text)): scene = text
    case (.title, .text(let text)): title = text
    case (.selectedTab, .text(let text)): selectedTab = text
    case (.openedBy, .text(let text)): openedBy = text
    case (.created, _):
      guard let date = Self.date(value) else { return false }
      created = date
    case (.lastActive, _):
      guard let date = Self.date(value) else { return false }
      lastActive = date
    case (.activation, .int(let int)): activation = int
    case (.state, .text(let text)):
      guard let known = ActivationState(rawValue: text) else { return false }
      state = known
    case (.onScreen, .bool(let bool)): isOnScreen = bool
    case (.front, .bool(let bool)): isFront = bool
    default: return false
    }
    return true
  }

  /// The record as JSON with sorted keys.
  package var bytes: [UInt8] {
    var fields = others
    func set(_ field: Field, _ value: JSONField?) { fields[field.rawValue] = value }
    set(.scene, .text(scene))
    set(.title, title.map(JSONField.text))
    set(.created, .double(created.timeIntervalSinceReferenceDate))
    set(.lastActive, .double(lastActive.timeIntervalSinceReferenceDate))
    set(.activation, .int(activation))
    set(.state, .text(state.rawValue))
    set(.onScreen, .bool(isOnScreen))
    set(.front, .bool(isFront))
    set(.selectedTab, selectedTab.map(JSONField.text))
    set(.openedBy, openedBy.map(JSONField.text))
    return JSONField.map(fields).bytes
  }

  private static func date(_ value: JSONField) -> Date? {
    switch value {
    case .double(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .int(let seconds): Date(timeIntervalSinceReferenceDate: Double(seconds))
    default: nil
    }
  }
}
