package import Shell

/// A source of lines that a person types without line editing, from which keys are removed.
///
/// The kernel edits such a line and knows few keys, so that one such as Delete puts its escape
/// sequence into the line.
///
///     let lines = TypedLines(ByteReader(descriptor: STDIN_FILENO, flushing: output))
///     var line: [UInt8] = []
///     lines.nextLine(into: &line)  // "version", where "ver", Delete and "sion" were typed
package final class TypedLines: LineSource {
  /// The source that reads the lines.
  private let source: any LineSource

  /// Wraps a source of lines.
  package init(_ source: any LineSource) { self.source = source }

  package var hasLineReady: Bool { source.hasLineReady }

  package func nextLine(into line: inout [UInt8]) -> LineEvent {
    let event = source.nextLine(into: &line)
    line = SequenceParser.removingKeys(from: line)
    return event
  }
}

extension SequenceParser {
  /// Returns a line without escape sequences; one without its end reaches to the end of the line.
  static func removingKeys(from line: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var rest = line[...]
    while let first = rest.first {
      guard beginsWithSequence(rest) else {
        text.append(first)
        rest.removeFirst()
        continue
      }
      switch parse(rest) {
      case .key(let key): rest.removeFirst(key.bytes.count)
      case .escape: rest.removeFirst()
      case .incomplete: rest = []
      }
    }
    return text
  }
}
