import LMDB

/// Keeps tests away from the user's own stores.
///
/// A process is one of a test runner if the code of Swift Testing or of XCTest is loaded in it: a
/// test bundle always links one of them, a program that is shipped never does. Arguments, names of
/// processes and the environment say nothing reliable: they are inherited, renamed and forged. A
/// process that a test starts is looked at by itself; give it a place of its own.
package enum TestRunner {
  /// The store of a test that uses the `freshScene` trait of SceneTesting.
  @TaskLocal package static var store: SceneStore?

  /// Whether this process runs tests.
  static let isHere: Bool = isLoaded("7Testing4TestV") || isLoaded("6XCTest0A4CaseC")

  /// Whether the type with this mangled name is in the process, however it was linked.
  private static func isLoaded(_ mangledName: String) -> Bool { _typeByName(mangledName) != nil }

  /// What a store at a default place is under a test runner: that of the running test, else one
  /// temporary store for the whole process, which reports that nothing keeps tests apart.
  static func storeInstead() -> SceneStore { store ?? shared }

  private static let shared: SceneStore = {
    let store = SceneStore.temporary()
    store.core.problems.report(SceneProblem(.sharedTestStore))
    // The last reference is this one, so nobody would remove the folder.
    if let folder = store.temporaryFolder { ProcessEnd.perform { removeDirectory(folder) } }
    return store
  }()
}
