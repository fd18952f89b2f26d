import Foundation
import SceneState

/// Damages copies of stores in as many ways as a disk, a copy or an attacker does; the same seed
/// gives the same bytes on every machine and in every run.
struct DamagedStores {
  private let folder: TemporaryFolder
  private let originals: [OriginalStore]

  init() throws {
    let memory = "/dev/shm"
    let folder = try TemporaryFolder(
      in: FileManager.default.isWritableFile(atPath: memory) ? memory : nil)
    self.folder = folder
    originals = try OriginalStore.Content.allCases.map { content in
      try OriginalStore(content, in: folder.file("\(content).store"))
    }
  }

  /// A damaged copy in a folder of its own.
  struct DamagedStore {
    let path: String
    /// What it was made of.
    let original: OriginalStore
    /// What was done to it, and how to make it again.
    let words: String
  }

  func make(_ seed: UInt64) throws -> DamagedStore {
    var random = SeededNumbers(seed: seed)
    // The plain store is damaged as often as all others together: most of what can happen to a
    // file can happen to it.
    let choice = random.below(2 * (originals.count - 1))
    let original = originals[choice < originals.count ? choice : 0]
    var bytes = original.bytes
    let damage = Damage.allCases[random.below(Damage.allCases.count)]
    damage.apply(to: &bytes, &random)
    let path = folder.file("damaged-\(seed).store")
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(bytes).write(to: URL(filePath: path + "/data.mdb"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: path + "/data.mdb")
    return DamagedStore(
      path: path, original: original,
      words: "\(damage) of '\(original.content)'; again: SCENE_STORAGE_SEED=\(seed) "
        + "SCENE_STORAGE_SOAK_DAMAGED=1")
  }

  func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}

/// A sound store, what it holds and what it ever held.
struct OriginalStore {
  /// One value as `ls` lists it.
  typealias Listing = Set<String>

  let content: Content
  let bytes: [UInt8]
  /// What is in the store.
  let truth: Listing
  /// All that was ever in it.
  let history: Listing

  init(_ content: Content, in path: String) throws {
    var history: Listing = []
    // Each round is an opening, so that each ends with a file as processes leave it. The last ones
    // differ, so that an old snapshot is told.
    for round in 0..<4 {
      var options = SceneStore.Options(commitDelay: .zero)
      options.commitsByItself = false
      options.backups = nil
      options.clock = { Date(timeIntervalSinceReferenceDate: 800_000_000) }
      let store = try SceneStore.open(URL(filePath: path), options: options)
      try content.write(round, to: store)
      store.close()
      history.formUnion(Self.listed(path))
    }
    self.content = content
    self.history = history
    truth = Self.listed(path)
    bytes = [UInt8](try Data(contentsOf: URL(filePath: path + "/data.mdb")))
  }

  /// Scene, place, key and value: what a person would be told wrong.
  private static func listed(_ path: String) -> Listing {
    Self.listing(Harness().run("store", "ls", path, "--plain").output)
  }

  /// What a listing says; a value that it calls damaged, of another format or of a session that
  /// nobody knows (`#6`) is none.
  static func listing(_ output: String) -> Listing {
    var listing: Listing = []
    for line in output.split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      let isDamaged =
        columns.count > 3 && (columns[3] == "damaged" || columns[3].hasPrefix("format "))
      let isTold = isDamaged || line.hasPrefix("#")
      if !isTold { listing.insert((columns.prefix(3) + columns.suffix(1)).joined(separator: "\t")) }
    }
    return listing
  }
}

extension OriginalStore {
  /// What a store is full of.
  enum Content: CaseIterable {
    /// Windows with tabs and a value that has pages of its own.
    case plain
    /// One value.
    case single
    /// So many values that each table has branches.
    case many
    /// Values that could not be read, in their place and moved.
    case aside
    /// Most windows are gone.
    case discarded
    /// Scopes in scopes, long names, odd names, and the app's own values.
    case nested

