import FoundationEssentials
package import SceneRoaming
import Synchronization

/// A real cluster that the devices of a scenario carry to, instead of one in memory.
package struct ScenarioCluster: Sendable {
  let address: String
  let credentials: Roaming.Credentials
  let connect: @Sendable () -> sending any ClusterConnection

  /// - Parameters:
  ///   - address: Its members, as `etcd://HOST:PORT`.
  ///   - credentials: What lets all runs in, whosever scenes theirs are.
  ///   - connect: Makes a connection to them.
  package init(
    _ address: String, _ credentials: Roaming.Credentials = Roaming.Credentials(),
    connect: @escaping @Sendable () -> sending any ClusterConnection
  ) {
    (self.address, self.credentials, self.connect) = (address, credentials, connect)
  }
}

/// What carriers are given instead of a clock and of chance, so that equal runs are equal.
final class GivenChance: Sendable {
  let now = Mutex(Date(timeIntervalSinceReferenceDate: 0))
  let numbers: Mutex<RandomNumbers>

  private let credentials: Roaming.Credentials

  init(seed: Int, _ credentials: Roaming.Credentials) {
    numbers = Mutex(RandomNumbers(seed: UInt64(bitPattern: Int64(seed))))
    self.credentials = credentials
  }

  /// Simulated time ends leases, and no clock on the wall.
  var options: Roaming.Options {
    // Who gives the address says whether it may be another machine's.
    var options = Roaming.Options(
      leaseSeconds: 24 * 3600, allowsPlainText: true, credentials: credentials)
    options.now = { self.now.withLock { $0 } }
    options.makeName = {
      self.numbers.withLock { numbers in
        (0..<2).map { _ in
          let digits = String(numbers.next(), radix: 16)
          return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
      }
    }
    return options
  }
}
