/// The folder of an open environment, and the locks that are held in it.
final class StoreFiles: Sendable {
  let folder: StoreFolder
  /// Shared while the environment is open; its bytes are names that one process has for itself.
  let use: FileLock
  /// Held alone around each write transaction.
  let writerLock: FileLock

  init(_ folder: StoreFolder, use: consuming FileLock, writerLock: consuming FileLock) {
    self.folder = folder
    self.use = use
    self.writerLock = writerLock
  }

  /// Others may take the folder for themselves.
  func letGo() {
    use.unlockBytes()
    use.unlock()
  }
}
