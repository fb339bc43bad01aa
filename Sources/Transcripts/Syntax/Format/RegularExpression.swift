/// A regular expression, as in the hole `{/[a-z]+/}`.
///
/// It has characters, `.`, `[a-z]`, `[^a-z]`, `\d`, `\w`, `\s` and their opposites in capitals,
/// groups, `|`, `*`, `+`, `?`, `{2}`, `{2,}` and `{2,4}`. It matches a whole text, so it has no
/// anchors. There is no backtracking: the time is proportional to the expression and the text.
///
///     let expression = try RegularExpression("[a-z]+|-")
///     expression.classes.count  // 2
struct RegularExpression: Hashable, Sendable {
  /// The expression as it was written.
  let source: String
  /// The bytes that each position of the expression matches.
  let classes: [ByteSet]
  /// The positions that may follow each position.
  let followers: [[Int]]
  /// The positions that may be first and last.
  let ends: Fragment

  /// A part of an expression: the positions that may be its first and its last one.
  struct Fragment: Hashable, Sendable {
    var firsts: [Int] = []
    var lasts: [Int] = []
    /// `true` if the part matches the empty text.
    var isNullable = true
  }

  /// Parses an expression; throws for one that is malformed or too large.
  init(_ source: String) throws(TranscriptFault) {
    let bytes = Array(source.utf8)
    try self.init(bytes, bytes.indices)
  }

  /// Parses the expression in a range of a file; throws for one that is malformed or too large.
  init(_ bytes: [UInt8], _ range: Range<Int>) throws(TranscriptFault) {
    var parser = ExpressionParser(bytes, range)
    ends = try parser.parse()
    source = String(decoding: bytes[range], as: UTF8.self)
    classes = parser.classes
    followers = parser.followers
  }
}

/// The parser of regular expressions, which numbers the positions that match bytes.
private struct ExpressionParser {
  private typealias Fragment = RegularExpression.Fragment

  /// The maximum number of positions.
  private static let mostPositions = 2_000
  /// The maximum depth of groups.
  private static let mostGroups = 100

  private let bytes: [UInt8]
  private let end: Int
  private var offset: Int
  private var groupCount = 0
  private(set) var classes: [ByteSet] = []
  private(set) var followers: [[Int]] = []

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  /// Parses the whole expression; returns its ends.
  mutating func parse() throws(TranscriptFault) -> RegularExpression.Fragment {
    let whole = try alternatives()
    guard offset == end else { throw fault("a group ends that did not begin") }
    return whole
  }

  /// The next byte as a character; `nil` at the end.
  private var next: Character? {
    offset < end ? Character(Unicode.Scalar(bytes[offset])) : nil
  }

  private func fault(_ reason: String) -> TranscriptFault {
    TranscriptFault("regular expression: \(reason)", at: min(offset, bytes.count - 1), of: bytes)
  }

  /// Consumes a character; returns `false` if it is not the next one.
  private mutating func consume(_ sign: Character) -> Bool {
    guard next == sign else { return false }
    offset += 1
    return true
  }

  /// Parses alternatives between `|`.
  private mutating func alternatives() throws(TranscriptFault) -> Fragment {
    var result = try sequence()
    while consume("|") {
      let other = try sequence()
      result.firsts += other.firsts
      result.lasts += other.lasts
      result.isNullable = result.isNullable || other.isNullable
    }
    return result
  }

  /// Parses a sequence up to `|`, `)` or the end.
  private mutating func sequence() throws(TranscriptFault) -> Fragment {
    var result = Fragment()
    while let sign = next, sign != "|", sign != ")" { result = join(result, try repeated()) }
    return result
  }

  /// Returns two parts one after the other.
  private mutating func join(_ first: Fragment, _ second: Fragment) -> Fragment {
    follow(first.lasts, by: second.firsts)
    return Fragment(
      firsts: first.firsts + (first.isNullable ? second.firsts : []),
      lasts: second.lasts + (second.isNullable ? first.lasts : []),
      isNullable: first.isNullable && second.isNullable)
  }

  /// Lets positions follow others.
  private mutating func follow(_ lasts: [Int], by firsts: [Int]) {
    for last in lasts {
      for first in firsts where !followers[last].contains(first) { followers[last].append(first) }
    }
  }

  /// Parses an element with its repetition.
  private mutating func repeated() throws(TranscriptFault) -> Fragment {
    let start = offset
    var element = try self.element()
    let elementEnd = offset
    switch next {
    case "*", "+", "?":
      let sign = next
      offset += 1
      if sign != "?" { follow(element.lasts, by: element.firsts) }
      if sign != "+" { element.isNullable = true }
    case "{":
      let (least, most) = try bounds()
      let boundsEnd = offset
      element = try copies(of: element, from: start, to: elementEnd, least, most)
      offset = boundsEnd
    default: return element
    }
    if let next, "*+?{".contains(next) { throw fault("nothing to repeat") }
    return element
  }

