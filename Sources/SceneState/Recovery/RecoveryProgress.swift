/// How far the look through a damaged file has come; see ``SceneStore/Options/onRecovery``.
///
/// ```swift
/// options.onRecovery = { print("\($0.percent) % of the damaged store was read") }
/// ```
public struct RecoveryProgress: Hashable, Sendable {
  /// How many bytes of the file lie behind; holes in it cost no time.
  public let bytesDone: Int
  /// The size of the file.
  public let bytesAll: Int

  /// The same in percent, 0 to 100.
  public var percent: Int { bytesAll > 0 ? Int(Double(bytesDone) / Double(bytesAll) * 100) : 100 }
}

extension StoreRecovery {
  func tell(_ done: Int, of all: Int) {
    (onProgress ?? options.onRecovery)?(
      RecoveryProgress(bytesDone: min(done, all), bytesAll: all))
  }
}
