public import ChimpSystem

/// The command loop: reads lines from a source, runs their commands and writes the replies.
///
///     let console = Console(
///       program, table: table, speaker: Speaker(output), diagnostics: diagnostics,
///       options: ConsoleOptions(), programVersion: "test 1", recordingFormat: format)
///     let end = console.run(ByteReader(descriptor: 0, flushing: output))
///
/// A line is split into words (`Invocation`), the table finds its command and checks the arguments,
/// and the closure of the matching `CommandForm` is called with the program. Every reply is written
/// to `output`.
///
/// The console knows nothing about the program's subject. It guarantees that a line is answered
/// before the next one is read, in the order of the lines, and that a reply whose changes must be
/// stored is written only after their commit.
public final class Console<Program: CommandReceiver> {
  /// The commands of the session.
  public let table: CommandTable<Program>
  /// Writes the console's own replies, in the language of the session.
  public let speaker: Speaker
  /// The private folder to which file arguments are confined; `nil` if any path is allowed.
  let folder: SessionFolder?
  /// The destination of all replies and refusals.
  public let output: OutputWriter
  /// The current options; `set echo` and `set bail` change them.
  public var options: ConsoleOptions
  /// The history of the lines entered so far.
  public let history = History()
  /// The text that the command `version` replies with.
  let programVersion: String
  /// The format of recordings, created with the first recording.
  private(set) lazy var recordingFormat = makeRecordingFormat()
  private let makeRecordingFormat: () -> any SessionFormat
  /// The recording in progress; `nil` if there is none.
  var recorder: Recorder?
  /// `true` while a recording is in progress.
  public var isRecording: Bool { recorder != nil }
  /// The colour and echo options to restore at the end of a recording.
  var savedStyle = (hasColor: false, echoes: false)
  /// The names of the settings that the user has changed, which a recording leaves as they are.
  var changedSettings: Set<String> = []

  /// The settings to write at the beginning of a recording, so that it can be run without options.
  ///
  /// These are the initial settings that differ from the defaults of a script.
  public var firstSettings: [(name: String, value: String)] = []

  /// `true` if the current line is a command such as `record`, which recordings skip.
  var isAboutRecordings = false

  /// `true` if the reply to the current line depends on something that a recording doesn't contain.
  ///
  /// A check of the recording then accepts any reply to this line.
  var dependsOnUnrecorded = false

  /// `true` while the lines come from the command `source`.
  var runsSourceCommand = false
  /// `true` while the lines come from `source` or from the configuration file.
  var isSourcing: Bool { !sourcedPaths.isEmpty }
  /// The resolved paths of the files that are currently run with `source`.
  var sourcedPaths: [String] = []
  /// `true` if `quit` was accepted: the session ends after this line.
  public internal(set) var isQuitting = false
  /// The first line of a transcript file, from which `source` runs the lines after `> ` only.
  private static var transcriptMark: String { "@ chimp-transcript 1" }
  /// `true` if a user types the lines of the session.
  public var readsTypedLines = false

  /// The destination of errors in sourced files, and of progress if there is no terminal: standard
  /// error, usually.
  let diagnostics: OutputWriter
  /// The program on which commands act.
  public let program: Program

  /// The offset in the output of the first reply whose changes are not committed; `nil` if there
  /// is none.
  var uncommittedStart: Int?
  /// The lines whose replies are not committed yet.
  var uncommittedLines: [UncommittedLine] = []

  /// The source of the current line; `nil` for a line that the caller passes.
  private(set) var source: (any LineSource)?

  /// Returns the member `state` of an object in JSON mode.
  package var state: (Program) -> JSONValue = { _ in [:] }
  /// The facts of the program since the last reply in JSON mode, each a JSON object.
  package var facts: [JSONValue] = []
  /// The background jobs of the session; `nil` before the first operation.
  var jobs: JobList?
  /// The terminal that shows the progress of operations; `nil` if there is none.
  public var jobTerminal: (any JobTerminal)?

