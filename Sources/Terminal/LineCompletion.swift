package import ChimpSystem
package import Shell

/// The effect of the Tab key on the typed line.
///
///     let context = CompletionContext(settings: [])
///     let table = CommandTable(Command.consoleCommands)
///     LineCompletion(of: "vers", table, context)  // replace(count: 4, text: "version ")
///     LineCompletion(of: "nothing like it", table, context)  // nothing
package enum LineCompletion: Equatable {
  case nothing
  /// Replaces the last `count` characters by a text.
  case replace(count: Int, text: String)
  /// Lists the candidates, whose common beginning is typed already.
  case list([Completion.Candidate])

  /// Computes the effect for a line.
  ///
  /// An open quote at its end is closed for the search, and in the inserted text stays open unless
  /// the word is complete.
  package init<Program>(
    of line: String, _ table: CommandTable<Program>, _ context: CompletionContext
  ) {
    let isOpen = Self.hasOpenQuote(line)
    let completion = table.completion(of: isOpen ? line + "\"" : line, context)
    let length = completion.replacedLength - (isOpen ? 1 : 0)
    let typed = String(decoding: Array(line.utf8.suffix(max(0, length))), as: UTF8.self)
    guard let first = completion.candidates.first else {
      self = .nothing
      return
    }
    let isOne = completion.candidates.count == 1
    let isWhole = isOne && first.isWhole
    let text = isOne ? first.text : completion.commonPrefix
    let replacement = Self.quoted(text, isWhole: isWhole, isOpen: isOpen)
    if replacement != typed && replacement.utf8.count >= typed.utf8.count {
      self = .replace(count: typed.unicodeScalars.count, text: replacement)
    } else {
      self = isOne ? .nothing : .list(completion.candidates)
    }
  }

  /// Returns a candidate as it must be typed, in quotes if necessary.
  ///
  /// An incomplete word keeps its quote open.
  private static func quoted(_ text: String, isWhole: Bool, isOpen: Bool) -> String {
    let needsQuotes = text.unicodeScalars.contains { " \t\"\n".unicodeScalars.contains($0) }
    guard needsQuotes || isOpen else { return isWhole ? text + " " : text }
    let quoted = Invocation.quoted(text, isClosed: false)
    return isWhole ? quoted + "\" " : quoted
  }

  /// Returns whether a quote is open at the end of a line.
  private static func hasOpenQuote(_ line: String) -> Bool {
    do { _ = try Invocation(line: line) } catch { return error.name == "open-quote" }
    return false
  }
}

/// Formats the list of completion candidates below the typed line.
///
///     let listing = CandidateListing(text, hasColor: false, in: .english)
///     let candidates = ["press", "prior"].map { Completion.Candidate(text: $0) }
///     listing.lines(of: candidates, limit: 5)  // ["press  prior"]
package struct CandidateListing {
  private let text: ScreenText
  private let hasColor: Bool
  private let language: Language

  /// Creates a format for a screen width.
  package init(_ text: ScreenText, hasColor: Bool, in language: Language) {
    self.text = text
    self.hasColor = hasColor
    self.language = language
  }

  /// Returns at most `limit` lines; the last one may tell how many candidates are not shown.
  package func lines(of candidates: [Completion.Candidate], limit: Int) -> [String] {
    candidates.contains { !$0.summary.isEmpty }
      ? summarized(candidates, max(1, limit)) : inColumns(candidates, max(1, limit))
  }

  /// Returns a line for each candidate with its explanation.
  private func summarized(_ candidates: [Completion.Candidate], _ limit: Int) -> [String] {
    let shown = candidates.count > limit ? candidates.prefix(limit - 1) : candidates[...]
    let names = shown.map { escaped($0.text) }
    let nameWidth = names.map(text.width(of:)).max() ?? 0
    var lines = zip(names, shown).map { name, candidate in
      guard !candidate.summary.isEmpty else { return cut(name) }
      let padded = name + blanks(nameWidth + 2 - text.width(of: name))
      let room = text.columns - 1 - text.width(of: padded)
      guard room > 0 else { return cut(name) }
      let summary = text.wholeWords(of: candidate.summary, columns: room)
      let shown = summary.isEmpty ? text.prefix(of: candidate.summary, columns: room) : summary
      return padded + dim(shown)
    }
    if shown.count < candidates.count { lines.append(rest(candidates.count - shown.count)) }
    return lines
  }

  /// Returns the candidates without explanations, in columns.
  private func inColumns(_ candidates: [Completion.Candidate], _ limit: Int) -> [String] {
    let names = candidates.map { escaped($0.text) }
    let columnWidth = (names.map(text.width(of:)).max() ?? 0) + 2
    let columnCount = max(1, (text.columns + 1) / columnWidth)
    let rowCount = (names.count + columnCount - 1) / columnCount
    guard rowCount <= limit else {
      let shown = Array(candidates.prefix((limit - 1) * columnCount))
      let lines = shown.isEmpty ? [] : inColumns(shown, limit)
      return lines + [rest(candidates.count - shown.count)]
    }
    return (0..<rowCount).map { row in
      let cells = stride(from: row, to: names.count, by: rowCount).map { names[$0] }
      let padded = cells.dropLast().map { $0 + blanks(columnWidth - text.width(of: $0)) }
      return cut(padded.joined() + (cells.last ?? ""))
    }
  }

  private func rest(_ count: Int) -> String {
    let words = language.pick("... and \(count) more", "... ほか\(count)件")
    return dim(text.prefix(of: words, columns: text.columns))
  }

  private func cut(_ line: String) -> String { text.prefix(of: line, columns: text.columns) }

  private func dim(_ words: String) -> String { hasColor ? "\u{1b}[2m\(words)\u{1b}[0m" : words }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
