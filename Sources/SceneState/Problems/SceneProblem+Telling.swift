import LMDB
import Synchronization

extension SceneProblem {
  /// Whether what would otherwise be noticed too late is also told on standard error; yes.
  ///
  /// Values that could not be saved at the end of the process, or were refused and asked for by no
  /// ``SceneStore/flush()``, are always told. While an app is being debugged (in a build with
  /// `DEBUG`), so is each value and each store that lives in memory only, a value that cannot be
  /// read, a damaged file that was replaced, and a scene of which no key says which tab is selected.
  /// A line comes once. Under a test runner and in `scenesim` it is off until it is set.
  ///
  /// ```swift
  /// SceneProblem.tellsOnStandardError = false
  /// ```
  public static var tellsOnStandardError: Bool {
    get {
      switch isTelling.load(ordering: .relaxed) {
      case 0: !TestRunner.isHere
      case 1: true
      default: false
      }
    }
    set { isTelling.store(newValue ? 1 : 2, ordering: .relaxed) }
  }

  /// 0 until somebody decides.
  private static let isTelling = Atomic<UInt8>(0)

  /// The lines of this process, so that each comes once; after some, nobody reads more.
  private static let told = Mutex<[String]>([])
  private static let lineLimit = 64

  /// Says a line on standard error, once.
  static func tell(_ sentence: @autoclosure () -> String) {
    guard tellsOnStandardError else { return }
    let sentence = sentence()
    let isNew = told.withLock { told -> Bool in
      guard told.count < lineLimit, !told.contains(sentence) else { return false }
      told.append(sentence)
      return true
    }
    if isNew { writeStandardError("scene-storage: \(sentence)\n") }
  }

  /// Says on standard error, once and only in debug builds, what the author of the app should know.
  func tellWhileDebugging() { Self.tellWhileDebugging(description) }

  /// The same of what is no problem.
  package static func tellWhileDebugging(_ sentence: @autoclosure () -> String) {
    #if DEBUG
      tell("\(sentence()); 'SceneProblem.tellsOnStandardError = false' silences this")
    #endif
  }
}
