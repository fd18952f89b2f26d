import FoundationEssentials
import SceneRoaming
import SceneScenarios
import SceneState
import StoreTools

/// Finds out which store and which address a `store` command is about.
struct StoreSource {
  static let option = CommandOption.value("store", "DIR", "the folder of the store")

  let directory: String
  /// The operand that is not the store.
  let address: String?
  /// What is looked at instead of a folder, if the store is a user's scenes in a cluster.
  let cluster: ClusterLook?

  /// One operand alone is a store, unless a store is given otherwise.
  init(
    _ invocation: Invocation, console: Console, needsAddress: Bool
  ) throws(CommandFailure) {
    var operands = invocation.operands[...]
    let standing = console.variable("SCENESIM_STORE")
    let isStore = operands.count == 2 || (standing == nil && !(needsAddress && operands.count == 1))
    if let chosen = invocation.value("store") {
      directory = chosen
      let isStore = operands.first.map { OutputFile.exists($0 + "/data.mdb") } ?? false
      guard operands.count <= 1, !isStore else {
        throw .usage("two stores given: '\(chosen)' and '\(operands[0])'")
      }
    } else if isStore, let first = operands.popFirst() {
      try Self.checkOrder(invocation)
      directory = first
    } else if let first = operands.first, !needsAddress,
      OutputFile.exists(first + "/data.mdb") || ClusterPlace.isOne(first)
    {
      directory = first
      operands.removeFirst()
    } else if let standing {
      try Self.checkStanding(standing)
      directory = standing
    } else {
      throw Self.incomplete(invocation)
    }
    address = operands.first
    cluster =
      ClusterPlace.isOne(directory)
      ? try ClusterPlace(directory).look(invocation, console) : nil
    if needsAddress, address == nil {
      throw .usage("no address given", next: "scenesim help addresses")
    }
  }

  /// Says where the name of a store comes from that nobody has typed, if nothing is there.
  static func checkStanding(_ store: String) throws(CommandFailure) {
    guard !OutputFile.exists(store), !ClusterPlace.isOne(store),
      ProcessEdge.kind(of: store) != .link
    else { return }
    let failure = words(for: .missing, store)
    throw failure.with(
      hint: "SCENESIM_STORE names it, as no other store is given"
        + (near(store).map { "; did you mean \($0)?" } ?? ""), next: failure.next)
  }

  /// Too few operands: the store is missing, or what should stand behind it.
  static func incomplete(_ invocation: Invocation) -> CommandFailure {
    if let first = invocation.operands.first, !OutputFile.exists(first),
      invocation.command.operands.hasSuffix(" FILE")
    {
      return .usage(
        "behind the store '\(first)' FILE is missing", hint: "`-` reads standard input",
        next: "scenesim \(invocation.command.name) \(ShellText.word(first)) -")
    }
    guard let first = invocation.operands.first, OutputFile.exists(first + "/data.mdb") else {
      if let first = invocation.operands.first, let words = apart(first) {
        let rest = ([words.store, words.address] + invocation.operands.dropFirst())
          .map(ShellText.word).joined(separator: " ")
        return .usage(
          "'\(first)' is a store and an address in one word", hint: "a blank stands between them",
          next: "scenesim \(invocation.command.name) \(rest)")
      }
      return .usage(
        "no store given", hint: "name its folder, or set SCENESIM_STORE",
        next: "scenesim help \(invocation.command.name)")
    }
    let wanted = invocation.command.operands.split(separator: " ")
      .dropFirst(invocation.operands.count).joined(separator: " ")
    if wanted.hasPrefix("VALUE"), let pair = invocation.operands.last,
      let equals = pair.firstIndex(of: "=")
    {
      let words = [first, String(pair[..<equals]), String(pair[pair.index(after: equals)...])]
      return .usage(
        "'\(pair)' is an address and a value in one word", hint: "a blank stands between them",
        next: "scenesim \(invocation.command.name) "
          + words.map(ShellText.word).joined(separator: " "))
    }
    guard wanted == "ADDR" else {
      return .usage(
        "'\(first)' is a store; behind it \(wanted) is missing",
        hint: invocation.command.examples.first.map { "such as: \($0.line)" },
        next: "scenesim help \(invocation.command.name)")
    }
    return .usage(
      "'\(first)' is a store; no address given", hint: "say which of its values",
      next: "scenesim store ls \(ShellText.word(first)) --keys")
  }

