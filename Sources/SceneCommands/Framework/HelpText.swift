import SceneScenarios

/// Makes every help page from the command table.
struct HelpText {
  let commands: [Command]
  let paint: Paint

  func overview() -> String {
    var lines = ["scenesim – play multi-window scenarios and look into scene stores", ""]
    lines += section(
      "examples",
      [
        ("scenesim run scenarios", "run every scenario below a folder"),
        ("scenesim store ls demo.store", "list the values of a store"),
        ("scenesim help run", "help for one command"),
      ])
    lines += section("commands", commands.map { ($0.name, $0.abstract) })
    lines += section("global options", GlobalOptions.all.map { ($0.spelling, $0.help) })
    lines += section("topics", HelpTopic.allCases.map { ("help \($0.rawValue)", $0.abstract) })
    return finished(lines)
  }

  /// `scenesim help store`: the commands that begin with a word.
  func group(_ word: String) -> String {
    let members = commands.filter { $0.words.first == word }
    var lines = section(
      "examples", members.prefix(3).compactMap { $0.examples.first.map { ($0.line, $0.does) } })
    lines += section("commands", members.map { ($0.usageLine, $0.abstract) })
    return finished(lines)
  }

  func page(of command: Command) -> String {
    var lines = ["scenesim \(command.name) – \(command.abstract)", ""]
    lines += section("examples", command.examples.map { ($0.line, $0.does) })
    lines += section("usage", [(command.usageLine, "")])
    if !command.options.isEmpty {
      lines += section("options", command.options.map { ($0.spelling, $0.help) })
    }
    lines += section("global options", GlobalOptions.all.map { ($0.spelling, $0.help) })
    return finished(lines)
  }

  func topic(_ topic: HelpTopic) -> String {
    finished(section(topic.rawValue, topic.rows))
  }

  private func section(_ title: String, _ rows: [(String, String)]) -> [String] {
    let width = min(rows.map { DisplayWidth.of($0.0) }.max() ?? 0, 50)
    let lines = rows.map { row in
      row.1.isEmpty ? "  \(row.0)" : "  \(DisplayWidth.padded(row.0, to: width))  \(row.1)"
    }
    return [paint.strong(title)] + lines + [""]
  }

  private func finished(_ lines: [String]) -> String {
    lines.dropLast(lines.last == "" ? 1 : 0).joined(separator: "\n") + "\n"
  }
}

/// Pages of help that are not about one command.
enum HelpTopic: String, CaseIterable {
  case exitCodes = "exit-codes"
  case addresses
  case environment
  case formats
  case templates
  case dryRuns = "dry-runs"
  case keys
  case app, storage, checks, matchers, scopes, types, handlers

  /// Whether it is about what a scenario says; the scenario reference has more of that.
  var isOfLanguage: Bool {
    [.app, .storage, .checks, .matchers, .scopes, .types, .handlers].contains(self)
  }

  var abstract: String {
    switch self {
    case .exitCodes: "what the tool tells the shell"
    case .addresses: "how values of a store are named"
    case .environment: "variables the tool looks at"
    case .formats: "what --format can be"
    case .templates: "what new --like can be"
    case .dryRuns: "what --dry-run leaves undone"
    case .keys: "what keys do at the prompt of try"
    case .app: "what stands under app: in a scenario"
    case .storage: "what stands at a key under storage:"
    case .checks: "what expect: looks at"
    case .matchers: "what stands for values that are not known"
    case .scopes: "which tabs and windows share a value"
    case .types: "what a key can hold"
    case .handlers: "what an app does when an activity arrives"
    }
  }

