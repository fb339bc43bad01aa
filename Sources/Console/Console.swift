package import Events
package import SystemCalls

/// Reads lines from a source and answers each one: the path of a line begins and ends here.
///
///     let console = Console(
///       table: table, receiver: receiver, output: output, diagnostics: diagnostics,
///       options: Console.Options(), programVersion: "test 1", recordingFormat: format)
///     let end = console.run(ByteReader(descriptor: 0, flushing: output))
///
/// A line is split into words (`Invocation`), the table finds its command and checks the arguments,
/// and the resulting `Request` is performed: a message goes to the receiver, an operation to the
/// queue, the rest is done here. Every reply goes to `output` and nowhere else.
///
/// The console knows nothing about the program's subject. It guarantees that a line is answered
/// before the next one is read, in the order of the lines, and that a reply whose changes must be
/// stored is written only after their commit.
package final class Console {
  /// The behaviour of a console that the user can choose.
  package struct Options: Equatable, Sendable {
    /// `true` if each line is shown before its reply.
    package var echoes = false
    /// `true` if the first refusal ends the session.
    package var bails = false
    /// `true` if replies are framed for a driving program.
    package var isMachine = false
    /// `true` if the progress of operations is written to the diagnostics when no terminal shows
    /// it.
    package var reportsProgress = false

    /// `true` if the session is for strangers: no command may reach a file, and lines are limited
    /// in length and number.
    package var isRestricted = false

    /// Creates the options of a plain session: all of them off.
    package init() {}
  }

  /// The reason why `Console.run` returned.
  ///
  ///     switch console.run(TextLines(Array("quit\n".utf8))) {
  ///     case .end, .quit: print("finished")
  ///     case .bailed: print("stopped at the first refused line")
  ///     case .interrupted, .outputFailed: print("cut short")
  ///     case .inputFailed(let error): print(error)
  ///     }
  package enum RunEnd: Equatable, Sendable {
    case end, quit, bailed, interrupted, outputFailed
    case inputFailed(SystemError)
  }

  /// The commands of the session, in the language of its user.
  package private(set) var table: CommandTable
  /// The sentences of the console itself.
  package var words: any ConsoleWords = EnglishConsoleWords() {
    didSet { output.refusalMark = words.refusal }
  }
  /// The session's own folder, if it has one: commands reach no file outside.
  let folder: (any SessionFolder)?
  /// The destination of all replies and refusals.
  package let output: OutputWriter
  /// The current options; `set echo` and `set bail` change them.
  package var options: Options
  /// The lines entered so far.
  package var history = History()
  /// The reply to `version`.
  let programVersion: String
  /// The format of recordings, made when the first one begins.
  private(set) lazy var recordingFormat = makeRecordingFormat()
  private let makeRecordingFormat: () -> any SessionFormat
  /// The recording in progress.
  var recorder: Recorder?
  /// `true` if a recording is being made.
  package var isRecording: Bool { recorder != nil }
  /// The output style to restore after recording.
  var savedStyle = (hasColor: false, echoes: false)
  /// The names of the settings that the user has changed; a recording doesn't change those.
  var changedSettings: Set<String> = []

  /// The initial settings of this session that differ from those of a script without options.
  ///
  /// A recording starts with them, so that it needs no options to be played.
  package var firstSettings: [(name: String, value: String)] = []

  /// `true` if the line at hand is about recordings, and so is excluded from them.
  var isAboutRecordings = false

  /// `true` if the reply at hand depends on something that a recording doesn't contain.
  ///
  /// The recording then leaves the reply open, to match anything.
  var dependsOnUnrecorded = false

  /// The current nesting depth of sourced files.
  var sourceDepth = 0
  /// The resolved paths of the files that are being read; empty outside of sourced files.
  var sourcedPaths: [String] = []
  /// `true` if `quit` was accepted: the session ends after this line.
  package internal(set) var isQuitting = false
  /// The first line of a transcript; when such a file is sourced, only its inputs are run.
  private static var transcriptMark: StaticString { "@ chimp-transcript 1" }
  /// Returns whether the user wants to stop a sourced file; called after each of its lines.
  package var isInterrupted: () -> Bool = { false }

  /// Returns whether the program itself has a file open.
  ///
  /// Opening and closing such a file once more would drop the program's POSIX locks on it.
  package var isInUse: (_ path: String) -> Bool = { _ in false }

  /// Called after `set` has changed a setting, with its name and its new value.
  package var didChangeSetting: (_ name: String, _ value: String) -> Void = { _, _ in }
  /// The destination of refusals in named sources, and of progress without a terminal.
  let diagnostics: OutputWriter
  /// The program behind the console, which gets the messages of commands.
  let receiver: any MessageReceiver

  /// The replies that wait for a commit; `nil` if all is committed.
  var uncommitted: UncommittedReplies?

  /// Returns whether another whole line is available, so that nobody is waiting for the current
  /// reply.
  private(set) var isLineReady: () -> Bool = { false }

  /// Returns the settings that the program adds to the console's own.
  private let applicationSettings: () -> [Setting]
  /// The provider of operations; `nil` in a program that has none.
  let operations: (any OperationProvider)?
  /// The jobs of the session; made with the first operation.
  var jobs: JobList?
  /// The terminal on which a person watches operations, if there is one.
  package var jobTerminal: (any JobTerminal)?

  /// Creates a console.
  ///
  /// The table, the settings and the recording format come from the program. Without `operations`,
  /// no line can start one.
  package init(
    table: CommandTable, receiver: any MessageReceiver,
    settings: @escaping @autoclosure () -> [Setting] = [],
    operations: (any OperationProvider)? = nil, folder: (any SessionFolder)? = nil,
    output: OutputWriter, diagnostics: OutputWriter,
    options: Options, programVersion: String,
    recordingFormat: @escaping @autoclosure () -> any SessionFormat
  ) {
    makeRecordingFormat = recordingFormat
    self.table = table
    self.receiver = receiver
    applicationSettings = settings
    self.operations = operations
    self.folder = folder
    self.output = output
    self.diagnostics = diagnostics
    self.options = options
    self.programVersion = programVersion
  }

  /// The settings that `set` knows: the application's, then the console's own.
  ///
  /// In machine mode `color` and `language` can't be changed: a driving program reads plain
  /// English.
  package var settings: [Setting] {
    (applicationSettings() + ownSettings).map { setting in
      // A driving program gets plain English.
      options.isMachine && ["color", "language"].contains(setting.name)
        ? Setting(setting.name, setting.summary, setting.kind, value: setting.value) : setting
    }
  }

  /// Changes the language: the console's own sentences, and the table, which has the same commands
  /// with their help in that language.
  package func speak(_ words: any ConsoleWords, _ table: CommandTable) {
    self.words = words
    self.table = table
  }

  /// Answers every line of the source, then waits for the jobs or cancels them.
  ///
  /// Refusals of a named source are also reported to the diagnostics, as `name:line: reason`.
  ///
  /// - Returns: The reason why the lines ended.
  package func run(_ source: any LineSource, name: String? = nil) -> RunEnd {
    let end = runLines(of: source, name: name)
    endJobs(end)
    return end
  }

  /// Answers lines until the source ends or something stops the session.
  ///
  /// One invocation is reused for all lines, so that a line allocates nothing.
  private func runLines(of source: any LineSource, name: String?) -> RunEnd {
    var invocation = Invocation()
    invocation.folder = folder
    invocation.fileName = sourcedPaths.isEmpty ? name : nil
    let isOuterLineReady = isLineReady
    isLineReady = { [unowned source] in source.hasLineReady }
    defer {
      commit()
      isLineReady = isOuterLineReady
    }
    var lineNumber = 0
    var isTranscript = false
    while true {
      let event = source.nextLine(into: &invocation.line)
      lineNumber += 1
      invocation.lineNumber = lineNumber
      let refusals = output.refusalCount
      if !sourcedPaths.isEmpty { output.refusalOrigin = "\(name ?? ""):\(lineNumber): " }
      switch event {
      case .end:
        guard sourcedPaths.isEmpty, !mayEnd() else { return .end }
        endLine()
      case .failed(let number): return .inputFailed(SystemError(number: number))
      case .refused(let fault): answer(&invocation, refusing: fault)
      case .line where options.isRestricted && refusesBeyondBounds(&invocation, lineNumber): break
      case .line:
        if lineNumber == 1 {
          isTranscript = Self.transcriptMark.isText(invocation.line.elements.withoutBlanksAtEnd)
        }
        if isTranscript && !invocation.removeTranscriptMark() { continue }
        answer(&invocation, refusing: nil)
      }
      let isRefused = output.refusalCount != refusals
      if isRefused, let name, sourcedPaths.isEmpty {
        reportToDiagnostics(name, lineNumber, output.lastRefusal)
      }
      if let end = reasonToStop(afterRefusal: isRefused) { return end }
    }
  }

  /// Returns the reason to stop after a line; `nil` to read the next one.
  private func reasonToStop(afterRefusal isRefused: Bool) -> RunEnd? {
    if isRefused && options.bails { return .bailed }
    if output.isLong { output.flush() }
    if isQuitting { return .quit }
    if !sourcedPaths.isEmpty && isInterrupted() { return .interrupted }
    return output.fault == nil ? nil : .outputFailed
  }

  /// Refuses a line of a restricted session that is too long or beyond the limit of lines; returns
  /// whether the line was refused.
  ///
  /// A line beyond the limit also ends the session.
  private func refusesBeyondBounds(_ invocation: inout Invocation, _ number: Int) -> Bool {
    if number > Self.restrictedLineCount {
      answer(&invocation, refusing: .tooMany(limit: Self.restrictedLineCount))
      isQuitting = true
    } else if invocation.line.count > Self.longestRestrictedLine {
      answer(&invocation, refusing: .tooLong(limit: Self.longestRestrictedLine))
    } else {
      return false
    }
    return true
  }

  /// The maximum number of lines in a restricted session.
  private static var restrictedLineCount: Int { 10_000 }
  /// The maximum length of a line of a restricted session, in bytes.
  package static var longestRestrictedLine: Int { 4_096 }

  /// Answers one line that doesn't come from a source.
  package func perform(line: [UInt8]) { perform(line: line[...]) }

  /// Answers one line that doesn't come from a source.
  package func perform(line: ArraySlice<UInt8>) {
    var invocation = Invocation()
    invocation.folder = folder
    invocation.line.append(line.span)
    answer(&invocation, refusing: nil)
  }

  /// Parses and answers one line, and frames or records the reply if necessary.
  ///
  /// The order is fixed. Replies whose changes can't share a commit with this line are committed
  /// before it is echoed, so that the output has the order of the lines even if a commit fails.
  private func answer(_ invocation: inout Invocation, refusing fault: LineFault?) {
    let options = options
    let isOutermost = sourcedPaths.isEmpty
    invocation.frameNumber =
      options.isMachine && isOutermost ? invocation.removeRequestIdentifier() : nil
    let isFramed = isOutermost && (options.isMachine || recorder != nil)
    let line = isFramed || options.echoes ? Array(invocation.line.elements) : []
    let parsed = parse(&invocation, refusing: fault)
    prepareCommit(for: parsed, of: uncommittedLine(invocation, echoing: line))
    if isFramed {
      answerFramed(parsed, of: invocation, line: line)
    } else {
      if options.echoes { line.withUnsafeBufferPointer(echo) }
      perform(parsed, of: invocation)
      if jobs != nil { endLine() }
    }
    output.isInReply = false
    // Numerals are shown for a time: no reply may wait for another one.
    if uncommitted != nil, receiver.isGlanceOpen { commit() }
  }

  /// Returns the line's number, file, frame and echo, which its refusal needs if the commit fails.
  private func uncommittedLine(
    _ invocation: borrowing Invocation, echoing line: [UInt8]
  ) -> UncommittedReplies.Line {
    UncommittedReplies.Line(
      number: invocation.lineNumber, fileName: invocation.fileName,
      frameNumber: invocation.frameNumber, echo: options.echoes ? line : nil)
  }

  /// A parsed line that has not been performed yet.
  enum ParsedLine {
    /// A blank line or a comment.
    case nothing

    /// A line that can't be performed, with the words of its refusal.
    case refused(String)

    /// A command with valid arguments; `asJob` if a `&` followed it.
    case request(Request, asJob: Bool)
  }

  /// Parses a line.
  ///
  /// An empty line stands for the receiver's default command, if there is one. Refused lines are
  /// part of the history, too, so that they can be corrected.
  private func parse(_ invocation: inout Invocation, refusing fault: LineFault?) -> ParsedLine {
    if let fault { return .refused(words.words(for: fault)) }
    do throws(LineFault) { try invocation.split() } catch {
      remember(invocation)
      return .refused(words.words(for: error))
    }
    guard !invocation.words.isEmpty else { return parseEmptyLine(&invocation) }
    remember(invocation)
    let isJob = invocation.removeJobSign()
    do throws(ArgumentFault) {
      return .request(try table.request(&invocation), asJob: isJob)
    } catch { return .refused(words.words(for: error)) }
  }

  /// Parses the default command of an empty line.
  ///
  /// Returns `.nothing` if there is none, or in machine mode.
  @inline(never)
  private func parseEmptyLine(_ invocation: inout Invocation) -> ParsedLine {
    guard invocation.line.isEmpty, !options.isMachine, let meaning = receiver.emptyLineMeaning
    else { return .nothing }
    invocation.line.append(
      UnsafeBufferPointer(start: meaning.utf8Start, count: meaning.utf8CodeUnitCount))
    return parse(&invocation, refusing: nil)
  }

  /// Performs a parsed line; its reply goes to the output.
  ///
  /// Unless its message may act during a glance, the line waits until numerals that are shown for a
  /// limited time are masked: no command may act on a board that is still visible.
  func perform(_ parsed: ParsedLine, of invocation: borrowing Invocation) {
    switch parsed {
    case .nothing: break
    case .refused(let reason): output.refuse(reason)
    case .request(.operation(let action), let isJob):
      receiver.awaitMask()
      run(action, of: invocation, asJob: isJob)
    case .request(_, asJob: true):
      output.refuse(words.words(for: ConsoleFault.noJob(invocation.text(ofWord: 0))))
    case .request(.message(let message), asJob: false):
      receiver.awaitMask(before: message)
      receiver.receive(message)
    case .request(.console(let action), asJob: false):
      receiver.awaitMask()
      do throws(ConsoleFault) { try action(self) } catch {
        output.refuse(words.words(for: error))
      }
    }
  }

  /// Adds a line to the history.
  @inline(__always)
  private func remember(_ invocation: borrowing Invocation) {
    history.add(invocation.line.elements.withoutBlanksAtEnd.span, isSourced: sourceDepth > 0)
  }

  /// Writes a line as a prompt would show it.
  func echo(_ line: UnsafeBufferPointer<UInt8>) {
    output.write("> ")
    output.write(text: escaped(String(decoding: line.withoutBlanksAtEnd, as: UTF8.self)))
    output.endLine()
  }

  /// The settings of every console.
  private var ownSettings: [Setting] {
    [
      .flag(
        "echo", "show each line before its reply", value: { self.options.echoes },
        change: { self.options.echoes = $0 }),
      .flag(
        "bail", "end at the first refused command", value: { self.options.bails },
        change: { self.options.bails = $0 }),
      .flag(
        "color", "show what a reply means in colours", value: { self.output.hasColor },
        change: { self.output.hasColor = $0 }),
    ]
  }

  /// Reports a refusal to the diagnostics at once, with the name of the source and the line.
  func reportToDiagnostics(_ name: String, _ lineNumber: Int, _ refusal: String) {
    diagnostics.write(text: "\(escaped(name)):\(lineNumber): \(refusal)\n")
    diagnostics.flush()
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The line without trailing blanks.
  var withoutBlanksAtEnd: Self {
    let last = lastIndex { $0 != 0x20 && $0 != 0x09 }
    return Self(rebasing: self[..<(last.map { $0 + 1 } ?? 0)])
  }
}

extension Invocation {
  /// Removes the `> ` of an input in a transcript.
  ///
  /// Returns `false` if the line holds no input.
  fileprivate mutating func removeTranscriptMark() -> Bool {
    guard line.count > 0, line[0] == UInt8(ascii: ">"), line.count == 1 || line[1] == 0x20
    else { return false }
    line.removeFirst(min(2, line.count))
    return true
  }
}

/// A setting that `set` shows and changes.
///
///     Setting.flag(
///       "echo", "show each line before its reply", value: { options.echoes },
///       change: { options.echoes = $0 })
package struct Setting {
  /// The name behind `set`.
  package let name: String
  /// The line that completion shows beside the name.
  package let summary: String

  /// The values that the setting can have.
  ///
  /// Only choices are checked by the console.
  package let kind: Parameter.Kind

  /// Returns the current value as `set` shows it.
  package let value: () -> String

  /// Changes the value; `nil` if the setting is fixed.
  ///
  /// Throws for a value that the program refuses.
  package let change: ((String) throws(ArgumentFault) -> Void)?

  /// Creates a setting; one without `change` is only shown.
  package init(
    _ name: String, _ summary: String, _ kind: Parameter.Kind = .text,
    value: @escaping () -> String, change: ((String) throws(ArgumentFault) -> Void)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.value = value
    self.change = change
  }

  /// Returns a setting whose values are `on` and `off`.
  package static func flag(
    _ name: String, _ summary: String, value: @escaping () -> Bool,
    change: @escaping (Bool) -> Void
  ) -> Setting {
    Setting(
      name, summary, .choice(["on", "off"]), value: { value() ? "on" : "off" },
      change: { text in change(text == "on") })
  }
}