  /// A store, and what stands behind it as if it were a file in it.
  private static func apart(_ path: String) -> (store: String, address: String)? {
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      let store = String(path[..<slash])
      let address = String(path[path.index(after: slash)...])
      if OutputFile.exists(store + "/data.mdb"), !address.isEmpty { return (store, address) }
    }
    return nil
  }

  /// Says that the store stands last, if it does: another one would be looked for in vain.
  static func checkOrder(_ invocation: Invocation) throws(CommandFailure) {
    let given = invocation.operands
    guard given.count > 1, let last = given.last, OutputFile.exists(last + "/data.mdb"),
      !OutputFile.isFolder(given[0]),
      // What a dump is loaded into may be new.
      invocation.command.words != ["store", "load"] || OutputFile.exists(given[0])
    else { return }
    let words = ([last] + given.dropLast()).map(ShellText.word).joined(separator: " ")
    throw .usage(
      "'\(last)' is a store, and stands behind '\(given[0])'", hint: "the store comes first",
      next: "scenesim \(invocation.command.name) \(words)")
  }

  /// A source that was found by other means.
  init(directory: String, address: String? = nil, cluster: ClusterLook? = nil) {
    (self.directory, self.address, self.cluster) = (directory, address, cluster)
  }

  func snapshot() throws(CommandFailure) -> StoreSnapshot { try contents(of: .everything) }

  /// What an address can mean, and no more: one scene of many costs what that scene holds.
  ///
  /// A scene that is not in the store makes it everything, so that messages can say what is there.
  func contents(of pattern: AddressPattern) throws(CommandFailure) -> StoreSnapshot {
    if let cluster { return try Self.snapshot(of: cluster) }
    if pattern.isNarrow,
      let quick = StoreInspector.quickSnapshot(
        directory,
        { (look) throws(StoreInspector.Failure) in try pattern.selection(in: look) })
    {
      return quick
    }
    return try look { (look) throws(StoreInspector.Failure) in
      try look.snapshot(of: try pattern.selection(in: look))
    }
  }

  /// Scenes in a cluster as a store would show them.
  static func snapshot(of cluster: ClusterLook) throws(CommandFailure) -> StoreSnapshot {
    let (contents, unreadable) = try ClusterPlace.tell(cluster.contents)
    var snapshot = StoreSnapshot(contents)
    snapshot.remarks = unreadable.map { StoreRemark(code: .damaged, description: $0.whatHappened) }
    return snapshot
  }

  /// Asks the store something, and lets go of it.
  func look<Answer>(
    _ body: (StoreLook) throws(StoreInspector.Failure) -> Answer
  ) throws(CommandFailure) -> Answer {
    try ask { (directory) throws(StoreInspector.Failure) in
      let look = try StoreInspector.lookAtWhatIsLeft(directory)
      defer { look.close() }
      return try body(look)
    }
  }

  /// Does something with the folder, and says in words what went wrong.
  func ask<Answer>(
    _ body: (String) throws(StoreInspector.Failure) -> Answer
  ) throws(CommandFailure) -> Answer {
    guard cluster == nil else { throw ClusterPlace.needsFolder(directory) }
    do throws(StoreInspector.Failure) { return try body(directory) } catch {
      throw Self.failure(error, directory)
    }
  }

  /// Says that a store is another user's, if it is: every other answer would be a guess.
  static func checkPermission(_ path: String) throws(CommandFailure) {
    guard let closed = ProcessEdge.closedPlace(of: [path, path + "/data.mdb"]) else { return }
    if ProcessEdge.isOwn(closed.path) { throw ownClosed(closed.path, "read", of: path) }
    throw CommandFailure(
      .noPermission, "'\(closed.path)' belongs to \(closed.owner), and you may not read it",
      code: "no-permission",
      hint: "a store is closed to everybody else; run the command as \(closed.owner), "
        + "or ask for a dump",
      // NB: `-o` would make a file that only the other user can read.
      next: "sudo -u \(ShellText.word(closed.owner)) scenesim store dump "
        + "\(ShellText.word(path)) > dump.jsonl")
  }

  /// A place of one's own whose permissions keep oneself out.
  static func ownClosed(_ place: String, _ verb: String, of store: String) -> CommandFailure {
    CommandFailure(
      .noPermission, "the permissions of '\(place)' do not let you \(verb) it",
      code: "no-permission", hint: "it is yours: you may change them",
      next: "chmod -R u+rwX \(ShellText.word(store))")
  }

  /// Does something with an address; where damage took what it means, names the repair.
  func naming<Answer>(
    _ body: () throws(CommandFailure) -> Answer
  ) throws(CommandFailure) -> Answer {
    do throws(CommandFailure) { return try body() } catch {
      guard error.code == "damaged", cluster == nil else { throw error }
      throw error.with(next: Self.repairLine(directory))
    }
  }

  static func failure(_ failure: StoreInspector.Failure, _ path: String) -> CommandFailure {
    do throws(CommandFailure) { try checkPermission(path) } catch { return error }
    return words(for: failure, path)
  }
}
