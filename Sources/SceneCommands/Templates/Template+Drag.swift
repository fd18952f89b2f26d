extension Template {
  static let dragText = """

    app:
      name: My Notes
      device: ipad
      tabs: { notes: Notes }
      windows: many  # an app with `windows: one` opens no second window
      types:
        Note: { id: string, title: string }
      storage:
        path: { type: [string], scope: tab }  # a key called `path` keeps the screens on top
      activities:
        com.example.note: { payload: Note }  # only declared activities can be dragged
      handlers:  # what the app does when an activity arrives
        - on: com.example.note
          do:
            - show: ["note/${payload.id}"]

    vars:
      shopping: { id: shopping, title: Shopping }  # `${shopping}` below is this map

    steps:
      - launch: A

      - group: Dropped at the edge, the note opens a window of its own
        do:
          - drag:
              from: A
              activity: com.example.note
              payload: ${shopping}
              drop: right-edge  # or left-edge, new-window, { on: B }, hold, cancelled
              opens: B
          - expect:
              windows: [A, B]
              front: B
              A: { path: [] }
              B: { opened-by: drag, path: [note/shopping] }

      - group: A payload that lacks a field is refused, and nothing happens
        do:
          - drag: { from: A, activity: com.example.note, payload: { id: x }, drop: left-edge }
            fails: payload-mismatch  # `scenesim explain payload-mismatch` says more
          - expect: { windows: [A, B] }

    """
}
