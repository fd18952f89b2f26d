extension SceneProblem.Code {
  /// Stored bytes could not be read as the declared type; the default is used, the bytes are kept.
  public static let valueNotReadable = Self(rawValue: "value-not-readable")
  /// An element of a stored list, set or dictionary could not be read and was left out.
  public static let elementNotReadable = Self(rawValue: "element-not-readable")
  /// The store cannot be used now; values live in memory until it can.
  public static let storeNotUsable = Self(rawValue: "store-not-usable")
  /// A value was stored under another scope of the same scene and nobody declared the move.
  public static let valueInOtherScope = Self(rawValue: "value-in-other-scope")
  /// Two declarations of one key have different defaults; the first one counts.
  public static let defaultDiffers = Self(rawValue: "default-differs")
  /// A property was used without a scope; it lives in memory only.
  public static let noScope = Self(rawValue: "no-scope")
  /// Two declarations of one key have different types; the second lives in memory only, and a flush
  /// after a write to it throws this.
  public static let typeClash = Self(rawValue: "type-clash")
  /// A text that was given for a value is none of the key's type.
  public static let typeMismatch = Self(rawValue: "type-mismatch")
  /// A value is larger than the store's limit for one value.
  public static let valueTooLarge = Self(rawValue: "value-too-large")
  /// A scene's values together are larger than the store's limit for one scene.
  public static let sceneTooLarge = Self(rawValue: "scene-too-large")
  /// A value could not be encoded, for example because it is nested too deep.
  public static let valueNotEncodable = Self(rawValue: "value-not-encodable")
  /// A scene identifier has more than 255 UTF-8 bytes.
  public static let nameTooLong = Self(rawValue: "name-too-long")
  /// A scope has more than eight names, the key's included.
  public static let scopeTooDeep = Self(rawValue: "scope-too-deep")
  /// A value cannot be changed in the file while a tick is under way.
  public static let nestedWrite = Self(rawValue: "nested-write")
  /// The store is already open in this process.
  public static let alreadyOpen = Self(rawValue: "already-open")
  /// The store's folder or files could be changed by somebody else.
  public static let insecureLocation = Self(rawValue: "insecure-location")
  /// The store was written by a newer version and is left alone.
  public static let storeFromNewerVersion = Self(rawValue: "store-from-newer-version")
  /// The scene is open already under this identifier, or in another process.
  public static let sessionInUse = Self(rawValue: "session-in-use")
  /// Several tests share one temporary store, because none of them asked for one of its own.
  public static let sharedTestStore = Self(rawValue: "shared-test-store")
  /// Two nodes of one window have the same path; the later one is left out with its subtree.
  public static let duplicatePath = Self(rawValue: "duplicate-path")
  /// A node of the restoration tree kept two values under one key; the later one counts.
  public static let duplicateKey = Self(rawValue: "duplicate-key")
  /// The nodes of a window nest too deep to be kept.
  public static let treeTooDeep = Self(rawValue: "tree-too-deep")
  /// A screen could not be made again.
  public static let screenNotRestored = Self(rawValue: "screen-not-restored")
  /// A value points at a row that is gone.
  public static let rowIsGone = Self(rawValue: "row-is-gone")
  /// A position was saved for a list that has no rows now.
  public static let listWasEmpty = Self(rawValue: "list-was-empty")
  /// A list has no such row.
  public static let noSuchRow = Self(rawValue: "no-such-row")

  /// Another process has the store open, and what was asked for needs it alone.
  public static let storeInUse = Self(rawValue: "store-in-use")
  /// The store's file was damaged; it was made anew from what could be saved.
  public static let storeRecovered = Self(rawValue: "store-recovered")
  /// A part of the store's file is damaged; what can be saved is saved at the next opening.
  public static let storeDamaged = Self(rawValue: "store-damaged")
  /// A backup has commits that the store's file does not have: an older file was put in its place.
  public static let olderThanBackup = Self(rawValue: "older-than-backup")
  /// A file is no backup that can be used.
  public static let backupNotReadable = Self(rawValue: "backup-not-readable")
  /// There is something at a place that must be free.
  public static let fileExists = Self(rawValue: "file-exists")

  /// Whether it says that a write was refused and the old value stayed.
  var isRefusal: Bool { [.valueTooLarge, .sceneTooLarge, .valueNotEncodable].contains(self) }

  /// What the code means, as the beginning of a sentence.
  var sentence: String {
    switch self {
    case .valueNotReadable: "the stored value cannot be read; the default is used"
    case .elementNotReadable: "an element of the stored value cannot be read and is left out"
    case .storeNotUsable: "the store cannot be used; values stay in memory"
    case .valueInOtherScope: "a value of this key is stored in another scope"
    case .defaultDiffers: "another declaration of this key has a different default"
    case .noScope: "there is no scope; the value is not kept"
    case .typeClash: "another declaration of this key has a different type"
    case .typeMismatch: "the text is no value of the key's type"
    case .valueTooLarge: "the value is too large; the old one stays"
    case .sceneTooLarge: "the scene's values are too large; the old value stays"
    case .valueNotEncodable: "the value cannot be encoded; the old one stays"
    case .nameTooLong: "the scene identifier is longer than 255 bytes"
    case .scopeTooDeep: "the scope has more than eight names"
    case .nestedWrite: "the file cannot be changed inside a tick"
    case .alreadyOpen: "the store is already open in this process"
    case .insecureLocation: "the store's place is not safe"
    case .storeFromNewerVersion: "the store was written by a newer version"
    case .sessionInUse: "the scene is already in use"
    case .sharedTestStore:
      "under a test runner the app's own store is left alone, and all tests share a temporary one; "
        + "add the trait `.freshScene` of SceneTesting, and each test has its own"
    case .duplicatePath: "another node has this path; this one is not kept"
    case .duplicateKey: "the key was encoded twice; the later value counts"
    case .treeTooDeep: "the nodes below are nested too deep to be kept"
    case .screenNotRestored: "the screen cannot be made again"
    case .rowIsGone: "the value points at a row that is gone"
    case .listWasEmpty: "the list had no rows when its position was restored"
    case .noSuchRow: "the list has no such row"
    case .storeInUse: "another process has the store open"
    case .storeRecovered: "the store was damaged and made anew from what could be saved"
    case .storeDamaged: "a part of the file is damaged; open the store anew to have it saved"
    case .olderThanBackup: "the store's file is older than its backup"
    case .backupNotReadable: "the backup cannot be read"
    case .fileExists: "there is a file already; it is not replaced"
    // A code of another module says in its own words what it is.
    default: String(rawValue.map { $0 == "-" ? " " : $0 })
    }
  }
}
