/// Damages the files of one story.
struct TreeDamager {
  private static let size = Damage.pageBytes

  let files: StoryFiles
  let twin: StoryFiles
  private var owners: [Int: PageOwners] = [:]
  /// What is not drawn but played one after the other.
  private var forgotten: [(commit: Int, page: Int)] = []
  private var listBits: [(moment: Int, bit: Int)] = []
  private var metaBits: [Int] = []
  private var random: SeededRandom

  init(_ files: StoryFiles, twin: StoryFiles, seed: UInt64) {
    (self.files, self.twin) = (files, twin)
    random = SeededRandom(seed, files.story.index)
  }

  /// Which tree was hit.
  static func tree(of file: DamagedFile) -> String {
    file.words.split(separator: ",").first.map(String.init) ?? ""
  }

  private var last: Int { files.images.count - 1 }

  private mutating func owners(of moment: Int) -> PageOwners {
    if let known = owners[moment] { return known }
    let found = PageOwners(files.images[moment])
    owners[moment] = found
    return found
  }

  /// The next damaged file of a kind; nil if what was drawn changes nothing.
  mutating func next(_ fault: TreeFault) -> DamagedFile? {
    switch fault {
    case .none:
      let moment = random.number(below: last + 1)
      return damage(fault, "none", files.images[moment], moment, "as it is")
    case .forgottenPage: return forgottenPage()
    case .forgottenPair: return forgottenPair()
    case .stalePage: return stalePage()
    case .listBit: return listBit()
    case .metaBit: return metaBit()
    case .foreignPage, .foreignPages: return foreign(fault)
    case .olderThanBackup, .lostWithBackup, .lostAlone: return lost(fault)
    default: return treeDamage(fault)
    }
  }

  private func damage(
    _ fault: TreeFault, _ tree: String, _ bytes: [UInt8], _ moment: Int, _ words: String,
    silent: [Int] = [], backup: [UInt8]? = nil
  ) -> DamagedFile? {
    guard fault == .none || backup != nil || bytes != files.images[moment] else { return nil }
    return DamagedFile(
      kind: fault.rawValue, bytes: bytes, backup: backup, story: files.story, moment: moment,
      silent: silent, words: "\(tree), \(words), \(files.story.moments[moment].kind.rawValue)")
  }

  // MARK: Writes that never came

  private static func range(_ page: Int) -> Range<Int> { page * size..<(page + 1) * size }

  /// Puts back what stood in a page before; nothing was behind the end of the file.
  private func forget(_ page: Int, in bytes: inout [UInt8], to old: Int) {
    let range = Self.range(page)
    let before = old < 0 ? [] : files.images[old]
    let content =
      range.upperBound <= before.count
      ? Array(before[range]) : Array(repeating: 0, count: Self.size)
    bytes.replaceSubrange(range, with: content)
  }

  private mutating func tree(of page: Int, at moment: Int) -> String {
    if page < 2 { return "first pages" }
    let owners = owners(of: moment)
    return owners.pages.first { $0.value.contains(page) }?.key ?? "free pages"
  }

  /// What a commit whose first page was not written leaves is the commit before.
  private func silent(_ pages: [Int], _ moment: Int) -> [Int] {
    let meta = PageOwners(files.images[moment]).newestMeta
    return pages.contains(meta) && moment > 0 ? [moment - 1] : []
  }

  private mutating func forgottenPage() -> DamagedFile? {
    if forgotten.isEmpty {
      for commit in files.images.indices {
        forgotten += files.pages(of: commit).map { (commit, $0) }
      }
      forgotten.shuffle(using: &random)
    }
    guard let (commit, page) = forgotten.popLast() else { return nil }
    var bytes = files.images[commit]
    forget(page, in: &bytes, to: commit - 1)
    return damage(
      .forgottenPage, tree(of: page, at: commit), bytes, commit, "page \(page)",
      silent: silent([page], commit))
  }

  private mutating func forgottenPair() -> DamagedFile? {
    let commit = random.number(below: last + 1)
    let pages = files.pages(of: commit).shuffled(using: &random).prefix(2).sorted()
    guard pages.count == 2 else { return nil }
    var bytes = files.images[commit]
    for page in pages { forget(page, in: &bytes, to: commit - 1) }
    return damage(
      .forgottenPair, tree(of: pages[1], at: commit), bytes, commit, "pages \(pages)",
      silent: silent(pages, commit))
  }

  /// A page as an older commit left it, in the newest file.
  private mutating func stalePage() -> DamagedFile? {
    let moment = 2 + random.number(below: last - 1)
    var bytes = files.images[moment]
    let tree = random.pick(PageOwners.trees)
    let pages = owners(of: moment).pages[tree] ?? []
    guard !pages.isEmpty else { return nil }
    let page = random.pick(pages)
    let old = random.number(below: moment)
    forget(page, in: &bytes, to: old)
    return damage(.stalePage, tree, bytes, moment, "page \(page) as after commit \(old)")
  }

  // MARK: Bits

