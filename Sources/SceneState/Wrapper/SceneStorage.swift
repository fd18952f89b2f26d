/// A property that is kept per scene and per selected tab.
///
/// Reads give the stored value or the default and never throw or trap; writes are visible at once
/// and committed with the tick. Where it lives: the scope argument, seen from the owner's
/// `sceneScope`, else from the scope that was current when the property was made. Without any of
/// them it works in memory and reports `no-scope`. Stored bytes of another type give the default
/// and `$property.stored.problem`; a refused write (too large, not encodable) leaves the old value:
/// what could not be encoded is known at the commit, and the value before it is the one that is stored.
/// Values are copies: what changes inside of an object that is stored is not noticed. A default that is
/// another one each time, such as `UUID()`, is stored as soon as it is written.
/// In an `@Observable` class write `@ObservationIgnored` before it; tracking works all the same.
///
/// ```swift
/// final class BookModel: SceneScoped {
///   let sceneScope: SceneScope
///   @SceneStorage("draft") var draft = ""                  // this scene, this tab
///   @SceneStorage("zoom", scope: .scene) var zoom = 1.0    // this scene
///   init(_ scope: SceneScope) { sceneScope = scope }
/// }
/// ```
@propertyWrapper
public struct SceneStorage<Value: Sendable>: Sendable {
  @usableFromInline let anchor: StorageAnchor<Value>

  /// Declares a property for any Codable value.
  public init(
    wrappedValue: Value, _ name: String, scope: ScopeSelector = .inherited,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Codable {
    self.init(SceneKey(name, default: wrappedValue, scope: scope, fileID: fileID, line: line))
  }

  /// Declares a property that is stored by its raw value.
  @_disfavoredOverload
  public init(
    wrappedValue: Value, _ name: String, scope: ScopeSelector = .inherited,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: RawRepresentable, Value.RawValue: Codable & Sendable {
    self.init(SceneKey(name, default: wrappedValue, scope: scope, fileID: fileID, line: line))
  }

  /// Declares a property that is Codable and has a raw value; it is stored by its raw value.
  public init(
    wrappedValue: Value, _ name: String, scope: ScopeSelector = .inherited,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: RawRepresentable & Codable, Value.RawValue: Codable & Sendable {
    self.init(SceneKey(name, default: wrappedValue, scope: scope, fileID: fileID, line: line))
  }

  /// Declares an optional property, whose default is nil.
  public init<Wrapped: Codable & Sendable>(
    _ name: String, scope: ScopeSelector = .inherited, fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value == Wrapped? {
    self.init(SceneKey(name, default: nil, scope: scope, fileID: fileID, line: line))
  }

  /// Declares a property for a key that is declared elsewhere.
  public init(_ key: SceneKey<Value>) { anchor = StorageAnchor(key: key) }

  /// Explains in the compiler's message why the type does not fit.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "@SceneStorage needs a value that is Codable & Sendable, or RawRepresentable by such a value"
  )
  public init(wrappedValue: Value, _ name: String, scope: ScopeSelector = .inherited) {
    fatalError("unavailable")
  }

  /// Explains in the compiler's message why the type of an optional does not fit.
  ///
  /// Not disfavoured: else the compiler takes the next one, and asks for a default. It takes any
  /// that is available first.
  @available(
    *, unavailable,
    message: "@SceneStorage needs an optional of a value that is Codable & Sendable"
  )
  public init<Wrapped>(_ name: String, scope: ScopeSelector = .inherited) where Value == Wrapped? {
    fatalError("unavailable")
  }

  /// Explains in the compiler's message that a default is missing.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "@SceneStorage needs a default value: write '= ...', or make the property Optional"
  )
  public init(_ name: String, scope: ScopeSelector = .inherited) {
    fatalError("unavailable")
  }

  /// The value, for properties of structs and local variables.
  @inlinable
  public var wrappedValue: Value {
    get { anchor.found(owner: nil).read() }
    nonmutating set { anchor.found(owner: nil).writeNoting(newValue) }
  }

  /// The property's binding, `$draft`.
  public var projectedValue: SceneBinding<Value> { anchor.binding(owner: nil) }

  /// The value, for properties of classes and actors: the owner's `sceneScope` counts.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, SceneStorage<Value>>
  ) -> Value {
    get { owner[keyPath: storage].anchor.found(owner: owner).read() }
    set { owner[keyPath: storage].anchor.found(owner: owner).writeNoting(newValue) }
  }

  /// The binding, for properties of classes and actors.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner,
    projected projected: KeyPath<Owner, SceneBinding<Value>>,
    storage storage: ReferenceWritableKeyPath<Owner, SceneStorage<Value>>
  ) -> SceneBinding<Value> {
    owner[keyPath: storage].anchor.binding(owner: owner)
  }
}
