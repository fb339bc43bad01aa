import ChimpSystem
import Glibc
import TestSupport

/// The temporary folder with the programs and inputs of one run.
final class Workshop {
  let folder: String
  /// The path of the release binary as a package installs it: without symbols, like the other
  /// programs.
  let chimp: String
  /// The path of the game in C.
  let game: String

  /// Creates the folder; returns `nil` if the release binary is not built, or there is no compiler.
  init?() {
    var template = Array("/tmp/chimp-benchmarks-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    (chimp, game) = (folder + "/chimp", folder + "/game")
    let sources = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    guard duration(["strip", "-o", chimp, programPath]) != nil,
      duration(["clang", "-O2", "-o", game, "\(sources)/game.c"]) != nil
    else { return nil }
  }

  deinit {
    _ = duration(["rm", "-rf", folder])
  }

  /// Returns the path of a program in the search path, or `nil` if it is not installed.
  func path(of program: String) -> String? {
    output(of: "command -v \(program)").split(separator: "\n").first.map(String.init)
  }

  /// Writes a text to a file in the folder and returns its path.
  func file(_ name: String, _ text: String) -> String {
    let path = "\(folder)/\(name)"
    guard let file = fopen(path, "w") else { return path }
    fputs(text, file)
    fclose(file)
    return path
  }

  /// Returns the words that run a command of the shell in the folder.
  func shell(_ command: String) -> [String] { ["sh", "-c", "cd \(folder) && \(command)"] }

  /// Runs a command of the shell in the folder and returns its output.
  func output(of command: String) -> String {
    _ = duration(shell("(\(command)) > output"))
    return TemporaryFolder.text(at: folder + "/output")
  }

  /// Returns `count` lines of games that are passed, on 8x5 with 9 numerals.
  ///
  /// The cells of each board are asked from the program.
  func games(lineCount: Int) -> String {
    let starts = (0..<200).map { "start 9 8 5 seed=s\($0)" }
    let questions = file("questions", starts.map { "\($0)\nidentifier\n" }.joined())
    let boards = output(of: "\(chimp) < \(questions)").split(separator: "\n")
      .filter { $0.hasPrefix("descriptive: ") }.compactMap { $0.split(separator: ":").last }
    let lines = zip(starts, boards).flatMap { start, cells in
      [start] + cells.split(separator: ";").map { "press " + $0.replacing(",", with: " ") }
    }
    var text = ""
    for index in 0..<lineCount { text += lines[index % lines.count] + "\n" }
    return text
  }
}

/// Returns the time of a program from its start to its exit, in microseconds; `nil` if it can't be
/// started or fails.
func duration(_ words: [String], input: String = "/dev/null") -> Double? {
  let start = now()
  let child = ChildProgram(words, input: .file(input, flags: O_RDONLY))
  guard let end = child?.end(), end.status == 0 else { return nil }
  return now() - start
}

/// Returns the time of the monotonic clock, in microseconds.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
