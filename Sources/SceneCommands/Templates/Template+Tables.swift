extension Template {
  static let tablesText = """

    app:
      name: My Countries
      device: iphone
      windows: one
      data:  # the first field of a row is its name in steps and checks
        countries:
          - { name: Chile, capital: Santiago }
          - { name: Egypt, capital: Cairo }
          - { name: Ghana, capital: Accra }
      lists:
        countries: { rows: countries, id: "${row-id}" }  # how a row is found again

    cases:
      - { case: rows found by their capital, row-id: capital, picked: Egypt }
      - { case: rows found by their number (the bug), row-id: row-number, picked: Ghana }

    steps:
      - launch: A
      - pick: { countries: Egypt }
      - expect: { A: { lists: { countries: { picked: Egypt, picked-row: 1 } } } }  # from 0

      - group: A row above goes while the app does not run
        do:
          - background
          - kill
          - change-data: { countries: { remove: [Chile] } }
          - launch
          - expect: { A: { lists: { countries: { picked: "${picked}" } } } }

    """
}
