import Glibc
package import Transcripts

/// A line program for tests, without the game: it echoes, adds, refuses and prints a board.
package final class DoubleSession: TranscriptSession {
  private let seed: String
  private let files: TranscriptFolder?
  private var sum = 0

  /// Creates a session whose sum is 0.
  package init(seed: String?, files: TranscriptFolder? = nil) {
    self.seed = seed ?? "none"
    self.files = files
  }

  package func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply {
    let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    switch words.first ?? "" {
    case "echo": return reply(line.dropFirst(5) + [0x0a])
    case "lines": return reply(words.dropFirst().map { $0 + "\n" }.joined())
    case "bytes": return reply(words.dropFirst().compactMap { UInt8($0, radix: 16) })
    case "add": return add(words.dropFirst().first)
    case "seed": return reply("seed \(seed)\n")
    case "board": return reply("     1  2  3\n  1  .  \(sum)  .\n  2  1  .  3\n")
    case "": return reply("")
    case "trap": trap(sum)
    case "loop": while true { sum &+= 1 }
    case "flood": return reply(repeatElement(0x78, count: Int(words.last ?? "") ?? 0))
    case "clock": return reply("\(clock())\n")
    case "go": chdir(words.last ?? "")
    case "where": return reply(folder + "\n")
    case "open": _ = open(words.last ?? "", O_WRONLY)
    case "write": append(words.dropFirst().joined(separator: " "))
    case "keep": return keep(words.last ?? "")
    case "kill": kill(getpid(), SIGKILL)
    case "exit": exit(0)
    case "recurse": sum = depth(sum)
    case "grow": grow()
    case "close":
      for descriptor: Int32 in 3..<64 { close(descriptor) }
      while words.count > 1 { sum &+= 1 }
    case "tell", "interject":
      // The descriptor of a worker's messages.
      let bytes = words.dropFirst().compactMap { UInt8($0, radix: 16) }
      Glibc.write(3, bytes, bytes.count)
      while words[0] == "tell" { sum &+= 1 }
    case "quit": return TranscriptReply(output: Array("bye\n".utf8), hasEnded: true)
    default: return refuse("unknown command \"\(words[0])\"")
    }
    return reply("")
  }

  /// Adds a number to the sum and replies with the new sum; refuses words that are not a number.
  private func add(_ word: String?) -> TranscriptReply {
    guard let word, let number = Int(word) else { return refuse("no number") }
    let (result, hasOverflown) = sum.addingReportingOverflow(number)
    guard !hasOverflown else { return refuse("too large") }
    sum = result
    return reply("\(sum)\n")
  }

  /// Appends a comment line to the file at a path.
  private func append(_ path: String) {
    guard let file = fopen(path, "a") else { return }
    fputs("# more\n", file)
    fclose(file)
  }

  /// Appends to a file in the session's folder, and replies with the names of all files.
  ///
  /// A name with a slash creates a folder.
  private func keep(_ name: String) -> TranscriptReply {
    let folder: String
    do throws(TranscriptToolFault) {
      guard let path = try files?.path() else { return refuse("no folder") }
      folder = path
    } catch { return refuse("\(error)") }
    if let stroke = name.firstIndex(of: "/") { mkdir("\(folder)/\(name[..<stroke])", 0o700) }
    append("\(folder)/\(name)")
    guard let directory = opendir(folder) else { return refuse("no folder") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return reply(names.filter { !$0.hasPrefix(".") }.sorted().joined(separator: " ") + "\n")
  }

  private var folder: String {
    guard let path = getcwd(nil, 0) else { return "nowhere" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Returns the time of the monotonic clock, in nanoseconds.
  private func clock() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Calls itself until the stack overflows, unless the number is negative.
  private func depth(_ number: Int) -> Int {
    number < 0 ? 0 : depth(number &+ 1) &+ 1
  }

  /// Tries to allocate more memory than the machine has.
  private func grow() {
    UnsafeMutableRawPointer.allocate(byteCount: 1 << 40, alignment: 8).deallocate()
  }

  /// Traps, by reading beyond the end of an array.
  private func trap(_ index: Int) {
    let nothing: [Int] = []
    sum = nothing[index]
  }

  /// Returns an accepted reply with a text.
  private func reply(_ text: String) -> TranscriptReply { reply(Array(text.utf8)) }

  /// Returns an accepted reply with bytes.
  private func reply(_ bytes: some Sequence<UInt8>) -> TranscriptReply {
    TranscriptReply(output: Array(bytes))
  }

  /// Returns a refused reply with a message.
  private func refuse(_ words: String) -> TranscriptReply {
    TranscriptReply(output: Array("error: \(words)\n".utf8), isRefused: true)
  }
}

/// The factory of sessions of the line program.
package struct DoubleSessionMaker: TranscriptSessionMaker {
  /// Creates a factory.
  package init() {}

  package func session(seed: String?) throws(TranscriptToolFault) -> any TranscriptSession {
    try session(seed: seed, folder: nil)
  }

  package func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> any TranscriptSession {
    guard seed != "bad" else { throw .session("the seed is bad") }
    return DoubleSession(seed: seed, files: folder)
  }

  package let commands = ["add", "board", "echo", "quit"]
  package let refusals = ["error: no number", "error: too large", "error: unknown command {}"]

  package func offers(_ requirement: String) -> Bool { requirement == "adding" }
}
