public import FoundationEssentials
import LMDB
public import SceneState
import StoreFormat

/// What the benchmarks measure and users cannot reach: a target of the product's package, and only
/// there when `SCENE_STORAGE_BENCH` is set.
public enum Inside {
  /// Does what the store's own thread does after a change: a commit that is not waited for.
  public static func commit(_ store: SceneStore) throws { try store.commit() }

  /// Opens a store whose own thread never commits: nothing happens that is not asked for.
  public static func openSilent(_ directory: URL) throws -> SceneStore {
    var options = SceneStore.Options()
    options.commitsByItself = false
    options.backups = nil
    return try SceneStore.open(directory, options: options)
  }

  /// Opens a store without the look at its whole file, which is measured apart.
  public static func openUnverified(_ directory: URL) throws -> SceneStore {
    var options = SceneStore.Options()
    options.environmentHook = { $0.verify = { _ in } }
    return try SceneStore.open(directory, options: options)
  }

  /// The look at the whole file that comes before a store is opened.
  public static func verify(_ dataFile: String) throws { try verifyStoreFile(dataFile) }

  /// Encodes numbers as a commit does; gives the bytes that came out.
  public static func encode(_ numbers: [Int], times: Int) throws -> Int {
    try encode(numbers, TypedCoding.codable(Int.self), times)
  }

  /// The same for texts.
  public static func encode(_ texts: [String], times: Int) throws -> Int {
    try encode(texts, TypedCoding.codable(String.self), times)
  }

  @inline(never)
  private static func encode<Value>(
    _ values: [Value], _ coding: TypedCoding<Value>, _ times: Int
  ) throws -> Int {
    var bytes = 0
    // All numbers and texts of a commit are encoded into one array.
    guard let append = coding.appending else { return 0 }
    var batch: [UInt8] = []
    // Where it is, as in its cell: an array would hand out a copy that counts a reference.
    let values = values.span
    for round in 0..<times {
      if round % values.count == 0 {
        bytes &+= batch.count
        batch.removeAll(keepingCapacity: true)
      }
      _ = append(values[round % values.count], &batch)
    }
    return bytes &+ batch.count
  }
}
