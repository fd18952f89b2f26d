import Foundation
import SceneState

#if HAS_INSIDE
  import Inside
#endif

/// What only the product's own package reaches; nil where the build had no `SCENE_STORAGE_BENCH` in
/// its environment, and rows that need it are left out.
enum Within {
  /// Nanoseconds of a commit that is not durable.
  static func commit(_ store: SceneStore) throws -> Double? {
    #if HAS_INSIDE
      try timed { try Inside.commit(store) }
    #else
      nil
    #endif
  }

  /// A store whose own thread never commits.
  static func openSilent(_ directory: URL) throws -> SceneStore {
    #if HAS_INSIDE
      try Inside.openSilent(directory)
    #else
      try SceneStore.open(directory)
    #endif
  }

  /// A store that was opened without the look at its whole file.
  static func openUnverified(_ directory: URL) throws -> SceneStore {
    #if HAS_INSIDE
      try Inside.openUnverified(directory)
    #else
      try SceneStore.open(directory)
    #endif
  }

  /// Nanoseconds of the look at the whole file.
  static func verify(_ dataFile: String) throws -> Double? {
    #if HAS_INSIDE
      try timed { try Inside.verify(dataFile) }
    #else
      nil
    #endif
  }

  static func encode(_ numbers: [Int], times: Int) throws -> Int? {
    #if HAS_INSIDE
      try Inside.encode(numbers, times: times)
    #else
      nil
    #endif
  }

  static func encode(_ texts: [String], times: Int) throws -> Int? {
    #if HAS_INSIDE
      try Inside.encode(texts, times: times)
    #else
      nil
    #endif
  }
}
