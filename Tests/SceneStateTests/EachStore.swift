import SceneState
import Testing

/// The stores in which a rule holds alike: in memory first, then in a folder.
enum TestStore: CaseIterable {
  case memory, folder

  @TaskLocal static var kind = TestStore.folder

  /// An empty store of the kind that is being tested.
  static func make(options: SceneStore.Options = SceneStore.Options()) -> SceneStore {
    switch kind {
    case .memory: .inMemory(options: options)
    case .folder: .temporary(options: options)
    }
  }
}

/// Runs each test of a suite once for each kind of store; what fails in both is told twice.
struct EachStore: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    for kind in TestStore.allCases {
      try await TestStore.$kind.withValue(kind) { try await function() }
    }
  }
}

extension Trait where Self == EachStore {
  /// Each test runs in a store in memory and in one in a folder, made by ``TestStore/make(options:)``.
  static var eachStore: Self { Self() }
}
