package import ChimpSystem

/// Writes replies to the main screen, wrapped at words and page by page.
///
/// The reply to a typed line stops after each page of the window, and its rest waits for a key. All
/// other output passes immediately. The methods return the bytes for the terminal.
///
///     var pages = ReplyPages()
///     pages.begin(rowCount: 4)
///     pages.append(Array("1\n2\n3\n4\n".utf8), text)  // "1\n2\n"
///     pages.next(text, rowCount: 4)                   // "3\n4\n"
package struct ReplyPages {
  private static let newLine: UInt8 = 0x0a
  /// The number of rows of a page that the typed line and the notice need.
  private static let usedRows = 2

  /// The number of rows left on the page; `nil` if output is not paged.
  private var freeRows: Int?
  /// The rest of the reply, which is shown on later pages.
  private var rest: [UInt8] = []
  /// `true` if the last line of the output is incomplete.
  private var isInLine = false

  package init() {}

  /// `true` while the rest of a reply waits for a key.
  package var isWaiting: Bool { !rest.isEmpty }

  /// Begins the paged reply to a typed line.
  package mutating func begin(rowCount: Int) { freeRows = max(1, rowCount - Self.usedRows) }

  /// Processes output and returns the part that fits on the page.
  package mutating func append(_ bytes: some Collection<UInt8>, _ text: ScreenText) -> [UInt8] {
    guard rest.isEmpty else {
      rest += bytes
      return []
    }
    return write(Array(bytes)[...], text)
  }

  /// Returns the next page.
  package mutating func next(_ text: ScreenText, rowCount: Int) -> [UInt8] {
    let waiting = rest
    rest = []
    freeRows = max(1, rowCount - 1)
    let page = write(waiting[...], text, atLeastLine: true)
    guard text.rows(of: rest.prefix(text.columns * 2)).count == 1 else { return page }
    return page + end(text)
  }

  /// Returns the whole rest, and stops paging until the next `begin`.
  package mutating func end(_ text: ScreenText) -> [UInt8] {
    let waiting = rest
    skip()
    return write(waiting[...], text)
  }

  /// Discards the rest.
  package mutating func skip() {
    rest = []
    freeRows = nil
  }

  /// Returns the lines that fit on the page, and keeps the others.
  private mutating func write(
    _ bytes: ArraySlice<UInt8>, _ text: ScreenText, atLeastLine: Bool = false
  ) -> [UInt8] {
    var written: [UInt8] = []
    var bytes = bytes
    while !bytes.isEmpty {
      guard let end = bytes.firstIndex(of: Self.newLine) else {
        // The line continues later, or is a question.
        isInLine = true
        return written + bytes
      }
      let rows = isInLine ? [Array(bytes[..<end])] : Self.rows(of: bytes[..<end], text)
      if let freeRows, freeRows < rows.count, !atLeastLine || !written.isEmpty {
        rest = Array(bytes)
        return written
      }
      freeRows = freeRows.map { $0 - rows.count }
      for row in rows { written += row + [Self.newLine] }
      isInLine = false
      bytes = bytes[(end + 1)...]
    }
    return written
  }

  /// Returns the wrapped rows of a line.
  private static func rows(of line: ArraySlice<UInt8>, _ text: ScreenText) -> [[UInt8]] {
    guard line.count > text.columns else { return [Array(line)] }
    return text.wrapped(String(decoding: line, as: UTF8.self)).map { Array($0.utf8) }
  }
}