    func write(_ round: Int, to store: SceneStore) throws {
      switch self {
      case .plain: try plain(round, store)
      case .single:
        store.scene("A")[SceneKey("selectedTab", default: "")] = "hawk \(round)"
        try store.flush()
      case .many: try many(round, store)
      case .aside: try aside(round, store)
      case .discarded: try discarded(round, store)
      case .nested: try nested(round, store)
      }
    }

    private func plain(_ round: Int, _ store: SceneStore) throws {
      for window in ["A", "B", "C\(round)"] {
        let scene = store.scene(SceneID(rawValue: window))
        scene[SceneKey("selectedTab", default: "")] = "hawk \(round)"
        try store.flush()
        scene.tab("hawk")[SceneKey("draft", default: "")] = "Tala \(round)"
        scene.tab("raven")[SceneKey("path", default: [String]())] = ["a", "\(round)"]
        try store.flush()
        guard window == "B" else { continue }
        scene[SceneKey("long", default: "")] = String(repeating: "long \(round) ", count: 900)
      }
      try store.flush()
      if round == 2 { store.destroySession("C0") }
      try store.flush()
    }

    private func many(_ round: Int, _ store: SceneStore) throws {
      for window in 0..<40 where round == 0 || (window + round).isMultiple(of: 7) {
        let id = SceneID(rawValue: "window-\(window)")
        let scene = store.scene(id)
        store.tick {
          store.openSession(id)
          store.setRecord(Array("record \(round) \(window)".utf8), for: id)
          for tab in ["hawk", "raven"] {
            let scope = scene.tab(TabID(rawValue: tab))
            scope[SceneKey("draft", default: "")] = "\(round) " + String(repeating: "x", count: 60)
            scope[SceneKey("count", default: 0)] = 1_000 * round + window
            scope[SceneKey("zoom", default: 1.0)] = Double(window) / 8
            scope[SceneKey("path", default: [String]())] = ["item", "\(window)", "\(round)"]
          }
        }
        try store.flush()
      }
    }

    private func aside(_ round: Int, _ store: SceneStore) throws {
      for window in ["A", "B", "C"] {
        let tab = store.scene(SceneID(rawValue: window)).tab("hawk")
        tab[SceneKey("other", default: 0)] = round
        try store.flush()
        if round.isMultiple(of: 2) {
          tab[SceneKey("draft", default: "")] = "\(window) \(round)"
        } else {
          // Another version of the app declares another type: it cannot read the text, and in one
          // window it writes a number of its own.
          let key = SceneKey("draft", default: 7)
          if tab[key] == 7, window != "A" { tab[key] = round }
        }
        try store.flush()
      }
    }

    private func discarded(_ round: Int, _ store: SceneStore) throws {
      for window in 0..<12 {
        let scene = store.scene(SceneID(rawValue: "\(round)-\(window)"))
        scene[SceneKey("selectedTab", default: "")] = "hawk \(round)"
        scene.tab("hawk")[SceneKey("draft", default: "")] = "Tala \(round) \(window)"
        try store.flush()
      }
      for window in 0..<11 where round > 0 && window != round {
        store.destroySession(SceneID(rawValue: "\(round - 1)-\(window)"))
        try store.flush()
      }
      if round == 3 { try store.scene("0-11").tab("hawk").discard() }
    }

    private func nested(_ round: Int, _ store: SceneStore) throws {
      let long = String(repeating: "a very long name ", count: 12)
      store.app[SceneKey("theme", default: "")] = "theme \(round)"
      try store.flush()
      for window in ["größe / %", "\u{202E}rtl 🦅", long] {
        let scene = store.scene(SceneID(rawValue: window))
        for book in 0...round {
          let scope = scene.tab("tab/\u{0}").nested("book", "\(book)").nested("note", "é")
          scope[SceneKey("mark", default: 0)] = round * 10 + book
          scope[SceneKey(long, default: "")] = "long \(round)"
          try store.flush()
        }
      }
      store.app[SceneKey("at", default: Date?.none)] = round == 1 ? nil : Date.distantPast
      try store.flush()
    }
  }
}
