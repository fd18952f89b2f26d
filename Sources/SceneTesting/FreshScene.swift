public import SceneState

/// Runs a body as a test with the trait `freshScene` runs: with a store and a window of its own.
///
/// For XCTest, which knows no traits. The window `A` of a new temporary store is
/// `SceneScope.current` inside, and `SceneStore.open(appID:)` answers with that store.
///
/// ```swift
/// final class DraftTests: XCTestCase {
///   override func invokeTest() {
///     withFreshScene { _ in super.invokeTest() }
///   }
/// }
/// ```
/// - Parameter body: Gets the window; an asynchronous test has to be wrapped inside of itself.
/// - Throws: What the body throws.
/// - Returns: What the body returns.
public func withFreshScene<Result>(_ body: (SceneScope) throws -> Result) rethrows -> Result {
  let store = SceneStore.temporary()
  let scene = store.scene(SceneScopeTrait.window)
  return try TestRunner.$store.withValue(store) {
    try SceneScope.$current.withValue(scene) { try body(scene) }
  }
}
