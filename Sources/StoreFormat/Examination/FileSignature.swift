import LMDB

/// What a file is by its first bytes, as far as programs agree on them.
///
/// Text says nothing: what writes over a file that was a store is mostly text.
package struct FileSignature: Sendable {
  /// How what is in a file comes out of it.
  package enum Packing: Sendable {
    /// One file, made smaller: the program that takes it out, and what names of such files end in.
    case compressed(program: String, endings: [String])
    /// One file as a text.
    case base64
    /// Files with their names: the command, with `FILE` in the place of the archive.
    case archive(command: String)
  }

  /// `a SQLite database`.
  package let words: String
  /// Nil for what holds nothing else.
  package let packing: Packing?
  private let bytes: [UInt8]
  /// Where in the file they stand.
  private let offset: Int

  private init(_ text: String, at offset: Int = 0, _ words: String, _ packing: Packing? = nil) {
    bytes = text.unicodeScalars.map { UInt8($0.value) }
    (self.offset, self.words, self.packing) = (offset, words, packing)
  }

  private static func compressed(
    _ text: String, _ name: String, _ program: String, _ endings: String...
  ) -> FileSignature {
    FileSignature(
      text, "a compressed file (\(name))", .compressed(program: program, endings: endings))
  }

  private static func text(_ text: String, _ words: String) -> FileSignature {
    FileSignature(text, "\(words) as a text (base64)", .base64)
  }

  private static let known: [FileSignature] = [
    FileSignature("SQLite format 3\0", "a SQLite database"),
    FileSignature("\u{89}PNG\r\n\u{1A}\n", "a picture (PNG)"),
    FileSignature("bplist00", "a property list"), FileSignature("%PDF-", "a PDF"),
    FileSignature("PK\u{3}\u{4}", "a ZIP archive", .archive(command: "unzip FILE -d NEW-FOLDER")),
    compressed("\u{1F}\u{8B}\u{8}", "gzip", "gzip", ".gz", ".tgz"),
    compressed("(\u{B5}/\u{FD}", "zstd", "zstd", ".zst", ".tzst"),
    compressed("\u{FD}7zXZ\0", "xz", "xz", ".xz", ".txz"),
    compressed("BZh", "bzip2", "bzip2", ".bz2", ".tbz", ".tbz2"),
    FileSignature(
      "7z\u{BC}\u{AF}\u{27}\u{1C}", "a 7z archive", .archive(command: "7z x FILE -oNEW-FOLDER")),
    FileSignature(
      "Rar!\u{1A}\u{7}", "a RAR archive", .archive(command: "unrar x FILE NEW-FOLDER/")),
    text("AAAAAAAAAAAAAAgAAAAAAN7A77", "a store's data.mdb"), text("H4sI", "a gzip file"),
    text("/Td6WFoA", "an xz file"), text("KLUv/", "a zstd file"), text("UEsDB", "a ZIP archive"),
  ]

  /// What it begins with is the name of a file, and of a store that stands behind it all is there:
  /// only what a person names is told to be one.
  private static let tar = FileSignature(
    "ustar", at: 257, "a tar archive",
    .archive(command: "mkdir -m 700 NEW-FOLDER && tar -xf FILE -C NEW-FOLDER"))

  /// What the first bytes of a file say; nil if they say nothing.
  package init?(ofFile path: String) {
    // What cannot be opened, such as a folder, has no first bytes.
    guard let file = try? DataFile.open(path),
      let found = Self.of(file) ?? (Self.tar.fits(file) ? Self.tar : nil)
    else { return nil }
    self = found
  }

  /// `a SQLite database`; nil if the first bytes say nothing.
  static func words(of file: DataFile) -> String? { of(file)?.words }

  private static func of(_ file: DataFile) -> FileSignature? { known.first { $0.fits(file) } }

  private func fits(_ file: DataFile) -> Bool { file.bytes(bytes.count, at: offset) == bytes }
}
