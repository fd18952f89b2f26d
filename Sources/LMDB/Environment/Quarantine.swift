/// Where damaged data files are kept: `quarantine/<time>-<reason>.mdb` in the store's folder.
package struct Quarantine: Sendable {
  private static let suffix = ".mdb"
  private let dataFile: String
  private let place: PrivateFolder

  init(of folder: StoreFolder) {
    dataFile = folder.data
    place = PrivateFolder(folder.quarantine)
  }

  package init(ofStore directory: String) throws(LMDBError) {
    self.init(of: try StoreFolder(directory))
  }

  /// The paths of the files in it, the oldest first.
  package var paths: [String] {
    names.map { "\(place.path)/\($0)" }
  }

  private var names: [String] {
    // A folder that cannot be read is told where a file is kept in it, or all are removed.
    ((try? place.names()) ?? []).filter { $0.hasSuffix(Self.suffix) }
  }

  /// Gives the data file a second name here, on the disk, and answers its path.
  ///
  /// The name is the time and the reason, without the ending; a file that has one keeps it.
  package func keep(as name: String) throws(LMDBError) -> String {
    try place.create()
    guard let status = try linkStatus(dataFile) else {
      throw .system(
        errno: SystemCode.noEntry, operation: "keeping the damaged file", path: dataFile)
    }
    if let known = self.name(of: FileIdentity(status)) { return "\(place.path)/\(known)" }
    // Names of one second sort by the number behind them.
    let last = paths.last { $0.hasPrefix("\(place.path)/\(name)") }
    var number = last.map { Int($0.dropLast(Self.suffix.count).suffix(3)) ?? 1 } ?? 0
    while true {
      number += 1
      let digits = String(1000 + number).suffix(3)
      let path = "\(place.path)/\(name)\(number == 1 ? "" : "_\(digits)")\(Self.suffix)"
      if try linkFile(dataFile, to: path, mayExist: number < 999) {
        try synchronizeFolder(place.path)
        return path
      }
    }
  }

  /// Removes the oldest files beyond a number or a size; the newest one always stays.
  package func prune(keeping count: Int, bytes limit: Int) {
    var (kept, bytes) = (0, 0)
    for name in names.reversed() {
      let size = place.size(of: name)
      if kept > 0, kept >= count || bytes + size > limit {
        place.remove(name)
      } else {
        (kept, bytes) = (kept + 1, bytes + size)
      }
    }
  }

  /// Removes everything in it: what it holds is to be forgotten.
  package func removeAll() throws(LMDBError) {
    let names = try place.names()
    for name in names { place.remove(name) }
    if !names.isEmpty { try synchronizeFolder(place.path) }
  }

  /// Takes the second name away from a data file that is sound after all.
  func release(_ identity: FileIdentity) {
    if let name = name(of: identity) { place.remove(name) }
  }

  /// The name that a file has here.
  func name(of identity: FileIdentity) -> String? {
    // Without a proof that the other name is here, the file counts as somebody else's.
    let names = (try? place.names()) ?? []
    return names.first { name in
      // One that went away meanwhile is no name of any file.
      guard let status = try? linkStatus("\(place.path)/\(name)") else { return false }
      return FileIdentity(status) == identity
    }
  }
}
