/// All commands, found by their names; every session holds the same table.
package final class CommandTable: Sendable {
  /// The commands in the order in which the help lists them.
  package let commands: [Command]
  /// Every name that a command has, with its index; to look through it counts no references.
  private let names: [(name: StaticString, index: Int)]
  private let makeTopics: @Sendable () -> [HelpTopic]
  private let bareNumbers: Command?
  /// Whether a line that begins with a number is a command without its name.
  private let takesBareNumbers: Bool

  /// Makes a table; the names are distinct and begin with a small letter.
  ///
  /// Where a number before a command means something else, no line of bare numbers is taken. A
  /// restricted table refuses what does not say that it is safe.
  package init(
    _ commands: [Command], topics: @autoclosure @escaping @Sendable () -> [HelpTopic] = [],
    takesBareNumbers: Bool = true, isRestricted: Bool = false
  ) {
    let commands = isRestricted ? commands.map(\.restricted) : commands
    self.commands = commands
    makeTopics = topics
    names = commands.enumerated().flatMap { index, command in
      ([command.name] + command.aliases).map { ($0, index) }
    }
    self.takesBareNumbers = takesBareNumbers
    bareNumbers = commands.first { $0.takesBareNumbers }
  }

  package var topics: [HelpTopic] { makeTopics() }

  /// Finds the command of a line, or names the nearest one, and answers what the line asks for.
  package func request(_ invocation: inout Invocation) throws(ArgumentFault) -> Request {
    let bytes = invocation.bytes(ofWord: 0)
    if let command = command(named: bytes) { return try command.request(&invocation) }
    if let bareNumbers, bytes.isDecimal {
      guard takesBareNumbers else {
        throw .bareNumbers(column: invocation.column(ofWord: 0), command: "\(bareNumbers.name)")
      }
      invocation.leadingWords = 0
      return try bareNumbers.request(&invocation)
    }
    let word = invocation.text(ofWord: 0)
    throw .unknownCommand(word, column: invocation.column(ofWord: 0), nearest: nearest(to: word))
  }

  /// The command of this name, which may be one that it has besides its own.
  package func command(named name: String) -> Command? {
    Array(name.utf8).withUnsafeBufferPointer(command)
  }

  private func command(named name: UnsafeBufferPointer<UInt8>) -> Command? {
    names.first { $0.name.isText(name) }.map { commands[$0.index] } ?? capitalizedCommand(name)
  }

  /// The command of a name that is written with capitals.
  private func capitalizedCommand(_ name: UnsafeBufferPointer<UInt8>) -> Command? {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    guard name.contains(where: capitals.contains) else { return nil }
    return command(named: String(decoding: name, as: UTF8.self).lowercased())
  }

  /// The name that takes the fewest changes of a letter to become the word.
  ///
  /// It is nil where a third of the letters would have to change; capitals are no change.
  package func nearest(to word: String, orAmong others: [String] = []) -> String? {
    let word = word.utf8.prefix(Self.longestMistake).map { byte in
      byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
    var nearest: String?
    var shortest = word.count / 3 + 1
    for name in openCommands.map({ "\($0.name)" }) + others {
      let count = Array(name.utf8).withUnsafeBufferPointer { distance($0, word) }
      if count < shortest { (nearest, shortest) = (name, count) }
    }
    return nearest
  }

  private static var longestMistake: Int { 40 }
}

/// How many letters must be put in, taken out, replaced or swapped to make one word the other.
func distance(_ left: UnsafeBufferPointer<UInt8>, _ right: [UInt8]) -> Int {
  let width = right.count + 1
  // Three rows that take turns: the one that is filled, the one before it, and the one before that.
  var cells = [Int](repeating: 0, count: 3 * width)
  for column in 0..<width { cells[column] = column }
  for row in 0..<left.count {
    let beforeLast = (row + 2) % 3 * width
    let last = row % 3 * width
    let current = (row + 1) % 3 * width
    cells[current] = row + 1
    for column in 0..<right.count {
      let replaced = cells[last + column] + (left[row] == right[column] ? 0 : 1)
      var best = min(replaced, cells[last + column + 1] + 1, cells[current + column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, cells[beforeLast + column - 1] + 1)
      }
      cells[current + column + 1] = best
    }
  }
  return cells[left.count % 3 * width + right.count]
}
