/// Which external events a window takes: the texts it can take and those it prefers.
///
/// A condition matches an event whose text (its target content identifier, else its web page,
/// else the URL) contains it, ignoring case and diacritics. `*` matches every event, also one
/// without a text; the empty condition and the empty list match nothing. One matching condition
/// of a list is enough. A window that prefers an event gets it before all that only can take
/// it, even if its own ``can`` has nothing that matches.
///
/// Conditions are kept with the session, so that a window which is not connected can be chosen.
///
/// ```swift
/// scene.conditions.prefers = ["character/\(id)"]
/// scene.conditions.can = []                          // nothing else
/// ```
public struct ActivationConditions: Hashable, Sendable {
  /// What the window can take; everything if not set.
  public var can: [String] = ["*"]
  /// What the window takes before others; nothing if not set.
  public var prefers: [String] = []

  /// Makes the conditions of a window that says nothing: it can take everything.
  public init() {}

  /// Makes conditions.
  ///
  /// - Parameters:
  ///   - can: What the window can take.
  ///   - prefers: What it takes before others.
  public init(can: [String] = ["*"], prefers: [String] = []) {
    self.can = can
    self.prefers = prefers
  }
}
