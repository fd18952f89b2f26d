import SceneScenarios

/// The pages of the documentation that are made from the tables.
package enum ReferencePage {
  /// What a scenario can say: the keys of a file, of the app, the steps, the checks.
  package static var scenario: String {
    var lines = [
      "# Scenario reference", "",
      "Every key, step, check and matcher of a scenario, made from the tables that parse it.", "",
      "## Overview", "",
      "A scenario is a YAML or JSON file, `NAME.scene.yaml`. `scenesim schema` says the same to an"
        + " editor, `scenesim steps NAME` to a terminal.", "",
      "## The file", "",
    ]
    lines += table(ScenarioLanguage.topLevel)
    lines += ["### Beside the verb of a step", ""]
    lines += table(ScenarioLanguage.modifiers + ScenarioLanguage.flowParts)
    lines += ["## The app", ""] + table(ScenarioLanguage.app)
    lines += ["### In the maps of the app", ""]
    lines += table(
      ScenarioLanguage.app.flatMap { key in
        keys(in: key.shape).map { field in
          Shape.Field(
            "\(key.name): \(field.name)", field.shape, field.summary, isRequired: field.isRequired)
        }
      })
    lines += ["## Steps", "", "The examples play in this app, if they have none of their own:", ""]
    lines += ["```yaml", StepReference.app, "```", ""]
    lines += StepCatalogue.all.flatMap { StepPage(step: $0).markdown }
    lines += ["## Checks", "", "`expect` has these keys, and one for each window to look at.", ""]
    lines += table(ScenarioLanguage.checks)
    lines += ["### Checks of a window", ""] + table(ScenarioLanguage.windowChecks)
    lines += ["### Checks of the store", ""] + table(ScenarioLanguage.storeChecks)
    lines += ["### Matchers", ""]
    lines += table(ScenarioLanguage.matcherWords + ScenarioLanguage.matchers)
    lines += ["## Long values", "", "Instead of a value that is too long to be written:", ""]
    lines += table(ScenarioLanguage.generated)
    return finished(lines)
  }

  /// The commands with their options and examples, the exit codes, the variables.
  package static var commands: String {
    var lines = [
      "# Command reference", "",
      "Every command of scenesim with its options and examples, made from the table that parses it.",
      "", "## Overview", "",
      "Options may stand anywhere; after `--` everything is an operand; `-` is standard input or"
        + " output. No command is guessed from a part of its name.", "",
    ]
    lines += ["## Commands", ""]
    for command in CommandCatalogue.all {
      lines += ["### \(command.name)", "", "\(sentence(command.abstract))", ""]
      lines += ["`\(command.usageLine)`", ""]
      if !command.options.isEmpty { lines += table(command.options) }
      lines += MarkdownTable.lines(
        ["Example", "Does"], command.examples.map { ["`\($0.line)`", $0.does] })
    }
    lines += ["## Options of every command", ""] + table(GlobalOptions.all)
    for topic in HelpTopic.allCases where !topic.isOfLanguage {
      lines += ["## \(sentence(topic.abstract).dropLast())", ""]
      lines += MarkdownTable.lines(["", ""], topic.rows.map { ["`\($0.0)`", $0.1] })
    }
    return finished(lines)
  }

  /// The keys of the maps that a value is made of, such as `in` of a place.
  private static func keys(in shape: Shape) -> [Shape.Field] {
    switch shape {
    case .map(let fields): fields
    case .named(_, let shape), .list(let shape): keys(in: shape)
    case .either(let shapes): shapes.flatMap(keys)
    default: []
    }
  }

  private static func table(_ fields: [Shape.Field]) -> [String] {
    MarkdownTable.lines(
      ["Key", "Says", "Holds"],
      fields.map { field in
        let must = field.isRequired ? "; needed" : ""
        return ["`\(field.name)`", field.summary + must, ShapeText.text(field.shape)]
      })
  }

  private static func table(_ options: [CommandOption]) -> [String] {
    MarkdownTable.lines(["Option", "Does"], options.map { ["`\($0.spelling)`", $0.help] })
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func finished(_ lines: [String]) -> String {
    lines.dropLast(lines.last == "" ? 1 : 0).joined(separator: "\n") + "\n"
  }
}
