/// The ways in which the pages of a store go wrong, each told by what the page is.
enum TreeFault: String, CaseIterable {
  case none = "untouched"
  case forgottenPage = "forgotten page write"
  case forgottenPair = "two forgotten page writes"
  case stalePage = "stale page"
  case listBit = "bit of the list of databases"
  case metaBit = "bit of a first page"
  case treeBit = "bit of a tree"
  case treeHeader = "header of a tree's page"
  case treeGarbage = "garbage page of a tree"
  case treeSector = "zeroed sector of a tree"
  case treePage = "zeroed page of a tree"
  case treePages = "zeroed pages of a tree"
  case treeMisdirected = "misdirected page of a tree"
  case foreignPage = "page of another store"
  case foreignPages = "pages of another store"
  case olderThanBackup = "older than its backup"
  case lostWithBackup = "first pages lost, older backup"
  case lostAlone = "first pages lost, no backup"

  /// How many of 1,000 files are of this kind.
  var share: Int {
    switch self {
    case .none: 10
    case .forgottenPage: 210
    case .forgottenPair: 100
    case .stalePage: 110
    case .listBit: 100
    case .metaBit: 50
    case .treeBit: 70
    case .treeHeader, .treeGarbage, .treeSector, .treePage, .treePages: 40
    case .treeMisdirected: 50
    case .foreignPage: 40
    case .foreignPages: 20
    case .olderThanBackup: 10
    case .lostWithBackup: 15
    case .lostAlone: 15
    }
  }

  /// Whether one page at most is damaged, so that nearly all must be saved.
  var isOnePage: Bool {
    switch self {
    case .forgottenPage, .stalePage, .listBit, .treeBit, .treeHeader, .treeGarbage, .treeSector,
      .treePage, .treeMisdirected, .foreignPage:
      true
    default: false
    }
  }
}
