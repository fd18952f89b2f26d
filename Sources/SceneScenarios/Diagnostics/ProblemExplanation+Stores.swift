// What apps in Swift meet: places, names and values that a scenario cannot write.
extension ProblemExplanation {
  static let stores: [ProblemExplanation] = [
    ProblemExplanation(
      .nameTooLong, .problem,
      "the identifier of a scene has more than 255 bytes; its values stay in memory",
      hint: "use the identifier of the window system, or a UUID",
      example: """
        let id = SceneID(rawValue: String(repeating: "x", count: 256))
        SceneStore.temporary().scene(id)[SceneKey("draft", default: "")] = "typed"
        """),
    ProblemExplanation(
      .scopeTooDeep, .problem,
      "a scope has more than eight names, the key's included; its values stay in memory",
      hint: "put what tells the places apart into one name",
      example: """
        var scope = SceneStore.temporary().scene("A")
        for level in 1...9 { scope = scope.nested("folder", "\\(level)") }
        scope[SceneKey("draft", default: "")] = "typed"
        """),
    ProblemExplanation(
      .valueNotEncodable, .failureOrProblem,
      "a value cannot be encoded, for example because it is nested too deep; the old one stays",
      hint: "store a flat value, or an identifier of the data",
      example: """
        indirect enum Chain: Codable, Equatable, Sendable { case end, link(Chain) }
        var chain = Chain.end
        for _ in 0..<100 { chain = .link(chain) }
        SceneStore.temporary().scene("A")[SceneKey("chain", default: Chain.end)] = chain
        """),
    ProblemExplanation(
      .alreadyOpen, .failure,
      "the store is already open in this process",
      hint: "open it once and hand the store around; every scope knows its store",
      example: """
        let store = try SceneStore.open(folder)
        let second = try SceneStore.open(folder)
        """),
    ProblemExplanation(
      .insecureLocation, .failure,
      "somebody else could change the store's folder or files, or they are links",
      hint: "keep the store in a folder of its own that only its user can write to",
      example: """
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        let store = try SceneStore.open(link)
        """),
    ProblemExplanation(
      .storeFromNewerVersion, .failure,
      "a newer version of the library wrote the store, which is left as it is",
      hint: "update the app, or give the old one a folder of its own",
      example: """
        // The folder holds a store of a version that comes after this one.
        let store = try SceneStore.open(folder)
        """),
    ProblemExplanation(
      .storeInUse, .failure,
      "another process has the store open, and what was asked for needs it alone",
      hint: "close it there first; the message names the process",
      example: """
        // Another process has opened the folder.
        try SceneStore.open(folder).purge()
        """),
    ProblemExplanation(
      .storeDamaged, .problem,
      "a part of the store's file is damaged, which a look through it found while it was open",
      hint: "close the store and open it again: what can be saved is saved then",
      example: """
        options.scrub = ScrubRule()  // looks through the file while nothing is written
        let store = try SceneStore.open(folder, options: options)
        """),
    ProblemExplanation(
      .storeRecovered, .problem,
      "the store's file was damaged; it was made anew from what could be saved",
      hint: "`recoveryReport` says what came from where, and where the damaged file is kept",
      example: """
        try Data(count: 20_000).write(to: folder.appending(path: "data.mdb"))
        let store = try SceneStore.open(folder)
        """),
    ProblemExplanation(
      .backupNotReadable, .failure,
      "the file is no backup of a store, or a part of it is not what was written",
      hint: "take another backup; a damaged one is of no use",
      example: """
        try Data("no backup".utf8).write(to: file)
        try SceneStore.restore(file, to: folder)
        """),
    ProblemExplanation(
      .sharedTestStore, .problem,
      "several tests share one temporary store, because none asked for one of its own",
      hint: "the trait `.freshScene` of SceneTesting gives each test its own",
      example: """
        @Test func `a draft is kept`() {
          let store = SceneStore.open(appID: "com.example.notes")
        }
        """),
    ProblemExplanation(
      .treeTooDeep, .problem,
      "the nodes of a window nest more than 64 deep; the deeper ones are not kept",
      hint: "give only the nodes an identifier whose state is worth keeping",
      example: """
        var root = Level(children: [])  // a RestorableNode
        for _ in 0..<64 { root = Level(children: [root]) }
        let archive = RestorationTree.preserve(window(root), appVersion: 1) { print($0) }
        """),
  ]
}
