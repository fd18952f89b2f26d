package import FoundationEssentials
public import SceneState

/// A window while it is connected; stays with the app that it was made for.
///
/// What is set here is kept with the session: in the tick that is under way, else in one of its
/// own.
///
/// ```swift
/// scene.identify(as: "character/tala")
/// scene.conditions.prefers = ["character/"]
/// ```
public final class ConnectedScene {
  /// What outlives this connection, as of now.
  public var session: SceneSession { host?.roster[id] ?? lastSession }
  /// The identifier of the window.
  public let id: SceneID
  /// Where the values of this window live; run whatever makes models inside it.
  public let scope: SceneScope
  /// The state now.
  public package(set) var state = ActivationState.unattached
  /// The handlers of activities and URLs from outside.
  public let continuations = ContinuationRegistry()
  /// Where the window is in the app; nil for an app without places.
  public package(set) var navigator: Navigator?
  /// The lists of the window whose positions are kept.
  public let lists: SceneLists
  /// Whether the activity was changed since it was handed over last.
  public var needsSave = false
  /// Runs before an activity is handed over, to bring it up to date.
  public var activityWillSave: ((inout UserActivity) -> Void)?

  /// What the window is about; the activity it connected with, until the app sets another.
  ///
  /// A copy is handed over when the window goes to the background.
  public var userActivity: UserActivity? {
    didSet {
      guard userActivity != oldValue else { return }
      needsSave = userActivity != nil
      if let title = userActivity?.title { self.title = title }
    }
  }

  /// The title of the window, kept with the session.
  ///
  /// An activity that has a title gives it to its window, when it is set and when it is handed over:
  /// the title that is kept is then the activity's. Leave the activity's out to keep one of your own.
  public var title: String? {
    didSet {
      keep { [title] in $0.title = title }
      if title != oldValue { onTitleChange?(title) }
    }
  }

  /// Hears each new title; a toolkit writes it above the window.
  public var onTitleChange: ((String?) -> Void)?

  /// Which activities the window can take and which it prefers, kept with the session.
  public var conditions: ActivationConditions {
    didSet { keep { [conditions] in $0.conditions = conditions } }
  }

  /// Whether this connection is one of a session that existed before.
  package let isRestored: Bool
  /// Whether its user closed the window and takes that back with this connection.
  package internal(set) var isReopened = false
  /// The app's own object, which a toolkit draws; nil only while it is being made, and once the
  /// window is disconnected, so that both are released however they hold each other.
  public package(set) var delegate: (any SceneDelegate)?
  package weak var host: SceneHost?
  /// Responders that add to the activity before it is handed over, in order of registration.
  package var responders: [ActivityResponder] = []
  /// The activity that the window offers to other devices.
  package let advertisements = AdvertisementSlot()
  /// Tells the selected tab of an app that keeps it elsewhere than under the usual key.
  package var tabSource: (() -> TabID?)?
  /// Whether a link is being opened: what the navigator saves now came with it.
  package var isOpeningLink = false
  /// The tab that was selected when activities were offered to handlers last.
  var lastOfferedTab: TabID?
  /// The tabs that were closed since the window connected, the last one last.
  var closedTabs: [KeptTab] = []
  /// The saved tabs that are not shown before the window is restored; nil until a list is written.
  var waitingTabs: WaitingTabs?
  /// When restoring must be complete; nil while nothing is under way.
  var restorationDeadline: Date?
  /// Whether the scene was active since it connected, so that its tree was seen.
  var hasAppeared = false
  private let lastSession: SceneSession

  package init(
    session: SceneSession, scope: SceneScope, lists: SceneLists, isRestored: Bool,
    host: SceneHost?
  ) {
    self.lists = lists
    id = session.id
    lastSession = session
    self.scope = scope
    self.isRestored = isRestored
    title = session.title
    conditions = session.record.conditions
    identity = session.record.identity
    self.host = host
  }

  /// What the window was opened for, or the default if it was opened for nothing or for something
  /// that is no such value any more.
  public func value<Value: Codable>(_ type: Value.Type = Value.self, default other: Value) -> Value
  {
    guard let bytes = session.record.value else { return other }
    // One element in a list: a JSON document of its own may not be a plain text or number everywhere.
    let list = try? JSONDecoder().decode([Value].self, from: Data([0x5B] + bytes + [0x5D]))
    return list?.first ?? other
  }

  /// Says what the window shows now; something from outside that is aimed at it comes here first.
  ///
  /// It is handed over with the activity when the window goes to the background; what was said
  /// since then is lost if the process dies.
  ///
  /// - Parameter targetContentIdentifier: The identifier; nil if the window shows nothing special.
  public func identify(as targetContentIdentifier: String?) {
    if identity != targetContentIdentifier {
      host?.log.note("identify", of: id) { line, _ in line.add("target", targetContentIdentifier) }
    }
    identity = targetContentIdentifier
    // In the background nothing hands it over later.
    if state == .background { keep { $0.identity = targetContentIdentifier } }
  }

  package var now: Date { host?.clock() ?? .distantPast }

  /// What the window said last that it shows.
  public package(set) var identity: String?

