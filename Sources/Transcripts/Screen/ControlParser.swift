/// What a terminal does next: the result of the characters that a parser has received.
enum TerminalAction: Equatable {
  case print(Unicode.Scalar)
  /// A control character below the blank, such as a line feed.
  case control(UInt8)
  /// An escape sequence by what follows the escape character, such as `7` or `(0`.
  case escape(String)
  case sequence(ControlSequence)
  /// An operating system command, such as `0;title`.
  case command(String)
}

/// A control sequence: `ESC [`, parameters and a name.
struct ControlSequence: Equatable {
  /// A number between separators; `nil` for an empty one.
  struct Parameter: Equatable {
    var value: Int?
    /// `true` after a colon, which divides one parameter into parts.
    var isPart = false
  }

  /// The private marker, the intermediate characters and the final character, such as `?h`.
  var name = ""
  /// The parameters; an empty list counts as one empty parameter.
  var parameters: [Parameter] = []

  /// Returns the number at an index, or the default of the sequence if there is none.
  func number(_ index: Int, default standard: Int = 0) -> Int {
    index < parameters.count ? parameters[index].value ?? standard : standard
  }

  /// Returns the number at an index where a zero means one, as in all movements.
  func count(_ index: Int = 0) -> Int { max(1, number(index)) }
}

/// A state machine that divides the characters from a program into actions.
///
/// A sequence may be split at any character. The memory is bounded: an excess of parameters,
/// digits or text is dropped.
///
///     var parser = ControlParser()
///     for scalar in "\u{1b}[2".unicodeScalars { parser.parse(scalar) }  // nil
///     parser.parse("J")  // a sequence with the name `J` and the parameter 2
struct ControlParser {
  private enum State {
    case ground
    case escape
    case sequence
    case command
    /// A string that means nothing here: DCS, SOS, PM or APC.
    case ignoredString
  }

  private static let parameterLimit = 64
  private static let largestNumber = 65_535
  private static let nameLimit = 4
  private static let commandLimit = 4_096

  private var state = State.ground
  /// The sequence that is received now; its name has no final character yet.
  private var sequence = ControlSequence()
  /// `true` for a sequence whose characters are in a wrong order; it has no effect.
  private var isMalformed = false
  private var command = ""

  /// Parses one more character, and returns the action that it completes.
  mutating func parse(_ scalar: Unicode.Scalar) -> TerminalAction? {
    switch scalar.value {
    case 0x18, 0x1a:
      state = .ground
      return nil
    case 0x1b:
      return beginEscape()
    case 0x80...0x9f:
      // An eight-bit control is short for an escape character and another one.
      let action = beginEscape()
      let other = parseEscape(Unicode.Scalar(UInt8(scalar.value - 0x40)))
      return action ?? other
    default: break
    }
    switch state {
    case .ground: return scalar.value < 0x20 ? control(scalar) : print(scalar)
    case .escape: return parseEscape(scalar)
    case .sequence: return parseSequence(scalar)
    case .command: return parseCommand(scalar)
    case .ignoredString: return nil
    }
  }

  private func control(_ scalar: Unicode.Scalar) -> TerminalAction {
    .control(UInt8(truncatingIfNeeded: scalar.value))
  }

  private func print(_ scalar: Unicode.Scalar) -> TerminalAction? {
    scalar.value == 0x7f ? nil : .print(scalar)
  }

  /// Begins an escape sequence; the end of a command is one, too.
  private mutating func beginEscape() -> TerminalAction? {
    let ended = state == .command ? TerminalAction.command(command) : nil
    state = .escape
    sequence = ControlSequence()
    isMalformed = false
    command = ""
    return ended
  }

  private mutating func parseEscape(_ scalar: Unicode.Scalar) -> TerminalAction? {
    switch scalar {
    case "\u{0}"..<" ": return control(scalar)
    case " "..."/":
      appendToName(scalar)
      return nil
    case "0"..."~": break
    default: return nil
    }
    state = .ground
    guard sequence.name.isEmpty else {
      return isMalformed ? nil : .escape(sequence.name + String(scalar))
    }
    switch scalar {
    case "[": state = .sequence
    case "]": state = .command
    case "P", "X", "^", "_": state = .ignoredString
    case "\\": break
    default: return .escape(String(scalar))
    }
    return nil
  }

  private mutating func parseSequence(_ scalar: Unicode.Scalar) -> TerminalAction? {
    switch scalar {
    case "\u{0}"..<" ": return control(scalar)
    case "0"..."9": appendDigit(Int(scalar.value - 0x30))
    case ":", ";": appendParameter(isPart: scalar == ":")
    case "<"..."?":
      if !sequence.parameters.isEmpty { isMalformed = true }
      appendToName(scalar)
    case " "..."/": appendToName(scalar)
    case "@"..."~":
      state = .ground
      sequence.name.unicodeScalars.append(scalar)
      sequence.parameters.removeLast(max(0, sequence.parameters.count - Self.parameterLimit))
      return isMalformed ? nil : .sequence(sequence)
    default: break
    }
    return nil
  }

  private mutating func appendToName(_ scalar: Unicode.Scalar) {
    guard sequence.name.utf8.count < Self.nameLimit else {
      isMalformed = true
      return
    }
    sequence.name.unicodeScalars.append(scalar)
  }

  private mutating func appendDigit(_ digit: Int) {
    // After an intermediate character no parameter may come.
    if let last = sequence.name.unicodeScalars.last, last < "0" { isMalformed = true }
    if sequence.parameters.isEmpty { sequence.parameters.append(.init()) }
    let last = sequence.parameters.count - 1
    guard last < Self.parameterLimit else { return }
    let number = (sequence.parameters[last].value ?? 0) * 10 + digit
    sequence.parameters[last].value = min(number, Self.largestNumber)
  }

  private mutating func appendParameter(isPart: Bool) {
    if sequence.parameters.isEmpty { sequence.parameters.append(.init()) }
    // One parameter above the limit collects the digits that are dropped.
    guard sequence.parameters.count <= Self.parameterLimit else { return }
    sequence.parameters.append(.init(isPart: isPart))
  }

  private mutating func parseCommand(_ scalar: Unicode.Scalar) -> TerminalAction? {
    if scalar.value == 0x07 {
      state = .ground
      defer { command = "" }
      return .command(command)
    }
    if scalar.value >= 0x20, command.utf8.count < Self.commandLimit {
      command.unicodeScalars.append(scalar)
    }
    return nil
  }
}
