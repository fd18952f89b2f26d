import SceneReports
import SceneState

/// A dump in a file, or on standard input.
enum DumpFile {
  /// What the dump says; all of it is read and looked at before anything is done with it.
  ///
  /// - Throws: An invalid input, with file, line and column.
  static func contents(
    _ path: String, _ console: Console
  ) throws(CommandFailure) -> StoreContents {
    let bytes = path == "-" ? console.surroundings.readInput() : try OutputFile.read(path)
    do throws(DumpMistake) { return try DumpReader.contents(bytes) } catch {
      let name = path == "-" ? "(standard input)" : path
      let isForTool = bytes.starts(with: "VERSION=".utf8)
      throw CommandFailure(
        .invalidInput, "\(name):\(error.line):\(error.column): \(error.message)",
        code: "bad-dump",
        hint: isForTool ? "this is a dump for mdb_load, which makes a store of it" : error.hint)
    }
  }

  /// Whether a path is more likely a dump than the folder of a store.
  static func isDump(_ path: String) -> Bool {
    path == "-" || OutputFile.exists(path) && !OutputFile.isFolder(path)
  }
}
