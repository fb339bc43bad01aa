/// What the tool can be asked to do.
package enum TranscriptVerb: String, CaseIterable, Sendable {
  case check
}

/// The arguments of the tool, taken apart.
struct ToolOptions {
  /// What is run where no path is given.
  static let defaultFolder = "transcripts"

  var verb = TranscriptVerb.check
  var selections: [Selection] = []

  /// A file or a folder, and where a line follows it, the block there.
  struct Selection: Equatable {
    var path: String
    var line: Int?
  }

  init(_ arguments: [String]) throws(ToolFault) {
    guard let word = arguments.first else { throw .missingVerb }
    guard let verb = TranscriptVerb(rawValue: word) else { throw .unknownVerb(word) }
    self.verb = verb
    var takesOptions = true
    for argument in arguments.dropFirst() {
      if takesOptions && argument == "--" {
        takesOptions = false
      } else if takesOptions && argument.hasPrefix("-") {
        throw .unknownOption(argument)
      } else {
        selections.append(Self.selection(argument))
      }
    }
    if selections.isEmpty { selections = [Selection(path: Self.defaultFolder)] }
  }

  private static func selection(_ argument: String) -> Selection {
    guard let colon = argument.lastIndex(of: ":"), colon != argument.startIndex,
      let line = Int(argument[argument.index(after: colon)...]), line > 0
    else { return Selection(path: argument) }
    return Selection(path: String(argument[..<colon]), line: line)
  }
}
