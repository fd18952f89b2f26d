/// Words that other tools have for commands, verbs and options of this one.
enum MeantCommand {
  /// The name among those there are that a word stands for.
  static func meant(by word: String, among names: [String]) -> String? {
    table.first { $0.words.contains(word) && names.contains($0.name) }?.name
  }

  private static let table: [(name: String, words: Set<String>)] = [
    ("run", ["test", "play", "exec", "execute", "start"]),
    ("check", ["lint", "validate", "verify", "fsck", "doctor", "integrity_check"]),
    ("format", ["fmt", "tidy", "prettify"]),
    ("new", ["init", "create", "add"]),
    ("ls", ["list", "keys", "values", "dir"]),
    ("get", ["cat", "print", "read"]),
    ("set", ["put", "write", "add", "insert"]),
    ("rm", ["delete", "remove", "del", "clear", "unset"]),
    ("find", ["grep", "search", "query", "select"]),
    ("compact", ["vacuum", "shrink"]),
    ("repair", ["fix", "recover"]),
    ("rename", ["mv", "move"]),
    ("load", ["import", "restore"]),
    ("dump", ["backup", "save"]),
    ("stats", ["info", "status", "size"]),
    ("scenes", ["windows", "sessions"]),
    ("watch", ["follow", "tail", "monitor"]),
    ("blame", ["history", "who", "why"]),
  ]

  /// What does what a word means that no command is called by.
  static let ways: [String: String] = {
    let copying =
      "a value is copied by `store get` and `store set`, a store by `store backup STORE NEW-FOLDER`"
    return [
      "cp": copying, "copy": copying, "clone": copying,
      "show": "`store ls` shows the values of a store, `store get` one of them",
      "log": "`store watch` shows changes as they happen, `store blame` the last one of a value",
    ]
  }()

  /// The option among those of a command that a word stands for.
  static func option(meantBy word: String, among names: [String]) -> String? {
    options.first { $0.words.contains(word) && names.contains($0.name) }?.name
  }

  private static let options: [(name: String, words: Set<String>)] = [
    ("jobs", ["parallel", "workers", "threads", "processes", "concurrency"]),
    ("time-limit", ["timeout", "max-time", "deadline"]),
    ("case", ["filter", "only", "grep", "match", "test"]),
  ]

  /// What a command has in the place of an option that others have.
  static func way(of command: String, insteadOf option: String) -> String? {
    optionWays.first { $0.command == command && $0.words.contains(option) }?.hint
  }

  private static let everything = "all of it is shown as it is: leave it out"

  private static let optionWays: [(command: String, words: Set<String>, hint: String)] = [
    (
      "store repair", ["in-place", "inplace", "overwrite"],
      "repair writes only into a new place, and the old store stays: -o NEW"
    ),
    ("store ls", ["-l", "-a", "-la", "-R", "-r", "long", "recursive"], everything),
    ("store tree", ["-l", "-a", "-R", "-r", "recursive"], everything),
    ("store ls", ["limit", "head", "max"], "all are listed: … | head -5"),
    ("store find", ["-i", "ignore-case"], "letters of either case are found: leave it out"),
    ("store find", ["-r", "-R", "recursive"], everything),
    (
      "store rm", ["-r", "-R", "recursive"],
      "what ends in a slash is everything below it: store rm STORE A/hawk/; a store is a folder"
    ),
    (
      "run", ["-k", "-g", "-t"],
      "--case TEXT plays the cases that have it in their title or file name"
    ),
    ("check", ["fix"], "check changes nothing; `scenesim format FILE` lays a file out"),
    ("store diff", ["stat"], "--plain gives a line for each change: … | wc -l"),
    (
      "format", ["-w", "-i", "write", "wait", "in-place", "fix"],
      "format writes the files: leave it out"
    ),
    (
      "new", ["list", "-l"],
      "--like names what there is to begin with, and `scenesim help new` has the names"
    ),
    (
      "store check", ["fix"],
      "check changes nothing; `store repair STORE -o NEW` makes a sound store"
    ),
  ]

  /// Answers to questions that nothing here asks.
  static let answers: Set<String> = ["yes", "y", "assume-yes", "no-confirm", "non-interactive"]
}