  /// Creates a console.
  ///
  /// The table and the recording format come from the program.
  public init(
    _ program: Program, table: CommandTable<Program>,
    folder: SessionFolder? = nil,
    speaker: Speaker, diagnostics: OutputWriter,
    options: ConsoleOptions, programVersion: String,
    recordingFormat: @escaping @autoclosure () -> any SessionFormat
  ) {
    makeRecordingFormat = recordingFormat
    self.table = table
    self.program = program
    self.folder = folder
    self.speaker = speaker
    output = speaker.output
    self.diagnostics = diagnostics
    self.options = options
    self.programVersion = programVersion
  }

  /// The settings of the command `set`: those of the program, then those of the console.
  ///
  /// In machine mode `color` and `language` can't be changed.
  public var settings: [Setting] {
    (program.settings + ownSettings).map { setting in
      // A driving program gets plain English.
      options.isMachine && ["color", "language"].contains(setting.name)
        ? Setting(setting.name, setting.summary, setting.kind, value: setting.value) : setting
    }
  }

  /// Runs every line of a source, then waits for the background jobs or cancels them.
  ///
  /// If the source has a name, errors are also written to the diagnostics, as `name:line: reason`.
  ///
  /// - Returns: The reason why the run ended.
  public func run(_ source: any LineSource, name: String? = nil) -> RunEnd {
    if options.machineFormat == .json { output.completeFrame = { [unowned self] in writeEvent() } }
    let end = runLines(of: source, name: name)
    endJobs(end)
    return end
  }

  /// Runs lines until the source ends, or until `quit`, an error or an interruption ends the
  /// session.
  private func runLines(of source: any LineSource, name: String?) -> RunEnd {
    var line: [UInt8] = []
    var origin = LinePosition(number: 0, fileName: isSourcing ? nil : name)
    let outerSource = self.source
    self.source = source
    defer {
      commit()
      self.source = outerSource
    }
    var isTranscript = false
    while true {
      let event = source.nextLine(into: &line)
      origin.number += 1
      let refusals = output.refusalCount
      if isSourcing { output.refusalOrigin = "\(name ?? ""):\(origin.number): " }
      switch event {
      case .end:
        guard !isSourcing, jobTerminal?.endsBySignal != true, !mayEnd() else { return .end }
        endLine()
      case .failed(let number): return .inputFailed(SystemError(number: number))
      case .tooLong:
        answer(line, from: origin, refusing: .lineTooLong(limit: ByteReader.longestLine))
      case .line where options.isRestricted && refusesBeyondBounds(line, origin): break
      case .line:
        if origin.number == 1 {
          isTranscript = Self.transcriptMark.isText(line[...].withoutBlanksAtEnd)
        }
        if isTranscript && !line.removeTranscriptMark() { continue }
        answer(line, from: origin)
      }
      let isRefused = output.refusalCount != refusals
      if isRefused, let name = origin.fileName {
        reportToDiagnostics(name, origin.number, output.lastRefused.text)
      }
      if let end = reasonToStop(afterRefusal: isRefused) { return end }
    }
  }

  /// Returns the reason to end the session after the current line; `nil` to continue.
  private func reasonToStop(afterRefusal isRefused: Bool) -> RunEnd? {
    if isRefused && options.bails { return .bailed }
    if isQuitting { return .quit }
    if isSourcing && program.isInterrupted { return .interrupted }
    return output.fault == nil ? nil : .outputFailed
  }

  /// Returns `true`, and refuses the line, if it exceeds a limit of a restricted session.
  ///
  /// If there are too many lines, the session ends, too.
  private func refusesBeyondBounds(_ line: [UInt8], _ origin: LinePosition) -> Bool {
    if origin.number > Self.restrictedLineCount {
      let limit = Self.restrictedLineCount
      let refusal = Refusal(
        "too-many-lines", "a restricted session takes at most \(limit) lines",
        "制限されたセッションは\(limit)行までです")
      answer(line, from: origin, refusing: refusal)
      isQuitting = true
    } else if line.count > Self.longestRestrictedLine {
      answer(line, from: origin, refusing: .lineTooLong(limit: Self.longestRestrictedLine))
    } else {
      return false
    }
    return true
  }

  /// The maximum number of lines in a restricted session.
  private static var restrictedLineCount: Int { 10_000 }
  /// The maximum length of a line of a restricted session, in bytes.
  public static var longestRestrictedLine: Int { 4_096 }

