public import SceneLifecycle

/// An app that plays its own older and newer versions: `version` and `update` reach it.
///
/// A scenario that names the app says `update: {version: 2}` where the next process is to run a
/// later version, such as one that takes a setting away. An app that does not conform runs as it is,
/// and only what it writes is marked with the version.
///
/// ```swift
/// final class Quill: SceneApp, VersionedApp {
///   private var version = 1
///   func use(version: Int) { self.version = version }
/// }
/// ```
public protocol VersionedApp: SceneApp {
  /// Takes the version; runs once in each process, before everything else.
  func use(version: Int)
}
