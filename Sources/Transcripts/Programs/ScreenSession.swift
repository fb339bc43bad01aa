import ChimpSystem
import Glibc

/// A session of a program on a terminal, whose replies are pictures of the screen.
///
/// A line of input is typed with Enter, or names keys; without any key, it shows the picture as it
/// stands. A picture is the reply as soon as it stands still: the program has read everything,
/// computes nothing, and writes nothing.
final class ScreenSession: TranscriptSession {
  /// The first byte of a command that names keys.
  static let keySign: UInt8 = 0x10

  /// The maximum number of bytes for a picture; a program that writes more is killed.
  private static let largestOutput = 1 << 26
  /// The milliseconds without output after which the picture of a program that waits stands still,
  /// and that of one that has paused by itself, or has other processes.
  private static let (silence, longSilence) = (40, 1_000)

  /// The milliseconds without output after Esc.
  private static let escapeSilence = 200
  /// The milliseconds for which an empty screen is not yet the first picture.
  private static let longestBeginning = 1_000

  private let description: ProgramDescription
  private let program: DrivenProgram
  private let size: ScreenSize
  private var screen: TerminalScreen

  /// Starts the program in a folder; throws if that fails.
  init(
    _ description: ProgramDescription, _ size: ScreenSize, folder: String?
  ) throws(TranscriptToolFault) {
    self.description = description
    self.size = size
    screen = TerminalScreen(columns: size.columns, rows: size.rows)
    program = try DrivenProgram(
      description, numbers: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO], group: .terminal,
      folder: folder, size: size)
    // The first picture is that before the first key; a program may show nothing.
    var reply = TranscriptReply(output: [])
    let start = monotonicMilliseconds()
    waitForPicture(&reply) { screen in
      screen.text.contains { !$0.isEmpty }
        || monotonicMilliseconds() - start > Self.longestBeginning
    }
  }

  /// Types a line and Enter, or presses the keys that it names.
  func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply {
    var reply = program.reply { press(line, &$0) }
    reply.isScreen = true
    reply.output = picture
    return reply
  }

  /// Types several lines; the reply is the picture behind the last one.
  func perform(lines: [ArraySlice<UInt8>]) -> TranscriptReply {
    lines.dropFirst().reduce(perform(lines[0])) { $0.hasEnded ? $0 : perform($1) }
  }

  /// Sends a line, and waits for the picture behind it.
  private func press(_ line: ArraySlice<UInt8>, _ reply: inout TranscriptReply) {
    guard line.first == Self.keySign else {
      program.process.send(line + [0x0d])
      return waitForPicture(&reply)
    }
    let names = Array(line.dropFirst())
    guard let keys = try? KeyName.parse(names, names.indices) else {
      reply.isIncomplete = true
      return
    }
    for key in keys where !program.hasEnded && !reply.isIncomplete {
      if case .wait(let text) = key {
        waitForPicture(&reply) { $0.text.contains { $0.utf8.contains(text) } }
        continue
      }
      do throws(KeyError) { program.process.send(try key.bytes(for: screen)) } catch {
        reply.isRefused = true
        return
      }
      // Each key is read in the modes that those before it have set. Programs wait for what may
      // follow Esc in the sequence of another key.
      let isEscape = key == .key(.character("\u{1b}"), [])
      waitForPicture(&reply, silence: isEscape ? Self.escapeSilence : Self.silence)
    }
  }

  /// Receives output until a picture that is meant stands still.
  private func waitForPicture(
    _ reply: inout TranscriptReply, silence: Int = ScreenSession.silence,
    _ isMeant: (TerminalScreen) -> Bool = { _ in true }
  ) {
    let end = monotonicMilliseconds() + description.timeLimit
    var lastOutput = monotonicMilliseconds()
    var count = 0
    while true {
      var bytes: [UInt8] = []
      let pause = monotonicMilliseconds() + silence
      switch program.process.receive(into: &bytes, until: min(pause, end)) {
      case .bytes:
        count += bytes.count
        guard count <= Self.largestOutput, monotonicMilliseconds() < end else {
          return program.terminate(&reply, isLate: true)
        }
        screen.receive(bytes)
        let replies = screen.removeReplies()
        if !replies.isEmpty { program.process.send(replies) }
        lastOutput = monotonicMilliseconds()
        continue
      case .end: return program.finish(&reply, until: end)
      case .timeout:
        let now = monotonicMilliseconds()
        let isAtRest =
          program.process.isIdle || now >= lastOutput + Self.longSilence && !program.process.isBusy
        if isAtRest, program.process.hasReadInput, isMeant(screen) { return }
        // The picture does not stand still.
        if now >= end { return program.terminate(&reply, isLate: true) }
      }
    }
  }

  /// The rows of the screen without empty ones at its end, each behind its gutter.
  private var picture: [UInt8] {
    let lines =
      size.isStyled
      ? screen.styledRows.map(\.lines) : screen.text.map { [$0.isEmpty ? "%" : "% \($0)"] }
    let end = lines.lastIndex { $0 != ["%"] }.map { $0 + 1 } ?? 0
    return lines.prefix(end).joined().flatMap { Array($0.utf8) + [0x0a] }
  }
}
