enum ManualCommand {
  static let command = Command(
    "manual", abstract: "write the manual page",
    onlyAnswer: "a manual page",
    examples: [
      .init("scenesim manual -o scenesim.1", "for `man ./scenesim.1`"),
      .init("scenesim manual", "on standard output, as mdoc"),
      .init("scenesim help manual", "help for this command"),
    ]
  ) { _, console in
    try console.write(ManualPage(commands: CommandCatalogue.all).text)
    return .success
  }
}
