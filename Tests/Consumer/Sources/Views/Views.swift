// A stub of a view framework, written from public descriptions of such: views are values that are
// made anew for each drawing, properties are filled after that, an environment is handed down, and
// objects of a view stay while it does.

/// A view: a value that is made anew whenever it is drawn.
@MainActor public protocol View {
  /// What is on the screen.
  func draw() -> String
}

/// A property of a view; told to update before each drawing, when its own properties are filled.
@MainActor public protocol ViewProperty {
  /// Runs before each drawing, when the properties inside are filled.
  mutating func update()
}

/// The name of a value in the environment.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value
  /// What there is as long as nobody sets it.
  static var defaultValue: Value { get }
}

/// What is handed down from a window to its views.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  /// Makes an environment of defaults.
  public init() {}

  /// The value under a key.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

@MainActor protocol Filled {
  func fill(_ environment: EnvironmentValues, _ object: (() -> any ViewObject) -> any ViewObject)
}

/// A value of the environment; before the first drawing there is nothing but defaults.
@MainActor @propertyWrapper public struct Environment<Value>: Filled {
  private final class Box { var values = EnvironmentValues() }
  private let box = Box()
  private let find: (EnvironmentValues) -> Value

  /// Makes a property for what is under a key.
  public init<Key: EnvironmentKey>(_ key: Key.Type) where Key.Value == Value {
    find = { $0[Key.self] }
  }

  /// What is handed down.
  public var wrappedValue: Value { find(box.values) }

  func fill(_ environment: EnvironmentValues, _ object: (() -> any ViewObject) -> any ViewObject) {
    box.values = environment
  }
}

/// An object that a view keeps; it asks for another drawing when it changes.
@MainActor public protocol ViewObject: AnyObject {
  /// Asks for another drawing; the framework sets it.
  var needsDrawing: () -> Void { get set }
}

/// Keeps the first object that is made for a place in a window's views.
@MainActor @propertyWrapper public struct Kept<Object: ViewObject>: Filled {
  private final class Box { var object: Object? }
  private let box = Box()
  private let make: () -> Object

  /// Makes a property; the object is made when it is needed.
  public init(wrappedValue: @autoclosure @escaping () -> Object) { make = wrappedValue }

  /// The object of this place.
  public var wrappedValue: Object {
    if let object = box.object { return object }
    let object = make()
    box.object = object
    return object
  }

  func fill(_ environment: EnvironmentValues, _ object: (() -> any ViewObject) -> any ViewObject) {
    // What was made for this place before is of the same type.
    box.object = object { wrappedValue } as? Object
  }
}

/// Draws one view; the framework's part of a window.
@MainActor public final class ViewHost {
  /// What the window hands down.
  public var environment = EnvironmentValues()
  /// Whether somebody has asked for another drawing.
  public private(set) var needsDrawing = true
  private let make: () -> any View
  private var objects: [String: any ViewObject] = [:]

  /// Makes a window's content; the view is made anew for each drawing.
  public init(_ make: @escaping () -> any View) { self.make = make }

  /// Fills the properties of a new view and draws it.
  public func draw() -> String {
    needsDrawing = false
    let view = make()
    fill(view, at: "")
    return view.draw()
  }

  private func fill(_ value: Any, at place: String) {
    for child in Mirror(reflecting: value).children {
      let place = "\(place)/\(child.label ?? "")"
      if let filled = child.value as? any Filled {
        filled.fill(environment) { make in
          let object = objects[place] ?? make()
          objects[place] = object
          object.needsDrawing = { [weak self] in self?.needsDrawing = true }
          return object
        }
      } else if var property = child.value as? any ViewProperty {
        fill(property, at: place)
        property.update()
      }
    }
  }
}
