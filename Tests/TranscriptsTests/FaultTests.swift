import Glibc
import Testing

@testable import TranscriptSyntax
@testable import Transcripts

/// Tests of the complete message of each error.
@Suite struct FaultTests {
  private typealias Reason = TranscriptFault.Reason

  @Test func `Each reason why a file is no transcript has its sentence`() {
    let sentences: [(Reason, String)] = [
      (.notUnicode, "the file is not UTF-8"),
      (.missingFirstLine, "the first line is not \"@ chimp-transcript 1\""),
      (.mixedLineEnds, "the line does not end as the lines before it do"),
      (.noCommand, "the file has no command"),
      (.unknownGutter("x"), "unknown gutter \"x\""),
      (.missingBlank(after: ">"), "there is no blank after \">\""),
      (.beforeFirstCommand(gutter: "|"), "\"|\" stands before the first command of its session"),
      (.unnamedCase, "the case has no name"),
      (.emptyCase("a"), "case \"a\" has no command"),
      (.caseTwice("a"), "case \"a\" is there already"),
      (.unknownDirective("sed"), "unknown directive \"sed\""),
      (.missingArgument("seed"), "\"@ seed\" needs an argument"),
      (.surplusArgument("also"), "\"@ also\" takes no argument"),
      (.misplacedDirective("seed"), "\"@ seed\" can't stand here"),
      (.directiveTwice("seed"), "\"@ seed\" is there already"),
      (.notQuoted("skip"), "\"@ skip\" needs a reason in double quotes"),
      (.badTimeLimit("2"), "not a time limit: \"2\" (as in 500ms, 2s or 1m)"),
      (.statusTwice, "the status is there already"),
      (.lineEndOmittedTooEarly, "\"\\c\" can stand in the last output line only"),
      (.unclosedHole, "the hole is not closed"),
      (.unknownStatus("no"), "unknown status \"no\" (known: ok, refused)"),
      (.badEscape("\\q"), "unknown escape \"\\q\""),
      (.badGap("4..2"), "unknown gap \"4..2\" (as in ..., 3, 2..4, 1+ or ? TEXT)"),
      (
        .unknownHole("9"),
        "unknown hole \"{9}\" (known: int, ms, hex, word, cell, or a name that is bound)"
      ),
      (.unknownBinding("a"), "nothing is bound to \"a\" before this line"),
      (.bindingTwice("a"), "\"a\" is bound already"),
      (.bindingInNegative("a"), "\"a\" can't be bound by a line that must not match"),
      (.unusedBinding("a"), "\"a\" is bound but never compared"),
    ]
    for (reason, sentence) in sentences { #expect("\(reason)" == sentence) }
    let fault = TranscriptFault(.unclosedHole, at: 6, of: Array("> é\n~ {".utf8))
    #expect("\(fault)" == "2:2: the hole is not closed")
  }

  @Test func `Each fault of arguments, selections and reports has its sentence`() {
    let verbs = "(known: check, diff, bless, record, replay, audit, shrink, cover)"
    expect([
      (.missingVerb, "a verb is missing \(verbs)"),
      (.reportsMixed, "of several formats only one can go to the output (as in tap=FILE)"),
      (.oneFileOnly, "one file has to be named"),
      (.unknownVerb("chek"), "unknown verb \"chek\" \(verbs)"),
      (.unknownOption("--x"), "unknown option \"--x\""),
      (.missingValue(option: "--jobs"), "--jobs needs a value"),
      (.missingOption("--prompt"), "--prompt is missing"),
      (.badValue(option: "--jobs", "0"), "--jobs can't be \"0\""),
      (.noReports(verb: "audit"), "audit makes no reports"),
      (.writesInContinuousIntegration(verb: "bless"), "bless writes nothing where CI is set"),
      (.nothingSelected, "nothing is selected"),
      (.nothingRan, "nothing ran"),
      (.cannotUse("t", .system(ENOENT)), "t: no such file or directory"),
      (.cannotUse("t", .notRegular), "t: not a regular file"),
      (.cannotUse("t", .notUnicode), "t: the name is not UTF-8"),
      (
        .noSuchLine("t", line: 9, count: 1),
        "t:9: nothing is selected, the file has 1 line"
      ),
      (
        .nothingChecked("t", line: 2),
        "t:2:1: nothing is checked: whatever the commands answer, they pass"
      ),
      (.changedWhileRunning("t"), "t: the file has changed while it ran"),
      (.nothingFails("t"), "t: nothing fails"),
      (.reportsInOneFile("r"), "r: two reports can't go to one file"),
      (.reportOverTranscript("t"), "t: a report can't go where a transcript is"),
    ])
  }

  @Test func `Each fault of an included file has its sentence, with those that include it`() {
    let malformed = TranscriptFault(.noCommand, at: 0, of: [])
    expect([
      (.malformed("t", malformed), "t:1:1: the file has no command"),
      (including(.includesItself), "t:3:1: \"a\" includes itself"),
      (including(.hasCases), "t:3:1: \"a\" can't be included: it has cases"),
      (
        including(.outsideFolder),
        "t:3:1: can't include \"a\": it is not in the folder of the transcript (see --trust)"
      ),
      (
        including(.includesTooDeep(limit: 32)),
        "t:3:1: can't include \"a\": more than 32 files include one another"
      ),
      (
        including(.includesTooMany(limit: 9)),
        "t:3:1: can't include \"a\": a session includes more than 9 files"
      ),
      (
        including(.cannotUse("x/a", .system(EACCES))),
        "t:3:1: can't include \"a\": permission denied"
      ),
      (
        including(.malformed("x/a", malformed)),
        "t:3:1: can't include \"a\": 1:1: the file has no command"
      ),
      (
        including(including(.includesItself)),
        "t:3:1: can't include \"a\": 3:1: \"a\" includes itself"
      ),
    ])
  }

  @Test func `Each fault of a bless has its sentence`() {
    let malformed = TranscriptFault(.noCommand, at: 0, of: [])
    expect([
      (
        .notBlessed("t", .cannotUse("t", .system(ENOSPC))),
        "t: not blessed, can't be replaced: no space left on device"
      ),
      (
        .notBlessed("t", .cannotUse("t", .changedMeanwhile)),
        "t: not blessed, the file has changed meanwhile"
      ),
      (
        .notBlessed("t", .malformed("t", malformed)),
        "t: not blessed, it could not be read any more: 1:1: the file has no command"
      ),
      (
        .directiveMoves("t", line: 2),
        "t:2: not blessed, a directive of the command would belong to the one behind it"
      ),
      (
        .answerChanges("t", line: 2),
        "t:2: not blessed, the command does not pass when it runs again"
      ),
      (
        .blessedAlready("t"),
        "t: blessed once in this run already, what else was named of it is left as it was"
      ),
      (.leftTemporaryFile("x"), "x was left by a run that was killed: nothing needs it, remove it"),
    ])
  }

  @Test func `Each fault of a session or a recorded line has its sentence`() {
    expect([
      (.session("the seed is bad"), "the seed is bad"),
      (.cannotBegin("t", line: 2, "the seed is bad"), "t:2:1: the seed is bad"),
      (.cannotBegin("t", line: nil, "the seed is bad"), "t: the seed is bad"),
      (.seedMissing, "the command needs a seed, but the session has none"),
      (.seedUnused, "the command takes no seed (as in \"--seed {seed}\")"),
      (.unknownLanguage("fr"), "the session does not speak \"fr\""),
      (
        .cannotStart(program: "bc", .system(ENOENT)),
        "can't start \"bc\": no such file or directory"
      ),
      (.cannotStartWorker(.system(EACCES)), "can't start a worker: permission denied"),
      (
        .cannotMakeFolder(in: "/x", .system(EACCES)),
        "can't make a folder in \"/x\": permission denied"
      ),
      (.badRefusal("a {", .unclosedHole), "the hole is not closed: a {"),
      (.lineNotUnicode, "the line is not UTF-8 and can't be recorded"),
      (.severalLines, "the line holds a line feed and can't be recorded"),
      (.incompleteReply, "the reply is not complete and can't be recorded"),
      (.nothingRecorded("t"), "t: nothing was recorded"),
      (.nothingPredicted("t"), "t: nothing that was recorded can be checked"),
    ])
  }

  private func including(_ cause: TranscriptToolFault) -> TranscriptToolFault {
    .cannotInclude("t", line: 3, name: "a", cause)
  }

  private func expect(_ sentences: [(TranscriptToolFault, String)]) {
    for (fault, sentence) in sentences { #expect("\(fault)" == sentence) }
  }
}
