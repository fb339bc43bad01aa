import Glibc
import SystemCalls

/// The format of a recording.
///
/// The console asks it for the bytes to write: once for the head of the file, then for each line
/// with its reply. A format that writes the lines alone:
///
///     final class LinesOnly: SessionFormat {
///       let isChecked = false
///
///       func beginning(earlier lines: [[UInt8]]) -> [UInt8] {
///         Array(lines.joined(separator: [0x0a]))
///       }
///
///       func willAnswerLine() {}
///
///       func block(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> [UInt8] {
///         line + [0x0a]
///       }
///     }
package protocol SessionFormat: AnyObject {
  /// Returns the head of the file, with the lines that were entered before the recording began.
  func beginning(earlier lines: [[UInt8]]) -> [UInt8]

  /// `true` if anything written so far could fail when the recording is checked.
  var isChecked: Bool { get }

  /// Notes that a line is about to be answered, so that the format can record the time that has
  /// passed.
  func willAnswerLine()

  /// Returns one line with its reply.
  ///
  /// An open reply depends on something outside the recording, and matches anything when it is
  /// checked.
  func block(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> [UInt8]
}

/// A recording in progress: a session that is written to a file, line by line with its replies.
///
/// The file must be new, and it appears with the first line that is recorded: an empty recording
/// leaves no file.
final class Recorder {
  /// The file of the recording.
  let file: NamedFile
  /// The format in which the session is written.
  let format: any SessionFormat
  /// The head of the file, made when the recording began and written with the first block.
  private let beginning: [UInt8]
  /// The open file; -1 until there is something to write.
  private var descriptor: Int32 = -1

  /// Begins a recording.
  ///
  /// - Throws: The reason why the file can't be created, for example that it exists.
  init(_ file: NamedFile, earlier lines: [[UInt8]], format: any SessionFormat) throws(SystemError) {
    self.file = file
    self.format = format
    // Create the file now, to find out whether that is possible, and remove it again.
    close(try Self.create(file.path))
    unlink(file.path)
    beginning = format.beginning(earlier: lines)
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// The reply to `record off`, which says whether there is anything to check.
  var reply: ConsoleReply {
    if descriptor < 0 { return .nothingRecorded(file.name) }
    return format.isChecked ? .recorded(file.name) : .recordedUnchecked(file.name)
  }

  /// Appends a line with its reply.
  ///
  /// - Returns: The reason why it can't be written; `nil` if it was. After an error, the recording
  ///   ends.
  func add(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> SystemError? {
    let block = format.block(line: line, reply: reply, isRefused: isRefused, isOpen: isOpen)
    guard descriptor < 0 else { return DescriptorSink(descriptor: descriptor).write(block) }
    do { descriptor = try Self.create(file.path) } catch { return error }
    return DescriptorSink(descriptor: descriptor).write(beginning + block)
  }

  /// Creates a new file; an existing one is an error, because `O_EXCL` never follows or replaces
  /// it.
  private static func create(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    return descriptor
  }
}

/// A recording can be played as a script without any option, with the same replies.
///
/// So colours and echoes are switched off while recording, unless the user has chosen them, and
/// restored from `savedStyle` afterwards.
extension Console {
  /// Begins a recording of the session, from its first line on.
  ///
  /// - Throws: `ConsoleFault` if the session is restricted, if a recording is in progress, if lines
  ///   of the session have been dropped, or if the file can't be created.
  func record(_ file: NamedFile) throws(ConsoleFault) {
    excludeFromRecordings()
    guard !options.isRestricted else { throw .restricted("record") }
    if let recorder { throw .recordingAlready(recorder.file.name) }
    guard !isInUse(file.path) else { throw .inUse(file.name) }
    guard let lines = history.session else { throw .tooMuchToRecord }
    let first = firstSettings.map { "set \($0.name) \(Invocation.quoted($0.value))" }
    do {
      recorder = try Recorder(
        file, earlier: first.map { Array($0.utf8) } + lines, format: recordingFormat)
    } catch { throw .cannotWrite(file.name, error) }
    savedStyle = (output.hasColor, options.echoes)
    if !changedSettings.contains("color") { output.hasColor = false }
    if !changedSettings.contains("echo") { options.echoes = false }
    say(.recording(file.name))
  }

  /// Ends the recording and reports its file, or that it is empty or can't be checked.
  ///
  /// - Throws: `notRecording` if there is none.
  func stopRecording() throws(ConsoleFault) {
    excludeFromRecordings()
    guard let recorder else { throw .notRecording }
    endRecording()
    say(recorder.reply)
  }

  /// The warning about the recording in progress: nothing was recorded, or nothing that can be
  /// checked.
  ///
  /// `nil` if there is no recording, or nothing to warn about.
  package var recordingFlaw: String? {
    guard let recorder, recorder.reply != .recorded(recorder.file.name) else { return nil }
    return words.words(for: recorder.reply)
  }

  /// Ends the recording silently and restores the output style.
  func endRecording() {
    recorder = nil
    if !changedSettings.contains("color") { output.hasColor = savedStyle.hasColor }
    if !changedSettings.contains("echo") { options.echoes = savedStyle.echoes }
  }

  /// Excludes the current line from the recording: checking a recording must not start another one.
  private func excludeFromRecordings() {
    isAboutRecordings = true
    history.removeLatest()
  }
}
