public import FoundationEssentials

/// Who in one scene continues which activities, and who opens URLs.
///
/// An activity goes to one scene. There every live handler of its type runs once, outermost level
/// first (window, tab, nested), inside a level in order of registration. A handler inside a tab
/// runs only if its tab is selected when its turn comes, so a handler of the window may select the
/// tab and the handler there then shows the content. If no handler runs, the activity waits and is
/// tried again when a handler appears and when a tab is selected; it is dropped when the scene
/// disconnects.
///
/// It stays where its scene lives and is called synchronously.
///
/// ```swift
/// scene.continuations.onContinue(.character, at: .window) { character, _ in
///   tabs.tab = character.book
/// }.keep(in: &bag)
/// book.sceneScope.run {  // at the level of this tab
///   scene.continuations.onContinue(.character) { character, activity in
///     book.path = ["character/\(character.id)"]
///     scene.identify(as: activity.targetContentIdentifier)
///   }
/// }.keep(in: &bag)
/// ```
public final class ContinuationRegistry {
  var handlers: [ContinuationHandler] = []
  var urlHandlers: [URLHandler] = []
  private var nextOrder = 0
  var waiting: [WaitingActivity] = []
  var nextWaiting = 0
  /// How many deliveries are under way; handlers may start further ones.
  var deliveries = 0
  var needsRetry = false

  /// Called after each registration, so that what waits can be tried again.
  package var handlerAppeared: (() -> Void)?

  package init() {}

  deinit { removeAll() }

  /// Registers a handler for activities with that payload.
  ///
  /// If the content of an activity of the type is no such payload, no handler runs and the
  /// delivery fails with `ActivityError.invalidContent` (in scenarios `payload-mismatch`). What
  /// the handler throws ends the delivery.
  /// - Parameters:
  ///   - type: The declared activity type.
  ///   - level: Where the handler belongs; `.inherited` takes it from the current scope.
  ///   - handler: Gets the payload and the activity.
  /// - Returns: The registration; the handler lives until it is dropped or the scene disconnects.
  public func onContinue<Payload>(
    _ type: ActivityType<Payload>, at level: Level = .inherited,
    _ handler: @escaping (Payload, UserActivity) throws -> Void
  ) -> Registration {
    add(type.name, level, isLive: { _ in true }) { activity in
      let payload = try activity.typedPayload(Payload.self)
      return { try handler(payload, activity) }
    }
  }

  /// Registers a handler for activities of a type, whatever they hold.
  ///
  /// ```swift
  /// let registration = scene.continuations.onContinue(activityType: "com.example.note") {
  ///   show($0.userInfo["id"])
  /// }
  /// ```
  /// - Parameters:
  ///   - activityType: The name of the type.
  ///   - level: Where the handler belongs; `.inherited` takes it from the current scope.
  ///   - handler: Gets the activity; what it throws ends the delivery.
  /// - Returns: The registration; the handler lives until it is dropped or the scene disconnects.
  public func onContinue(
    activityType: String, at level: Level = .inherited,
    _ handler: @escaping (UserActivity) throws -> Void
  ) -> Registration {
    onContinue(activityType: activityType, at: level, isLive: { _ in true }, handler)
  }

  /// Registers a handler with a condition, asked for every activity before any handler runs.
  package func onContinue(
    activityType: String, at level: Level = .inherited,
    isLive: @escaping (UserActivity) -> Bool,
    _ handler: @escaping (UserActivity) throws -> Void
  ) -> Registration {
    add(activityType, level, isLive: isLive) { activity in { try handler(activity) } }
  }

  private func add(
    _ activityType: String, _ level: Level, isLive: @escaping (UserActivity) -> Bool,
    prepare: @escaping ContinuationHandler.Prepare
  ) -> Registration {
    let entry = ContinuationHandler(
      activityType: activityType, place: ContinuationPlace(level), order: nextOrder,
      isLive: isLive, prepare: prepare)
    nextOrder += 1
    handlers.append(entry)
    let registration = Registration { [weak self, weak entry] in
      entry?.end()
      self?.handlers.removeAll { $0 === entry }
    }
    handlerAppeared?()
    return registration
  }

  /// Registers a handler for URLs: universal links, and links that no place matched.
  ///
  /// Every URL handler runs, in order of registration; what one throws ends the delivery.
  ///
  /// ```swift
  /// scene.continuations.onOpenURL { url in browser.show(url) }.keep(in: &bag)
  /// ```
  /// - Returns: The registration; the handler lives until it is dropped or the scene disconnects.
  public func onOpenURL(_ handler: @escaping (URL) throws -> Void) -> Registration {
    let entry = URLHandler(run: handler)
    urlHandlers.append(entry)
    let registration = Registration { [weak self, weak entry] in
      entry?.end()
      self?.urlHandlers.removeAll { $0 === entry }
    }
    handlerAppeared?()
    return registration
  }

  /// Ends all registrations, as when the scene disconnects; what waits stays until it is dropped.
  package func removeAll() {
    for handler in handlers { handler.end() }
    for handler in urlHandlers { handler.end() }
    handlers = []
    urlHandlers = []
    handlerAppeared = nil
  }
}

/// One registered handler; ended, it holds nothing any more, so that no cycle outlives its scene.
final class ContinuationHandler {
  /// Reads what the handler wants of an activity; the result runs the handler.
  typealias Prepare = (UserActivity) throws -> () throws -> Void

  let activityType: String
  let place: ContinuationPlace
  let order: Int
  private(set) var isLive: ((UserActivity) -> Bool)?
  private(set) var prepare: Prepare?

  init(
    activityType: String, place: ContinuationPlace, order: Int,
    isLive: @escaping (UserActivity) -> Bool, prepare: @escaping Prepare
  ) {
    self.activityType = activityType
    self.place = place
    self.order = order
    self.isLive = isLive
    self.prepare = prepare
  }

  var isEnded: Bool { prepare == nil }

  func end() {
    // What a handler holds goes when nothing is being changed: its end may end this one again.
    let held = (isLive, prepare)
    (isLive, prepare) = (nil, nil)
    withExtendedLifetime(held) {}
  }
}

final class URLHandler {
  private(set) var run: ((URL) throws -> Void)?

  init(run: @escaping (URL) throws -> Void) { self.run = run }

  func end() {
    let held = run
    run = nil
    withExtendedLifetime(held) {}
  }
}
