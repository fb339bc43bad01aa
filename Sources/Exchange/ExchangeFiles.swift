import Shell

/// The file format of an export; the raw values are the file name extensions.
///
///     ExchangeFormat(endingOf: "data.csv") == .csv  // true
///     ExchangeFormat(endingOf: "data.txt") == nil  // true
package enum ExchangeFormat: String, CaseIterable, Sendable {
  /// Comma-separated values, in several files.
  case csv
  /// JSON Lines, in one file.
  case jsonl

  /// Creates the format of a path's extension; returns `nil` for any other extension.
  package init?(endingOf path: String) {
    guard let format = Self.allCases.first(where: { path.hasSuffix($0.ending) }) else { return nil }
    self = format
  }

  /// The file name extension with its dot, such as `.csv`.
  package var ending: String { "." + rawValue }
}

/// The names of all files of one export, derived from the name that the user gave.
///
/// For `data.csv` they are `data-presses.csv`, `data-sessions.csv`, `data-long.csv`,
/// `data-participants.csv` and `data.csv.dictionary.txt`; JSON Lines has everything except the
/// dictionary in one file.
///
///     let files = ExchangeFiles(NamedFile("data.csv"), .csv)
///     let writer = try ExportWriter(files, .csv)
package struct ExchangeFiles {
  /// The file with the trials; the only file in the JSON Lines format.
  let trials: NamedFile
  /// The file of presses; `nil` if everything is in one file.
  let presses: NamedFile?
  /// The file of sessions; `nil` if everything is in one file.
  let sessions: NamedFile?
  /// The file with a line for each press and all columns of its trial; `nil` for JSON Lines.
  let long: NamedFile?
  /// The data dictionary, a text that describes all columns.
  let dictionary: NamedFile
  /// The file of the participants of studies.
  let participants: NamedFile

  /// Derives the file names from the one that the user gave.
  init(_ file: NamedFile, _ format: ExchangeFormat) {
    trials = file
    let name = file.name
    let hasEnding = name.hasSuffix(format.ending)
    let stem = hasEnding ? String(name.dropLast(format.ending.count)) : name
    func beside(_ kind: String) -> NamedFile? {
      format == .csv ? file.renamed("\(stem)-\(kind)" + (hasEnding ? format.ending : "")) : nil
    }
    presses = beside("presses")
    sessions = beside("sessions")
    long = beside("long")
    dictionary = file.renamed(name + ".dictionary.txt")
    participants = file.renamed("\(stem)-participants" + (hasEnding ? format.ending : ""))
  }

  /// Places the files of an export to CSV in a folder, under the names that Psych-DS wants.
  init(inDataset folder: String) {
    func data(_ description: String) -> NamedFile {
      NamedFile("data/description-\(description)_data.csv", in: folder)
    }
    trials = data("trials")
    presses = data("presses")
    sessions = data("sessions")
    long = data("long")
    dictionary = NamedFile("documentation/dictionary.txt", in: folder)
    participants = data("participants")
  }

  /// All files, in the order in which they are created; the one that the user named is the last.
  var all: [NamedFile] { [dictionary] + [long, sessions, presses].compactMap(\.self) + [trials] }
}
