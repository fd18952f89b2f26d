internal import CLMDB
internal import Glibc

/// The other processes that hold a lock on a file taken with `flock`, as the system lists them.
///
/// For messages only: a process of another container may have another number there, or none.
func lockHolders(_ path: String) -> [Int32] {
  // The message tells what happened without them, too.
  guard let status = try? linkStatus(path),
    let list = try? FileDescriptor.reading("/proc/locks")  // not every container shows it
  else { return [] }
  var text: [UInt8] = []
  while true {
    let part = list.bytes(1 << 16, at: text.count)
    text += part
    if part.isEmpty || text.count > 1 << 22 { break }
  }
  var pids: Set<Int32> = []
  for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
    // 12: FLOCK  ADVISORY  READ  4711 08:01:131090 0 EOF
    let fields = line.split(separator: " ")
    guard fields.count > 5, fields[1] == "FLOCK", let pid = Int32(fields[4]), pid > 0,
      let inode = fields[5].split(separator: ":").last,
      UInt64(inode) == UInt64(status.identity.inode)
    else { continue }
    pids.insert(pid)
  }
  return pids.subtracting([getpid()]).sorted()
}
