#if Roaming
  import FoundationEssentials
  import Glibc
  import SceneRoaming
  import SceneState
  import Synchronization

  /// A machine that does what its standard input says, line by line, and answers each with a line.
  ///
  /// Lines that begin with a star come by themselves: what it was asked for, and what forked.
  final class Driving: Sendable {
    private let store: SceneStore
    private let roaming: Roaming
    private let isStubborn = Atomic(false)
    /// So many forks were told.
    private let told = Atomic(0)

    init(_ folder: String, _ cluster: String, _ device: String) throws {
      store = try Probe.store(folder)
      var options = try Probe.options(patience: .seconds(1))
      options.allowsPlainText = true
      roaming = try Roaming(
        store, cluster: cluster, user: Probe.user, device: device, options: options)
    }

    func run() async throws {
      let answering = Task { await answerAsks() }
      defer { answering.cancel() }
      Probe.say("* ready")
      while let line = readLine() {
        let words = line.split(separator: " ").map(String.init)
        guard let word = words.first else { continue }
        Probe.say("\(line): \(await answer(word, Array(words.dropFirst())))")
        tellForks()
        if word == "close" { return }
      }
    }

    private func answerAsks() async {
      for await ask in roaming.asks where !isStubborn.load(ordering: .relaxed) {
        do {
          try await ask.letGo()
          Probe.say("* gone \(ask.scene)")
        } catch { Probe.say("* kept \(ask.scene)") }
      }
    }

    private func tellForks() {
      let forks = roaming.forks
      for fork in forks.dropFirst(told.exchange(forks.count, ordering: .relaxed)) {
        Probe.say("* fork \(fork.scene) \(fork.from.rawValue)")
      }
    }

    private func answer(_ word: String, _ rest: [String]) async -> String {
      do {
        switch word {
        case "write": return try write(SceneID(rawValue: rest[0]), Int(rest[1]) ?? 0, rest.last)
        case "carry":
          try await roaming.carry()
          return "done"
        case "bring":
          let scene = try await roaming.bring(Roaming.SceneName(rawValue: rest[0]))
          return "done \(show(scene))"
        case "discard":
          store.destroySession(SceneID(rawValue: rest[0]))
          try store.flush()
          return "done"
        case "show": return "done" + (try store.sessions().map { " " + show($0.id) }.joined())
        case "places":
          return "done"
            + (try await roaming.currentPlaces().map {
              " \($0.scene.rawValue)=\($0.device)=\($0.isOwned)"
            }.joined())
        case "stubborn":
          isStubborn.store(rest[0] == "true", ordering: .relaxed)
          return "done"
        case "close":
          roaming.close()
          return "done"
        default: return "no such word"
        }
      } catch let problem as RoamingProblem {
        return "failed \(problem.code.rawValue) \(problem.detail)"
      } catch { return "failed \(error)" }
    }

    /// A whole tick: the number twice, and a text of so many bytes that begins with it.
    private func write(_ scene: SceneID, _ number: Int, _ size: String?) throws -> String {
      guard !Roaming.isElsewhere(scene, in: store) else { return "elsewhere" }
      let scope = store.scene(scene)
      let before = scope[Probe.number]
      let began = ContinuousClock.now
      store.tick {
        scope[Probe.number] = number
        scope.tab("hawk")[Probe.text] = String(
          repeating: "\(number % 10)", count: size.flatMap { Int($0) } ?? 0)
        scope[Probe.copy] = number
      }
      let typed = ContinuousClock.now - began
      try store.flush()
      let name = Roaming.name(of: scene, in: store)?.rawValue ?? "-"
      return "done \(before) \(name) \(Int(typed / .microseconds(1)))"
    }

    /// `SCENE=NAME=NUMBER=whole|torn=here|elsewhere`.
    private func show(_ scene: SceneID) -> String {
      let scope = store.scene(scene)
      let (number, text) = (scope[Probe.number], scope.tab("hawk")[Probe.text])
      let isWhole =
        scope[Probe.copy] == number
        && text.utf8.allSatisfy { $0 == UInt8(ascii: "0") + UInt8(number % 10) }
      let name = Roaming.name(of: scene, in: store)?.rawValue ?? "-"
      let place = Roaming.isElsewhere(scene, in: store) ? "elsewhere" : "here"
      return "\(scene)=\(name)=\(number)=\(isWhole ? "whole" : "torn")=\(place)"
    }
  }
#endif
