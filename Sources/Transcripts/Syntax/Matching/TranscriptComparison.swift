/// A command of a transcript, for a program that runs it by itself.
///
///     let transcript = try Transcript(Array("@ chimp-transcript 1\n> add 1\n| 1\n".utf8))
///     transcript.commands.map(\.text)  // ["add 1"]
public struct TranscriptCommand: Sendable {
  /// The index of the command in the transcript.
  let index: Int
  /// The number of its line, from 1.
  public let line: Int
  /// The command; its lines are joined by line feeds.
  public let text: String
  /// The number of its session, from 0: each `@ case` begins another one.
  public let session: Int
}

extension Transcript {
  /// The commands in the order of the file.
  public var commands: [TranscriptCommand] {
    blocks.indices.map { index in
      TranscriptCommand(
        index: index, line: blocks[index].inputLine + 1,
        text: String(decoding: input(of: blocks[index]), as: UTF8.self),
        session: caseIndex(ofBlock: index))
    }
  }
}

/// A comparison of a transcript with the replies of a program, command by command.
///
///     var comparison = TranscriptComparison(transcript)
///     var edits = TranscriptEdits()
///     for command in transcript.commands {
///       let reply = TranscriptReply(output: program.run(command.text))
///       guard let difference = comparison.difference(of: reply, to: command) else { continue }
///       print(command.line, difference.lines)
///       edits.formUnion(difference.edits)
///     }
///     let blessed = transcript.printed(edits)
///
/// It runs nothing, so `@ skip`, `@ xfail` and `@ include` are up to the program.
public struct TranscriptComparison: Sendable {
  private let transcript: Transcript
  /// The names that the replies of the session have defined.
  private var bindings = Bindings()
  private var session = 0

  /// Begins a comparison; no reply has come.
  public init(_ transcript: Transcript) { self.transcript = transcript }

  /// Returns how a reply differs from all that the transcript accepts; `nil` if it is as expected.
  ///
  /// Commands have to come in their order, since a line may have to equal a text of an earlier one.
  public mutating func difference(
    of reply: TranscriptReply, to command: TranscriptCommand
  ) -> TranscriptDifference? {
    if command.session != session {
      session = command.session
      bindings = Bindings()
    }
    let block = transcript.blocks[command.index]
    if !reply.isIncomplete, block.isMatched(by: reply.lines, reply.state, &bindings) { return nil }
    let closest = ClosestAlternative(block, reply.lines, reply.state, bindings)
    bindings = closest.bindings
    var edits = TranscriptEdits()
    if !reply.isIncomplete, !closest.mayLosePatterns {
      edits.bless(block, of: transcript, closest, makesHoles: false)
    }
    let lines = closest.difference(in: transcript).map { line in
      "\(line.sign.rawValue) \(escapedForDisplay(line.text))"
    }
    return TranscriptDifference(lines: lines, edits: edits)
  }
}

/// The difference of a reply from the one that a transcript expects.
public struct TranscriptDifference: Sendable {
  /// Lines of the transcript: those behind `-` did not come, those behind `+` did.
  public let lines: [String]
  /// The edits after which the transcript expects the reply; lines that match stay.
  ///
  /// Without any, a pattern that still matches could be lost, or the reply is not complete.
  public let edits: TranscriptEdits
}
