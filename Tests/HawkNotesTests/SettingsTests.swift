import HawkNotes
import SceneState
import Testing

struct SettingsTests {
  private func mistake(_ arguments: String...) -> String? {
    do throws(Mistake) {
      _ = try Settings(arguments)
      return nil
    } catch { return "\(error)" }
  }

  @Test func `values stand behind an option or a sign`() throws {
    let settings = try Settings([
      "--store", "a", "--roam=etcd://127.0.0.1:2379", "--user=ann=b", "--device", "desk",
      "--take-over",
    ])
    #expect(settings.storePath == "a")
    #expect(settings.cluster == "etcd://127.0.0.1:2379")
    #expect(settings.user == "ann=b")
    #expect(settings.device == "desk")
    #expect(settings.takesOver)
    #expect(settings.logPath == nil)
  }

  @Test func `what is missing, misspelt or alone is told`() {
    #expect(mistake("--store") == "write '--store DIR'")
    #expect(mistake("--log=") == "write '--log FILE'")
    #expect(mistake("--raom", "x") == "unknown option '--raom'; did you mean '--roam'?")
    #expect(mistake("--user", "ann") == "write '--roam etcd://HOST:PORT'")
  }

  @Test @MainActor func `without a cluster no window is anywhere else`() {
    let desktop = Desktop(store: .temporary())
    for command in [TypedCommand.places, .bring(nil, from: nil), .bring("A", from: "home")] {
      do throws(Mistake) {
        _ = try desktop.perform(command)
        Issue.record("\(command) was carried out")
      } catch { #expect("\(error)".contains("start with '--roam etcd://HOST:PORT'")) }
    }
  }
}
