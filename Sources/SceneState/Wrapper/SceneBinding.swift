/// A way to one value, to be handed to a control; parts of the value are bindings too.
///
/// A part that the value does not have traps, as it does without a binding: an element beyond the end
/// of a list.
///
/// ```swift
/// let name = model.$country.name          // a binding to a part, atomic
/// model.$opened.modify { $0 += 1 }        // loses no update
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct SceneBinding<Value: Sendable>: Sendable {
  private let getter: @Sendable () -> Value
  private let setter: @Sendable (Value) -> Void
  private let modifier: @Sendable (_ change: (inout Value) -> Void) -> Void
  private let factsOfEntry: @Sendable () -> StoredFacts
  /// Tells the value of now, and each later one.
  private let follow: @Sendable (@escaping @Sendable (Value) -> Void) -> Subscription
  private let isEqual: @Sendable (Value, Value) -> Bool

  /// Makes a binding of two functions, for previews and tests.
  public init(
    get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void
  ) {
    getter = get
    setter = set
    modifier = { change in
      var value = get()
      change(&value)
      set(value)
    }
    factsOfEntry = { StoredFacts(isStored: false, source: .memory, problem: nil) {} }
    follow = { handler in
      handler(get())
      return Subscription {}
    }
    isEqual = CodingChoice.equality(Value.self)
  }

  init(_ key: SceneKey<Value>, in scope: SceneScope) {
    guard key.scope.followsSelectedTab else {
      self.init(cell: scope.cell(for: key), scope: scope)
      return
    }
    // The cell is found at each access: what is typed belongs to the tab that is shown then.
    self.init(key.coding, cell: { scope.cell(for: key) }) { handler in
      scope.observe(key, .atOnce, isToldNow: true, handler)
    }
  }

  init(cell: ValueCell<Value>, scope: SceneScope?) {
    // The scope rides along so that the store lives as long as the binding.
    self.init(cell.key.coding, cell: { withExtendedLifetime(scope) { cell } }) { handler in
      withExtendedLifetime(scope) { cell.observe(.atOnce, isToldNow: true, handler) }
    }
  }

  private init(
    _ coding: TypedCoding<Value>, cell: @escaping @Sendable () -> ValueCell<Value>,
    follow: @escaping @Sendable (@escaping @Sendable (Value) -> Void) -> Subscription
  ) {
    getter = { cell().read() }
    setter = { value in cell().writeNoting(value) }
    modifier = { change in cell().modify(change) }
    factsOfEntry = { cell().facts }
    self.follow = follow
    isEqual = coding.isEqual
  }

  private init<Whole: Sendable>(
    part path: any WritableKeyPath<Whole, Value> & Sendable, of whole: SceneBinding<Whole>
  ) {
    getter = { whole.getter()[keyPath: path] }
    setter = { value in whole.modifier { $0[keyPath: path] = value } }
    modifier = { change in whole.modifier { change(&$0[keyPath: path]) } }
    factsOfEntry = whole.factsOfEntry
    follow = { handler in whole.follow { handler($0[keyPath: path]) } }
    isEqual = CodingChoice.equality(Value.self)
  }

  /// The value now; setting it is setting the property.
  public var wrappedValue: Value {
    get { getter() }
    nonmutating set { setter(newValue) }
  }

  /// The binding itself.
  public var projectedValue: Self { self }

  /// A binding to a part; writing it changes only that part, with no other write in between.
  public subscript<Part: Sendable>(
    dynamicMember path: any WritableKeyPath<Value, Part> & Sendable
  ) -> SceneBinding<Part> {
    SceneBinding<Part>(part: path, of: self)
  }

  /// Reads and writes with no other write of this process in between.
  ///
  /// The body may run more than once, see ``SceneScope/modify(_:_:)``.
  public func modify<Result>(_ body: (inout Value) -> Result) -> Result {
    var result: Result?
    modifier { result = body(&$0) }
    guard let result else { preconditionFailure("A modifier runs its body.") }
    return result
  }

  /// All values, the current one first; a value whose encoding equals the last is left out.
  ///
  /// The last one is always the current one, whoever writes meanwhile. Values that are no `Codable`
  /// (parts of a value may be such) are compared by `==`, and none is left out without it.
  public var values: some AsyncSequence<Value, Never> & Sendable {
    AsyncStream { continuation in
      let last = LastSent(isEqual)
      let subscription = KeptSubscription(
        follow { value in
          if last.isNews(value) { continuation.yield(value) }
        })
      continuation.onTermination = { _ in subscription.end() }
    }
  }

  /// Everything about the whole entry, also from a part's binding.
  public var stored: StoredFacts { factsOfEntry() }
}
