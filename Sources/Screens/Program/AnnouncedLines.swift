import Shell

/// A source of lines that calls a closure before it reads each line of another source.
///
/// The closure writes what background checks of the store have found.
final class AnnouncedLines: LineSource {
  /// The source that reads the lines.
  private let source: any LineSource
  /// Called before each line is read.
  private let announce: () -> Void

  /// Wraps a source of lines.
  init(_ source: any LineSource, announce: @escaping () -> Void) {
    self.source = source
    self.announce = announce
  }

  func nextLine(into line: inout [UInt8]) -> LineEvent {
    announce()
    return source.nextLine(into: &line)
  }
}
