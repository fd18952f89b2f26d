import FoundationEssentials
import SceneScenarios
import StoreTools

/// Why a store is not safe to use or cannot be written, by what stands in its folder, and the
/// command that helps.
///
/// No command here changes what a link leads to: it may be anything.
struct UnsafePlace {
  let hint: String
  let next: String

  init(_ directory: String) {
    (hint, next) =
      Self.link(directory) ?? Self.linkedFile(directory) ?? Self.linkedLocks(directory)
      ?? Self.folder(directory) ?? Self.open(directory) ?? Self.foreign(directory)
      ?? Self.closed(directory)
      ?? ("nothing was changed; this shows what stands there", "ls -la \(Self.word(directory))")
  }

  private typealias Advice = (hint: String, next: String)

  private static func word(_ paths: String...) -> String {
    paths.map(ShellText.word).joined(separator: " ")
  }

  /// Where a link leads, as a path from here; nil if it is none.
  static func goal(ofLink path: String) -> String? {
    guard ProcessEdge.kind(of: path) == .link,
      // What was a link a moment ago may be gone.
      let goal = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    else { return nil }
    guard !goal.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return goal }
    return path[...slash] + goal
  }

  private static func link(_ directory: String) -> Advice? {
    let isMarked = directory.count > 1 && directory.hasSuffix("/")
    let path = isMarked ? String(directory.dropLast()) : directory
    return goal(ofLink: path).map {
      ("the store is the folder that the link leads to", "scenesim store check \(word($0))")
    }
  }

  private static func linkedFile(_ directory: String) -> Advice? {
    let data = "\(directory)/\(StoreFileNames.data)"
    return goal(ofLink: data).map {
      (
        "it leads to '\($0)'; a copy of that in a folder of its own can be used",
        "mkdir -m 700 NEW-FOLDER && cp -L \(word(data)) NEW-FOLDER/\(StoreFileNames.data)"
      )
    }
  }

  private static func linkedLocks(_ directory: String) -> Advice? {
    let links = StoreFileNames.locks.map { "\(directory)/\($0)" }
      .filter { ProcessEdge.kind(of: $0) == .link }
    guard !links.isEmpty else { return nil }
    return (
      "nothing was changed; only the link goes, and the lock is made anew",
      "rm \(links.map(ShellText.word).joined(separator: " "))"
    )
  }

  /// A folder in the place of the data file may be a store itself.
  private static func folder(_ directory: String) -> Advice? {
    let data = "\(directory)/\(StoreFileNames.data)"
    guard OutputFile.isFolder(data) else { return nil }
    let isStore = OutputFile.exists("\(data)/\(StoreFileNames.data)")
    return (
      "where the store's file belongs there is a folder",
      isStore ? "scenesim store check \(word(data))" : "ls -la \(word(data))"
    )
  }

  /// What is this user's, and others may write.
  private static func open(_ directory: String) -> Advice? {
    let open = ProcessEdge.openPlaces(of: files(of: directory))
    guard !open.isEmpty else { return nil }
    return (
      "nothing was changed; this closes it to others",
      "chmod go-w \(open.map(ShellText.word).joined(separator: " "))"
    )
  }

  /// Files that are not the folder's owner's.
  private static func foreign(_ directory: String) -> Advice? {
    guard let owner = ProcessEdge.owner(of: directory) else { return nil }
    let others = files(of: directory).filter {
      ProcessEdge.owner(of: $0).map { $0 != owner } ?? false
    }
    guard !others.isEmpty else { return nil }
    return (
      "nothing was changed; all of a store belongs to one user",
      "sudo chown \(word(owner)) \(others.map(ShellText.word).joined(separator: " "))"
    )
  }

  /// What is this user's, and its permissions keep this user out.
  private static func closed(_ directory: String) -> Advice? {
    guard let place = ProcessEdge.withoutWriting(files(of: directory)), ProcessEdge.isOwn(place)
    else { return nil }
    return ("it is yours: you may change the permissions", "chmod -R u+rwX \(word(directory))")
  }

  /// The folder and the files that have to be safe.
  static func files(of directory: String) -> [String] {
    [directory] + StoreFileNames.all.map { "\(directory)/\($0)" }
  }
}
