#if Roaming
  import FoundationEssentials
  import SceneRoaming
  import SceneState

  /// What roaming costs, as numbers for `Scripts/bench-roaming`: one line `NAME VALUE…` each.
  enum Figures {
    static let count = SceneKey("count", default: 0)
    static let text = SceneKey("text", default: "")

    /// A store and what carries it, on a machine of its own.
    private struct Machine {
      let store: SceneStore
      let roaming: Roaming

      init(_ folder: String, _ cluster: String, _ device: String) throws {
        store = try Probe.store("\(folder)/\(device)")
        roaming = try Roaming(
          store, cluster: cluster, user: Probe.user, device: device,
          options: Roaming.Options(patience: .seconds(5)))
      }

      /// Lets go of whatever is asked for.
      func serve() -> Task<Void, any Error> {
        let roaming = roaming
        return Task { for await ask in roaming.asks { try await ask.letGo() } }
      }
    }

    static func run(_ task: String, _ folder: String, _ cluster: String, _ count: Int) async throws
    {
      switch task {
      case "local": try local(folder, cluster, count)
      case "scene": try await carry(folder, cluster, count, scenes: 1, bytes: 0)
      case "scenes": try await carry(folder, cluster, count, scenes: 32, bytes: 0)
      case "texts": try await carry(folder, cluster, count, scenes: 1, bytes: 4096)
      case "bring": try await bring(folder, cluster, count)
      case "places": try await places(folder, cluster, count)
      default: Probe.leave("no such figure", 64)
      }
    }

    private static func microseconds(_ body: () throws -> Void) rethrows -> Double {
      let began = ContinuousClock.now
      try body()
      return (ContinuousClock.now - began) / .microseconds(1)
    }

    private static func say(_ name: String, _ times: [Double]) {
      let sorted = times.sorted()
      Probe.say("\(name) \(sorted[sorted.count / 2]) \(sorted[sorted.count * 99 / 100])")
    }

    /// Writes and durable flushes of a store that is carried and of one that is not, in turns.
    private static func local(_ folder: String, _ cluster: String, _ rounds: Int) throws {
      let machine = try Machine(folder, cluster, "desk-1")
      let stores = [machine.store, try Probe.store("\(folder)/alone")]
      var (writes, flushes) = (
        [[Double]](repeating: [], count: 2), [[Double]](repeating: [], count: 2)
      )
      for round in 0..<rounds {
        for turn in 0..<2 {
          let which = (round + turn) % 2
          let scope = stores[which].scene("A")
          // A block, since the clock takes longer than a write.
          let block = microseconds { for value in 0..<200 { scope[count] = round * 200 + value } }
          writes[which].append(block / 200)
          flushes[which].append(try microseconds { try stores[which].flush() })
        }
      }
      for (name, times) in [("write", writes), ("flush", flushes)] {
        say("\(name)-carried", times[0])
        say("\(name)-alone", times[1])
      }
      machine.roaming.close()
    }

    /// How long it takes to carry one change of each scene, again and again.
    private static func carry(
      _ folder: String, _ cluster: String, _ rounds: Int, scenes: Int, bytes: Int
    ) async throws {
      let machine = try Machine(folder, cluster, "desk-1")
      func change(_ round: Int) {
        for number in 0..<scenes {
          let scope = machine.store.scene(SceneID(rawValue: "s\(number)"))
          if bytes > 0 {
            scope[text] = String(repeating: Character("\(round % 10)"), count: bytes)
          } else {
            scope[count] = round
          }
        }
      }
      change(0)
      try await machine.roaming.carry()
      let began = ContinuousClock.now
      for round in 1...rounds {
        change(round)
        try await machine.roaming.carry()
      }
      let seconds = (ContinuousClock.now - began) / .seconds(1)
      Probe.say("changes-per-second \(Double(rounds * scenes) / seconds)")
      // The peer writes under the same owner.
      if CommandLine.arguments.contains("--stay") {
        Probe.say("ready")
        _ = readLine()
      }
      machine.roaming.close()
    }

    /// A scene of 1 MiB, there and back again, between two machines of which none is busy.
    private static func bring(_ folder: String, _ cluster: String, _ rounds: Int) async throws {
      let machines = [
        try Machine(folder, cluster, "desk-1"), try Machine(folder, cluster, "desk-2"),
      ]
      let serving = machines.map { $0.serve() }
      let scene = machines[0].store.scene("A")
      for part in 0..<16 {
        scene.tab(TabID(rawValue: "t\(part)"))[text] = String(
          repeating: "\(part % 10)", count: 64 << 10)
      }
      try await machines[0].roaming.carry()
      guard let place = try await machines[1].roaming.currentPlaces().first else {
        Probe.leave("nothing to bring", 3)
      }
      var times: [Double] = []
      for round in 1...rounds {
        let began = ContinuousClock.now
        _ = try await machines[round % 2].roaming.bring(place.scene)
        times.append((ContinuousClock.now - began) / .milliseconds(1))
      }
      say("bring", times)
      serving.forEach { $0.cancel() }
      machines.forEach { $0.roaming.close() }
    }

    /// How long it takes to see the scenes of one user.
    private static func places(_ folder: String, _ cluster: String, _ rounds: Int) async throws {
      let machine = try Machine(folder, cluster, "desk-1")
      for name in ["A", "B", "C"] { machine.store.scene(SceneID(rawValue: name))[count] = 1 }
      try await machine.roaming.carry()
      var times: [Double] = []
      for _ in 0..<rounds {
        let began = ContinuousClock.now
        let found = try await machine.roaming.currentPlaces().count
        guard found == 3 else { Probe.leave("\(found) places in place of 3", 1) }
        times.append((ContinuousClock.now - began) / .milliseconds(1))
      }
      say("places", times)
      machine.roaming.close()
    }
  }
#endif
