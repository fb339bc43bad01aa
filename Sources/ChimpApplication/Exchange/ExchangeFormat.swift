import Shell

/// How tables are written to files.
package enum ExchangeFormat: String, CaseIterable, Sendable {
  case csv, jsonl

  /// The format that the ending of a path names, if it does.
  package init?(endingOf path: String) {
    guard let format = Self.allCases.first(where: { path.hasSuffix($0.ending) }) else { return nil }
    self = format
  }

  /// What the names of such files end with.
  package var ending: String { "." + rawValue }
}

struct ExchangePlaces {
  /// The file of the trials, and of all else where there is no other one for it.
  let trials: FilePlace
  let presses: FilePlace?
  let sessions: FilePlace?
  /// The presses with all that is known of their trials, for those who analyse them.
  let long: FilePlace?
  let dictionary: FilePlace

  init(_ file: FilePlace, _ format: ExchangeFormat) {
    trials = file
    let name = file.name
    let hasEnding = name.hasSuffix(format.ending)
    let stem = hasEnding ? String(name.dropLast(format.ending.count)) : name
    func beside(_ kind: String) -> FilePlace? {
      format == .csv ? file.renamed("\(stem)-\(kind)" + (hasEnding ? format.ending : "")) : nil
    }
    (presses, sessions, long) = (beside("presses"), beside("sessions"), beside("long"))
    dictionary = file.renamed(name + ".dictionary.txt")
  }

  /// All of them; the one that the user named is the last to be there.
  var all: [FilePlace] { [dictionary] + [long, sessions, presses].compactMap(\.self) + [trials] }
}
