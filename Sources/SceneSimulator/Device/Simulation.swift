public import FoundationEssentials
public import SceneLifecycle
public import SceneState
package import StoreFormat

// Long, since each verb of the system is a method here, a file for each kind of them. What changes
// while it runs is in two values, `Process` and `World`: a snapshot is a copy of the second.

/// Plays the system for one app on one device: opens windows, takes the process, brings it back.
///
/// A simulation drives the real lifecycle and a real store; nothing is imitated. It is synchronous
/// and deterministic and stays where it was made. Every launch makes a new app with the factory;
/// the end of a process drops all its objects, and only what is in the store remains.
///
/// It is large, in a file for each thing that happens to a device: all of them end or begin the same
/// process, in one tick, and a rewind takes back what each of them has done.
///
/// ```swift
/// let sim = Simulation { HawkNotes() }
/// let window = try sim.launch()
/// try window.delegate(as: HawkScene.self).book?.draft = "Tala is brave"
/// try sim.restart()
/// ```
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
  public package(set) var profile: RestorationProfile
  /// Whether something from outside may go to a window without activation conditions.
  ///
  /// False is SwiftUI's rule; it counts from the next launch on.
  public var reusesPlainWindows = true
  /// The name of the device in a simulation of several; empty for one alone.
  package let name: String
  /// What happened, on this device and on those that play along.
  package let log: SimulationLog

  /// Makes the app of each new process.
  package var makeApp: () -> any SceneApp
  /// The version of the app, noted with each session and value; counts from the next launch on.
  public var appVersion = 1
  /// Makes the one-line JSON of a stored value; knows the declared types.
  package var describeValue: (StoredPlace, EncodedValue) -> String = { _, value in
    value.jsonText
  }
  /// Limits and other options of the store; they count from the next launch on.
  public var storeOptions = SceneStore.Options()
  /// Whether a closed window can be brought back while the app runs; counts from the next launch.
  public var keepsClosedWindows = false
  /// Whether the process that runs shows its first windows.
  var isLaunching = false
  /// Whether another device has a window of this name.
  package var isTakenElsewhere: ((String) -> Bool)?

  /// Called when the app quits, after its last commit.
  package var willQuit: (() throws(StepFailure) -> Void)?

  let disk: SimulatedDisk
  let faults = FaultPlan()
  /// What lives and dies with the process.
  var process: Process?
  /// Why the last commit left a value out.
  var refusal: SceneProblem?
  /// Where values were written or removed since the last step ended.
  var changedPlaces: Set<StoredPlace> = []
  /// What went by rules of the app since the last step ended.
  var lapses: Set<Lapse> = []
  /// The world at the end of the last step, while a fault waits: its kill takes the step back.
  var settled: World?
  /// Everything else that changes: a value, so that it can be taken back.
  var world: World

  /// Makes a simulated device on which the app has never run.
  ///
  /// The simulation owns its store, since the end of a process and the next launch close and open
  /// it: therefore it takes a folder, not an open store. Without a folder the store is in memory.
  ///
  /// - Parameters:
  ///   - device: What the windows run on.
  ///   - profile: Whose rules decide what comes back; nil takes those of the device.
  ///   - directory: The store's folder; nil keeps the store in memory, with all its rules.
  ///   - keepsStore: Whether a folder is made instead, which stays afterwards.
  ///   - app: Makes the app of each new process.
  public convenience init(
    device: Device = .iPad, profile: RestorationProfile? = nil, directory: URL? = nil,
    keepsStore: Bool = false, app: @escaping () -> any SceneApp
  ) {
    self.init(
      device: device, profile: profile, directory: directory, keepsStore: keepsStore, name: "",
      log: SimulationLog(), app: app)
  }

  /// Makes one of several devices that share a log.
  package init(
    device: Device, profile: RestorationProfile?, directory: URL?, keepsStore: Bool,
    name: String, log: SimulationLog, app: @escaping () -> any SceneApp
  ) {
    self.device = device
    self.profile = profile ?? device.profile
    self.name = name
    self.log = log
    disk = SimulatedDisk(directory, keeps: keepsStore)
    makeApp = app
    // Every run starts at the same moment: 2026-01-01 09:00 UTC.
    world = World(now: Date(timeIntervalSinceReferenceDate: 788_950_800))
  }

  deinit { process?.store.close() }

  /// Everything that happened so far.
  public var trace: Trace { log.trace }

  /// The virtual time.
  public var now: Date { world.now }

  /// The store while the app runs.
  public var store: SceneStore? { process?.store }

  /// Whether the app runs.
  public var isRunning: Bool { process != nil }

  /// Whether the app holds values that the store could not write.
  package var isBehind: Bool { process?.store.isBehind ?? false }

  /// Where the store lies; nil for one in memory, and before the first launch for one to keep.
  public var storeDirectory: URL? { disk.url }

  /// Lets time pass; nothing sleeps.
  public func advance(by duration: Duration) {
    world.now += duration.inSeconds
    process?.host.timePassed()
  }

  /// Sets the virtual time.
  package func setClock(_ date: Date) {
    world.now = date
    process?.host.timePassed()
  }

  /// The app that runs; nil if none does.
  package var app: (any SceneApp)? { process?.app }

  /// What lives and dies with one process of the app.
  struct Process {
    let app: any SceneApp
    let store: SceneStore
    let host: SceneHost
  }
}

/// What a simulated device knows beside the process and the store: a value.
struct World {
  var now: Date
  /// Every session at the last moment when a process ran.
  var lastSessions: [SceneSession] = []
  /// Whether the last connect of a window was one of an existing session.
  var restored: [String: Bool] = [:]
  /// The windows closed by `close`, in order.
  var closed: [String] = []
  /// The windows that another process has taken over since the launch.
  var taken: Set<String> = []
  var pendingDiscards: [SceneSession] = []
  /// The store's values as of the end of the last step.
  var stored: [StoredPlace: EncodedValue] = [:]
  var hasReadStore = false
  /// Stored values whose bytes a fault has changed.
  var damaged: Set<StoredPlace> = []
  /// How many stored values could not be read.
  var setAsideCount = 0
  /// The sessions that ever bore a name.
  var everNamed: [String: Set<UInt32>] = [:]
  /// What its user wanted of the windows when the app was quit last; nil left it to the profile.
  var quitKeeps: Bool?
  /// What identifies the app that ran last.
  var appID = ""
  /// Displays that were taken away.
  var unplugged: Set<String> = []
  /// A payload that the user holds.
  var held: HeldDrag?
  /// When windows went to the background, as the count of such events.
  var backgroundSince: [String: Int] = [:]
  var backgroundCount = 0
  /// How many problems of the open store were looked at.
  var problemsSeen = 0
  /// Problems that were noticed in this process; each counts once.
  var noticed: Set<NoticedProblem.Identity> = []
}

/// A payload between the moment it is picked up and the moment it is dropped.
package struct HeldDrag: Hashable, Sendable {
  package let activity: UserActivity
  /// The window it comes from.
  package let source: String
  /// The name of the window that opens, unless the drop says another.
  let opens: String?
}

extension NoticedProblem {
  struct Identity: Hashable, Sendable {
    let code: SceneProblem.Code
    let place: String
  }
}
