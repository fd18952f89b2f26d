extension Template {
  static let emptyText = """

    # The app as the scenario needs it: what it stores, which tabs and activities it has.
    # `scenesim schema` helps your editor with the keys.
    app:
      name: My App
      device: ipad
      storage:
        text: string  # one value per window; `{ type: string, scope: tab }` is one per tab

    # A step is a verb: `scenesim steps` lists them, `scenesim steps set` explains one.
    steps:
      - launch: A  # windows have names that begin with a capital
      - set: { text: hello }
      - expect: { A: { values: { text: hello } } }

      - group: The text survives the end of the process
        do:
          - background  # the home button; only then the system may take the process
          - kill
          - launch
          - expect: { A: { restored: true, values: { text: hello } } }

    """
}
