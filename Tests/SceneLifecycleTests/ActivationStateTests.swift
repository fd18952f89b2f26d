import SceneLifecycle
import Testing

struct ActivationStateTests {
  /// Every change that is allowed, with what the delegate is told; all other pairs are refused.
  private static let allowed: [(ActivationState, ActivationState, ActivationState.Callback)] = [
    (.unattached, .foregroundInactive, .willEnterForeground),
    (.foregroundInactive, .foregroundActive, .didBecomeActive),
    (.foregroundActive, .foregroundInactive, .willResignActive),
    (.foregroundInactive, .background, .didEnterBackground),
    (.background, .foregroundInactive, .willEnterForeground),
    (.background, .unattached, .didDisconnect),
  ]

  @Test func `every pair of states is decided as the page says`() {
    for from in ActivationState.allCases {
      for to in ActivationState.allCases {
        let wanted = Self.allowed.first { $0.0 == from && $0.1 == to }
        switch from.change(to: to) {
        case .none: #expect(from == to)
        case .callback(let callback): #expect(callback == wanted?.2, "\(from) to \(to)")
        case .forbidden: #expect(from != to && wanted == nil, "\(from) to \(to)")
        }
      }
    }
  }

  @Test func `a route leads through allowed changes only`() {
    for from in ActivationState.allCases {
      for to in ActivationState.allCases {
        var state = from
        for next in from.route(to: to) {
          #expect(state.change(to: next) != .forbidden, "\(from) to \(to): \(state) to \(next)")
          #expect(state != next)
          state = next
        }
        #expect(state == to)
      }
    }
  }

  @Test func `the app is as active as its most active scene`() {
    #expect(AppPhase([ActivationState]()) == .background)
    #expect(AppPhase([.background, .unattached]) == .background)
    #expect(AppPhase([.background, .foregroundInactive]) == .inactive)
    #expect(AppPhase([.foregroundInactive, .foregroundActive]) == .active)
  }
}
