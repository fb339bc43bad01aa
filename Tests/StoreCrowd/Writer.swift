import Glibc
import TestSupport

/// A simulated user who plays one round after the other, in programs that exit or are killed.
final class Writer {
  private static let board = ["1 1", "2 2", "3 3", "4 4"]

  private let number: Int
  private let crowd: Crowd
  private var generator: RandomNumbers
  private var name: String { "writer \(number)" }

  init(_ number: Int, of crowd: Crowd) {
    self.number = number
    self.crowd = crowd
    generator = RandomNumbers(seed: crowd.seed &+ UInt64(number))
  }

  /// Plays in one program after the other until the crowd is over.
  func run() {
    while !crowd.isOver {
      guard let program = crowd.program(["--machine", "--store", crowd.store]) else { return }
      crowd.ledger.count("sessions")
      play(program)
    }
  }

  /// Plays some rounds in one program, which then quits, reads the end of its input, or is killed.
  private func play(_ program: LiveProgram) {
    for _ in 0...generator.below(6) {
      guard let (round, pressed) = generator.below(8) == 0 ? resume(program) : start(program)
      else { continue }
      let isKilled = crowd.kills && generator.below(25) == 0
      let stop = isKilled ? generator.below(5) : 9
      guard press(program, round, from: pressed, stop: stop) else { return }
      if isKilled { return kill(program) }
    }
    if generator.below(4) > 0 { program.send("quit") }
    let status = program.finish()
    if status > 1 { crowd.ledger.alarm("\(name): status \(status)") }
  }

  /// Kills a program after a random time.
  private func kill(_ program: LiveProgram) {
    // Work of random length, so that the program is killed at any moment.
    var busy = generator.below(3_000_000)
    while busy > 0 { busy &-= 1 }
    program.kill()
    crowd.ledger.count("kills")
  }

  /// Sends a line and returns the first line of its reply, or `nil` if it is refused.
  private func ask(_ program: LiveProgram, _ line: String) -> String? {
    let begin = crowd.milliseconds
    program.send(line)
    let answer = program.answer()
    crowd.ledger.recordWait(crowd.milliseconds - begin, of: name)
    guard let first = answer?.first else {
      crowd.ledger.alarm("\(name): no answer to '\(line)'")
      return nil
    }
    if first.hasPrefix("= ") { return String(first.dropFirst(2)) }
    if first == "? no round was interrupted" { return nil }
    if first.hasPrefix("? locked") {
      crowd.ledger.count("refusals")
    } else {
      crowd.ledger.alarm("\(name): '\(line)' was answered with '\(first)'")
    }
    return nil
  }

  /// Starts a round and returns its number, or `nil` if it is refused.
  private func start(_ program: LiveProgram) -> (Int, pressed: Int)? {
    let line = "start 5x4:" + Self.board.map { $0.replacing(" ", with: ",") }.joined(separator: ";")
    guard let answer = ask(program, line) else { return nil }
    let words = answer.split(separator: " ")
    guard words.count > 1, words[0] == "round", let number = Int(words[1].dropLast()) else {
      crowd.ledger.alarm("\(name): 'start' was answered with '\(answer)'")
      return nil
    }
    crowd.ledger.begin(number, writer: self.number)
    return (number, 0)
  }

  /// Resumes an interrupted round; returns its number and the count of its presses, or `nil` if
  /// there is none.
  private func resume(_ program: LiveProgram) -> (Int, pressed: Int)? {
    guard let answer = ask(program, "resume") else { return nil }
    let words = answer.split(separator: " ")
    guard words.count == 7, words[0] == "resumed:", let number = Int(words[2].dropLast()),
      let pressed = Int(words[3])
    else {
      crowd.ledger.alarm("\(name): 'resume' was answered with '\(answer)'")
      return nil
    }
    crowd.ledger.resume(number, pressed: pressed, writer: self.number)
    return (number, pressed)
  }

  /// Presses the numerals of a round in order, sometimes a wrong one; returns `false` if the
  /// program has ended.
  private func press(
    _ program: LiveProgram, _ round: Int, from first: Int, stop: Int
  ) -> Bool {
    for index in first..<Self.board.count {
      let isWrong = generator.below(12) == 0
      let cell = isWrong ? "5 4" : Self.board[index]
      crowd.ledger.press(cell, in: round, isAcknowledged: false)
      if index == stop {
        program.send("press \(cell)")
        return true
      }
      guard let answer = ask(program, "press \(cell)") else {
        crowd.ledger.recordRefusal(in: round)
        return true
      }
      let isLast = isWrong || index == Self.board.count - 1
      let expected =
        isWrong
        ? "wrong: nothing there, \(index + 1) came next"
        : "\(isLast ? "passed" : "right"): \(index + 1) of 4"
      if answer != expected {
        crowd.ledger.alarm("\(name): '\(cell)' in round \(round) was answered with '\(answer)'")
      }
      crowd.ledger.press(cell, in: round, isAcknowledged: true, isLast: isLast)
      if isLast { return true }
    }
    return true
  }
}
