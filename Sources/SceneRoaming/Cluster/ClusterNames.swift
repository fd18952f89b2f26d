/// The keys of one user's scenes of one app in the cluster.
///
/// Names are escaped and every prefix ends in a separator: `ann` is no prefix of `anna`.
struct ClusterNames: Hashable, Sendable {
  let root: String

  /// The names of an app and a user, in clear or as somebody makes of each.
  init(app: String, user: String, _ shown: (String) -> String = escaped) {
    root = "/scene-storage/1/\(shown(app))/\(shown(user))/"
  }

  init(app: String, user: String, hiddenBy seal: (any Sealing)?) {
    self.init(app: app, user: user) { seal?.hidden($0) ?? Self.escaped($0) }
  }

  /// A prefix, and the first key behind everything that begins with it.
  typealias Prefix = (first: String, end: String)

  var heads: Prefix { Self.prefix(root + "heads/") }
  var owners: Prefix { Self.prefix(root + "owners/") }
  var asks: Prefix { Self.prefix(root + "asks/") }
  /// What was discarded; between asks and heads, so that one range has all that a machine follows.
  var gone: Prefix { Self.prefix(root + "gone/") }

  func head(_ scene: String) -> String { heads.first + scene }
  func owner(_ scene: String) -> String { owners.first + scene }
  func ask(_ scene: String) -> String { asks.first + scene }
  func gone(_ scene: String) -> String { gone.first + scene }

  func parts(_ scene: String) -> Prefix { Self.prefix("\(root)parts/\(scene)/") }

  /// The parts of one step of a scene.
  func parts(_ scene: String, epoch: String, tick: UInt64) -> Prefix {
    Self.prefix("\(parts(scene).first)\(epoch)/\(Self.sortable(tick))/")
  }

  func part(_ scene: String, epoch: String, tick: UInt64, number: Int) -> String {
    parts(scene, epoch: epoch, tick: tick).first + Self.sortable(UInt64(number))
  }

  /// The scene of a head, an owner or an ask.
  static func scene(of key: String) -> String {
    String(key[(key.lastIndex(of: "/").map(key.index(after:)) ?? key.startIndex)...])
  }

  private static func prefix(_ text: String) -> Prefix {
    // '0' is the character behind the separator.
    (text, text.dropLast() + "0")
  }

  private static func sortable(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func escaped(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      if byte.isASCIIAlphanumeric || [UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text
  }
}
