import CPeer

/// The names and sizes of a scene's 32 values; ours and the peers' are the same.
struct Mix: Sendable {
  enum Kind: Sendable {
    case number
    case flag
    case text(Int)
    case data(Int)

    var bytes: Int {
      switch self {
      case .number: 8
      case .flag: 1
      case .text(let count), .data(let count): count
      }
    }
  }

  let name: String
  let summary: String
  let tabs: Int
  /// What the eight kinds of slots are; a scene has four of each.
  let slots: [(name: String, kind: Kind)]

  static let all = [standard, scalars, texts, blobs]

  static let standard = Mix(
    name: "standard", summary: "4 tabs; numbers, flags, 24-byte texts, 200 and 4,096 bytes of data",
    tabs: 4,
    slots: [
      ("selectedItem", .number), ("scrollOffset", .number), ("isEditing", .flag),
      ("showsSidebar", .flag), ("searchText", .text(24)), ("title", .text(24)),
      ("navigation", .data(200)), ("thumbnail", .data(4096)),
    ])

  static let scalars = Mix(
    name: "scalars", summary: "4 tabs; numbers and flags only",
    tabs: 4,
    slots: [
      ("row", .number), ("column", .number), ("zoom", .number), ("page", .number),
      ("isEditing", .flag), ("isPinned", .flag), ("isOpen", .flag), ("offset", .number),
    ])

  static let texts = Mix(
    name: "texts", summary: "16 tabs; long key names, texts of 5 to 2,000 bytes",
    tabs: 16,
    slots: [
      ("a", .text(5)), ("the text that is being searched for in the list", .text(24)),
      ("titleOfTheDocumentInTheSidebar", .text(60)), ("draft", .text(120)),
      ("überschrift", .text(240)), ("notes/of/the/reader", .text(500)),
      ("an unsent answer to the first message", .text(1000)), ("letter", .text(2000)),
    ])

  static let blobs = Mix(
    name: "blobs", summary: "no tab but one; data of up to 17,000 bytes beside small values",
    tabs: 1,
    slots: [
      ("index", .number), ("isEditing", .flag), ("title", .text(24)), ("path", .data(100)),
      ("navigation", .data(200)), ("page", .data(4080)), ("preview", .data(9000)),
      ("thumbnail", .data(17_000)),
    ])

  /// Tells the peers; before it they know no workload.
  func install(seed: UInt64) {
    peer_set_mix(Int32(tabs), seed)
    for (index, slot) in slots.enumerated() {
      peer_set_slot(Int32(index), slot.name, Int32(slot.kind.bytes))
    }
  }
}
