import Foundation
import SceneCommands
import SceneRoaming
import Testing

/// Roaming devices of scenarios on a cluster that an address names.
struct RunOnClusterTests {
  private let cluster = ModelCluster()
  private let scenarios = ["roaming", "roaming-processes"].map { name in
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "SceneScenariosTests/Scenarios/\(name).scene.yaml").path()
  }

  private func ask(_ path: String, _ body: String) -> ClusterOutcome {
    (cluster as any AskedCluster).answer("", path, Array(body.utf8))
  }

  private func harness(isThere: Bool = true) -> Harness {
    var harness = Harness()
    harness.prepare = { [cluster] surroundings in
      let link = ModelLink(cluster)
      if !isThere { link.cut() }
      surroundings.clusterConnection = { link.connection() }
    }
    return harness
  }

  @Test func `the trace is that of a cluster in memory, and nothing stays behind`() throws {
    // Their golden traces lie beside them; at the same time they do not meet.
    let result = harness().run(
      ["run", "--cluster", "etcd://127.0.0.1:2379", "-j", "2"] + scenarios)
    #expect(result.code == .success, "\(result.output)")
    #expect(result.output.hasSuffix("2 runs · 2 passed · 69 steps\n"))
    guard case .answered(200, let leases) = ask("lease/leases", "{}"),
      // All keys there are.
      case .answered(200, let keys) = ask("kv/range", #"{"key":"AA==","range_end":"fw=="}"#)
    else {
      Issue.record("the cluster does not answer")
      return
    }
    #expect(String(decoding: leases, as: UTF8.self) == "{}")
    #expect(!String(decoding: keys, as: UTF8.self).contains("kvs"))
    #expect(!String(decoding: keys, as: UTF8.self).contains(#""revision":"1""#))
  }

  @Test func `a cluster that does not answer, or is none, is told`() {
    let away = harness(isThere: false).run(
      "run", scenarios[0], "--cluster", "etcd://127.0.0.1:2379")
    #expect(away.code == .no)
    #expect(away.output.contains("`launch`: the cluster does not answer: on the way"))
    #expect(away.output.contains("look at the address, and whether etcd runs there"))
    let plain = harness().run("run", scenarios[0], "--cluster", "etcd://10.0.0.1:2379")
    #expect(plain.code == .usage)
    #expect(plain.errors.contains("[plain-text]"))
    let none = harness().run("run", scenarios[0], "--cluster", "127.0.0.1:2379")
    #expect(none.errors.contains("[bad-address]"))
  }

  @Test func `who is let in a folder says, or the environment`() {
    let line = ["run", scenarios[0], "--cluster", "etcds://127.0.0.1:2379"]
    let nobody = harness().run(line + ["--credentials", "/nonexistent"])
    #expect(nobody.code == .usage)
    #expect(nobody.errors.contains("'/nonexistent' has no ca.pem"))
    #expect(nobody.errors.contains("password-scenesim [bad-credentials]"))
    var harness = self.harness()
    harness.environment["SCENESIM_PASSWORD"] = "secret"
    // The cluster in memory knows nobody.
    let login = harness.run(line)
    #expect(login.output.contains("unknown call auth/authenticate"))
    #expect(!login.output.contains("secret"))
  }

  @Test func `what a real cluster has is not taken back`() {
    let path = scenarios[0].replacing("roaming.scene", with: "rewind-roaming.scene")
    let result = harness().run("run", path, "--cluster", "etcd://127.0.0.1:2379")
    #expect(result.code == .no)
    #expect(result.output.contains("a real cluster has cannot be taken back [no-snapshot]"))
  }

  @Test func `exploring says that it plays one device`() {
    let result = Harness().run("explore", scenarios[0])
    #expect(result.errors.contains("has several devices"), "\(result.errors)")
  }
}
