package import SceneScenarios

/// What the codes of commands mean: those that no scenario, no check and no app gives.
///
/// A command that fails with a new code has a row here; a test looks for codes without one. The
/// examples are played by a test in a folder with a scenario, `notes.scene.yaml`, and the store
/// that it left, `demo.store`.
package enum CommandCodes {
  /// All codes there are, sorted by name.
  package static let everyCode = (ProblemExplanation.all + all).sorted {
    $0.code.rawValue < $1.code.rawValue
  }

  package static let all: [ProblemExplanation] = running + writing + stores

  private static let running = [
    row(
      "usage", "the command line is not understood",
      hint: "`scenesim help COMMAND` shows the options with examples",
      "scenesim rnu notes.scene.yaml"),
    row(
      "no-such-file", "there is no file or folder of this name",
      hint: "the path is relative to the folder in which the command runs",
      "scenesim run nowhere.scene.yaml"),
    row(
      "nothing-to-do", "no file or case is left: no name ends so, no tag or title matches",
      hint: "scenarios end in `.scene.yaml`; `--case` takes a number or a part of a title",
      "scenesim run notes.scene.yaml --tag nobody-has-it"),
    row(
      "not-read", "a file or folder is there and cannot be read",
      hint: "look at its permissions, and whether it is what its name says",
      "mkdir notes.trace", "scenesim run notes.scene.yaml"),
    row(
      "not-valid", "the app of a file cannot be tried, because it has mistakes",
      hint: "`scenesim check` shows all of them",
      "echo 'storage: [' > app.yaml", "scenesim try app.yaml < /dev/null"),
    row(
      "not-a-trace", "the file beside a scenario that should be its golden trace is none",
      hint: "move it away; `--update=missing` writes the trace anew",
      "echo hello > notes.trace", "scenesim run notes.scene.yaml"),
    row(
      "bug", "something happened in scenesim that nobody foresaw",
      hint: "it is not your fault: please report it with the log that the message names",
      "scenesim run notes.scene.yaml"),
  ]

  private static let writing = [
    row(
      "not-written", "a file cannot be written",
      hint: "look at the folder: is it there, is it yours, is there space?",
      "scenesim version -o no/such/folder/version.txt"),
    row(
      "file-exists", "a file that would be made is there already, and stays as it is",
      hint: "choose another name, or remove the file yourself",
      "scenesim new notes"),
    row(
      "store-exists", "a scenario begins with an empty store, and there is one already",
      hint: "name another folder, or remove the store yourself",
      "scenesim run notes.scene.yaml --store demo.store"),
  ]

  private static let stores = [
    row(
      "no-such-store", "there is no store in this place",
      hint: "`scenesim run FILE --store DIR` leaves one",
      "scenesim store ls nowhere.store"),
    row(
      "not-a-store", "what lies in this place is no scene store",
      hint: "a store is a folder with `data.mdb` in it",
      "mkdir other", "scenesim store ls other"),
    row(
      "newer-format", "a newer version of the library wrote the store",
      hint: "update scenesim", "scenesim store ls newer.store"),
    row(
      "no-such-value", "nothing is stored at this address",
      hint: "`scenesim store ls` shows the addresses there are",
      "scenesim store get demo.store A/drfat"),
    row(
      "bad-dump", "a file that should be a dump of a store is none",
      hint: "`scenesim store dump` writes one; a line at a time is what `load` reads",
      "echo hello > old.jsonl", "scenesim store diff old.jsonl demo.store"),
    row(
      "not-run", "the command behind `--` cannot be run",
      hint: "look at its name and permissions, or give its whole path",
      "scenesim store watch demo.store -- no-such-program"),
    row(
      "name-taken", "another scene of the store has this name already",
      hint: "choose another one; `scenesim store scenes` shows them",
      "scenesim store rename demo.store B A"),
    row(
      "not-confirmed", "nobody has said yes to what cannot be undone",
      hint: "`--force` does it without being asked; `-n` shows what would go",
      "scenesim store rm demo.store A/ --no-input < /dev/null"),
    row(
      "damaged", "the bytes of a value are no value any more",
      hint: "the other values can still be read; a backup has this one",
      "scenesim store get damaged.store A/draft"),
  ]

  private static func row(
    _ code: String, _ sentence: String, hint: String, _ lines: String...
  ) -> ProblemExplanation {
    ProblemExplanation(
      ProblemCode(rawValue: code), .command, sentence, hint: hint,
      example: lines.joined(separator: "\n"))
  }
}
