/// The options of a program that kills others: `[--kills N] [--seed N] [--program PATH]`.
package struct KillOptions {
  package private(set) var killCount: Int
  package private(set) var seed: UInt64 = 1
  package private(set) var program = programPath

  /// Reads the command line; ends the program for an unknown option.
  package init(killCount: Int) {
    self.killCount = killCount
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      guard let value = words.popFirst() else { exitProgram("usage: \(word) VALUE") }
      switch (word, Int(value)) {
      case ("--program", _): program = value
      case ("--kills", let number?): self.killCount = number
      case ("--seed", let number?): seed = UInt64(number)
      default: exitProgram("unknown option: \(word) \(value)")
      }
    }
  }
}
