/// A source of lines in which `;` separates commands, as a person types them.
///
/// It separates only outside of quotes, and only before a blank, a tab or the end of the line, so
/// that board identifiers such as `3x2:1,1;2,1` stay whole. A comment is one line, and so is the
/// command that takes the rest of its line byte for byte.
///
///     let source = SeparateCommands(TextLines(Array("start 3 3 3; press 1 1".utf8)))
public final class SeparateCommands: LineSource {
  /// The source of the lines.
  private let source: any LineSource
  /// The name of the command whose only argument is the rest of its line; `nil` if there is none.
  private let nameTakingLine: String?
  /// The program that runs the commands; an interruption drops the rest of the line.
  private weak var program: (any CommandReceiver)?
  /// The commands of the last line that are still to be read, the first one last.
  private var waiting: [ArraySlice<UInt8>] = []

  /// Wraps a source of lines; the name is that of a command which takes the rest of its line.
  public init(
    _ source: any LineSource, commandTakingLine name: String? = nil,
    of program: (any CommandReceiver)? = nil
  ) {
    self.source = source
    self.program = program
    nameTakingLine = name
  }

  public var hasLineReady: Bool { !waiting.isEmpty || source.hasLineReady }

  public func nextLine(into line: inout [UInt8]) -> LineEvent {
    if !waiting.isEmpty, program?.isInterrupted == true { waiting = [] }
    if waiting.isEmpty {
      let event = source.nextLine(into: &line)
      guard event == .line else { return event }
      waiting = commands(in: line).reversed()
    }
    line = waiting.popLast().map(Array.init) ?? []
    return .line
  }

  /// Returns the commands of a line, at least one.
  private func commands(in line: [UInt8]) -> [ArraySlice<UInt8>] {
    guard line.first(where: { !$0.isBlank }) != UInt8(ascii: "#") else { return [line[...]] }
    var commands: [ArraySlice<UInt8>] = []
    var start = 0
    var isQuoted = false
    var offset = 0
    var takesRest = takesLine(line[...])
    while offset < line.count, !takesRest {
      let isAtEnd = offset + 1 == line.count
      switch line[offset] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: offset += 1
      case UInt8(ascii: ";") where !isQuoted && (isAtEnd || line[offset + 1].isBlank):
        commands.append(line[start..<offset])
        start = offset + 1
        takesRest = takesLine(line[start...])
      default: break
      }
      offset += 1
    }
    commands.append(line[min(start, line.count)...])
    let named = commands.map { $0.drop(while: \.isBlank) }.filter { !$0.isEmpty }
    return named.isEmpty || commands.count == 1 ? [line[...]] : named
  }

  /// Returns whether a text begins with the command that takes the rest of its line.
  private func takesLine(_ text: ArraySlice<UInt8>) -> Bool {
    guard let nameTakingLine else { return false }
    let word = text.drop(while: \.isBlank).prefix { !$0.isBlank }
    return String(decoding: word, as: UTF8.self).lowercased() == nameTakingLine
  }
}