  /// Runs one line that is passed by the caller instead of read from a source.
  public func perform(line: [UInt8]) {
    answer(line, from: LinePosition(number: 0, fileName: nil))
  }

  /// Parses and runs one line.
  ///
  /// Earlier replies whose changes can't share a commit with this line are committed before it is
  /// echoed, so that the output keeps the order of the lines even if a commit fails.
  private func answer(
    _ line: [UInt8], from origin: LinePosition, refusing refusal: Refusal? = nil
  ) {
    // The lines of a file have no frames.
    let format = isSourcing ? nil : options.machineFormat
    let request = format == .json && MachineRequest.isRequest(line) ? MachineRequest(line) : nil
    var invocation = Invocation(request?.line ?? line, in: folder)
    invocation.tokens = request?.tokens
    let number =
      request?.identifier
      ?? (format != nil ? invocation.removeRequestIdentifier() : nil)
    let line = invocation.line
    let parsed =
      if let refusal = refusal ?? request?.refusal { ParsedLine.refused(refusal) } else {
        parse(&invocation)
      }
    if format == .json { writeEvents(before: parsed) }
    prepareCommit(
      for: parsed, from: origin, frameNumber: number, echo: options.echoes ? line : nil)
    if !isSourcing && (format != nil || recorder != nil) {
      answerFramed(parsed, of: invocation, number: number, line: line)
    } else {
      if options.echoes { echo(line) }
      perform(parsed, of: invocation)
      if jobs != nil { endLine() }
    }
    output.isInReply = false
    if uncommittedStart != nil, program.repliesAtOnce { commit() }
  }

  /// The result of parsing a line, which has not been run yet.
  enum ParsedLine {
    /// A blank line or a comment.
    case nothing

    /// A line that can't be run.
    case refused(any Error)

    /// A valid command.
    case command(Command<Program>, CommandForm<Program>)
  }

  /// Parses a line into a command, an error or nothing.
  ///
  /// An empty line stands for the program's default command, if there is one. Lines with errors
  /// are added to the history, too, so that the user can correct them.
  private func parse(_ invocation: inout Invocation) -> ParsedLine {
    if invocation.line.count <= 1, !options.isMachine,
      let meaning = program.command(
        forShortLine: String(decoding: invocation.line, as: UTF8.self))
    {
      invocation.line = Array(meaning.utf8)
    }
    let line = invocation.line[...].withoutBlanksAtEnd
    do {
      try invocation.split(commandTakingLine: table.nameTakingLine)
    } catch {
      history.add(line, isSourced: runsSourceCommand)
      return .refused(error)
    }
    guard !invocation.words.isEmpty else { return .nothing }
    history.add(line, isSourced: runsSourceCommand)
    invocation.removeJobSign()
    do {
      let command = try table.command(for: &invocation)
      if command.asks { invocation.removeConfirmation() }
      let form = try command.form(for: &invocation, isRestricted: table.isRestricted)
      if invocation.isJob && !form.mayBeJob {
        let name = invocation.text(ofWord: 0)
        return .refused(
          Refusal("no-job", "\"\(name)\" can't run as a job", "\(name) はジョブにできません"))
      }
      return .command(command, form)
    } catch { return .refused(error) }
  }

  /// Runs a parsed line; its reply goes to the output.
  func perform(_ parsed: ParsedLine, of invocation: Invocation) {
    switch parsed {
    case .nothing: break
    case .refused(let error):
      program.beginLine(tokens: invocation.tokens, waits: false)
      refuse(error)
    case .command(let command, let form):
      program.beginLine(tokens: invocation.tokens, waits: !form.isImmediate)
      do {
        switch form.effect {
        case .console(let perform): try perform(self, invocation)
        case .program(let perform):
          try program.perform(on: command.object, isConfirmed: invocation.isConfirmed) {
            try perform(program, invocation)
          }
        case .operation(let make):
          try program.perform(on: command.object, isConfirmed: invocation.isConfirmed) {
            run(try make(program, invocation), of: invocation)
          }
        }
      } catch { refuse(error) }
    }
  }

