package import LMDB

/// The bytes under which a value is stored; order and prefixes follow the scopes.
///
/// Session number, path components, 0x01, key name. A component is 0x02 and a tab's name, or
/// 0x03 and kind and id of a nested scope. See `StoredText` for how texts are written: no
/// text's bytes begin another's, so a prefix never covers a scope that only looks alike.
package enum StoredKey {
  /// How many bytes of a stored key name the session.
  package static let sessionBytes = 4
  /// How many texts (path and key together) fit LMDB's 511 bytes, with room for set-aside keys.
  package static let textLimit = 8
  /// The most bytes of UTF-8 in one text: names in the envelope have two bytes for the length.
  package static let textByteLimit = Int(UInt16.max)

  /// What the bytes of an address look like if all its texts are plain and stand there as they are.
  package static let plainShape = KeyShape(textLimit: textLimit, textBytes: StoredText.byteLimit)

  private enum Tag {
    static let key: UInt8 = 1
    static let tab: UInt8 = 2
    static let nested: UInt8 = 3
  }

  /// The stored key, or nil if it has more than 8 texts or a text of more than 65,535 bytes.
  package static func bytes(of address: ValueAddress) -> [UInt8]? {
    guard var bytes = prefix(session: address.session, path: address.path),
      address.key.utf8.count <= textByteLimit
    else { return nil }
    bytes.append(Tag.key)
    StoredText.append(address.key, to: &bytes)
    return bytes
  }

  /// The bytes that begin the keys of everything in the scope and below, and no others.
  ///
  /// Nil if the scope could not hold a key: more than 7 texts, or a text too long.
  package static func prefix(session: UInt32, path: ScopePath) -> [UInt8]? {
    guard canHold(path) else { return nil }
    var bytes: [UInt8] = []
    bytes.appendBigEndian(session)
    for component in path.components {
      switch component {
      case .tab: bytes.append(Tag.tab)
      case .nested: bytes.append(Tag.nested)
      }
      for text in component.texts {
        StoredText.append(text, to: &bytes)
      }
    }
    return bytes
  }

  /// Whether there is a stored key for the address.
  package static func canHold(_ path: ScopePath, key: String) -> Bool {
    canHold(path) && key.utf8.count <= textByteLimit
  }

  /// The same for keys in a scope; asked at each read, so nothing is made for it.
  private static func canHold(_ path: ScopePath) -> Bool {
    var count = 0
    for component in path.components {
      switch component {
      case .tab(let name):
        guard name.utf8.count <= textByteLimit else { return false }
        count += 1
      case .nested(let kind, let id):
        guard kind.utf8.count <= textByteLimit, id.utf8.count <= textByteLimit else {
          return false
        }
        count += 2
      }
    }
    return count < textLimit
  }

  /// What the envelope must carry: all texts if at least one is too long for the key, else nil.
  package static func names(of address: ValueAddress) -> [String]? {
    let texts = address.texts
    return texts.contains(where: StoredText.isHashed) ? texts : nil
  }

  /// The address of a stored key; `names` are those of its envelope.
  ///
  /// Nil if the bytes are not exactly what this format writes, if a long text's name is
  /// missing, or if the names are not the ones the key was made of.
  package static func address(of bytes: [UInt8], names: [String]?) -> ValueAddress? {
    if names == nil, let place = plainShape.lastText(of: bytes) {
      return PlainAddresses.address(bytes, place)
    }
    var parser = Parser(reader: ByteReader(bytes), names: names)
    guard let address = parser.address(), self.bytes(of: address) == bytes else { return nil }
    return address
  }

  /// The name of the key whose value stands under these bytes; nil if nobody can tell.
  package static func name(in key: [UInt8], _ envelope: [UInt8]) -> String? {
    if let address = address(of: key, names: nil) { return address.key }
    let names = Envelope(readable: envelope, key: key)?.names
    return address(of: key, names: names)?.key
  }

  private struct Parser {
    var reader: ByteReader
    let names: [String]?
    var textCount = 0

    mutating func address() -> ValueAddress? {
      guard let session = reader.number(UInt32.self) else { return nil }
      var components: [ScopePath.Component] = []
      while let tag = reader.number(UInt8.self) {
        guard let text = nextText() else { return nil }
        switch tag {
        case Tag.key:
          guard reader.remaining == 0, names == nil || names?.count == textCount
          else { return nil }
          return ValueAddress(session: session, path: ScopePath(components), key: text)
        case Tag.tab:
          components.append(.tab(text))
        case Tag.nested:
          guard let id = nextText() else { return nil }
          components.append(.nested(kind: text, id: id))
        default:
          return nil
        }
      }
      return nil
    }

    private mutating func nextText() -> String? {
      guard let stored = StoredText.read(from: &reader) else { return nil }
      defer { textCount += 1 }
      guard let names else { return stored.text }
      return textCount < names.count ? names[textCount] : nil
    }
  }
}
