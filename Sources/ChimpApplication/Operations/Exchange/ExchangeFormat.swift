/// How tables are written to files.
package enum ExchangeFormat: String, CaseIterable, Sendable {
  case csv
  case jsonl

  /// The format that the ending of a path names, if it does.
  package init?(endingOf path: String) {
    guard let format = Self.allCases.first(where: { path.hasSuffix($0.ending) }) else {
      return nil
    }
    self = format
  }

  /// What the names of such files end with.
  package var ending: String { "." + rawValue }
}

/// Which files an export has.
struct ExchangePlaces {
  /// The file of the trials, and of all else where there is no other one for it.
  let trials: String
  let presses: String?
  let dictionary: String

  /// Finds the names beside a path.
  init(_ path: String, _ format: ExchangeFormat) {
    trials = path
    let hasEnding = path.hasSuffix(format.ending)
    let stem = hasEnding ? String(path.dropLast(format.ending.count)) : path
    presses = format == .csv ? stem + "-presses" + (hasEnding ? format.ending : "") : nil
    dictionary = path + ".dictionary.txt"
  }

  /// All of them; the one that the user named is the last to be there.
  var all: [String] { [dictionary] + (presses.map { [$0] } ?? []) + [trials] }
}
