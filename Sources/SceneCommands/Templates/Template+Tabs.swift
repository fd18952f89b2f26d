extension Template {
  static let tabsText = """

    app:
      name: My Books
      device: ipad
      tabs:  # the first one is selected in a new window
        one: The First Book
        two: The Second Book
      storage:
        selectedTab: string  # a key called `selectedTab` keeps the tab
        draft: { type: string, scope: "${scope}" }

    # The whole scenario runs once per case, each time with an empty store.
    cases:
      - { case: one draft per window (the bug), scope: scene, draft-of-two: Typed in one }
      - { case: one draft per tab (the fix), scope: tab, draft-of-two: "" }

    steps:
      - launch: A
      - select: one
      - set: { draft: Typed in one }
      - select: two
      - expect: { A: { values: { draft: "${draft-of-two}" } } }

      - group: The tab and its draft come back
        do:
          - select: one
          - background
          - kill
          - launch
          - expect: { A: { tab: one, values: { draft: Typed in one } } }

    """
}
