import SceneReports

/// The manual page in mdoc, made from the same table as help.
struct ManualPage {
  let commands: [Command]
  /// The day of the page; it changes with the version, not with the clock.
  private static let date = "November 21, 2026"

  var text: String {
    var lines = [
      ".\\\" Made by `scenesim manual` from the table of commands.",
      ".Dd \(Self.date)", ".Dt SCENESIM 1", ".Os", ".Sh NAME", ".Nm scenesim",
      ".Nd play multi\\-window scenarios and look into scene stores", ".Sh SYNOPSIS",
    ]
    for command in commands {
      lines += [".Nm", ".Cm \(Self.macroText(command.name))"]
      lines += command.operands.split(separator: " ").map { ".Ar \(Self.macroText(String($0)))" }
      lines.append(".Op Ar options")
    }
    lines += [".Sh DESCRIPTION"] + Self.description.map(Self.plain)
    lines += [".Ss Commands"] + commands.flatMap(Self.section)
    lines += [".Ss Options of every command"] + Self.options(GlobalOptions.all)
    lines += [".Sh ENVIRONMENT"] + Self.list(HelpTopic.environment.rows, macro: "Ev")
    lines += [".Sh EXIT STATUS"] + Self.list(HelpTopic.exitCodes.rows, macro: nil)
    lines += [".Sh EXAMPLES"]
    for command in commands {
      for example in command.examples {
        lines += [Self.plain(example.does + ":"), ".Dl \(Self.macroText(example.line))", ".Pp"]
      }
    }
    // A paragraph break before the next section is one too many.
    if lines.last == ".Pp" { lines.removeLast() }
    lines += [".Sh SEE ALSO", ".Xr mdb_stat 1"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A sentence per line, as manual pages want it.
  private static let description = [
    "Options may stand anywhere, after -- everything is an operand, and - is standard input.",
    "No command is guessed from a part of its name.",
  ]

  private static func section(_ command: Command) -> [String] {
    [".Bl -tag -width Ds", ".It Cm \(macroText(command.name)) \(argument(command.operands))"]
      + [plain(command.abstract + ".")]
      + (command.options.isEmpty ? [] : options(command.options)) + [".El"]
  }

  private static func argument(_ operands: String) -> String {
    operands.isEmpty ? "" : "Ar \(macroText(operands))"
  }

  private static func options(_ options: [CommandOption]) -> [String] {
    var lines = [".Bl -tag -width Ds"]
    for option in options {
      let short = option.short.map { "Fl \($0) , " } ?? ""
      let value = option.valueName.map { name in
        option.alone == nil ? " Ar \(macroText(name))" : " Ns Oo = Ns Ar \(macroText(name)) Oc"
      }
      lines += [".It \(short)Fl \\-\(macroText(option.name))\(value ?? "")", plain(option.help)]
    }
    return lines + [".El"]
  }

  private static func list(_ rows: [(String, String)], macro: String?) -> [String] {
    let prefix = macro.map { $0 + " " } ?? ""
    return [".Bl -tag -width Ds"]
      + rows.flatMap { [".It \(prefix)\(macroText($0.0))", plain($0.1)] } + [".El"]
  }

  /// A line of text: neither a request nor an escape begins in it.
  private static func plain(_ text: String) -> String {
    let escaped = Self.escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// Words after a macro, where punctuation and two letters can be macros, too.
  private static func macroText(_ text: String) -> String {
    text.split(separator: " ").map { word in
      let text = escaped(String(word)).replacing("\"", with: "\\(dq")
      return isSpecial(word) ? "\\&" + text : text
    }.joined(separator: " ")
  }

  private static func isSpecial(_ word: Substring) -> Bool {
    word.count < 3 && (word.allSatisfy(\.isLetter) || word.allSatisfy(\.isPunctuation))
      || word.first.map { ".,:;()[]?!|".contains($0) } ?? false
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "~": "\\(ti"
      case "^": "\\(ha"
      default: scalar.isASCII ? nil : "\\[u\(hexadecimal(scalar))]"
      }
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
