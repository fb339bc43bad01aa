/// The refusals of arguments, which the check of a form and the commands share.
///
/// A `name` is that of the parameter: `COUNT`, or `the column`.
extension Refusal {
  /// Returns the refusal of a command without arguments that needs some; the example is a line.
  public static func bare(_ command: String, example: String) -> Refusal {
    Refusal(
      "missing-argument",
      "\(command) needs more, for example \"\(example)\" (\"help \(command)\" explains it)",
      "\(command) だけでは足りません。たとえば \(example) と書きます（help \(command) で説明します）")
  }

  /// Returns the refusal of a line without a required argument.
  public static func missing(_ name: String, usages: [String]) -> Refusal {
    Refusal("missing-argument", "\(name) is missing", "\(subject(name))がありません")
      .explained(by: usages)
  }

  /// Returns the refusal of an argument too many.
  public static func surplus(_ word: String, column: Int, usages: [String]) -> Refusal {
    Refusal("surplus-argument", quoting: word, column: column) { word, place in
      Text("unexpected argument \"\(word)\"", "余分な引数です: \(named(word))") + place
    }.explained(by: usages)
  }

  public static func notNumber(_ name: String, _ word: String, column: Int) -> Refusal {
    Refusal("not-a-number", quoting: word, column: column) { word, place in
      Text("\(name) must be a number: \"\(word)\"", "\(subject(name))は数で書いてください: \(named(word))")
        + place
    }
  }

  public static func outOfRange(
    _ name: String, _ word: String, _ range: ClosedRange<Int>, column: Int
  ) -> Refusal {
    Refusal("out-of-range", quoting: word, column: column) { word, place in
      Text(
        "\(name) must be from \(range.lowerBound) to \(range.upperBound): \"\(word)\"",
        "\(subject(name))は\(range.lowerBound)から\(range.upperBound)までです: \(named(word))") + place
    }
  }

  public static func tooLong(_ name: String, limit: Int, column: Int) -> Refusal {
    Refusal(
      "too-long", "\(name) is longer than \(limit) bytes at column \(column)",
      "\(name) は\(limit)バイトまでです（\(column)文字目）", namedColumn: column)
  }

  /// Returns the refusal of a word that is none of the choices.
  ///
  /// It suggests the most similar choice; else it lists the choices, or some of many.
  public static func notChoice(
    _ name: String, _ word: String, _ choices: [String], column: Int
  ) -> Refusal {
    let nearest = choices.nearest(to: word)
    let subject = subject(name)
    return Refusal("not-a-choice", quoting: word, column: column) { word, place in
      let unknown = Text(
        "unknown \(name.lowercased()) \"\(word)\"", "\(subject)に \(named(word)) はありません")
      if let nearest { return unknown + place + hint(nearest) }
      guard choices.count <= mostListedChoices else { return unknown + place + examples(choices) }
      let isOneOf = choices.count > 1
      return Text(
        "\(name) must be \(isOneOf ? "one of " : "")\(choices.joined(separator: ", ")): "
          + "\"\(word)\"",
        "\(subject)は \(choices.joined(separator: "、")) \(isOneOf ? "のどれか" : "")です: "
          + named(word)) + place
    }
  }

  /// The maximum number of choices that a refusal lists; of more, it gives examples only.
  private static var mostListedChoices: Int { 9 }

  private static func examples(_ choices: [String]) -> Text {
    let examples = choices.prefix(3)
    return Text(
      " (for example \(examples.joined(separator: ", ")))",
      "（例: \(examples.joined(separator: "、"))）")
  }

  /// Returns the refusal of a line whose last group of repeated arguments is incomplete, such as
  /// `2 3` of `press 1 1 2 3`.
  static func incompleteGroup(_ names: [String], example: String) -> Refusal {
    var refusal = Refusal(
      "missing-argument",
      "type \(names.joined(separator: " and "))"
        + (example.isEmpty ? "" : ", for example \(example)"),
      "\(names.map(noun).joined(separator: "と"))を書いてください"
        + (example.isEmpty ? "" : "（例: \(example)）"))
    refusal.isOfNoCommand = true
    return refusal
  }

  /// Returns the Japanese noun for a parameter; its name if there is none.
  private static func noun(_ name: String) -> String {
    switch name {
    case "the column", "a column": "列"
    case "the row", "a row": "行"
    case "argument": "引数"
    case "option": "オプション"
    default: name
    }
  }

  /// Returns the Japanese noun for a parameter, or its name and a blank, to put before a particle.
  private static func subject(_ name: String) -> String {
    let noun = noun(name)
    return noun == name ? name + " " : noun
  }
}