  /// Returns so many copies of an element, which is parsed anew for each.
  private mutating func copies(
    of element: Fragment, from start: Int, to end: Int, _ least: Int, _ most: Int?
  ) throws(TranscriptFault) -> Fragment {
    guard most != 0 else { return Fragment() }
    var result = Fragment()
    for number in 0..<max(1, most ?? least) {
      var copy = element
      if number > 0 {
        offset = start
        copy = try self.element()
      }
      let isLast = number + 1 >= max(1, least)
      if most == nil, isLast { follow(copy.lasts, by: copy.firsts) }
      if number >= least { copy.isNullable = true }
      result = join(result, copy)
    }
    return result
  }

  /// Parses the bounds of a repetition, such as `{2,4}`.
  private mutating func bounds() throws(TranscriptFault) -> (least: Int, most: Int?) {
    guard let close = bytes[offset..<end].firstIndex(of: UInt8(ascii: "}")) else {
      throw fault("\"{\" is not closed")
    }
    let words = String(decoding: bytes[offset + 1..<close], as: UTF8.self)
    let parts = words.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let isOpen = words.hasSuffix(",")
    guard let first = parts.first, let least = first, 0...1000 ~= least, parts.count <= 2 else {
      throw fault("not a number of times: \"{\(words)}\"")
    }
    let most = isOpen ? nil : parts.last ?? nil
    guard isOpen || most.map({ least...1000 ~= $0 }) == true else {
      throw fault("not a number of times: \"{\(words)}\"")
    }
    offset = close + 1
    return (least, most)
  }

  /// Parses a group, a class of characters, or a character.
  private mutating func element() throws(TranscriptFault) -> Fragment {
    guard let sign = next else { throw fault("it ends too early") }
    switch sign {
    case "(": return try group()
    case "[": return try position(characterClass())
    case ".":
      offset += 1
      return try anyCharacter()
    case "\\": return try position(escape())
    case "*", "+", "?", "{": throw fault("nothing to repeat")
    case "^", "$": throw fault("it matches the whole text already, without \"\(sign)\"")
    default: return try character()
    }
  }

  private mutating func group() throws(TranscriptFault) -> Fragment {
    groupCount += 1
    guard groupCount <= Self.mostGroups else { throw fault("too many groups") }
    offset += 1
    if bytes[offset..<end].starts(with: "?:".utf8) { offset += 2 }
    let inner = try alternatives()
    guard consume(")") else { throw fault("the group is not closed") }
    groupCount -= 1
    return inner
  }

  /// Parses a character, which may have several bytes.
  private mutating func character() throws(TranscriptFault) -> Fragment {
    var result = Fragment()
    repeat {
      result = join(result, try position(ByteSet(bytes[offset])))
      offset += 1
    } while offset < end && bytes[offset] & 0xc0 == 0x80
    return result
  }

  /// Returns a part that matches any character, of one or several bytes.
  private mutating func anyCharacter() throws(TranscriptFault) -> Fragment {
    let first = try position(.all)
    var rest = try position(ByteSet(0x80...0xbf))
    follow(rest.lasts, by: rest.firsts)
    rest.isNullable = true
    return join(first, rest)
  }

  /// Adds a position that matches some bytes.
  private mutating func position(_ set: ByteSet) throws(TranscriptFault) -> Fragment {
    guard classes.count < Self.mostPositions else { throw fault("it is too large") }
    classes.append(set)
    followers.append([])
    return Fragment(firsts: [classes.count - 1], lasts: [classes.count - 1], isNullable: false)
  }

  /// Parses an escaped character.
  private mutating func escape() throws(TranscriptFault) -> ByteSet {
    offset += 1
    guard let sign = next else { throw fault("nothing follows \"\\\"") }
    offset += 1
    switch sign {
    case "d": return .digits
    case "D": return ByteSet.digits.inverse
    case "w": return .word
    case "W": return ByteSet.word.inverse
    case "s": return .blanks
    case "S": return ByteSet.blanks.inverse
    case "t": return ByteSet(0x09)
    default:
      guard !sign.isLetter, !sign.isNumber, sign.isASCII else {
        offset -= 1
        throw fault("unknown escape \"\\\(sign)\"")
      }
      return ByteSet(bytes[offset - 1])
    }
  }

  /// Parses a class such as `[a-z_]` or `[^ ]`, which has ASCII characters only.
  private mutating func characterClass() throws(TranscriptFault) -> ByteSet {
    offset += 1
    let isInverse = consume("^")
    var set = ByteSet()
    var isFirst = true
    while next != "]" || isFirst {
      isFirst = false
      guard let sign = next else { throw fault("\"[\" is not closed") }
      guard sign.isASCII else { throw fault("a class has ASCII characters only") }
      if sign == "\\" {
        set = set.union(try escape())
        continue
      }
      let first = bytes[offset]
      offset += 1
      guard next == "-", offset + 1 < end, bytes[offset + 1] != UInt8(ascii: "]") else {
        set.insert(first)
        continue
      }
      let last = bytes[offset + 1]
      guard first <= last, last < 0x80 else { throw fault("the range is empty") }
      set = set.union(ByteSet(first...last))
      offset += 2
    }
    offset += 1
    return isInverse ? set.inverse : set
  }
}

extension ByteSet {
  /// Letters, digits and the underscore.
  fileprivate static let word = ByteSet.letters.union(.digits).union(ByteSet("_"))
}
