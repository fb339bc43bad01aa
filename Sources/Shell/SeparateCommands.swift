/// A source of lines in which `;` separates commands, as a person types them.
///
/// It separates only outside of quotes, and only before a blank, a tab or the end of the line, so
/// that board identifiers such as `3x2:1,1;2,1` stay whole. A comment is one line.
///
///     let source = SeparateCommands(TextLines(Array("start 3 3 3; press 1 1".utf8)))
public final class SeparateCommands: LineSource {
  /// The source of the lines.
  private let source: any LineSource
  /// The commands of the last line that are still to be read, the first one last.
  private var waiting: [ArraySlice<UInt8>] = []

  /// Wraps a source of lines.
  public init(_ source: any LineSource) { self.source = source }

  public var hasLineReady: Bool { !waiting.isEmpty || source.hasLineReady }

  public func nextLine(into line: inout [UInt8]) -> LineEvent {
    if waiting.isEmpty {
      let event = source.nextLine(into: &line)
      guard event == .line else { return event }
      waiting = Self.commands(in: line).reversed()
    }
    line = waiting.popLast().map(Array.init) ?? []
    return .line
  }

  /// Returns the commands of a line, at least one.
  static func commands(in line: [UInt8]) -> [ArraySlice<UInt8>] {
    guard line.first(where: { !$0.isBlank }) != UInt8(ascii: "#") else { return [line[...]] }
    var commands: [ArraySlice<UInt8>] = []
    var start = 0
    var isQuoted = false
    var offset = 0
    while offset < line.count {
      let isAtEnd = offset + 1 == line.count
      switch line[offset] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: offset += 1
      case UInt8(ascii: ";") where !isQuoted && (isAtEnd || line[offset + 1].isBlank):
        commands.append(line[start..<offset])
        start = offset + 1
      default: break
      }
      offset += 1
    }
    commands.append(line[min(start, line.count)...])
    let named = commands.filter { !$0.allSatisfy(\.isBlank) }
    return named.isEmpty || commands.count == 1 ? [line[...]] : named
  }
}
