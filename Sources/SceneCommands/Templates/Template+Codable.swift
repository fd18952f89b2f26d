extension Template {
  static let codableText = """

    app:
      name: My Atlas
      version: 1
      device: ipad
      types:
        Country: { name: string, capital: string? }  # `?` may be missing
      storage:
        country: Country?  # one stored struct; its default is `~`, nil

    steps:
      - launch: A
      - set: { country: { name: France, capital: Paris } }
      - background
      - kill
      - save-point: stored by version 1  # `rewind` comes back here

      - group: A new optional field reads as nil
        do:
          - update: { version: 2, types: { Country: { flag: string? } } }
          - launch
          - expect: { A: { values: { country: { name: France, flag: ~ } } } }

      - group: A new field that nobody stored - the default, and the old bytes are kept
        do:
          - rewind: stored by version 1
          - update: { version: 2, types: { Country: { flag: string } } }
          - launch
          - expect: { A: { values: { country: ~ } }, problems: [value-not-readable] }

      - group: A migration says what the field was
        do:
          - rewind: stored by version 1
          - update:
              version: 2
              types: { Country: { flag: string } }
              migrations:
                - { type: Country, to: 2, fill: { flag: unknown } }
          - launch
          - expect: { A: { values: { country: { name: France, flag: unknown } } } }

    """
}