  /// Adds something that brings the activity up to date before it is handed over; the order of
  /// registration counts.
  ///
  /// - Parameter update: Changes the activity.
  /// - Returns: The registration; dropping it ends it.
  public func updatesActivity(_ update: @escaping (inout UserActivity) -> Void) -> Registration {
    let responder = ActivityResponder(update)
    responders.append(responder)
    return Registration { [weak self] in self?.responders.removeAll { $0 === responder } }
  }

  /// The tab shown now; nil in an app without tabs.
  package var selectedTab: TabID? {
    if let tabSource { return tabSource() }
    if let navigator { return navigator.selectedTab }
    if let tabbed = delegate as? any TabbedWindow { return tabbed.openTabs.selected }
    let tab = scope.selectedTab
    return tab.rawValue.isEmpty ? nil : tab
  }

  /// Says that the selected tab has changed: activities that wait for a handler in it arrive now.
  ///
  /// Not needed for a tab that is kept under a `SceneKey.selectedTab` key and was changed inside a
  /// call of the host.
  public func selectedTabDidChange() {
    host?.delivery.offerQueue(of: self)
    // Windows that show the same tabs have selected it, too.
    host?.delivery.offerQueues()
  }

  // MARK: Restoring takes time

  /// Says that restoring goes on after the connect, for at most this long.
  ///
  /// - Parameter limit: The time until ``completeStateRestoration()`` must be called; after it the
  ///   problem `partly-restored` is reported.
  public func extendStateRestoration(limit: Duration = .seconds(10)) {
    host?.longRestorations.extend(self, by: limit)
  }

  /// Says that restoring is complete; without `extendStateRestoration` nothing happens.
  public func completeStateRestoration() { host?.longRestorations.complete(self) }

  /// Whether what was saved is shown only when ``SceneHost/restore(_:)`` asks for it.
  public package(set) var awaitsRestoration = false

  /// Whether restoring goes on after the connect.
  public var isRestoring: Bool { restorationDeadline != nil }

  // MARK: Offering activities to other devices

  /// Offers an activity to other devices while the window is active.
  ///
  /// A window offers at most one: the innermost place wins, then the type that was offered first.
  ///
  /// - Parameter activity: What to offer; nil offers nothing until it is replaced.
  /// - Returns: The offer, which ends when it is dropped.
  public func makeCurrent(_ activity: UserActivity?) -> Advertisement {
    host?.log.note("advertise", of: id) { line, log in
      line.add("activity", activity, without: log.redacted)
    }
    return Advertisement(advertisements.offer(activity), in: advertisements)
  }

  /// What the window offers now.
  public var advertisedActivity: UserActivity? {
    advertisements.current(selectedTab: selectedTab)
  }

  /// Reports that a screen is not shown again because its rows are gone, nor those above it: the
  /// problem `screen-not-restored`.
  ///
  /// Nothing else happens: the app itself leaves the screens out, best in
  /// `sceneRestoreInteractionState(_:)`.
  ///
  /// ```swift
  /// scene.reportNotRestored("country/Reykjavik", in: "world")
  /// scene.scope.tab("world")[path] = []
  /// ```
  ///
  /// - Parameters:
  ///   - screen: The lowest screen that is not shown, as it stands in the path.
  ///   - tab: The tab whose path it is in; nil in an app without tabs.
  public func reportNotRestored(_ screen: String, in tab: TabID? = nil) {
    report(
      .screenNotRestored,
      address: [id.rawValue, tab?.rawValue].compactMap(\.self).joined(separator: "/"),
      "`\(screen)` needs rows that are not there")
  }

  /// Reports that rows are gone at which a value points: the problem `row-is-gone`.
  ///
  /// Nothing else happens: the app itself writes what is left of the value, once its data is there.
  ///
  /// ```swift
  /// let recent = scene.scope[Keys.recent]
  /// scene.reportGone(recent.filter { !books.contains($0) }, from: Keys.recent)
  /// scene.scope[Keys.recent] = recent.filter { books.contains($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - rows: What identifies them; nothing is reported without any.
  ///   - key: The key of the value.
  ///   - scope: Where the key is seen from; the window if left out.
  public func reportGone<Value>(
    _ rows: [String], from key: SceneKey<Value>, in scope: SceneScope? = nil
  ) {
    if rows.isEmpty { return }
    report(
      .rowIsGone, address: (scope ?? self.scope).address(of: key),
      "there is no row \(rows.map { "`\($0)`" }.joined(separator: ", "))")
  }

  package func report(_ code: SceneProblem.Code, address: String? = nil, _ detail: String = "") {
    let problem = SceneProblem(code, address: address ?? id.rawValue, detail: detail)
    host?.report(problem, id)
  }

  func keep(_ change: (inout SceneRecord) -> Void) { host?.calls.keep(id, change) }
}

/// An activity on offer; dropping it ends the offer.
public struct Advertisement: ~Copyable {
  private let id: AdvertisementSlot.ID
  private let slot: AdvertisementSlot

  init(_ id: AdvertisementSlot.ID, in slot: AdvertisementSlot) {
    self.id = id
    self.slot = slot
  }

  deinit { slot.end(id) }

  /// Replaces the activity; nil clears it.
  public func update(_ activity: UserActivity?) { slot.update(id, activity) }
}

/// Brings an activity up to date before it is handed over.
package final class ActivityResponder {
  let update: (inout UserActivity) -> Void

  init(_ update: @escaping (inout UserActivity) -> Void) { self.update = update }
}
