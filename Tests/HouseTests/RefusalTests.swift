import Testing

/// Tests that `transcript cover` knows each refusal, by reading the sources.
struct RefusalTests {
  /// The names of refusals that no transcript of a single script can have.
  private static let otherwiseTested: Set<String> = [
    // The shell's own, which tests in Swift have: lines and requests that are no text or too long,
    // files of the system, and commands that a session doesn't have, or not now.
    "bad-member", "bare-numbers", "cannot-read", "cannot-write", "in-use", "line-too-long",
    "no-command", "no-job", "not-json", "not-plain", "not-unicode", "nul", "other-version",
    "recording-already", "restricted", "setting-is-fixed", "sourced-already", "sourced-too-deep",
    "timed-test", "too-long", "too-many-lines", "too-much-to-record", "unknown-member",
    // Two programs, or a program that was killed.
    "other-agent",
    "export-is-incomplete", "goes-on-elsewhere", "interrupted-elsewhere", "not-asked",
    "played-elsewhere", "other-study", "study-is-damaged", "simulated-withdrawn",
    "refused-by-merge", "withdrawn-elsewhere",
    // A terminal, or a real clock.
    "cannot-hide", "hold-stays-enabled", "no-date-yet", "no-large-numerals",
    "no-mouse", "no-stage", "no-timing-during-round", "no-window", "only-mouse",
    "question-waits", "terminal-too-small", "window-too-small",
    // The arguments of the program.
    "missing-value", "no-such-value", "surplus-value", "unknown-option",
    // A store in a file, its server, or a restricted session.
    "has-order", "is-store", "kept-too-much", "no-lab", "too-many-news", "too-many-rows",
    // A study of one condition, of few participants, with practice that ends it, or of which the
    // file has changed.
    "is-full", "practice-failed", "several-studies", "single-condition", "study-has-changed",
    // Data that a transcript would be too long for.
    "no-fit", "study-too-long",
    // A game whose file was changed by hand.
    "damaged-game", "unproven-game",
    // A variable of the environment, which a transcript has none of.
    "no-board-style",
  ]

  /// The file with the list that `transcript cover` compares with the transcripts.
  private static let known = "/Sources/Screens/Program/KnownRefusals.swift"

  /// A refusal of the sources: its name, and the fixed parts of its English sentence.
  private struct Found {
    let name: String
    let parts: [String]
  }

  @Test func `Transcripts must have each refusal, unless it needs more than a script`() {
    let lines = HouseFiles.text(of: HouseFiles.root + Self.known).split(separator: "\n")
    var unseen: Set<String> = []
    let found = refusals()
    for refusal in found where !lines.contains(where: { $0.has(refusal.parts) }) {
      unseen.insert(refusal.name)
    }
    #expect(found.count > 80)
    #expect(unseen == Self.otherwiseTested)
  }

  /// Returns the refusals that the sources make of a name and a sentence.
  private func refusals() -> [Found] {
    HouseFiles.swift(below: HouseFiles.root + "/Sources").flatMap { path -> [Found] in
      let code = HouseFiles.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      let pieces = code.split(separator: "Refusal(", omittingEmptySubsequences: false).dropFirst()
      return pieces.compactMap { found(in: $0) }
    }
  }

  /// Returns the refusal whose arguments a text begins with; `nil` without a sentence.
  private func found(in text: Substring) -> Found? {
    var reader = LiteralReader(rest: text)
    guard let name = reader.next(), name.count == 1, let sentence = reader.sentence(),
      !sentence.isEmpty
    else { return nil }
    return Found(name: name[0], parts: sentence)
  }
}

/// Reads the text literals of a list of arguments.
private struct LiteralReader {
  var rest: Substring

  /// Returns the fixed parts of the argument that begins here with a literal, and skips its comma.
  mutating func next() -> [String]? {
    rest = rest.drop { $0.isWhitespace }
    guard rest.first == "\"" else { return nil }
    let parts = literal()
    guard rest.first == "," else { return nil }
    rest = rest.dropFirst()
    return parts
  }

  /// Returns the fixed parts of the literals up to the next comma of the list; `nil` if the
  /// argument begins with something else.
  mutating func sentence() -> [String]? {
    rest = rest.drop { $0.isWhitespace }
    guard rest.first == "\"" else { return nil }
    var parts: [String] = []
    var depth = 0
    while let sign = rest.first, depth > 0 || sign != "," && sign != ")" {
      if sign == "\"" {
        let read = literal()
        if depth == 0 { parts += read }
        continue
      }
      depth += "([{".contains(sign) ? 1 : ")]}".contains(sign) ? -1 : 0
      rest = rest.dropFirst()
    }
    return parts.filter { !$0.isEmpty }
  }

  /// Reads a literal; returns the texts between its interpolations.
  private mutating func literal() -> [String] {
    var parts = [""]
    rest = rest.dropFirst()
    while let sign = rest.popFirst(), sign != "\"" {
      guard sign == "\\", let escaped = rest.popFirst() else {
        parts[parts.count - 1].append(sign)
        continue
      }
      if escaped == "(" {
        skipInterpolation()
        parts.append("")
      } else {
        parts[parts.count - 1].append(escaped)
      }
    }
    return parts
  }

  /// Skips an interpolation behind its opening parenthesis.
  private mutating func skipInterpolation() {
    var depth = 1
    while depth > 0, let sign = rest.first {
      if sign == "\"" {
        _ = literal()
        continue
      }
      depth += sign == "(" ? 1 : sign == ")" ? -1 : 0
      rest = rest.dropFirst()
    }
  }
}

extension Substring {
  /// Returns whether the line has these parts in this order.
  fileprivate func has(_ parts: [String]) -> Bool {
    var rest = self
    for part in parts {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