  /// Writes the sentence for an error of a line, or one that a command has thrown.
  ///
  /// A typed word is in view; only a line of a file is found by its column.
  func refuse(_ error: any Error) {
    let isTyped = readsTypedLines && !isSourcing && !isRecording
    let refusal = program.refusal(for: error, isTyped: isTyped)
    let text = isTyped ? refusal.typedText : refusal.text
    output.refuse(text.in(speaker.language), named: refusal.name, column: refusal.column)
  }

  /// Writes the line after a prompt, as a terminal would show it.
  func echo(_ line: [UInt8]) {
    output.write(text: "> ")
    output.write(text: escaped(String(decoding: line[...].withoutBlanksAtEnd, as: UTF8.self)))
    output.endLine()
  }

  /// The settings that every console has, such as `echo` and `bail`.
  private var ownSettings: [Setting] {
    [
      .flag(
        "echo", Text("show each line before its reply", "応答の前に入力した行を表示する"),
        value: { self.options.echoes },
        change: { self.options.echoes = $0 }),
      .flag(
        "bail", Text("end at the first refused command", "拒否されたら終わる"),
        value: { self.options.bails },
        change: { self.options.bails = $0 }),
      .flag(
        "color", Text("show what a reply means in colours", "応答の意味を色で示す"),
        value: { self.output.hasColor },
        change: { self.output.hasColor = $0 }),
    ]
  }

  /// Writes an error message to the diagnostics immediately, after the source's name and the line
  /// number.
  func reportToDiagnostics(_ name: String, _ lineNumber: Int, _ refusal: String) {
    diagnostics.write(text: "\(escaped(name)):\(lineNumber): \(refusal)\n")
    diagnostics.flush()
  }
}

extension Refusal {
  /// Returns the refusal of a line with more bytes than its limit.
  fileprivate static func lineTooLong(limit: Int) -> Refusal {
    Refusal(
      "line-too-long", "the line is longer than \(limit) bytes", "行が\(limit)バイトより長いです")
  }
}

extension ArraySlice<UInt8> {
  /// The line without trailing blanks.
  var withoutBlanksAtEnd: Self {
    let last = lastIndex { !$0.isBlank }
    return self[..<(last.map { $0 + 1 } ?? startIndex)]
  }
}

extension [UInt8] {
  /// Removes the `> ` before an input line of a transcript file.
  ///
  /// Returns `false` if the line is not an input line.
  fileprivate mutating func removeTranscriptMark() -> Bool {
    guard let sign = first, sign == UInt8(ascii: ">") || sign == UInt8(ascii: "."),
      count == 1 || self[1] == 0x20
    else { return false }
    removeFirst(Swift.min(2, count))
    return true
  }
}

/// The options of a console: echo, machine mode, restricted session and others.
///
///     var options = ConsoleOptions()
///     options.echoes = true
public struct ConsoleOptions: Equatable, Sendable {
  /// `true` to write each line before its reply, as a terminal shows it.
  public var echoes = false
  /// `true` to end the session at the first line that fails.
  public var bails = false
  /// The shape of replies for a driving program; `nil` in a session of a person or a script.
  public var machineFormat: MachineFormat?
  /// `true` if a program drives the session.
  public var isMachine: Bool { machineFormat != nil }
  /// `true` to write the progress of operations to the diagnostics when there is no terminal.
  public var reportsProgress = false

  /// `true` for a restricted session of untrusted users: no file access, and a limited number and
  /// length of lines.
  public var isRestricted = false

  /// The shape of the replies that a driving program reads.
  ///
  ///     options.machineFormat = .json
  public enum MachineFormat: Sendable {
    /// Lines in a frame, as in `=7 right: 1 of 5`.
    case frames
    /// A JSON object on one line.
    case json
  }

  /// Creates options with everything off.
  public init() {}
}

/// The reason why `Console.run` returned.
///
///     switch console.run(TextLines(Array("quit\n".utf8))) {
///     case .end, .quit: print("finished")
///     case .bailed: print("stopped at the first refused line")
///     case .interrupted, .outputFailed: print("cut short")
///     case .inputFailed(let error): print(error)
///     }
public enum RunEnd: Equatable, Sendable {
  case end, quit, bailed, interrupted, outputFailed
  case inputFailed(SystemError)
}
