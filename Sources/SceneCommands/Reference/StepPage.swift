import SceneReports
import SceneScenarios

/// What the reference says about one step: for the terminal, for programs, for the web page.
struct StepPage {
  let step: any ScenarioStep.Type

  /// The keys of the argument, or one row that says what it is.
  var rows: [(String, String)] {
    let fields = step.argument.fields
    let form = step.argument.formsWithoutKeys.map { [(step.name, ShapeText.text($0))] } ?? []
    return form
      + fields.map { field in
        let must = field.isRequired ? ", needed" : ""
        return (field.name, "\(field.summary) (\(ShapeText.text(field.shape))\(must))")
      }
  }

  /// The example without the app, which all examples share.
  var example: [String] {
    step.example.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var terminal: String {
    var lines = ["\(step.name) – \(step.summary)", "", "written", "  \(step.syntax)", ""]
    lines += ["argument"] + Self.aligned(rows) + [""]
    if case .part(.expectation) = step.argument {
      lines += ["more", "  scenesim help checks, scenesim help matchers", ""]
    }
    lines += ["example"] + example.map { $0.isEmpty ? "" : "  \($0)" }
    for (name, text) in StepReference.files(of: step) {
      lines += ["", "with \(name)"]
      lines += text.split(separator: "\n").map { "  \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSON {
    let arguments = step.argument.fields.map { field -> JSON in
      [
        "name": .string(field.name), "kind": .string(ShapeText.text(field.shape)),
        "required": .bool(field.isRequired), "summary": .string(field.summary),
      ]
    }
    return [
      "name": .string(step.name), "syntax": .string(step.syntax), "summary": .string(step.summary),
      "argument": .string(ShapeText.text(step.argument)), "keys": .list(arguments),
      "example": .string(step.example), "scenario": .string(StepReference.scenario(of: step)),
    ]
  }

  var markdown: [String] {
    var lines = ["### \(step.name)", "", step.summary, "", "`\(step.syntax)`", ""]
    lines += MarkdownTable.lines(["Key", "Says"], rows.map { ["`\($0.0)`", $0.1] })
    return lines + ["```yaml"] + example + ["```", ""]
  }

  private static func aligned(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { DisplayWidth.of($0.0) }.max() ?? 0
    return rows.map { "  \(DisplayWidth.padded($0.0, to: width))  \($0.1)" }
  }
}

/// Rows of a page between bars.
enum MarkdownTable {
  static func lines(_ titles: [String], _ rows: [[String]]) -> [String] {
    func line(_ cells: [String]) -> String {
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return [line(titles), line(titles.map { _ in "---" })] + rows.map(line) + [""]
  }
}
