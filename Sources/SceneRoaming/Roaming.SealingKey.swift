import FoundationEssentials

extension Roaming {
  /// A secret of 256 bits that hides what is carried from whoever runs the cluster.
  ///
  /// ```sh
  /// (umask 077; openssl rand -hex 32 >> ann.keys)    # a new one: a line at the end of the file
  /// ```
  /// ```swift
  /// let options = Roaming.Options(sealedBy: try Roaming.SealingKey.read("/etc/scenes/ann.keys"))
  /// ```
  /// A description of it does not show it.
  public struct SealingKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let bytes: [UInt8]

    /// A key of 64 hexadecimal digits; nil for another text.
    public init?(_ text: some StringProtocol) {
      let digits = text.compactMap(\.hexDigitValue)
      guard digits.count == 64, text.utf8.count == 64 else { return nil }
      bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// The keys of a file, one a line and the newest last; empty lines and those with `#` are none.
    /// - Throws: `bad-credentials` with the line that cannot be read.
    public static func read(_ file: String) throws(RoamingProblem) -> [SealingKey] {
      let text: String
      do { text = try String(contentsOf: URL(filePath: file), encoding: .utf8) } catch {
        throw RoamingProblem(.badCredentials, detail: "'\(file)' cannot be read")
      }
      var keys: [SealingKey] = []
      for (number, line) in text.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline
      ).enumerated() where !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("#") {
        guard let key = SealingKey(line.prefix { !$0.isWhitespace }) else {
          throw RoamingProblem(
            .badCredentials,
            detail: "line \(number + 1) of '\(file)' is no key of 64 hexadecimal digits")
        }
        keys.append(key)
      }
      guard !keys.isEmpty else {
        throw RoamingProblem(.badCredentials, detail: "'\(file)' has no key")
      }
      return keys
    }

    /// That it is a key.
    public var description: String { "a sealing key" }

    /// The same for debuggers and `dump`.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }
}
