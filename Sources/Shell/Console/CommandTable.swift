/// All commands, found by their names.
package struct CommandTable: Sendable {
  /// The commands in the order in which the help lists them.
  package let commands: [Command]
  /// The same by name, and for each first letter where its commands begin there.
  private let sorted: [Command]
  private let names: [StaticString]
  private let starts: [Int]
  private let bareNumbers: Command?

  /// Makes a table; the names are distinct and begin with a small letter.
  package init(_ commands: [Command]) {
    self.commands = commands
    sorted = commands.sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
    names = sorted.map(\.name)
    bareNumbers = commands.first(where: \.takesBareNumbers)
    let letters = sorted.map { Int($0.name.utf8Start.pointee) - Self.firstLetter }
    starts = (0...Self.letterCount).map { letter in
      letters.firstIndex { $0 >= letter } ?? letters.count
    }
  }

  /// Finds the command of a line, or names the nearest one, and answers what the line asks for.
  func request(_ invocation: Invocation) throws(ArgumentFault) -> Request {
    let bytes = invocation.bytes(ofWord: 0)
    let letter = Int(bytes.first ?? 0) - Self.firstLetter
    if letter >= 0 && letter < Self.letterCount {
      for index in starts[letter]..<starts[letter + 1]
      where names[index].isText(bytes) {
        return try sorted[index].request(invocation)
      }
    } else if let bareNumbers, decimalNumber(bytes) != nil {
      invocation.leadingWords = 0
      return try bareNumbers.request(invocation)
    }
    let word = invocation.text(ofWord: 0)
    throw .unknownCommand(word, column: invocation.column(ofWord: 0), nearest: nearest(to: word))
  }

  /// The command of this name.
  package func command(named name: String) -> Command? {
    commands.first { "\($0.name)" == name }
  }

  /// The name that takes the fewest changes of a letter to become the word.
  package func nearest(to word: String) -> String {
    let word = Array(word.utf8.prefix(Self.longestMistake))
    let nearest = names.min { distance(Array($0.bytes), word) < distance(Array($1.bytes), word) }
    return nearest.map { "\($0)" } ?? ""
  }

  private static var firstLetter: Int { Int(UInt8(ascii: "a")) }
  private static var letterCount: Int { 26 }
  private static var longestMistake: Int { 40 }
}

/// How many letters must be put in, taken out, replaced or swapped to make one word the other.
func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for (row, leftByte) in left.enumerated() {
    var current = [row + 1]
    for (column, rightByte) in right.enumerated() {
      let replaced = last[column] + (leftByte == rightByte ? 0 : 1)
      var best = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, leftByte == right[column - 1], left[row - 1] == rightByte {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
