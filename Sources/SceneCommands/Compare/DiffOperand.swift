import SceneReports
import SceneState

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One side of a comparison as it was given: the folder of a store, or a dump.
struct DiffOperand {
  let text: String

  init(_ text: String) { self.text = text }

  /// What of it an address covers; a scene that only the other side has is no mistake.
  func side(_ pattern: AddressPattern, _ console: Console) throws(CommandFailure) -> StoreSide {
    let (snapshot, redacted) = try snapshot(pattern, console)
    do throws(CommandFailure) {
      return try StoreSide(snapshot, pattern, redacted: redacted)
    } catch {
      guard error.code == "no-such-scene" else { throw error }
      return StoreSide()
    }
  }

  /// With the keys of what a dump does not show.
  private func snapshot(
    _ pattern: AddressPattern, _ console: Console
  ) throws(CommandFailure) -> (StoreSnapshot, Set<[UInt8]>) {
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: text, isDirectory: &isFolder)
    guard text == "-" || exists && !isFolder else {
      return (try StoreSource(directory: text).contents(of: pattern), [])
    }
    let contents = try contents(of: try bytes(console))
    return (StoreSnapshot(contents), Set(contents.redactedKeys))
  }

  private func bytes(_ console: Console) throws(CommandFailure) -> [UInt8] {
    if text == "-" { return console.surroundings.readInput() }
    do { return [UInt8](try Data(contentsOf: URL(filePath: text))) } catch {
      throw CommandFailure(
        .unusable, "cannot read '\(text)': \(SystemText.reason(error))", code: "not-read")
    }
  }

  private func contents(of bytes: [UInt8]) throws(CommandFailure) -> StoreContents {
    do throws(DumpMistake) { return try DumpReader.contents(bytes) } catch {
      throw CommandFailure(
        .invalidInput, "\(text):\(error.line):\(error.column): \(error.message)",
        code: "bad-dump", hint: error.hint)
    }
  }
}
