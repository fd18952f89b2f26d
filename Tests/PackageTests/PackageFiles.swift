import Foundation

/// The files of this package as they lie on disk, without what builds leave behind.
enum PackageFiles {
  static let root: URL = {
    var url = URL(filePath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  static let textEndings = [
    "swift", "md", "yaml", "json", "py", "h", "c", "modulemap", "sh", "js", "css",
  ]

  /// Paths below the root, sorted; hidden folders, build folders and stores are left out.
  static func paths() throws -> [String] {
    try paths(below: "").sorted()
  }

  static func byteCount(of path: String) throws -> Int {
    let values = try root.appending(path: path).resourceValues(forKeys: [.fileSizeKey])
    return values.fileSize ?? 0
  }

  /// All text files, read once.
  static func texts() throws -> [SourceText] { try cached.get() }

  private static let cached = Result {
    try paths().filter(isText).map { path in
      SourceText(path: path, text: try text(of: path))
    }
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func isText(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return path.hasPrefix("Scripts/") }
    return textEndings.contains(String(name[name.index(after: dot)...]))
  }

  private static func paths(below folder: String) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path(percentEncoded: false))
    return try names.filter { !$0.hasPrefix(".") && $0 != "__pycache__" }.flatMap {
      name -> [String] in
      let path = folder.isEmpty ? name : folder + "/" + name
      let values = try root.appending(path: path).resourceValues(
        forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
      if values.isSymbolicLink == true { return [] }
      return values.isDirectory == true ? try paths(below: path) : [path]
    }
  }
}
