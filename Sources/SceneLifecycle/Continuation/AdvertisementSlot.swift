package import SceneState

/// What a scene advertises for hand-off: at most one activity at a time.
///
/// Several places of a scene may offer one. The innermost place wins; of several activities in
/// one depth the type that was offered first wins, and within that type the latest offer. When an
/// offer ends, the one it had replaced is current again. An offer whose activity is nil counts for
/// nothing until it gets one, nor does one from a tab that is not selected; while the scene is not
/// active nothing is current.
package final class AdvertisementSlot {
  /// One place's offer.
  package struct ID: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Offer {
    let id: ID
    let place: ContinuationPlace
    var activity: UserActivity?
    /// Whether it was made by `advertise(_:)`.
    var isWindows = false
  }

  private var offers: [Offer] = []
  private var nextNumber = 0

  /// Whether the scene is active; if not, nothing is advertised.
  package var isActive = true

  package init() {}

  /// Offers an activity from a place; it counts until `end` is called.
  package func offer(
    _ activity: UserActivity?, at level: ContinuationRegistry.Level = .inherited
  ) -> ID {
    let id = ID(number: nextNumber)
    nextNumber += 1
    offers.append(Offer(id: id, place: ContinuationPlace(level), activity: activity))
    return id
  }

  /// Replaces what a place offers; nil takes it away until there is something again.
  package func update(_ id: ID, _ activity: UserActivity?) {
    guard let index = offers.firstIndex(where: { $0.id == id }) else { return }
    offers[index].activity = activity
  }

  /// Offers an activity of the window itself, in place of its last one, whatever the type of that.
  ///
  /// nil takes it away.
  package func advertise(_ activity: UserActivity?) {
    guard let activity else { return offers.removeAll { $0.isWindows } }
    if let old = offers.firstIndex(where: { $0.isWindows }) {
      offers[old].activity = activity
    } else {
      _ = offer(activity, at: .window)
      offers[offers.count - 1].isWindows = true
    }
  }

  /// What `advertise(_:)` offers.
  package var ownOffer: UserActivity? { offers.first { $0.isWindows }?.activity }

  /// Ends an offer; a second call does nothing.
  package func end(_ id: ID) { offers.removeAll { $0.id == id } }

  /// The activity that is advertised now; nil for the tab if the scene has none.
  package func current(selectedTab: TabID?) -> UserActivity? {
    guard isActive else { return nil }
    let shown = offers.filter { offer in
      guard offer.activity != nil else { return false }
      return offer.place.tab == nil || selectedTab == nil || offer.place.tab == selectedTab
    }
    let innermost = shown.map(\.place.depth).max()
    let nearest = shown.filter { $0.place.depth == innermost }.compactMap(\.activity)
    guard let first = nearest.first else { return nil }
    return nearest.last { $0.activityType == first.activityType }
  }
}
