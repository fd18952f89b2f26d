import FoundationEssentials
import SceneScenarios
import StoreFormat

/// What a file is that somebody named as a store or a dump, or that lies where a store's file
/// belongs, and how a store comes of it.
struct StrayFile {
  /// `a compressed file (gzip)`.
  let words: String
  let hint: String
  /// Nil if no command makes a store of it.
  let next: String?
  /// What it is by its content; nil for what nobody looks into.
  let file: LoneFile?

  /// Looks into a file, also through a link; nil for a folder, and where nothing is.
  init?(_ path: String) {
    guard OutputFile.exists(path), !OutputFile.isFolder(path) else { return nil }
    let word = ShellText.word(path)
    let isDevice = ProcessEdge.kind(of: path) == .device
    let signature = isDevice ? nil : FileSignature(ofFile: Self.behind(path))
    file = isDevice || signature != nil ? nil : LoneFile(Self.behind(path))
    if isDevice {
      (words, hint, next) = ("a device, a pipe or a socket", Self.folder, nil)
    } else if path.hasSuffix(ScenarioFiles.ending) {
      (words, hint) = ("a scenario", "a run of it leaves a store")
      next = "scenesim run \(word) --case 1 --store NEW-FOLDER"
    } else if let signature {
      words = signature.words
      next = signature.packing.map { Self.unpacking($0, path) }
      hint = next == nil ? Self.folder : "unpack it: a store may be in it"
    } else if let file {
      words = file.words
      (hint, next) = Self.way(from: file, word)
    } else {
      (words, hint, next) = ("a file that cannot be read", Self.folder, nil)
    }
  }

  private static let folder = "a store is a folder with data.mdb in it"

  /// What a link leads to: a file is read by its own name.
  private static func behind(_ path: String) -> String {
    ProcessEdge.kind(of: path) == .link
      ? URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false) : path
  }

  /// How a store comes of it: what helps, and the command, with the file as a word of it.
  static func way(from file: LoneFile, _ word: String) -> (hint: String, next: String?) {
    let loading = "loaded into a folder it becomes a store"
    let first = "the dump itself is wanted, each line as it was written"
    return switch file {
    case .dataFile:
      (
        "in a folder of its own it is a store",
        "mkdir -m 700 NEW-FOLDER && cp -p \(word) NEW-FOLDER/data.mdb"
      )
    case .backup, .dump(.whole): (loading, "scenesim store load NEW-FOLDER \(word)")
    case .dump(.forTool):
      (
        "the tool of LMDB makes a store of it",
        "mkdir -m 700 NEW-FOLDER && mdb_load -f \(word) NEW-FOLDER && chmod 600 NEW-FOLDER/*.mdb"
      )
    case .dump(.cut):
      ("it is cut short: copy it again, a dump is loaded whole or not at all", nil)
    case .dump(.marked): (first, "sed '1s/^\\xEF\\xBB\\xBF//' \(word) > dump.jsonl")
    case .dump(.utf16): (first, "iconv -f UTF-16 -t UTF-8 \(word) > dump.jsonl")
    case .dump(.array): (first, "jq -c '.[]' \(word) > dump.jsonl")
    case .dump(.amongOthers): (first, "sed -n 's/^[> ]*{/{/p' \(word) > dump.jsonl")
    case .export:
      ("ask for the store itself, a backup or a dump of it: `store dump` writes one", nil)
    case .foreign, .empty, .zeros, .text, .other: (folder, nil)
    }
  }

  /// How a file is unpacked: an archive into a folder, what may be a store's file as one, and a dump
  /// or a backup beside it.
  private static func unpacking(_ packing: FileSignature.Packing, _ path: String) -> String {
    let word = ShellText.word(path)
    let new = "mkdir -m 700 NEW-FOLDER &&"
    switch packing {
    case .base64: return "\(new) base64 -d \(word) > NEW-FOLDER/data.mdb"
    case .archive(let command): return command.replacing("FILE", with: word)
    case .compressed(let program, let endings):
      let ending = endings.first(where: path.hasSuffix) ?? ""
      let stem = path.dropLast(ending.count)
      if stem.hasSuffix(".tar") || ending.hasPrefix(".t") {
        return "\(new) tar -xf \(word) -C NEW-FOLDER"
      }
      if !ending.isEmpty, DumpFile.hasItsName(String(stem)) || stem.hasSuffix(BackupFile.ending) {
        return "\(program) -dk \(word)"
      }
      return "\(new) \(program) -dc \(word) > NEW-FOLDER/data.mdb"
    }
  }

  /// How a packed file in a store's folder becomes the data file of that store; nil if it is not
  /// one file that was made smaller.
  static func unpacking(_ name: String, in folder: String) -> String? {
    guard case .compressed(let program, _) = FileSignature(ofFile: "\(folder)/\(name)")?.packing
    else { return nil }
    let (old, new) = (ShellText.word("\(folder)/\(name)"), ShellText.word("\(folder)/data.mdb"))
    return "\(program) -dc \(old) > \(new)"
  }
}
