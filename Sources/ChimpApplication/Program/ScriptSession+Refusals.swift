extension ScriptSessionMaker {
  /// Every refusal that a script can get, as a pattern of its line.
  package var refusals: [String] {
    (Self.lineRefusals + Self.argumentRefusals + Self.consoleRefusals + Self.boardRefusals
      + Self.identifierRefusals + Self.roundRefusals + Self.gameRefusals + Self.treeRefusals
      + Self.listRefusals + Self.recordRefusals + Self.storeRefusals)
      .map { "error: " + $0 }
  }

  private static var lineRefusals: [String] {
    [
      "the quote at column {int} is not closed",
      "unknown escape \"{}\" at column {int}",
    ]
  }

  private static var argumentRefusals: [String] {
    [
      "unknown command \"{}\" at column {int}, did you mean \"{}\"?",
      "unknown command \"{}\" at column {int} (\"help\" lists the commands)",
      "{} is missing (usage: {})",
      "unexpected argument \"{}\" at column {int} (usage: {})",
      "{} is no number: \"{}\" at column {int}",
      "{} is not from {int} to {int}: \"{}\" at column {int}",
      "a test has a rule of its own and takes no keys: \"{}\", at column {int}",
      "{} is not one of {}: \"{}\" at column {int}",
      "unknown key \"{}\" at column {int} (known: {})",
      "key \"{}\" is given twice, again at column {int}",
      "arguments come in groups of {}, there are {int}",
    ]
  }

  private static var consoleRefusals: [String] {
    [
      "unknown command \"{}\", did you mean \"{}\"?",
      "unknown command \"{}\" (\"help\" lists the commands)",
      "unknown setting \"{}\" (known: {})",
      "can't read \"{}\": {}",
      "can't write \"{}\": {}",
      "can't use \"{}\" at column {int}: the files of a transcript are in a folder of its own {}",
      "no recording is made",
      "\"{}\" can't run as a job",
      "no job {int}, no jobs are running",
      "{} is not one of on, off: \"{}\"",
    ]
  }

  private static var boardRefusals: [String] {
    [
      "{int} numerals do not fit on {} ({int} cells)",
      "numeral {int} is not from 0 to 999999, at column {int}",
      "the numerals {int}..{int} descend, at column {int}",
      "{int} numerals can't be drawn from {} ({int} numerals)",
      "numerals is no range such as 1..9: \"{}\", at column {int}",
      "a seed needs at least 1 character, at column {int}",
      "a seed has at most {int} bytes",
      "a seed can't hold the character U+{}, at column {int}",
      "hold= masks the numerals, mask=never does not, at column {int}",
    ]
  }

  private static var identifierRefusals: [String] {
    [
      "expected {} at character {int}",
      "a number begins with 0 at character {int}",
      "the number at character {int} is too large",
      "generator {int} at character {int} is unknown, this is generator 1",
      "{int} columns: a board has from 1 to 99",
      "{int} rows: a board has from 1 to 99",
      "a board needs at least 1 numeral",
      "numeral {int} does not ascend",
      "column {int} is not on the board (columns 1 to {int})",
      "row {int} is not on the board (rows 1 to {int})",
      "cell {cell} is taken twice",
    ].map { "damaged identifier: " + $0 }
  }

  private static var roundRefusals: [String] {
    [
      "no round has been started",
      "the round is over",
      "column {int} is not on the board (columns 1 to {int})",
      "row {int} is not on the board (rows 1 to {int})",
      "cell {cell} is pressed already",
      "cell {cell} is given twice",
      "the numerals are masked already",
      "no round {int} is kept",
      "round {int} is not over",
      "no round was left behind",
    ]
  }

  private static var gameRefusals: [String] {
    [
      "FILE is missing before --force, at column {int}",
      "no change leads from \"{}\" to \"{}\"",
      "{} is not from {int} to {int}: \"{}\"",
      "a participant's code has 1 to 32 letters, digits and \"-\"",
    ]
  }

  private static var treeRefusals: [String] {
    [
      "nothing that is enabled takes {} now (\"tree\" shows what is enabled)",
      "the root \"{}\" can't be disabled",
      "no object is called \"{}\"",
      "\"{}\" gets no events now",
      "wrong parameters for \"{}\": {}",
      "the mode \"{}\" can't be enabled or disabled, only changed to",
    ]
  }

  private static var recordRefusals: [String] {
    [
      "no news \"{}\"",
      "\"{}\" is short for {int} news: {}",
      "\"{}\" is short for {int} news: {} and others",
      "nothing to change (known: title, body, image, order)",
      "a title needs at least 1 character",
      "nothing is removed: \"news clear --yes\" removes all news",
    ]
  }

  private static var storeRefusals: [String] {
    [
      "the records are not in a file",
      "there is no terminal whose time could be measured",
      "a path has at least 1 byte",
      "no known ending: \"{}\" (.csv, .jsonl; or name the format=)",
      "can't open '{}': {}",
      "{}:{int}: expected {}",
    ]
  }

  private static var listRefusals: [String] {
    [
      "row {int} is not in the list (rows {int} to {int})",
      "row {int} is not in the list, which is empty",
      "\"{}\" is not observed",
      "option \"{}\" is given twice",
      "the sum of {int} and {int} is too large",
      "the sum of {int} and {int} is too small",
      "nothing has been added yet",
    ]
  }
}
