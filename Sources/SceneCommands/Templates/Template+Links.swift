extension Template {
  static let linksText = """

    app:
      name: My Quotes
      device: ipad
      tabs: { quotes: Quotes, settings: Settings }
      storage:
        location: { type: url, default: "quotes://quotes" }
      navigator:
        saves-to: location  # the URL is all the state there is
        places:  # the first pattern that fits wins, in both directions
          "quotes://quotes": { tab: quotes, path: [] }
          "quotes://quote/{id}": { tab: quotes, path: ["quote/{id}"] }
          "quotes://settings": { tab: settings, path: [] }
        check: { id: "^[0-9]+$" }  # what a part in braces may look like

    steps:
      - launch: A
      - push: quote/4
      - expect: { A: { url: "quotes://quote/4" } }  # walking changes the URL

      - group: A link from outside goes to the window
        do:
          - link: quotes://settings
          - expect: { A: { tab: settings, path: [] } }
          - link: quotes://quote/none
            fails: no-such-place  # nothing moves then
          - expect: { A: { tab: settings } }

      - group: A cold launch goes back to where it was
        do:
          - link: quotes://quote/4
          - background
          - kill
          - launch
          - expect: { A: { restored: true, path: [quote/4] } }

    """
}
