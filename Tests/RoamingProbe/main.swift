#if Roaming
  import FoundationEssentials
  import Glibc
  import SceneRoaming
  import SceneState
  import Synchronization

  let arguments = Array(CommandLine.arguments.dropFirst())
  guard arguments.count >= 4 else { Probe.leave("usage: roamprobe DO STORE CLUSTER DEVICE …", 64) }
  let (task, folder) = (arguments[0], arguments[1])
  do {
    if task == "show" {
      // Without a carrier, which would send what it finds.
      try Probe.show(Probe.store(folder))
      exit(0)
    }
    if task == "figure" {
      try await Figures.run(
        arguments[3], folder, arguments[2], arguments.dropFirst(4).first.flatMap { Int($0) } ?? 100)
      exit(0)
    }
    if task == "drive" {
      try await Driving(folder, arguments[2], arguments[3]).run()
      exit(0)
    }
    let probe = try Probe(folder: folder, cluster: arguments[2], device: arguments[3])
    try await probe.run(task, Array(arguments.dropFirst(4)))
  } catch { Probe.leave("error: \(error)", 1) }

  /// One machine of a test: a store, what carries it, and a few things to do with both.
  struct Probe {
    static let number = SceneKey("number", default: 0)
    static let copy = SceneKey("copy", default: 0)
    static let text = SceneKey("text", default: "")

    let store: SceneStore
    let roaming: Roaming

    init(folder: String, cluster: String, device: String) throws {
      store = try Self.store(folder)
      var roamingOptions = try Self.options(patience: .milliseconds(400))
      if let place = CommandLine.arguments.firstIndex(of: "--die") {
        let point = CommandLine.arguments[place + 1]
        let visits = Atomic(Int(CommandLine.arguments[place + 2]) ?? 1)
        roamingOptions.hook = { visited in
          guard visited.rawValue == point else { return }
          if visits.subtract(1, ordering: .relaxed).newValue <= 0 { kill(getpid(), SIGKILL) }
        }
      }
      roaming = try Roaming(
        store, cluster: cluster,
        user: Self.user, device: device,
        options: roamingOptions)
    }

    /// What the environment says of credentials and keys.
    static func options(patience: Duration) throws(RoamingProblem) -> Roaming.Options {
      var options = Roaming.Options(patience: patience, leaseSeconds: 3)
      let environment = ProcessInfo.processInfo.environment
      if let files = environment["ROAMPROBE_FILES"] {
        options.credentials = try Roaming.Credentials.read(
          files, user: environment["ROAMPROBE_LOGIN"] ?? "")
      }
      if let file = environment["ROAMPROBE_KEYS"] {
        options.sealedBy = try Roaming.SealingKey.read(file)
      }
      return options
    }

    static var user: String { ProcessInfo.processInfo.environment["ROAMPROBE_USER"] ?? "ann/b" }

    static func store(_ folder: String) throws(SceneProblem) -> SceneStore {
      let options = SceneStore.Options(
        commitDelay: .milliseconds(2), appID: "com.example.probe")
      return try SceneStore.open(URL(filePath: folder), options: options)
    }

    static func leave(_ sentence: String, _ code: Int32) -> Never {
      say(sentence, on: STDERR_FILENO)
      exit(code)
    }

    /// Writes a line at once: who is killed has said what it said.
    static func say(_ sentence: String, on stream: Int32 = STDOUT_FILENO) {
      let bytes = Array("\(sentence)\n".utf8)
      _ = unsafe Glibc.write(stream, bytes, bytes.count)
    }

    func run(_ task: String, _ rest: [String]) async throws {
      switch task {
      case "write": try await writeTicks(rest)
      case "serve": try await serve()
      case "bring": try await bring(rest)
      case "places":
        for place in try await roaming.currentPlaces() {
          Self.say("place \(place.scene.rawValue) \(place.name) \(place.device) \(place.isOwned)")
        }
        roaming.close()
      case "follow":
        for await places in roaming.places {
          let words = places.map { place in
            let who = place.isOwned ? "has" : "had"
            let copy = place.isCurrent ? " copied" : ""
            return
              "\(place.name) \(place.device) \(who)\(place.since == nil ? "" : " since")\(copy)"
          }
          Self.say("sees \(words.joined(separator: ", "))")
        }
      case "prefix":
        let keys =
          try ProcessInfo.processInfo.environment["ROAMPROBE_KEYS"].map(Roaming.SealingKey.read)
          ?? []
        Self.say(try Roaming.prefix(app: store.appID, user: rest[0], sealedBy: keys))
        roaming.close()
      case "discard":
        try await roaming.carry()
        store.destroySession(SceneID(rawValue: rest[0]))
        try await roaming.carry()
        roaming.close()
      case "carry":
        try await roaming.carry()
        roaming.close()
        for fork in roaming.forks { Self.say("fork \(fork.scene)") }
      default: Self.leave("no such task", 64)
      }
    }

    /// Writes whole ticks of two equal numbers and a text of so many bytes, and says what is carried.
    private func writeTicks(_ rest: [String]) async throws {
      let (first, last, size) = (Int(rest[0]) ?? 1, Int(rest[1]) ?? 1, Int(rest[2]) ?? 0)
      for value in first...last {
        tick(value, size)
        do { try await roaming.carry() } catch {
          Self.say("waits \(value): \(error)")
          continue
        }
        Self.say("carried \(value)")
      }
      if rest.contains("--stay") { try await serve() }
      roaming.close()
      for fork in roaming.forks { Self.say("fork \(fork.scene)") }
    }

    private func tick(_ value: Int, _ size: Int) {
      let scope = store.scene("A")
      store.tick {
        scope[Self.number] = value
        scope.tab("hawk")[Self.text] = String(repeating: "\(value % 10)", count: size)
        scope[Self.copy] = value
      }
    }

    /// Lets go of whatever is asked for, until somebody ends the process.
    private func serve() async throws {
      Self.say("ready")
      for await ask in roaming.asks {
        try await ask.letGo()
        Self.say("gone \(ask.scene)")
      }
    }

    private func bring(_ rest: [String]) async throws {
      let places = try await roaming.currentPlaces()
      guard let place = places.first(where: { $0.name == rest[0] }) else {
        Self.leave("nothing is called \(rest[0])", 3)
      }
      let began = ContinuousClock.now
      let scene = try await roaming.bring(place.scene)
      let time = ContinuousClock.now - began
      Self.say("brought \(scene) in \(time / .milliseconds(1)) ms")
      try Self.show(store)
      for fork in roaming.forks { Self.say("fork \(fork.scene)") }
      if rest.contains("--stay") { try await serve() }
      roaming.close()
    }

    static func show(_ store: SceneStore) throws {
      for session in try store.sessions() {
        let scope = store.scene(session.id)
        let text = scope.tab("hawk")[Self.text]
        let isWhole = Set(text).count <= 1 && scope[Self.number] == scope[Self.copy]
        let place = Roaming.isElsewhere(session.id, in: store) ? "elsewhere" : "here"
        Self.say(
          "shows \(session.id) \(scope[Self.number]) \(text.utf8.count) "
            + "\(isWhole ? "whole" : "torn") \(place)")
      }
    }
  }
#endif
