#if Roaming
  import Foundation
  import FuzzTargets

  @testable import SceneRoaming

  /// Three members of etcd in namespaces of their own, which `Scripts/members run` started.
  final class RealCluster: DisturbedCluster {
    let address: String
    private let client: ClusterClient

    /// Nil where nobody started members.
    init?() {
      guard let address = ProcessInfo.processInfo.environment["MEMBERS_ADDRESS"],
        let parsed = try? ClusterAddress(address, allowsPlainText: true)
      else { return nil }
      self.address = address
      client = ClusterClient(
        parsed, Roaming.Credentials(), nil, timeout: 700, connect: Self.connect)
    }

    func answer(_ member: String, _ path: String, _ body: [UInt8]) -> ClusterOutcome {
      Self.connect().post("http://\(member)/v3/\(path)", body, timeout: 700)
    }

    func everything(below root: String) throws -> [String: ClusterPair] {
      // Each request that fails goes on to the next member.
      for _ in 0..<2 {
        if let found = try? client.pairs(from: root, to: root.dropLast() + "0") {
          return found.pairs.reduce(into: [:]) { $0[$1.key] = $1 }
        }
      }
      return try client.pairs(from: root, to: root.dropLast() + "0").pairs
        .reduce(into: [:]) { $0[$1.key] = $1 }
    }

    /// Ends all leases that a member knows of; without a member that answers they end by themselves.
    func endLeases() {
      struct Leases: Decodable {
        struct Lease: Decodable { var ID: String }
        var leases: [Lease]?
      }
      for member in members {
        guard case .answered(200, let body) = answer(member, "lease/leases", Array("{}".utf8)),
          let found = try? JSONDecoder().decode(Leases.self, from: Data(body))
        else { continue }
        for lease in found.leases ?? [] {
          _ = answer(member, "lease/revoke", Array(#"{"ID":"\#(lease.ID)"}"#.utf8))
        }
        return
      }
    }

    private var members: [String] {
      address.dropFirst("etcd://".count).split(separator: ",").map(String.init)
    }

    // MARK: What happens to it

    func disturb(_ random: inout FuzzRandom) throws -> String {
      let member = "\(1 + random.number(below: 3))"
      let other = "\(1 + (Int(member) ?? 0) % 3)"
      switch random.number(below: 16) {
      case 0, 1: return try script(["kill", member])
      case 2: return try script(["stop", member])
      case 3: return try script(["cut", member, "client"])
      case 4: return try script(["cut", member, other])
      case 5: return try script(["cut", member, other]) + script(["cut", other, member])
      case 6:
        // Halves: one member without the two others.
        return try ["1", "2", "3"].filter { $0 != member }
          .map { try script(["cut", member, $0]) + script(["cut", $0, member]) }.joined()
      case 7, 8: return try script(["compact"])
      case 9:
        _ = try script(["heal"])
        return try script(["wipe", member]) + script(["heal"])
      default: return try script(["heal"])
      }
    }

    func heal() throws { _ = try script(["heal"]) }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Scripts/members")

    private func script(_ words: [String]) throws -> String {
      let process = Process()
      process.executableURL = Self.script
      process.arguments = words
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      // What cannot be done to members that are gone already is no matter; that they heal is.
      guard process.terminationStatus == 0 || words != ["heal"] else {
        throw RoamingProblem(.notReachable, detail: "the members do not heal")
      }
      return "(\(words.joined(separator: " ")))"
    }

    @Sendable private static func connect() -> sending any ClusterConnection {
      CurlConnection(Roaming.Credentials())
    }
  }
#endif
