import ChimpSystem

/// The file format of a recording, which the command `record FILE` makes of a session.
///
/// The console writes the bytes that the format returns: a file header, then an entry for each line
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
public protocol SessionFormat: AnyObject {
  /// Returns the file header, including the lines that were entered before the recording began.
  func beginning(earlier lines: [[UInt8]]) -> [UInt8]

  /// `true` if the file contains a reply that would be compared when the recording is checked.
  var isChecked: Bool { get }

  /// Called before a line is answered, so that the format can record the time since the last one.
  func willAnswerLine()

  /// Returns the entry of one line and its reply.
  ///
  /// If `isOpen`, the reply depends on something outside the recording, and any reply matches it
  /// when the recording is checked.
  func block(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> [UInt8]
}

/// A recording in progress, which appends each line of the session with its reply to a new file.
///
/// The file must not exist. It is created with the first entry, so an empty recording leaves no
/// file.
final class Recorder {
  /// The file of the recording.
  let file: NamedFile
  /// The format in which the session is written.
  let format: any SessionFormat
  /// The file header, made when the recording began and written with the first entry.
  private let beginning: [UInt8]
  private let entries: DeferredFile

  /// Begins a recording.
  ///
  /// - Throws: The error of the system if the file can't be created, for example because it exists.
  init(_ file: NamedFile, earlier lines: [[UInt8]], format: any SessionFormat) throws(SystemError) {
    self.file = file
    self.format = format
    entries = try DeferredFile(file.path)
    beginning = format.beginning(earlier: lines)
  }

  /// `true` if the file has an entry with a reply to compare.
  var isChecked: Bool { entries.isCreated && format.isChecked }

  /// Returns the reply to `record off`: the file, or that it is empty or contains no reply to
  /// compare.
  func reply(in language: Language) -> String {
    let name = file.name
    if !entries.isCreated {
      return language.pick("nothing was recorded to \"\(name)\"", "\(name) には何も書き取りませんでした")
    }
    return format.isChecked
      ? language.pick("recorded to \"\(name)\"", "\(name) に書き取りました")
      : language.pick(
        "recorded to \"\(name)\", where nothing can be checked",
        "\(name) に書き取りましたが、確かめられるものがありません")
  }

  /// Appends the entry of a line and its reply to the file.
  ///
  /// - Returns: The error of the system, after which the recording ends; `nil` if the entry was
  ///   written.
  func add(line: [UInt8], reply: [UInt8], isRefused: Bool, isOpen: Bool) -> SystemError? {
    let block = format.block(line: line, reply: reply, isRefused: isRefused, isOpen: isOpen)
    do {
      try entries.append(entries.isCreated ? block : beginning + block)
      return nil
    } catch { return error }
  }
}

/// Recordings: a recorded session can be run again without options and gives the same replies.
///
/// Colours and echoes are switched off while recording, unless the user has chosen them, and
/// restored from `savedStyle` afterwards.
extension Console {
  /// Begins a recording of the session, which includes the lines already entered.
  ///
  /// - Throws: `Refusal` if the session is restricted, if a recording is in progress, if lines
  ///   of the session have been dropped, or if the file can't be created.
  func record(_ file: NamedFile) throws(Refusal) {
    excludeFromRecordings()
    guard !options.isRestricted else { throw .restricted("record") }
    if let recorder {
      let name = recorder.file.name
      throw Refusal(
        "recording-already", "the session is already being recorded to \"\(name)\"",
        "すでに \(name) に書き取っています")
    }
    guard !program.isInUse(file.path) else { throw .inUse(file.name) }
    guard let lines = history.session else {
      throw Refusal(
        "too-much-to-record",
        "too many lines were entered: a recording can't begin here any more",
        "入力が多すぎて、ここからは書き取れません")
    }
    let first = firstSettings.map { "set \($0.name) \(Invocation.quoted($0.value))" }
    do {
      recorder = try Recorder(
        file, earlier: first.map { Array($0.utf8) } + lines, format: recordingFormat)
    } catch { throw .cannotWrite(file.name, error) }
    savedStyle = (output.hasColor, options.echoes)
    if !changedSettings.contains("color") { output.hasColor = false }
    if !changedSettings.contains("echo") { options.echoes = false }
    speaker.say("recording to \"\(file.name)\"", "\(file.name) に書き取ります")
  }

  /// Performs `record off`: ends the recording and writes its file name, with a warning if nothing
  /// in it can be checked.
  ///
  /// - Throws: `Refusal` if there is none.
  func stopRecording() throws(Refusal) {
    excludeFromRecordings()
    guard let recorder else {
      throw Refusal("not-recording", "the session is not being recorded", "書き取っていません")
    }
    endRecording()
    speaker.say(line: recorder.reply(in: speaker.language))
  }

  /// The warning that the recording in progress is empty, or that it contains no reply to compare.
  ///
  /// `nil` if there is no recording, or nothing to warn about.
  public var recordingFlaw: String? {
    guard let recorder, !recorder.isChecked else { return nil }
    return recorder.reply(in: speaker.language)
  }

  /// Ends the recording without a reply and restores the output style.
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
