/// What is done when a store's file is found damaged as it is opened.
public enum RecoveryPolicy: Hashable, Sendable {
  /// Everything that can be saved from the damaged file and the backups is put into a new one.
  case salvage
  /// The newest backup takes the place of the damaged file, or an empty store if there is none.
  case backupOnly
  /// Nothing is changed: the store cannot be used, and values live in memory.
  ///
  /// A last commit whose first page could not be written is no damage. It is kept, as with the
  /// other policies, if nothing at all is lost; the file as it was is in `quarantine`.
  case fail
}
