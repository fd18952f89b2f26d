public import Synchronization

/// A property that is kept per scene and per selected tab.
///
/// Reads give the stored value or the default and never throw or trap; writes are visible at once
/// and committed with the tick. Where it lives: the scope argument, seen from the owner's
/// `sceneScope`, else from the scope that was current when the property was made. Without any of
/// them it works in memory and reports `no-scope`. Stored bytes of another type give the default
/// and `$property.stored.problem`; a refused write (too large, not encodable) leaves the old value.
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
  /// The cell, written back by the first access of a class or actor, whose isolation guards it.
  @usableFromInline var known: ValueCell<Value>?

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
    get {
      // NB: as a chain, in which the compiler counts no reference.
      if anchor.isEarlyRight.load(ordering: .acquiring), let value = anchor.early?.read() {
        return value
      }
      return anchor.cell(owner: nil).read()
    }
    nonmutating set {
      if anchor.isEarlyRight.load(ordering: .acquiring),
        anchor.early?.writeNoting(newValue) != nil
      {
        return
      }
      anchor.cell(owner: nil).writeNoting(newValue)
    }
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
    @inline(__always)
    get {
      if WordValue.has(Value.self) {
        if let value = owner[keyPath: storage].known?.readWord() { return value }
        if let cell = owner[keyPath: storage].known { return cell.lockedPeek() }
      } else if let cell = owner[keyPath: storage].known {
        return cell.read()
      }
      let (cell, isLasting) = find(owner, owner[keyPath: storage].anchor)
      if isLasting { owner[keyPath: storage].known = cell }
      return cell.read()
    }
    @inline(__always)
    set {
      if let cell = owner[keyPath: storage].known { return cell.writeNoting(newValue) }
      let (cell, isLasting) = find(owner, owner[keyPath: storage].anchor)
      if isLasting { owner[keyPath: storage].known = cell }
      cell.writeNoting(newValue)
    }
  }

  /// The cell of a first access, and whether it stays the same.
  ///
  /// NB: it gets no key path, so that none has to be made where all accesses are fast.
  @usableFromInline
  static func find(
    _ owner: AnyObject, _ anchor: StorageAnchor<Value>
  ) -> (ValueCell<Value>, isLasting: Bool) {
    let cell = anchor.cell(owner: owner)
    return (cell, anchor.lastingCell != nil)
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
