import Glibc
import SystemCalls

/// How a session is written down.
package protocol SessionFormat: AnyObject {
  /// What stands first, and the lines that were entered before the recording began.
  func beginning(earlier lines: [[UInt8]]) -> [UInt8]

  /// Whether anything in what was written could fail when it is checked.
  var isChecked: Bool { get }

  func lineComes()

  /// One line with its reply, which may be left open.
  func block(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> [UInt8]
}

final class Recorder {
  let file: FilePlace
  let format: any SessionFormat
  private let beginning: [UInt8]
  /// The file, once there is something to write.
  private var descriptor: Int32 = -1

  /// Begins a recording in a new file; one that exists is left alone.
  init(_ file: FilePlace, earlier lines: [[UInt8]], format: any SessionFormat) throws(SystemError) {
    self.file = file
    self.format = format
    // Create the file now, to find out whether that is possible, and remove it again.
    close(try Self.create(file.path))
    unlink(file.path)
    beginning = format.beginning(earlier: lines)
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  var reply: ConsoleReply {
    if descriptor < 0 { return .nothingRecorded(file.name) }
    return format.isChecked ? .recorded(file.name) : .recordedUnchecked(file.name)
  }

  func add(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> SystemError? {
    let block = format.block(line: line, reply: reply, isRefused: isRefused, isOpen: isOpen)
    guard descriptor < 0 else { return DescriptorSink(descriptor: descriptor).write(block) }
    do { descriptor = try Self.create(file.path) } catch { return error }
    return DescriptorSink(descriptor: descriptor).write(beginning + block)
  }

  private static func create(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    return descriptor
  }
}

/// Sessions are written down so that a script that is played without any option says the same.
extension Console {
  func record(_ file: FilePlace) throws(ConsoleFault) {
    leaveOutOfRecordings()
    guard !options.isRestricted else { throw .restricted("record") }
    if let recorder { throw .recordingAlready(recorder.file.name) }
    guard !isInUse(file.path) else { throw .inUse(file.name) }
    guard let lines = history.session else { throw .tooMuchToRecord }
    let first = firstSettings.map { "set \($0.name) \(Invocation.quoted($0.value))" }
    do {
      recorder = try Recorder(
        file, earlier: first.map { Array($0.utf8) } + lines, format: recordingFormat)
    } catch { throw .cannotWrite(file.name, error) }
    looks = (output.hasColor, options.echoes)
    if !changedSettings.contains("color") { output.hasColor = false }
    if !changedSettings.contains("echo") { options.echoes = false }
    say(.recording(file.name))
  }

  func stopRecording() throws(ConsoleFault) {
    leaveOutOfRecordings()
    guard let recorder else { throw .notRecording }
    endRecording()
    say(recorder.reply)
  }

  /// What a recording lacks that is still made; nil where it lacks nothing.
  package var recordingFlaw: String? {
    guard let recorder, recorder.reply != .recorded(recorder.file.name) else { return nil }
    return words.words(for: recorder.reply)
  }

  func endRecording() {
    recorder = nil
    if !changedSettings.contains("color") { output.hasColor = looks.hasColor }
    if !changedSettings.contains("echo") { options.echoes = looks.echoes }
  }

  /// A recording that is checked makes no recording itself.
  private func leaveOutOfRecordings() {
    isAboutRecordings = true
    history.removeLatest()
  }
}
