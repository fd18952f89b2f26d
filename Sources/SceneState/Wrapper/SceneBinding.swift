/// A way to one value, to be handed to a control; parts of the value are bindings too.
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
  private let observe: @Sendable (@escaping @Sendable (Value) -> Void) -> Subscription

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
    observe = { _ in Subscription {} }
  }

  init(cell: ValueCell<Value>, scope: SceneScope?) {
    // The scope rides along so that the store lives as long as the binding.
    getter = { withExtendedLifetime(scope) { cell.read() } }
    setter = { value in withExtendedLifetime(scope) { cell.writeNoting(value) } }
    modifier = { change in withExtendedLifetime(scope) { cell.modify(change) } }
    factsOfEntry = { withExtendedLifetime(scope) { cell.facts } }
    observe = { handler in withExtendedLifetime(scope) { cell.observe(.atOnce, handler) } }
  }

  private init<Whole: Sendable>(
    part path: any WritableKeyPath<Whole, Value> & Sendable, of whole: SceneBinding<Whole>
  ) {
    getter = { whole.getter()[keyPath: path] }
    setter = { value in whole.modifier { $0[keyPath: path] = value } }
    modifier = { change in whole.modifier { change(&$0[keyPath: path]) } }
    factsOfEntry = whole.factsOfEntry
    observe = { handler in whole.observe { handler($0[keyPath: path]) } }
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

  /// Reads and writes with no other write in between.
  public func modify<Result>(_ body: (inout Value) -> Result) -> Result {
    var result: Result?
    modifier { result = body(&$0) }
    guard let result else { preconditionFailure("A modifier runs its body exactly once.") }
    return result
  }

  /// All values, the current one first; a value whose encoding equals the last is left out.
  public var values: some AsyncSequence<Value, Never> & Sendable {
    AsyncStream { continuation in
      let last = LastSent()
      let send: @Sendable (Value) -> Void = { value in
        if last.isNews(value) { continuation.yield(value) }
      }
      let subscription = SubscriptionBox(observe(send))
      send(getter())
      continuation.onTermination = { _ in subscription.end() }
    }
  }

  /// Everything about the whole entry, also from a part's binding.
  public var stored: StoredFacts { factsOfEntry() }
}
