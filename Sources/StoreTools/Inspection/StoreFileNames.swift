/// The files that a store has in its folder.
package enum StoreFileNames {
  package static let data = "data.mdb"

  /// What is made anew when it is missing and nobody has the store open.
  package static let locks = ["lock.mdb", "open.lock", "use.lock", "writer.lock"]

  package static let all = [data] + locks
}
