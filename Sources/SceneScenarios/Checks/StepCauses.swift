/// The numbers of steps because of which later ones do nothing, or are refused.
struct StepCauses: Sendable {
  /// The step that removed a row from a table, by the name of the row.
  private(set) var removedRows: [String: Int] = [:]
  /// The step that took nothing from a value of a key, since that does not have it.
  private(set) var misses: [String: Int] = [:]
  /// The fault since which values of a key cannot be encoded.
  private(set) var encodingFaults: [String: Int] = [:]

  mutating func removeRow(_ name: String, in step: Int) { removedRows[name] = step }

  mutating func miss(_ key: String, in step: Int) { misses[key] = step }

  mutating func refuseToEncode(_ key: String, in step: Int) { encodingFaults[key] = step }
}
