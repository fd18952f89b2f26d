/// A typed key, declared once and shared by wrappers, toolkits, tests and scenarios.
///
/// Reading a key that is not stored gives `defaultValue`, which is not stored by being read. Stored
/// bytes of another type give the default and the problem `value-not-readable`; the bytes stay.
/// Names are compared in Unicode normal form C.
///
/// ```swift
/// enum Keys {
///   static let draft = SceneKey("draft", default: "")
///   static let zoom = SceneKey("zoom", default: 1.0, scope: .scene)
/// }
/// ```
public struct SceneKey<Value: Sendable>: Sendable {
  /// The key's name in normal form C.
  public let name: String
  /// What a read gives while nothing is stored.
  public let defaultValue: Value
  /// The place below the owner's scope.
  public let scope: ScopeSelector
  /// The version of the value's meaning, stored with it; migrations lead to it.
  public let version: Int
  /// The key's options.
  public let options: SceneKeyOptions

  @usableFromInline package let coding: TypedCoding<Value>
  package let migrations: [KeyMigration<Value>]
  /// Asked at the first read of a value that an older version of the app stored.
  let migrate: AppMigration?
  let fileID: StaticString
  let line: UInt

  package init(
    name: String, default value: Value, scope: ScopeSelector, version: Int = 1,
    options: SceneKeyOptions = [], migrations: [KeyMigration<Value>] = [],
    coding: TypedCoding<Value>, migrate: AppMigration? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.name = name.normalFormC
    defaultValue = value
    self.scope = scope
    self.version = version
    self.options = options
    self.migrations = migrations
    self.coding = coding
    self.migrate = migrate
    self.fileID = fileID
    self.line = line
  }

  /// Declares a key for any Codable value.
  public init(
    _ name: String, default value: Value, scope: ScopeSelector = .inherited, version: Int = 1,
    options: SceneKeyOptions = [], migrations: [KeyMigration<Value>] = [],
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Codable {
    self.init(
      name: name, default: value, scope: scope, version: version, options: options,
      migrations: migrations, coding: .codable(Value.self), fileID: fileID, line: line)
  }

  /// Declares a key that is stored by its raw value.
  @_disfavoredOverload
  public init(
    _ name: String, default value: Value, scope: ScopeSelector = .inherited, version: Int = 1,
    options: SceneKeyOptions = [], migrations: [KeyMigration<Value>] = [],
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: RawRepresentable, Value.RawValue: Codable & Sendable {
    self.init(
      name: name, default: value, scope: scope, version: version, options: options,
      migrations: migrations, coding: .rawValue(Value.self), fileID: fileID, line: line)
  }

  /// Declares a key that is Codable and has a raw value; it is stored by its raw value.
  public init(
    _ name: String, default value: Value, scope: ScopeSelector = .inherited, version: Int = 1,
    options: SceneKeyOptions = [], migrations: [KeyMigration<Value>] = [],
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: RawRepresentable & Codable, Value.RawValue: Codable & Sendable {
    self.init(
      name: name, default: value, scope: scope, version: version, options: options,
      migrations: migrations, coding: .rawValue(Value.self), fileID: fileID, line: line)
  }

  /// Declares a key with a coding of its own.
  public init(
    _ name: String, default value: Value, scope: ScopeSelector = .inherited,
    coding: ValueCoding<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      name: name, default: value, scope: scope, coding: coding.typed, fileID: fileID, line: line)
  }

  /// Explains in the compiler's message why the type does not fit.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "SceneKey needs a value that is Codable & Sendable, or RawRepresentable by such a value"
  )
  public init(_ name: String, default value: Value, scope: ScopeSelector = .inherited) {
    fatalError("unavailable")
  }

  /// Where the key was declared, `Module/File.swift:12`.
  var place: String { "\(fileID):\(line)" }
}

extension SceneKey where Value: RawRepresentable, Value.RawValue == String {
  /// The key that `.selectedTab` follows; while it is not stored, its default counts.
  public static func selectedTab(
    default value: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    Self(
      name: SelectedTab.keyName, default: value, scope: .scene, coding: .rawValue(Value.self),
      fileID: fileID, line: line)
  }
}

extension SceneKey where Value == String {
  /// The key that `.selectedTab` follows, for tabs named by texts.
  public static func selectedTab(
    default value: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    Self(
      name: SelectedTab.keyName, default: value, scope: .scene, coding: .codable(String.self),
      fileID: fileID, line: line)
  }
}

/// The name of the key that holds a scene's selection.
package enum SelectedTab {
  package static let keyName = "selectedTab"
}

/// Options of a key.
public struct SceneKeyOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Makes options of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Hidden in traces, dumps and reports.
  public static let redacted = Self(rawValue: 1)
  /// Kept in memory, never written to the store.
  public static let transient = Self(rawValue: 2)
  /// While the stored bytes cannot be read every write is refused, until a reset.
  package static let refusesWhenUnreadable = Self(rawValue: 4)
}
