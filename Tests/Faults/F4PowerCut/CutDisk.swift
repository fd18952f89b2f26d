/// A disk that keeps what was synchronised and any part of the rest.
///
/// Bytes: each 512-byte sector of a write that was not synchronised is there or not. Names: of the
/// changes in a folder that were not synchronised with it, the first ones are there, in order.
struct CutDisk {
  private struct NameChange {
    let index: Int
    let change: CutRecord.Change
  }

  /// What is on the disk for good.
  private var contents: [UInt64: [UInt8]] = [:]
  private var names: [String: UInt64] = [:]
  private var folders: Set<String> = []
  /// What a cut may take away.
  private var pendingBytes: [UInt64: [CutRecord.Change]] = [:]
  private var pendingNames: [String: [NameChange]] = [:]
  /// Where the running system sees the files.
  private var seen: [String: UInt64] = [:]
  private let forgetsSynchronising: Bool

  /// - Parameters:
  ///   - files: What is there before the first record, by path and number.
  ///   - forgetsSynchronising: Whether nothing is ever synchronised: the control.
  init(files: [String: (number: UInt64, bytes: [UInt8])] = [:], forgetsSynchronising: Bool) {
    self.forgetsSynchronising = forgetsSynchronising
    for (path, file) in files {
      names[path] = file.number
      contents[file.number] = file.bytes
      folders.insert(Self.folder(of: path))
    }
    seen = names
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  // MARK: Going on

  /// Makes a change happen.
  mutating func apply(_ record: CutRecord, index: Int) {
    switch record.change {
    case .write(let file, _, _, let isSynchronous):
      if isSynchronous, !forgetsSynchronising {
        // Such a write waits for itself only.
        Self.write(record.change, into: &contents[file, default: []])
      } else {
        pendingBytes[file, default: []].append(record.change)
      }
    case .size(let file, _): pendingBytes[file, default: []].append(record.change)
    case .sync(let file):
      if forgetsSynchronising { return }
      if seen.values.contains(file) {
        synchroniseBytes(file)
      } else {
        synchroniseNames(record.path)
      }
    case .mark: break
    case .created(let path, let file), .linked(let path, let file):
      seen[path] = file
      queue(record.change, in: path, index)
    case .renamed(let from, let to, let file):
      seen[from] = nil
      seen[to] = file
      queue(record.change, in: to, index)
    case .removed(let path):
      seen[path] = nil
      queue(record.change, in: path, index)
    case .made(let path): queue(record.change, in: path, index)
    }
  }

  private mutating func queue(_ change: CutRecord.Change, in path: String, _ index: Int) {
    let entry = NameChange(index: index, change: change)
    pendingNames[Self.folder(of: path), default: []].append(entry)
  }

  private mutating func synchroniseBytes(_ file: UInt64) {
    for change in pendingBytes.removeValue(forKey: file) ?? [] {
      Self.write(change, into: &contents[file, default: []])
    }
  }

  private mutating func synchroniseNames(_ folder: String) {
    for entry in pendingNames.removeValue(forKey: folder) ?? [] {
      Self.rename(entry.change, &names, &folders)
    }
  }

  // MARK: Cutting

  /// What is found after a cut in the middle of a change: files by path, and folders.
  func image(
    during record: CutRecord, _ random: inout SeededRandom
  ) -> (files: [String: [UInt8]], folders: [String]) {
    var (names, folders) = (names, folders)
    var chosen: [NameChange] = []
    let mode = random.number(below: 3)
    for folder in pendingNames.keys.sorted() {
      let entries = pendingNames[folder] ?? []
      let count = [0, entries.count, random.number(below: entries.count + 1)][mode]
      chosen += entries.prefix(count)
    }
    for entry in chosen.sorted(by: { $0.index < $1.index }) {
      Self.rename(entry.change, &names, &folders)
    }
    var files: [String: [UInt8]] = [:]
    for path in names.keys.sorted() {
      guard let file = names[path], Self.isReachable(path, folders) else { continue }
      files[path] = content(of: file, during: record, &random)
    }
    return (files, folders.filter { Self.isReachable($0, folders) }.sorted())
  }

  private static func isReachable(_ path: String, _ folders: Set<String>) -> Bool {
    let above = folder(of: path)
    return above.isEmpty || folders.contains(above) && isReachable(above, folders)
  }

  private func content(
    of file: UInt64, during record: CutRecord, _ random: inout SeededRandom
  ) -> [UInt8] {
    var bytes = contents[file] ?? []
    let mode = random.number(below: 4)
    for change in pendingBytes[file] ?? [] {
      switch mode {
      case 0: continue
      case 1: Self.write(change, into: &bytes)
      case 2: if random.oneIn(2) { Self.write(change, into: &bytes) }
      default: Self.write(change, into: &bytes) { random.oneIn(2) }
      }
    }
    // The change under way may be there in part.
    if case .write(file, _, _, _) = record.change {
      switch random.number(below: 3) {
      case 0: break
      case 1: Self.write(record.change, into: &bytes)
      default: Self.write(record.change, into: &bytes) { random.oneIn(2) }
      }
    }
    return bytes
  }

  /// Writes the wanted sectors.
  private static func write(
    _ change: CutRecord.Change, into bytes: inout [UInt8],
    sectors isWanted: () -> Bool = { true }
  ) {
    switch change {
    case .size(_, let size):
      guard isWanted() else { return }
      if size < bytes.count { bytes.removeLast(bytes.count - size) }
      if size > bytes.count { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
    case .write(_, let offset, let new, _):
      var start = offset
      while start < offset + new.count {
        let end = min((start / 512 + 1) * 512, offset + new.count)
        if isWanted() {
          if end > bytes.count { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
          let from = new.startIndex + start - offset
          bytes.replaceSubrange(start..<end, with: new[from..<(from + end - start)])
        }
        start = end
      }
    default: break
    }
  }

  private static func rename(
    _ change: CutRecord.Change, _ names: inout [String: UInt64], _ folders: inout Set<String>
  ) {
    switch change {
    case .created(let path, let file), .linked(let path, let file): names[path] = file
    case .renamed(let from, let to, let file):
      // NB: the old name may never have got to the disk; the file has all the same.
      names[from] = nil
      names[to] = file
    case .made(let path): folders.insert(path)
    case .removed(let path):
      names[path] = nil
      folders.remove(path)
    default: break
    }
  }
}
