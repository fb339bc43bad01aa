/// A placeholder in a pattern (a hole), such as `{int}`, `{n:int}` or `{/[a-z]+/}`.
struct Hole: Equatable, Sendable {
  /// A kind of text that a placeholder matches.
  enum Kind: Hashable, Sendable {
    /// Digits, optionally with a `-`.
    case int
    /// Digits, optionally with a fraction and directly followed by `ms` or `s`.
    case ms
    /// Hexadecimal digits, optionally with `0x` before them.
    case hex
    /// Anything but blanks.
    case word
    case anything
    /// The texts of a regular expression, which has a name or stands in the hole itself.
    case expression(RegularExpression, name: String?)

    /// The word of the kind in a hole.
    var name: String {
      switch self {
      case .int: "int"
      case .ms: "ms"
      case .hex: "hex"
      case .word: "word"
      case .anything: ""
      case .expression(let expression, let name): name ?? "/\(expression.source)/"
      }
    }

    /// The kinds that every program has, the most special ones first.
    static let general: [Kind] =
      [
        named("date", #"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?( ?(Z|[+-]\d\d:?\d\d))?)?"#),
        named("uuid", "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"), .int,
        named("float", #"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?"#), .ms, .hex,
        named("path", #"[^ \t]*/[^ \t]*"#), .word, .anything,
      ].compactMap(\.self)

    /// Returns a kind that is given by an expression; `nil` if that can't be parsed.
    static func named(_ name: String, _ expression: String) -> Kind? {
      (try? RegularExpression(expression)).map { .expression($0, name: name) }
    }
  }

  /// The name of the placeholder's text, such as `id` in `{id:int}`; `nil` for none.
  let name: String?
  /// The kind of text; `nil` if only the text that the name already has matches.
  let kind: Kind?
  /// `true` if the text must differ from the texts of all other names of its kind.
  let isDistinct: Bool
  let offset: Int

  /// `true` if the placeholder defines the text of its name.
  var binds: Bool { name != nil && kind != nil }

  /// Returns the end of the placeholder's words, which may be an expression with braces.
  static func end(in words: ArraySlice<UInt8>) -> Int? {
    let close = UInt8(ascii: "}")
    let name = words.prefix { $0 != close && $0 != UInt8(ascii: "/") }
    let expression = words[name.endIndex...]
    guard expression.first == UInt8(ascii: "/"), name.isEmpty || name.last == UInt8(ascii: ":")
    else { return words.firstIndex(of: close) }
    var isEscaped = false
    for index in expression.indices.dropFirst() {
      let isEnd = !isEscaped && expression[index] == UInt8(ascii: "/")
      isEscaped = !isEscaped && expression[index] == 0x5c
      guard isEnd else { continue }
      let isDistinct = expression[(index + 1)...].first == UInt8(ascii: "!")
      let after = index + (isDistinct ? 2 : 1)
      if after < expression.endIndex, expression[after] == close { return after }
    }
    return nil
  }

  /// Parses the words between braces: a kind, a name, or both; returns `nil` for anything else.
  ///
  /// Throws for an expression that can't be parsed.
  init?(_ bytes: [UInt8], _ range: Range<Int>, _ kinds: HoleKinds) throws(TranscriptFault) {
    offset = range.lowerBound - 1
    let words = bytes[range]
    let end = words.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    guard let end, bytes[end] == UInt8(ascii: ":") else {
      isDistinct = false
      let words = String(decoding: words, as: UTF8.self)
      kind = try kinds.kind(bytes, range)
      name = kind == nil ? words : nil
      guard kind != nil || Self.isName(words) else { return nil }
      return
    }
    isDistinct = words.last == UInt8(ascii: "!")
    let name = String(decoding: words[..<end], as: UTF8.self)
    let type = end + 1..<range.upperBound - (isDistinct ? 1 : 0)
    guard Self.isName(name), try kinds.kind(bytes, range.lowerBound..<end) == nil, !type.isEmpty,
      let kind = try kinds.kind(bytes, type)
    else { return nil }
    self.name = name
    self.kind = kind
  }

  /// Returns whether a word is a valid name.
  private static func isName(_ words: String) -> Bool {
    guard let first = words.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7a else {
      return false
    }
    return words.utf8.allSatisfy { byte in
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a
      return isLetter || byte >= 0x30 && byte <= 0x39 || byte == 0x2d || byte == 0x5f
    }
  }
}

/// The kinds of holes of a program, besides those that every program has.
///
///     let kinds = HoleKinds(["cell": #"\d+[ ,]\d+"#])
///     try LinePattern("at {cell}", kinds: kinds)
public struct HoleKinds: Equatable, Sendable {
  private let own: [Hole.Kind]

  /// Creates kinds by their regular expressions; one that can't be parsed is omitted.
  public init(_ expressions: KeyValuePairs<String, String> = [:]) {
    own = expressions.compactMap { Hole.Kind.named($0.key, $0.value) }
  }

  /// The names of the program's own kinds.
  var names: [String] { own.map(\.name) }

  /// All kinds, the most special ones first.
  var all: [Hole.Kind] { own + Hole.Kind.general }

  /// Returns the kind that words name, or the expression between two strokes; `nil` for any other
  /// words.
  fileprivate func kind(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(TranscriptFault) -> Hole.Kind? {
    let words = bytes[range]
    let stroke = UInt8(ascii: "/")
    guard words.first == stroke, words.count > 1, words.last == stroke else {
      let name = words.elementsEqual("*".utf8) ? "" : String(decoding: words, as: UTF8.self)
      return all.first { $0.name == name }
    }
    let inner = range.lowerBound + 1..<range.upperBound - 1
    return .expression(try RegularExpression(bytes, inner), name: nil)
  }
}
