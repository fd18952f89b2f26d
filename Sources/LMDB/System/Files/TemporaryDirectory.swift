internal import CLMDB
internal import Glibc

/// Creates a folder nobody else can read, with a name nobody can guess.
///
/// - Throws: ``LMDBError/system(errno:operation:path:)`` when it can't be created.
package func makeTemporaryDirectory(
  prefix: String,
  memoryBacked: Bool = false
) throws(LMDBError) -> String {
  let shared = "/dev/shm"
  let hasShared = unsafe access(shared, W_OK | X_OK) == 0
  let base =
    memoryBacked && hasShared
    ? shared : environmentText("TMPDIR").map(withoutTrailingSlashes) ?? "/tmp"
  var template = Array("\(base)/\(prefix)XXXXXX".utf8CString)
  let made = unsafe template.withUnsafeMutableBufferPointer { buffer -> Bool in
    guard let start = buffer.baseAddress else { return false }
    return unsafe mkdtemp(start) != nil
  }
  let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  guard made else { throw .lastSystemError("mkdtemp", path) }
  return path
}

/// Removes a folder with everything in it; a link in it is removed, never followed.
package func removeDirectory(_ path: String) {
  // Most often there is none.
  if unsafe rmdir(path) == 0 || errno == ENOENT { return }
  let folder = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  if folder >= 0 { removeContent(of: folder) }
  unsafe rmdir(path)
}

/// Removes what a folder holds and closes its descriptor.
private func removeContent(of folder: Int32) {
  guard let stream = unsafe fdopendir(folder) else {
    close(folder)
    return
  }
  defer { unsafe closedir(stream) }
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name == "." || name == ".." { continue }
    if unsafe unlinkat(folder, name, 0) == 0 { continue }
    let child = unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if child >= 0 { removeContent(of: child) }
    unsafe unlinkat(folder, name, AT_REMOVEDIR)
  }
}

/// The path without slashes at its end, which would make `lstat` follow a link.
func withoutTrailingSlashes(_ path: String) -> String {
  var path = path
  while path.count > 1, path.hasSuffix("/") { path.removeLast() }
  return path
}

private func environmentText(_ name: String) -> String? {
  guard let raw = unsafe getenv(name) else { return nil }
  let text = unsafe String(cString: raw)
  return text.isEmpty ? nil : text
}
