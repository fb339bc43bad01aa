package import Events
package import SystemCalls

/// Takes lines from a source and answers each one: the way of a line begins and ends here.
package final class Console {
  /// How a console behaves.
  package struct Options: Equatable, Sendable {
    /// Each line is shown before its reply.
    package var echoes = false
    /// The first refusal ends the session.
    package var bails = false
    /// Replies are framed for a driving program.
    package var isMachine = false
    /// Progress is told where no terminal shows it.
    package var tellsProgress = false
    /// No command may touch a file.
    package var isRestricted = false

    package init() {}
  }

  /// How the lines of a source came to an end.
  package enum RunEnd: Equatable, Sendable {
    case end, quit, bailed, interrupted, outputFailed
    case inputFailed(SystemError)
  }

  package private(set) var table: CommandTable
  /// What is said to a person.
  package var words: any ConsoleWords = EnglishConsoleWords() {
    didSet { output.refusalMark = words.refusal }
  }
  /// The session's own folder, if it has one: commands reach no file outside.
  let folder: (any SessionFolder)?
  package let output: OutputWriter
  package var options: Options
  package var history = History()
  let programVersion: String
  private(set) lazy var recordingFormat = makeRecordingFormat()
  private let makeRecordingFormat: () -> any SessionFormat
  var recorder: Recorder?
  /// How replies look when no recording is made.
  var looks = (hasColor: false, echoes: false)
  var changedSettings: Set<String> = []
  /// The settings with which this session, unlike a script, has begun.
  package var firstSettings: [(name: String, value: String)] = []
  /// Whether the line is about recordings, and so is left out of them.
  var isAboutRecordings = false
  /// Whether the reply depends on something that a recording does not contain.
  var tellsMoreThanRecordings = false
  var sourceDepth = 0
  var sourcedPaths: [String] = []
  package internal(set) var isQuitting = false
  private static var transcriptMark: StaticString { "@ chimp-transcript 1" }
  /// Asked before each line of a sourced file: whether the user wants to stop it.
  package var isInterrupted: () -> Bool = { false }
  /// Whether a path leads to a file that the program itself has open: to open and close it
  /// once more would drop the program's locks.
  package var isInUse: (_ path: String) -> Bool = { _ in false }
  package var didChangeSetting: (_ name: String, _ value: String) -> Void = { _, _ in }
  let diagnostics: OutputWriter
  let receiver: any MessageReceiver

  /// The replies that wait for a commit; `nil` if all is committed.
  var uncommitted: UncommittedReplies?

  /// Returns whether another whole line is at hand, so that nobody waits for the present reply.
  private(set) var isLineReady: () -> Bool = { false }

  private let applicationSettings: () -> [Setting]
  let operations: (any OperationProvider)?
  var jobs: JobList?
  /// Where a person watches operations, if there is one.
  package var jobTerminal: (any JobTerminal)?

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

  /// What `set` knows: the application's settings, then the console's own.
  package var settings: [Setting] {
    (applicationSettings() + ownSettings).map { setting in
      // What a driving program reads is English, and has no colours.
      options.isMachine && ["color", "language"].contains(setting.name)
        ? Setting(setting.name, setting.summary, setting.kind, value: setting.value) : setting
    }
  }

  /// Speaks in other words from now on, and has another table of the same commands.
  package func speak(_ words: any ConsoleWords, _ table: CommandTable) {
    self.words = words
    self.table = table
  }

  /// Runs every line of the source.
  ///
  /// Refusals of a named source are told to the diagnostics too.
  package func run(_ source: any LineSource, name: String? = nil) -> RunEnd {
    let end = runLines(of: source, name: name)
    endJobs(end)
    return end
  }

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
      if output.refusalCount != refusals {
        if let name, sourcedPaths.isEmpty { tellDiagnostics(name, lineNumber, output.lastRefusal) }
        if options.bails { return .bailed }
      }
      if output.isLong { output.flush() }
      if isQuitting { return .quit }
      if !sourcedPaths.isEmpty && isInterrupted() { return .interrupted }
      if output.fault != nil { return .outputFailed }
    }
  }

  /// Refuses a line that a stranger may not enter: one that is long, or one too many.
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

  private static var restrictedLineCount: Int { 10_000 }
  package static var longestRestrictedLine: Int { 4_096 }

  /// Answers one line that is at hand.
  package func perform(line: [UInt8]) { perform(line: line[...]) }

  /// Answers one line that is at hand.
  package func perform(line: ArraySlice<UInt8>) {
    var invocation = Invocation()
    invocation.folder = folder
    invocation.line.append(line.span)
    answer(&invocation, refusing: nil)
  }

  /// Parses and answers one line; frames and records the reply if that is wanted.
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

  private func uncommittedLine(
    _ invocation: borrowing Invocation, echoing line: [UInt8]
  ) -> UncommittedReplies.Line {
    UncommittedReplies.Line(
      number: invocation.lineNumber, fileName: invocation.fileName,
      frameNumber: invocation.frameNumber, echo: options.echoes ? line : nil)
  }

  /// A line that has been parsed.
  enum ParsedLine {
    /// A blank line or a comment.
    case nothing

    case refused(String)

    case request(Request, asJob: Bool)
  }

  /// Parses a line; an empty one stands for the receiver's default command, if there is one.
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

  @inline(never)
  private func parseEmptyLine(_ invocation: inout Invocation) -> ParsedLine {
    guard invocation.line.isEmpty, !options.isMachine, let meaning = receiver.emptyLineMeaning
    else { return .nothing }
    invocation.line.append(
      UnsafeBufferPointer(start: meaning.utf8Start, count: meaning.utf8CodeUnitCount))
    return parse(&invocation, refusing: nil)
  }

  /// Performs a parsed line; its reply goes to the output.
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

  @inline(__always)
  private func remember(_ invocation: borrowing Invocation) {
    history.add(invocation.line.elements.withoutBlanksAtEnd.span, isSourced: sourceDepth > 0)
  }

  func echo(_ line: UnsafeBufferPointer<UInt8>) {
    output.write("> ")
    output.write(text: escaped(String(decoding: line.withoutBlanksAtEnd, as: UTF8.self)))
    output.endLine()
  }

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

  func tellDiagnostics(_ name: String, _ lineNumber: Int, _ refusal: String) {
    diagnostics.write(text: "\(escaped(name)):\(lineNumber): \(refusal)\n")
    diagnostics.flush()
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The line without what means nothing at its end, and is not told of it.
  var withoutBlanksAtEnd: Self {
    let last = lastIndex { $0 != 0x20 && $0 != 0x09 }
    return Self(rebasing: self[..<(last.map { $0 + 1 } ?? 0)])
  }
}

extension Invocation {
  /// Removes the mark of an input in a transcript; returns `false` if the line holds no input.
  fileprivate mutating func removeTranscriptMark() -> Bool {
    guard line.count > 0, line[0] == UInt8(ascii: ">"), line.count == 1 || line[1] == 0x20
    else { return false }
    line.removeFirst(min(2, line.count))
    return true
  }
}

/// Something that `set` shows and changes.
package struct Setting {
  package let name: String
  package let summary: String
  package let kind: Parameter.Kind
  package let value: () -> String
  /// Changes the value; nil where it can't be changed.
  package let change: ((String) throws(ArgumentFault) -> Void)?

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

  package static func flag(
    _ name: String, _ summary: String, value: @escaping () -> Bool,
    change: @escaping (Bool) -> Void
  ) -> Setting {
    Setting(
      name, summary, .choice(["on", "off"]), value: { value() ? "on" : "off" },
      change: { text in change(text == "on") })
  }
}
