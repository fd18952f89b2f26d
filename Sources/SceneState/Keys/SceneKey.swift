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
  /// Everything about it; the copies of a key share it.
  let declaration: KeyDeclaration<Value>

  /// The key's name in normal form C.
  public var name: String { declaration.name }
  /// What a read gives while nothing is stored.
  public var defaultValue: Value { declaration.defaultValue }
  /// The place below the owner's scope.
  public var scope: ScopeSelector { declaration.scope }
  /// The version of the value's meaning, stored with it; migrations lead to it.
  public var version: Int { declaration.version }
  /// The key's options.
  public var options: SceneKeyOptions { declaration.options }

  package var coding: TypedCoding<Value> { declaration.coding }

  init(declaration: KeyDeclaration<Value>) { self.declaration = declaration }

  package init(
    name: String, default value: Value, scope: ScopeSelector, version: Int = 1,
    options: SceneKeyOptions = [], migrations: [KeyMigration<Value>] = [],
    coding: TypedCoding<Value>, migrate: AppMigration? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    declaration = KeyDeclaration(
      name: name, default: value, scope: scope, version: version, options: options,
      migrations: migrations, coding: coding, migrate: migrate, fileID: fileID, line: line)
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
  var place: String { declaration.place }
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
  /// Leaves out the elements of a list, set or dictionary that cannot be read.
  ///
  /// The others stay, and the problem `element-not-readable` names those that are left out. They
  /// go from the store with the next write.
  public static let dropsElements = Self(rawValue: 16)
  /// While the stored bytes cannot be read every write is refused, until a reset.
  package static let refusesWhenUnreadable = Self(rawValue: 4)
  /// Says where the user is, as a path does: it reads as its default at a connect where something
  /// from outside decides where to go, and what is stored stays until the next write.
  public static let navigation = Self(rawValue: 8)
  /// Values that another version of the key wrote, and that no migration leads here, are set aside
  /// instead of being read.
  public static let onlyThisVersion = Self(rawValue: 32)
  /// All tabs of a window are meant to show this one value: explorations do not report it, and
  /// nothing else changes.
  public static let shared = Self(rawValue: 64)
  /// Belongs to this machine, as the size of a window does: where scenes roam it stays, and what
  /// another machine sends replaces it never.
  public static let thisDevice = Self(rawValue: 128)
}
