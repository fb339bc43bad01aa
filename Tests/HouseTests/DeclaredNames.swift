/// The names that a Swift source declares: types, functions, variables, cases and argument labels.
///
/// It is a scanner and not a parser: comments, literals and sentences in backquotes are skipped,
/// and every other identifier in the position of a declared name counts.
///
///     DeclaredNames(in: "func move(to place: Int) { let end = 1 }").names
///     // ["move", "to", "place", "end"]
struct DeclaredNames {
  private(set) var names: [String] = []

  private static let types: Set = [
    "actor", "associatedtype", "class", "enum", "protocol", "struct", "typealias",
  ]
  private static let functions: Set = ["func", "init", "subscript"]

  private let tokens: [Substring]
  private var position = 0

  init(in source: String) {
    tokens = Self.tokens(of: source)
    while let token = next() {
      switch token {
      case "class" where peek == "func": break
      case _ where Self.types.contains(String(token)): addIdentifier()
      case _ where Self.functions.contains(String(token)):
        if token == "func" { addIdentifier() }
        addLabels()
      case "let", "var": addPattern()
      case "case": addCases()
      default: break
      }
    }
  }

  /// Returns the next token and advances behind it; `nil` at the end.
  private mutating func next() -> Substring? {
    guard position < tokens.count else { return nil }
    defer { position += 1 }
    return tokens[position]
  }

  private var peek: Substring? { position < tokens.count ? tokens[position] : nil }

  /// Adds the current token to the names and advances, if it is an identifier.
  private mutating func addIdentifier() {
    guard let token = peek, Self.isIdentifier(token) else { return }
    names.append(String(token))
    position += 1
  }

  /// Adds the labels and names of the parameters, up to the closing parenthesis.
  private mutating func addLabels() {
    while let token = peek, token != "(" {
      // An initializer that is called or referred to has no parameter list here.
      guard token != "{", token != "}", token != "=" else { return }
      position += 1
    }
    var depth = 0
    repeat {
      guard let token = next() else { return }
      if "([{".contains(token) { depth += 1 }
      if ")]}".contains(token) { depth -= 1 }
      let isParameter = depth == 1 && (tokens[position - 2] == "(" || tokens[position - 2] == ",")
      guard isParameter, Self.isIdentifier(token) else { continue }
      names.append(String(token))
      if let second = peek, Self.isIdentifier(second) { names.append(String(second)) }
    } while depth > 0
  }

  /// Adds the name of a variable, or the names in a tuple pattern.
  private mutating func addPattern() {
    guard peek == "(" else { return addIdentifier() }
    while let token = next(), token != ")" {
      if Self.isIdentifier(token) { names.append(String(token)) }
    }
  }

  /// Adds the case names of an enumeration.
  ///
  /// Patterns of a `switch` begin with a dot and are skipped.
  private mutating func addCases() {
    addIdentifier()
    while peek == "," {
      position += 1
      addIdentifier()
    }
  }

  /// Returns `true` if a token is an identifier.
  private static func isIdentifier(_ token: Substring) -> Bool {
    token.first.map { $0.isLetter || $0 == "_" } ?? false
  }
}

extension DeclaredNames {
  /// Splits a source into identifiers and single punctuation characters, without comments and
  /// literals.
  private static func tokens(of source: String) -> [Substring] {
    var tokens: [Substring] = []
    var rest = source[...]
    while let first = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("\"\"\"") {
        rest = afterLiteral(rest.dropFirst(3), end: "\"\"\"")
      } else if first == "\"" || first == "`" {
        rest = afterLiteral(rest.dropFirst(), end: String(first))
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        tokens.append(word)
        rest = rest[word.endIndex...]
      } else {
        if !first.isWhitespace { tokens.append(rest.prefix(1)) }
        rest = rest.dropFirst()
      }
    }
    return tokens
  }

  /// Returns the source behind the end of a literal, whose interpolations are skipped.
  private static func afterLiteral(_ source: Substring, end: String) -> Substring {
    var rest = source
    var depth = 0
    while let first = rest.first {
      if rest.hasPrefix("\\(") {
        depth += 1
        rest = rest.dropFirst(2)
      } else if depth > 0 {
        if first == "(" { depth += 1 }
        if first == ")" { depth -= 1 }
        rest = rest.dropFirst()
      } else if first == "\\" {
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix(end) {
        return rest.dropFirst(end.count)
      } else {
        rest = rest.dropFirst()
      }
    }
    return rest
  }
}
