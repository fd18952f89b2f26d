import LMDB

/// What a file is by its first bytes, as far as programs agree on them.
///
/// Text says nothing: what writes over a file that was a store is mostly text.
package enum FileSignature {
  private static let known: [(bytes: String, words: String)] = [
    ("SQLite format 3\0", "a SQLite database"), ("\u{89}PNG\r\n\u{1A}\n", "a picture (PNG)"),
    ("bplist00", "a property list"), ("%PDF-", "a PDF"), ("PK\u{3}\u{4}", "a ZIP archive"),
    ("\u{1F}\u{8B}\u{8}", "a compressed file (gzip)"),
    ("(\u{B5}/\u{FD}", "a compressed file (zstd)"),
    ("AAAAAAAAAAAAAAgAAAAAAN7A77", "a store's data.mdb as a text (base64)"),
  ]

  /// `a SQLite database`; nil if the first bytes say nothing.
  package static func words(ofFile path: String) -> String? {
    // What cannot be opened, such as a folder, has no first bytes.
    (try? DataFile.open(path)).flatMap { words(of: $0) }
  }

  static func words(of file: DataFile) -> String? {
    let count = min(64, file.byteCount)
    guard let first = file.bytes(count, at: 0), count > 0 else { return nil }
    for (text, words) in known where first.starts(with: text.unicodeScalars.map { UInt8($0.value) })
    { return words }
    return nil
  }
}
