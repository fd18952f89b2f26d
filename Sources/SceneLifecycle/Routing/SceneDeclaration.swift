/// A kind of window that an app has.
///
/// For an external event that no window takes, the first declaration whose ``matching`` has a
/// condition that matches opens a new window, else the first without ``matching``. With
/// ``matching`` empty a declaration opens for no event.
///
/// ```swift
/// let scenes: [SceneDeclaration] = [
///   .main, SceneDeclaration("note", matching: ["note/"], value: "NoteID"),
/// ]
/// ```
public struct SceneDeclaration: Hashable, Sendable {
  /// The name, which sessions remember.
  public var name: String
  /// The conditions for external events, as in ``ActivationConditions``; nil if left out.
  public var matching: [String]?
  /// The name of the type of the window's value, if windows are opened with one.
  public var value: String?
  /// Whether windows come back at the next launch.
  public var isRestorable: Bool
  /// How many windows come back at a launch, those that were active last; nil for all of them.
  ///
  /// The others are thrown away with their values.
  public var restoredCount: Int?
  /// Whether a window opens for a value that another one has, in place of bringing that to the front.
  public var repeatsValues = false
  /// Whether nothing of its windows is ever written to the disk; such windows do not come back.
  public var isPrivate = false
  /// Whether its windows are for an audience, on an external display.
  ///
  /// Opened or brought back with others, such a window leaves the one in front where it is; it comes
  /// there when it is activated by itself, or if it is the only one. A new one takes nothing from
  /// outside: ``ConnectedScene/conditions`` can say otherwise.
  public var isForExternalDisplay = false
  /// Whether windows that come back wait with what was saved until ``SceneHost/restore(_:)``.
  ///
  /// Until then values read as their defaults and nothing is asked of the window that would
  /// replace what was saved; what is written meanwhile stays. Trees of views come back at once.
  /// ``SceneApp/restoresOnDemand(_:)`` says of which windows it holds, if not of all.
  public var restoresOnDemand = false
  /// The text of the value of a window whose own cannot be read, if there is one.
  public var defaultValue: String?

  /// The declaration of an app that makes none: one kind of window for everything.
  public static var main: SceneDeclaration { SceneDeclaration("main") }

  /// Declares a kind of window.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - matching: The conditions for external events; nil takes what no other declaration takes.
  ///   - value: The name of the type of the window's value.
  ///   - isRestorable: Whether windows come back at the next launch.
  ///   - defaultValue: The text of the value that replaces one which cannot be read.
  public init(
    _ name: String, matching: [String]? = nil, value: String? = nil, isRestorable: Bool = true,
    defaultValue: String? = nil
  ) {
    self.name = name
    self.matching = matching
    self.value = value
    self.isRestorable = isRestorable
    self.defaultValue = defaultValue
  }
}
