import SceneState
public import Testing

/// Gives each test a store and a window of its own; written `.freshScene`.
///
/// Each case of each test runs with a new temporary store, which is removed afterwards. The window
/// `A` of that store is `SceneScope.current`, so whatever the test makes lives there, and
/// `SceneStore.open(appID:)` answers with that store. Put on a suite, the trait holds for every
/// test below it. Tests may run at the same time; they never see each other's values.
///
/// Work that does not belong to the test's task (`Task.detached`, a queue, a thread) sees none of
/// this: hand it the scope.
///
/// ```swift
/// @Suite(.freshScene) struct DraftTests {
///   @Test func `a new window has no draft`() throws {
///     let scene = try #require(SceneScope.current)
///     #expect(scene.tab("hawk")[Keys.draft] == "")
///   }
/// }
/// ```
public struct SceneScopeTrait: TestTrait, SuiteTrait, TestScoping {
  /// The window that is the scope of a test.
  static let window: SceneID = "A"

  init() {}

  /// A suite passes the trait on to all tests below it.
  public var isRecursive: Bool { true }

  /// Runs one case of a test with a store of its own.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case; nil for a suite, which needs no store.
  ///   - function: Runs the case.
  /// - Throws: What the test throws.
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let store = SceneStore.temporary()
    try await TestRunner.$store.withValue(store) {
      try await SceneScope.$current.withValue(store.scene(Self.window)) {
        try await function()
      }
    }
  }
}

extension Trait where Self == SceneScopeTrait {
  /// Each test gets a temporary store and a window of its own.
  ///
  /// ```swift
  /// @Test(.freshScene) func `a new window has no draft`() { }
  /// ```
  public static var freshScene: Self { Self() }
}
