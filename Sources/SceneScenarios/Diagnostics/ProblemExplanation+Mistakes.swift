// What reading and checking find before the first step runs.
extension ProblemExplanation {
  static let mistakes: [ProblemExplanation] = [
    ProblemExplanation(
      .notReadable, .mistake,
      "the file cannot be opened",
      hint: "see whether the path is right and the file may be read",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - include: no-such-file.yaml
        """),
    ProblemExplanation(
      .runsOn, .mistake,
      "a text without quotes goes on in the next line",
      hint: "put both dashes into the same column, close the bracket, or quote the text",
      example: """
        steps:
          - launch
            - kill
        """),
    ProblemExplanation(
      .duplicateKey, .mistake,
      "a map has the same key twice",
      hint: "keep one of the two",
      example: """
        scenesim: 1
        scenario: one
        scenario: two
        """),
    ProblemExplanation(
      .tab, .mistake,
      "a tab stands in the indentation",
      hint: "use spaces",
      example: "steps:\n\t- launch"),
    ProblemExplanation(
      .notUTF8, .mistake,
      "the file is not in UTF-8",
      hint: "save it with the encoding UTF-8",
      example: """
        scenesim: 1
        scenario: caf\u{FFFD}   # the byte E9, as another encoding writes it
        """),
    ProblemExplanation(
      .tooBig, .mistake,
      "the file has more than 1 MiB",
      hint: "split it with `include`",
      example: """
        scenesim: 1
        scenario: example
        # The file goes on for more than 1 MiB.
        steps:
          - launch
        """),
    ProblemExplanation(
      .tooDeep, .mistake,
      "lists and maps are nested more than 64 deep",
      hint: "is a bracket repeated by mistake?",
      example: String(repeating: "[", count: 65)),
    ProblemExplanation(
      .twoDocuments, .mistake,
      "the file holds a second document",
      hint: "move it to a file of its own",
      example: """
        steps: []
        ---
        steps: []
        """),
    ProblemExplanation(
      .anchor, .mistake,
      "the file names a value with an anchor",
      hint: "use `vars` and `${name}`",
      example: "note: &n text"),
    ProblemExplanation(
      .alias, .mistake,
      "the file refers to an anchor",
      hint: "use `vars` and `${name}`; a text that begins with * needs quotes",
      example: "note: *n"),
    ProblemExplanation(
      .yamlTag, .mistake,
      "the file gives a value a tag",
      hint: "use quotes for a text; a text that begins with ! needs quotes",
      example: "note: !!str 1"),
    ProblemExplanation(
      .directive, .mistake,
      "the file begins with a directive",
      hint: "remove the line",
      example: """
        %YAML 1.2
        ---
        steps: []
        """),
    ProblemExplanation(
      .mergeKey, .mistake,
      "a map takes over another one with `<<`",
      hint: "write the keys out",
      example: "vars: { <<: { a: 1 } }"),
    ProblemExplanation(
      .complexKey, .mistake,
      "a key is not a simple text",
      hint: "write `key: value`",
      example: """
        ? draft
        : text
        """),
    ProblemExplanation(
      .controlCharacter, .mistake,
      "the file contains a control character",
      hint: "remove it, or write it as an escape in double quotes",
      example: "note: a\u{7}b"),
    ProblemExplanation(
      .notYAML, .mistake,
      "the file is not well formed",
      hint: "see what is missing at the place named in the message",
      example: "steps: [launch, kill"),
    ProblemExplanation(
      .unknownKey, .mistake,
      "a map has a key that the format does not know",
      hint: "correct the spelling; `scenesim steps` lists the keys",
      example: """
        scenesim: 1
        scenario: example
        app:
          devise: ipad
        steps:
          - launch
        """),
    ProblemExplanation(
      .missingKey, .mistake,
      "a map lacks a key that it needs",
      hint: "add the key",
      example: """
        scenesim: 1
        steps:
          - launch
        """),
    ProblemExplanation(
      .wrongKind, .mistake,
      "a value is of another kind than the one wanted",
      hint: "compare it with the reference: text, number, bool, list or map",
      example: """
        scenesim: 1
        scenario: example
        tags: tabs
        steps:
          - launch
        """),
    ProblemExplanation(
      .wrongValue, .mistake,
      "a value is none of those that are possible",
      hint: "choose one of the values named in the message",
      example: """
        scenesim: 1
        scenario: example
        app:
          device: watch
        steps:
          - launch
        """),
    ProblemExplanation(
      .oneVerb, .mistake,
      "a step has no verb or more than one",
      hint: "make two steps of it",
      example: """
        scenesim: 1
        scenario: example
        app:
          tabs: { hawk: Hawk }
        steps:
          - { select: hawk, show: [a] }
        """),
    ProblemExplanation(
      .noSuchStep, .mistake,
      "there is no such step",
      hint: "correct the spelling; `scenesim steps` lists all steps",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - lunch: A
        """),
    ProblemExplanation(
      .noSuchVariable, .mistake,
      "`${…}` names a variable that does not exist",
      hint: "add it to `vars` or to every case",
      example: """
        scenesim: 1
        scenario: example
        vars: { book: hawk }
        app:
          tabs: { hawk: Hawk }
        steps:
          - launch: A
          - select: ${bok}
        """),
    ProblemExplanation(
      .noSuchCheck, .mistake,
      "`expect` names something that cannot be looked at",
      hint: "correct the spelling; `scenesim steps expect` lists all checks",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - expect: { A: { faze: active } }
        """),
    ProblemExplanation(
      .vacuous, .mistake,
      "a check cannot fail, so it checks nothing",
      hint: "name something that exists",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - launch: A
          - expect: { store: { none-of: [Z] } }
        """),
    ProblemExplanation(
      .contradiction, .mistake,
      "a step or check cannot come true after the steps before it",
      hint: "remove one of the two",
      example: """
        scenesim: 1
        scenario: example
        steps:
          - repeat: 2
            fails: wrong-phase
            do: [ launch: A ]
        """),
    ProblemExplanation(
      .shadowed, .mistake,
      "a pattern is never reached because an earlier one takes all it matches",
      hint: "put the narrower pattern first",
      example: """
        scenesim: 1
        scenario: example
        app:
          tabs: { quotes: Quotes }
          storage: { place: { type: string, default: "quotes://home" } }
          navigator:
            saves-to: place
            places:
              "quotes://{name}": { tab: quotes, path: ["{name}"] }
              "quotes://home": { tab: quotes, path: [] }
        steps:
          - launch
        """),
    ProblemExplanation(
      .unused, .mistake,
      "a variable or a column of the cases is never used; the scenario runs all the same",
      hint: "use it as `${name}`, or remove it",
      example: """
        scenesim: 1
        scenario: example
        vars: { tala: { id: tala } }
        steps:
          - launch
        """),
  ]
}
