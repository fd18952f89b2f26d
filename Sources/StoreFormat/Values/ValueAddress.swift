/// What identifies a value in one store: session number, scope path, key name.
package struct ValueAddress: Hashable, Sendable {
  /// The session whose values belong to the app and not to a scene.
  package static let appSession: UInt32 = 0

  package let session: UInt32
  package let path: ScopePath
  /// The key's name in Unicode normal form C.
  package let key: String

  package init(session: UInt32, path: ScopePath, key: String) {
    (self.session, self.path, self.key) = (session, path, key.normalFormC)
  }

  /// What stands for the address of a key that is none.
  package static let nowhere = ValueAddress(session: 0, path: .root, key: "")

  /// The texts of path and key in the order in which the stored key has them.
  package var texts: [String] { path.texts + [key] }
}
