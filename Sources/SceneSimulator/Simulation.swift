#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SceneLifecycle
public import SceneState

/// Plays the system for one app on one device: opens windows, takes the process, brings it back.
///
/// A simulation drives the real lifecycle and a real store; nothing is imitated. It is synchronous
/// and deterministic and stays where it was made. Every launch makes a new app with the factory;
/// the end of a process drops all its objects, and only what is in the store's folder remains.
public final class Simulation {
  /// What the windows run on; decides the default rules and pictures.
  public enum Device: String, Sendable, CaseIterable {
    /// A tablet, with the rules of iPadOS.
    case iPad = "ipad"
    /// A phone, with the rules of iPadOS.
    case iPhone = "iphone"
    /// A desktop, with the rules of macOS.
    case mac

    /// The rules of this device.
    public var profile: RestorationProfile { self == .mac ? .macOS : .iPadOS }
  }

  /// What the windows run on.
  public let device: Device
  /// Whose rules decide what comes back.
  public let profile: RestorationProfile
  /// Where random choices of the simulation start; there are none yet.
  public let seed: UInt64
  /// Everything that happened so far.
  public internal(set) var trace = Trace()
  /// The virtual time.
  public internal(set) var now: Date

  let makeApp: () -> any SceneApp
  private let directory: URL?
  private let keepsStore: Bool
  private var folder: SimulatedFolder?
  /// What lives and dies with the process.
  var process: Process?
  /// Every session at the last moment when a process ran.
  var lastSessions: [SceneSession] = []
  /// Whether the last connect of a window was one of an existing session.
  var restored: [String: Bool] = [:]
  /// The windows closed by `close`, in order.
  package internal(set) var closed: [String] = []
  var pendingDiscards: [SceneSession] = []
  /// Everything that can be looked at in `expect: events`.
  package internal(set) var heard: [HeardEvent] = []
  /// Everything noticed while steps went through.
  package internal(set) var problems: [NoticedProblem] = []
  /// The store's values as of the end of the last step.
  package internal(set) var stored: [StoredPlace: EncodedValue] = [:]
  /// The identifier of the app that ran last.
  var appID = ""
  /// The version of the app, noted with each value.
  package var appVersion = 1
  /// How many stored values could not be read.
  package internal(set) var setAsideCount = 0
  /// The sessions that ever bore a name.
  var everNamed: [String: Set<UInt32>] = [:]
  var hasReadStore = false
  var unprintedProblems: [TraceEvent.Kind] = []
  var step = 0
  /// Makes the one-line JSON of a stored value; knows the declared types.
  package var describeValue: (StoredPlace, EncodedValue) -> String = { _, value in
    value.jsonText
  }

  /// Makes a simulated device on which the app has never run.
  ///
  /// The simulation owns its store, since the end of a process and the next launch close and open
  /// it: therefore it takes a folder, not an open store.
  ///
  /// - Parameters:
  ///   - device: What the windows run on.
  ///   - profile: Whose rules decide what comes back; nil takes those of the device.
  ///   - directory: The store's folder; nil makes a temporary one.
  ///   - keepsStore: Whether a temporary folder stays afterwards.
  ///   - seed: Where random choices start.
  ///   - app: Makes the app of each new process.
  public init(
    device: Device = .iPad, profile: RestorationProfile? = nil, directory: URL? = nil,
    keepsStore: Bool = false, seed: UInt64 = 0, app: @escaping () -> any SceneApp
  ) {
    self.device = device
    self.profile = profile ?? device.profile
    self.seed = seed
    self.directory = directory
    self.keepsStore = keepsStore
    makeApp = app
    // Every run starts at the same moment: 2026-01-01 09:00 UTC.
    now = Date(timeIntervalSinceReferenceDate: 788_950_800)
  }

  deinit {
    process?.store.close()
    folder?.remove()
  }

  /// The store while the app runs.
  public var store: SceneStore? { process?.store }

  /// Whether the app runs.
  public var isRunning: Bool { process != nil }

  /// Where the store lies; nil before the first launch with a temporary store.
  public var storeDirectory: URL? { folder?.url ?? directory }

  /// Lets time pass.
  public func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    now += Double(seconds) + Double(attoseconds) / 1e18
  }

  func openStore() throws(StepFailure) -> SceneStore {
    if folder == nil { folder = try SimulatedFolder(directory, keeps: keepsStore) }
    guard let folder else { throw .appNotRunning }
    do throws(SceneProblem) {
      let options = SceneStore.Options(
        appID: appID, appVersion: UInt32(clamping: appVersion))
      let store = try SceneStore.open(folder.url, options: options)
      if !hasReadStore {
        stored = try read(store)
        hasReadStore = true
      }
      return store
    } catch {
      throw StepFailure(error)
    }
  }

  /// What lives and dies with one process of the app.
  struct Process {
    let app: any SceneApp
    let store: SceneStore
    let host: SceneHost
  }
}

/// An event with whom it was told to; nil is the app.
package struct HeardEvent: Hashable, Sendable {
  package let window: String?
  package let text: String
  package let step: Int
}

/// Something noticed while a step went through.
package struct NoticedProblem: Hashable, Sendable {
  package let code: String
  package let window: String
  package let detail: String
  package let step: Int
}
