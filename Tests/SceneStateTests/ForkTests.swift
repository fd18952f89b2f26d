import Foundation
import LMDB
import Testing

@testable import SceneState

/// A process that forks while it has a store open.
@Suite(.serialized) struct ForkTests {
  private static let count = SceneKey("count", default: 0)

  /// `fork`, which Swift hides because little is allowed after it.
  private static func fork() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = unsafe dlsym(nil, "fork") else { return -1 }
    return unsafe unsafeBitCast(symbol, to: Fork.self)()
  }

  /// Runs a body in a child; answers how the child ended.
  ///
  /// At the fork another thread may hold a lock of Swift's runtime, which nobody lets go of in the
  /// child: one that waits for it is ended by its alarm, and another one tries.
  private static func inChild(_ body: () throws -> Void) -> Int32 {
    var status: Int32 = -1
    for _ in 0..<5 {
      let child = fork()
      if child == 0 {
        var alarmed = sigset_t()
        unsafe sigemptyset(&alarmed)
        unsafe sigaddset(&alarmed, SIGALRM)
        // Threads of Dispatch hear no signals.
        unsafe pthread_sigmask(SIG_UNBLOCK, &alarmed, nil)
        alarm(10)
        do { try body() } catch { _exit(1) }
        exit(0)
      }
      unsafe waitpid(child, &status, 0)
      if status & 0x7f != SIGALRM { break }
    }
    return status
  }

  @Test func `the child opens the store for itself, and both are saved at their ends`() async throws
  {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .success) { [path = folder.store as String] in
      let options = SceneStore.Options(commitDelay: .seconds(3600))
      let store = SceneStore.shared(at: path, options: options, openedAt: "here")
      store.app[Self.count] = 1
      let ended = Self.inChild {
        store.scene("A")[Self.count] = 9
        var sentence = ""
        do throws(SceneProblem) { try store.flush() } catch { sentence = error.detail }
        guard sentence.contains("open it again in the child") else { _exit(2) }
        let own = SceneStore.shared(at: path, options: options, openedAt: "child")
        guard own !== store, own.isUsable else { _exit(3) }
        own.scene("B")[Self.count] = 2
        withExtendedLifetime(own) { exit(0) }
      }
      #expect(ended == 0)
      withExtendedLifetime(store) { exit(ended) }
    }
    let store = try SceneStore.open(folder.storeURL)
    #expect(store.app[Self.count] == 1)
    #expect(store.scene("A")[Self.count] == 0)
    #expect(store.scene("B")[Self.count] == 2)
  }

  @Test func `a child that ends leaves store, files and locks to its parent`() async throws {
    let folder = try DurabilityFolder()
    await #expect(processExitsWith: .success) { [path = folder.store as String] in
      var store: SceneStore? = try SceneStore.open(
        URL(filePath: path), options: .init(commitDelay: .milliseconds(1)))
      var other: SceneStore? = .temporary()
      let folder = try #require(other?.directory)
      store?.app[Self.count] = 1
      try store?.flush()
      // The child releases what it was born with, committer included.
      #expect(Self.inChild { (store, other) = (nil, nil) } == 0)
      #expect(FileManager.default.fileExists(atPath: folder.path))
      store?.app[Self.count] = 2
      try store?.flush()
      store?.close()
      other?.close()
    }
    #expect(try SceneStore.open(folder.storeURL).app[Self.count] == 2)
  }
}