  var rows: [(String, String)] {
    switch self {
    case .exitCodes: ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }
    case .addresses:
      [
        ("SCENE/KEY", "a value of a scene"),
        ("SCENE/TAB/KEY", "a value of a tab"),
        ("SCENE/TAB/KIND/ID/KEY", "a value of a nested scope"),
        ("SCENE/  SCENE/TAB/", "everything below"),
        ("*/draft  A/*/draft", "'*' stands for any characters within a part"),
        ("?app/KEY", "a value of the app itself"),
        ("a%2Fb", "'/', '%', '*' and control characters in a part are escaped with '%'"),
        ("SCENE", "is the id of a scene, the unique beginning of one, or its alias"),
      ]
    case .environment:
      [
        ("SCENESIM_STORE", "the store to use if none is given"),
        ("SCENESIM_CREDENTIALS", "a folder as for --credentials, of a cluster"),
        ("SCENESIM_KEY_FILE", "a file as for --key-file, of a cluster"),
        ("SCENESIM_PASSWORD", "the password of the user in a cluster"),
        ("SCENESIM_USER", "the user of etcd whom `run --cluster` logs in; scenesim"),
        ("NO_COLOR", "if not empty: no colour"),
        ("FORCE_COLOR", "if not empty or 0: colour, also into files and pipes"),
        ("TERM=dumb", "no colour, nothing moves"),
        ("CI", "nothing moves"),
        ("COLUMNS", "the width tables are fitted to"),
        ("LC_ALL LC_CTYPE LANG", "if they don't say UTF-8, output has 'ok' and 'FAIL'"),
        ("GITHUB_ACTIONS", "annotations for what failed, behind the table"),
        ("GITHUB_STEP_SUMMARY", "a file: the run is added to it as Markdown"),
      ]
    case .formats:
      [
        ("table", "for people; may change from version to version"),
        ("plain", "one line per thing, stable columns between tabs, no colour"),
        ("json", "one object, with its schema's name; changes only by addition"),
        ("jsonl", "one object per line, for long answers"),
      ]
    case .templates: Template.allCases.map { ($0.rawValue, $0.summary) }
    case .keys: Self.keyRows
    case .app: Self.rows(ScenarioLanguage.app)
    case .storage: Self.rows(ScenarioLanguage.storageKey)
    case .checks:
      Self.rows(ScenarioLanguage.checks) + Self.rows(ScenarioLanguage.windowChecks, of: "A: ")
    case .matchers: Self.rows(ScenarioLanguage.matcherWords + ScenarioLanguage.matchers)
    case .scopes: Self.scopeRows
    case .types: Self.typeRows + Self.rows(ScenarioLanguage.generated)
    case .handlers:
      Self.rows(ScenarioLanguage.handler)
        + [("steps", "in `do`: \(InsideSteps.names.sorted().joined(separator: ", "))")]
    case .dryRuns:
      [
        ("every command", "-o FILE is not written; the answer is worked out and not shown"),
        ("run", "plays the cases; no golden trace, report, trace or kept store is written"),
        ("run --update", "shows what would be golden, as --update=check does"),
        ("format", "names the files that would change; the exit code is 0"),
        ("new, record", "say which file they would write"),
        ("try", "its word save writes nothing"),
        ("store", "verbs that change a store say what they would change"),
        ("roam", "bring, fork and drop say which scenes that would be"),
        ("the rest", "writes no files, so it does what it always does"),
      ]
    }
  }

  private static func rows(
    _ fields: [Shape.Field], of place: String = ""
  ) -> [(String, String)] {
    fields.map { field in
      let must = field.isRequired ? ", needed" : ""
      return (place + field.name, "\(field.summary) (\(ShapeText.text(field.shape))\(must))")
    }
  }

  private static let scopeRows = [
    ("scope: scene", "one value for the window: all its tabs show it"),
    ("scope: tab", "one for each tab; the one that is shown when it is used"),
    ("scope: tab(hawk)", "one for the window, kept in this tab"),
    ("scope: tab/note", "one for each place that `nested` declares below a tab"),
    ("scope: scene/note", "the same below the window"),
    ("scope: app", "one for the whole app, whatever window writes it"),
    ("scope: note", "one for each place of this kind that `places` declares"),
    ("selectedTab, path, place", "keys so named keep the tab, the screens and the place shown"),
  ]

  private static let typeRows = [
    ("bool int double", "true, 12, 0.5"),
    ("string", "a text"),
    ("data", "bytes, as base64"),
    ("float", "as double, kept with the precision of a Float"),
    ("date", "a time with its zone: 2026-01-01T09:00:00Z"),
    ("url", "an address"),
    ("uuid", "an identifier: 6F9619FF-8B86-D011-B42D-00CF4FC964FF"),
    ("[string]", "a list of them"),
    ("set of string", "a set of them, written as a list in any order"),
    ("{string: int}", "a map from texts to them"),
    ("string?", "one, or nothing: `~`"),
    ("Note", "a struct that `types: { Note: { title: string } }` declares"),
    ("{title: string}", "a struct that is written in place; {string: string} is a map"),
    ("{one-of: [a, b]}", "one of these words; `else: a` reads any other as this one"),
  ]

  private static let keyRows = [
    ("Left Right", "go by characters; with Ctrl or Alt by words"),
    ("Home End", "go to the start and the end; so do Ctrl-A and Ctrl-E"),
    ("Up Down", "bring back the lines before; so do Ctrl-P and Ctrl-N"),
    ("Tab", "completes steps, their keys, and what the app and the windows are called"),
    ("Ctrl-U Ctrl-K", "cut to the start and to the end; Ctrl-W cuts a word, Ctrl-Y puts it back"),
    ("Ctrl-C Ctrl-D", "end; Ctrl-Z stops until fg"),
    ("{ [ :", "a step goes on in the next line until it is closed, a block until an empty line"),
  ]
}
