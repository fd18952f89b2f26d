import FoundationEssentials
import SceneRoaming
import SceneScenarios
import SceneState
import Synchronization

/// A user's scenes in a cluster, as a command line names them: `etcd://HOST:PORT/APP/USER`.
struct ClusterPlace {
  static let options: [CommandOption] = [
    credentials,
    .value(
      "key-file", "FILE", "for a cluster: the keys that seal its scenes; or SCENESIM_KEY_FILE"),
    plainText,
  ]
  static let credentials = CommandOption.value(
    "credentials", "DIR",
    "for a cluster: ca.pem, client.pem, client.key and password-USER; or SCENESIM_CREDENTIALS")
  static let plainText = CommandOption.flag(
    "allow-plain-text", "for a cluster on another machine, in a network that you trust")

  let text: String
  let members: String
  let app: String
  let user: String

  /// Whether a word names a cluster rather than a folder.
  static func isOne(_ word: String) -> Bool {
    word.hasPrefix("etcd://") || word.hasPrefix("etcds://")
  }

  init(_ text: String) throws(CommandFailure) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard Self.isOne(text), parts.count == 5, !parts[2].isEmpty,
      let app = try AddressPart(parts[3]).literal, !app.isEmpty,
      let user = try AddressPart(parts[4]).literal, !user.isEmpty
    else {
      throw .usage(
        "'\(text)' does not name a user's scenes in a cluster",
        hint: "write etcd://HOST:PORT/APP/USER, with %2F for a slash in a name; etcds for TLS")
    }
    (self.text, self.app, self.user) = (text, app, user)
    members = parts[0...2].joined(separator: "/")
  }

  /// What the command line and the environment say of credentials and keys.
  func roamingOptions(
    _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) -> Roaming.Options {
    var options = Roaming.Options(allowsPlainText: invocation.has("allow-plain-text"))
    try Self.tell { () throws(RoamingProblem) in
      options.credentials = try Self.credentials(of: user, invocation, console)
      if let file = invocation.value("key-file") ?? console.variable("SCENESIM_KEY_FILE") {
        options.sealedBy = try Roaming.SealingKey.read(file)
      }
    }
    return options
  }

  private static func credentials(
    of user: String, _ invocation: Invocation, _ console: Console
  ) throws(RoamingProblem) -> Roaming.Credentials {
    var found = Roaming.Credentials()
    if let folder = invocation.value(credentials.name) ?? console.variable("SCENESIM_CREDENTIALS") {
      found = try Roaming.Credentials.read(folder, user: user)
    }
    if let password = console.variable("SCENESIM_PASSWORD") {
      (found.user, found.password) = (user, password)
    }
    return found
  }

  /// Looks at the scenes without taking part.
  func look(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ClusterLook {
    let options = try roamingOptions(invocation, console)
    let look = try Self.tell { () throws(RoamingProblem) -> ClusterLook? in
      if let connect = console.surroundings.clusterConnection {
        return try ClusterLook(members, app: app, user: user, options, connect: connect)
      }
      #if Roaming
        return try ClusterLook(members, app: app, user: user, options)
      #else
        return nil
      #endif
    }
    guard let look else { throw Self.needsTrait }
    return look
  }

  /// Takes part for a store, as an app does.
  func roaming(
    _ store: SceneStore, device: String, _ options: Roaming.Options, _ console: Console
  ) throws(CommandFailure) -> Roaming {
    let roaming = try Self.tell { () throws(RoamingProblem) -> Roaming? in
      if let connect = console.surroundings.clusterConnection {
        return try Roaming(
          store, cluster: members, user: user, device: device, options: options, seal: nil,
          connect: connect)
      }
      #if Roaming
        return try Roaming(
          store, cluster: members, user: user, device: device, options: options)
      #else
        return nil
      #endif
    }
    guard let roaming else { throw Self.needsTrait }
    return roaming
  }

  /// A cluster for the devices of scenarios, each run with scenes of a user of its own; one user of
  /// etcd lets all of them in.
  static func ofScenarios(
    _ members: String, _ invocation: Invocation, _ console: Console
  ) throws(CommandFailure) -> ScenarioCluster {
    var options = Roaming.Options(allowsPlainText: invocation.has(plainText.name))
    let login = console.variable("SCENESIM_USER") ?? "scenesim"
    let credentials = try tell { () throws(RoamingProblem) -> Roaming.Credentials in
      try Self.credentials(of: login, invocation, console)
    }
    options.credentials = credentials
    #if Roaming
      let connect = console.surroundings.clusterConnection ?? { Roaming.connection(credentials) }
    #else
      guard let connect = console.surroundings.clusterConnection else { throw needsTrait }
    #endif
    // Whether it answers the first step finds out.
    _ = try tell { () throws(RoamingProblem) in
      try ClusterLook(members, app: "", user: "", options, connect: connect)
    }
    return ScenarioCluster(members, credentials, connect: connect)
  }

  private static let needsTrait = CommandFailure(
    .unusable, "this scenesim was built without what asks a cluster", code: "no-roaming",
    hint: "it needs libcurl4-openssl-dev and libsodium-dev, and the package trait Roaming",
    next: "swift build -c release --product scenesim --traits Roaming")

  // MARK: Words

  /// Does something with a cluster, and says in words what went wrong.
  static func tell<Value>(
    _ body: () throws(RoamingProblem) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(RoamingProblem) { return try body() } catch { throw failure(error) }
  }

  static func failure(_ problem: RoamingProblem) -> CommandFailure {
    let exit: ExitCode =
      switch problem.code {
      case .badAddress, .plainText, .badCredentials: .usage
      case .notAllowed: .noPermission
      case .noSuchScene, .isElsewhere: .no
      default: .unusable
      }
    return CommandFailure(
      exit, problem.whatHappened, code: problem.code.rawValue, hint: hint(problem))
  }

  /// What an app does later is for the person here to do.
  private static func hint(_ problem: RoamingProblem) -> String {
    switch problem.code {
    case .notReachable: "look at the address, at the network, and whether etcd runs"
    case .plainText where problem.detail != RoamingProblem.withoutKey:
      "use etcds://, or --allow-plain-text in a network that you trust"
    default: problem.nextStep
    }
  }

  /// That a command only does this to a store in a folder.
  static func needsFolder(_ text: String) -> CommandFailure {
    .usage(
      "'\(text)' is in a cluster, and this command needs a store in a folder",
      hint: "ls, tree, get, find, scenes, diff, watch, dump and blame read a cluster; "
        + "a dump of it can be loaded into a store",
      next: "scenesim store dump \(ShellText.word(text)) -o dump.jsonl")
  }
}

/// Waits for an answer of a cluster on a thread that has nothing else to do.
enum ClusterWait {
  static func answer<Value: Sendable>(
    _ console: Console,
    _ body: @escaping @Sendable () async throws(RoamingProblem) -> Value
  ) throws(CommandFailure) -> Value {
    let box = Mutex<Result<Value, RoamingProblem>?>(nil)
    Task.detached {
      let answer: Result<Value, RoamingProblem>
      do throws(RoamingProblem) { answer = .success(try await body()) } catch {
        answer = .failure(error)
      }
      box.withLock { $0 = answer }
    }
    while true {
      if let answer = box.withLock({ $0 }) { return try ClusterPlace.tell(answer.get) }
      console.surroundings.clock.wait(for: .milliseconds(10))
      try console.checkInterruption()
    }
  }
}
