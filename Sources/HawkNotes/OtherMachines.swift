import Dispatch
import SceneRoaming
package import SceneState
import Synchronization

/// The windows of the same user on other machines, through a cluster.
@MainActor package final class OtherMachines {
  /// What became of a window that another machine asked for.
  enum Event: Sendable {
    case asked(Roaming.Ask)
    /// It could not be sent, so it stays here.
    case kept(SceneID, RoamingProblem)
  }

  private let roaming: Roaming
  private let events = Queue<Event>()
  private var toldForks = 0
  private var toldProblem: RoamingProblem.Code?

  init(_ roaming: Roaming) {
    self.roaming = roaming
    let events = events
    Task.detached {
      for await ask in roaming.asks { events.add(.asked(ask)) }
    }
  }

  /// What happened since the last time.
  func takeEvents() -> [Event] { events.take() }

  /// Lets a window go whose scene is disconnected; nobody waits for the cluster.
  func letGo(_ ask: Roaming.Ask) {
    let events = events
    Task.detached {
      do throws(RoamingProblem) { try await ask.letGo() } catch {
        // Somebody may have taken it meanwhile: then there is nothing to let go of.
        if error.code != .isElsewhere { events.add(.kept(ask.scene, error)) }
      }
    }
  }

  /// The windows that are not here.
  func places(_ meanwhile: () -> Void) throws(RoamingProblem) -> [Roaming.Place] {
    try wait(meanwhile) { (roaming) throws(RoamingProblem) in
      // Also makes this machine's own known as such.
      try await roaming.carry()
      return try await roaming.currentPlaces().filter { !$0.isHere }
    }
  }

  func bring(
    _ name: Roaming.SceneName, _ meanwhile: () -> Void
  ) throws(RoamingProblem) -> SceneID {
    try wait(meanwhile) { (roaming) throws(RoamingProblem) in try await roaming.bring(name) }
  }

  /// Waits until the cluster has what is on the disk; what keeps it back is told by ``news()``.
  ///
  /// Of a cluster that does not answer that is told once: until it does, nobody waits for it.
  func carry(_ meanwhile: () -> Void) {
    let isSilent = toldProblem == .notReachable && roaming.backlog.problem?.code == .notReachable
    guard !isSilent else { return meanwhile() }
    do throws(RoamingProblem) {
      try wait(meanwhile) { (roaming) throws(RoamingProblem) in try await roaming.carry() }
    } catch { tell(error) }
    meanwhile()
  }

  func close() { roaming.close() }

  // MARK: What is worth saying

  /// What two machines wrote apart, once each.
  func takeForks() -> [Roaming.Fork] {
    let forks = roaming.forks
    defer { toldForks = forks.count }
    return Array(forks.dropFirst(toldForks))
  }

  private var news: [String] = []

  /// Whether the cluster has stopped to take what is written here, or begun again, once each.
  func takeNews() -> [String] {
    let backlog = roaming.backlog
    if let problem = backlog.problem {
      tell(problem)
    } else if toldProblem != nil, backlog.sceneCount == 0 {
      toldProblem = nil
      news.append("the cluster has all that is here again")
    }
    defer { news = [] }
    return news
  }

  private func tell(_ problem: RoamingProblem) {
    guard problem.code != toldProblem else { return }
    toldProblem = problem.code
    news.append("\(problem)")
  }

  // MARK: Waiting

  /// Waits for the cluster on a thread that has nothing else to do than what is asked meanwhile.
  private func wait<Value: Sendable>(
    _ meanwhile: () -> Void,
    _ body: @escaping @Sendable (Roaming) async throws(RoamingProblem) -> Value
  ) throws(RoamingProblem) -> Value {
    let (answers, isThere) = (Queue<Result<Value, RoamingProblem>>(), DispatchSemaphore(value: 0))
    let roaming = roaming
    Task.detached {
      do throws(RoamingProblem) { answers.add(.success(try await body(roaming))) } catch {
        answers.add(.failure(error))
      }
      isThere.signal()
    }
    while isThere.wait(timeout: .now() + .milliseconds(20)) == .timedOut { meanwhile() }
    for answer in answers.take() { return try answer.get() }
    throw RoamingProblem(.isClosed)
  }
}

/// What other threads leave for this one.
private final class Queue<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  func add(_ element: Element) { elements.withLock { $0.append(element) } }

  func take() -> [Element] {
    elements.withLock { elements in
      defer { elements = [] }
      return elements
    }
  }
}

extension OtherMachines {
  /// Begins to carry a store as the command line says.
  package static func joined(
    by store: SceneStore, _ settings: Settings
  ) throws(Mistake) -> OtherMachines? {
    guard settings.cluster != nil else { return nil }
    #if Roaming
      guard let user = settings.user ?? TerminalEdge.user else { throw .wrongUsage("--user NAME") }
      do throws(RoamingProblem) {
        var options = Roaming.Options(patience: .seconds(3))
        if let folder = settings.credentials {
          options.credentials = try Roaming.Credentials.read(folder, user: user)
        }
        if let file = settings.keyFile { options.sealedBy = try Roaming.SealingKey.read(file) }
        return OtherMachines(
          try Roaming(
            store, cluster: settings.cluster ?? "", user: user,
            device: settings.device ?? TerminalEdge.machine,
            options: options))
      } catch { throw .refused("\(error)") }
    #else
      throw .cannotRoam
    #endif
  }
}
