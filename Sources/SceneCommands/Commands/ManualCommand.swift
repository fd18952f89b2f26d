enum ManualCommand {
  static let command = Command(
    "manual", abstract: "write the manual page",
    onlyAnswer: "a manual page"
  ) { _, console in
    try console.write(ManualPage(commands: CommandCatalogue.all).text)
    return .success
  }
}
