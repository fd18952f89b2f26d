import LMDB

/// How far a store can be used at a moment; the reason is a sentence.
///
/// Whatever it is, reading and writing values neither throws nor traps.
public enum StoreCondition: Hashable, Sendable {
  /// Values are read from the file and written into it.
  case usable
  /// What is stored can be read. What is written stays in memory, and goes into the file as soon as
  /// it can be written again.
  case readOnly(String)
  /// Values are read and written, and a part of the file was found damaged: close the store and
  /// open it again, which saves what can be saved.
  case damaged(String)
  /// The file can be neither read nor written: values live in memory until it can.
  case memory(String)
}

extension SceneStore {
  /// How far the store can be used right now, as far as the last try to use it told.
  ///
  /// ```swift
  /// if store.condition != .usable { statusBar.text = "not saved" }
  /// ```
  public var condition: StoreCondition {
    let failure = core.failure.text
    guard let open = core.connection.current else {
      return .memory(failure ?? "the store is not open")
    }
    if let refusal = open.refusal { return .readOnly(refusal) }
    guard let failure else { return core.scrub.damage.map { .damaged($0) } ?? .usable }
    // A file that was closed after an error has no last transaction.
    return open.environment.lastTransactionID == nil ? .memory(failure) : .readOnly(failure)
  }
}