  private mutating func listBit() -> DamagedFile? {
    if listBits.isEmpty {
      let moment = random.number(below: last + 1)
      let owners = owners(of: moment)
      let leaves =
        (owners.leaves[PageOwners.listOfDatabases] ?? [])
        + (owners.leaves[PageOwners.freeList] ?? [])
      listBits = leaves.flatMap { owners.usedBits(ofLeaf: $0) }.map { (moment, $0) }
      listBits.shuffle(using: &random)
    }
    guard let (moment, bit) = listBits.popLast() else { return nil }
    var bytes = files.images[moment]
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    let tree = tree(of: bit / 8 / Self.size, at: moment)
    return damage(.listBit, tree, bytes, moment, "bit \(bit)")
  }

  private mutating func metaBit() -> DamagedFile? {
    if metaBits.isEmpty {
      metaBits = (0..<Damage.metaBitCount).shuffled(using: &random)
    }
    guard let number = metaBits.popLast() else { return nil }
    let moment = random.number(below: last + 1)
    let bytes = Damage.metaBit.apply(to: files.images[moment], number, &random)
    return damage(.metaBit, "first pages", bytes, moment, "bit \(number)")
  }

  // MARK: One tree by itself

  private mutating func treeDamage(_ fault: TreeFault) -> DamagedFile? {
    let moment = 1 + random.number(below: last)
    let owners = owners(of: moment)
    let tree = random.pick(PageOwners.trees)
    guard let pages = owners.pages[tree], !pages.isEmpty else { return nil }
    var bytes = files.images[moment]
    let page = random.pick(pages)
    let start = page * Self.size
    var words = "page \(page) of \(tree)"
    switch fault {
    case .treeBit: flip(&bytes, start + random.number(below: Self.size))
    case .treeHeader: flip(&bytes, start + random.number(below: 16))
    case .treeGarbage:
      for offset in 0..<Self.size {
        bytes[start + offset] = UInt8(truncatingIfNeeded: random.next())
      }
    case .treeSector:
      let sector = start + 512 * random.number(below: 8)
      for offset in 0..<512 { bytes[sector + offset] = 0 }
    case .treePage: Self.zero([page], &bytes)
    case .treePages:
      // Neighbours of the tree, as a lost block of the disk has them, or any.
      let run = random.oneIn(2) ? owners.leaves[tree] ?? pages : pages.shuffled(using: &random)
      let first = random.number(below: run.count)
      let zeroed = run[first...].prefix(1 + random.number(below: run.count - first))
      Self.zero(zeroed, &bytes)
      words = "pages \(zeroed.prefix(9)) of \(tree)"
    case .treeMisdirected:
      let others = random.oneIn(2) ? pages : Array(0..<bytes.count / Self.size)
      let other = random.pick(others)
      bytes.replaceSubrange(Self.range(page), with: Array(bytes[Self.range(other)]))
      words += " is page \(other)"
    default: return nil
    }
    return damage(fault, tree, bytes, moment, words)
  }

  private mutating func flip(_ bytes: inout [UInt8], _ offset: Int) {
    bytes[offset] ^= 1 << UInt8(random.number(below: 8))
  }

  private static func zero(_ pages: some Sequence<Int>, _ bytes: inout [UInt8]) {
    for page in pages {
      bytes.replaceSubrange(range(page), with: Array(repeating: UInt8(0), count: size))
    }
  }

  // MARK: Other files

  /// Pages of a store that has the same places and other values, where they stood or renumbered.
  private mutating func foreign(_ fault: TreeFault) -> DamagedFile? {
    let moment = 1 + random.number(below: last)
    let tree = random.pick(["values", "values", "tails", "info", "sessions", "set-aside"])
    var bytes = files.images[moment]
    let strange = twin.images[moment]
    let pages = owners(of: moment).pages[tree] ?? []
    let others = PageOwners(strange).pages[tree] ?? []
    guard !pages.isEmpty, !others.isEmpty else { return nil }
    let count = fault == .foreignPage ? 1 : 2 + random.number(below: 3)
    for page in pages.shuffled(using: &random).prefix(count) {
      let isSamePlace = random.oneIn(2) && others.contains(page)
      let from = isSamePlace ? page : random.pick(others)
      var content = Array(strange[Self.range(from)])
      content.replaceSubrange(0..<8, with: bytes[Self.range(page)].prefix(8))
      bytes.replaceSubrange(Self.range(page), with: content)
    }
    return damage(fault, tree, bytes, moment, "\(count) of \(tree) of seed \(twin.story.seed)")
  }

  private mutating func lost(_ fault: TreeFault) -> DamagedFile? {
    let backedUp = random.pick(StoryFiles.backedUp)
    let isOlder = fault == .olderThanBackup
    let moment =
      isOlder
      ? 1 + random.number(below: backedUp - 1)
      : backedUp + 1 + random.number(below: last - backedUp)
    var bytes = files.images[moment]
    if !isOlder { Self.zero(0..<2, &bytes) }
    let backup = fault == .lostAlone ? nil : files.backups[backedUp]
    return damage(
      fault, "first pages", bytes, moment, "backup of commit \(backedUp)",
      backup: backup)
  }
}
