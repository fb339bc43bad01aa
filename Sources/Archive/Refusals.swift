import ChimpSystem
import Events
import Examiner
import Game
public import Records
public import Shell
import Science
import Studies

/// Refusals that several commands share.
extension Refusal {
  public static var testGoesOn: Refusal {
    Refusal("test-goes-on", "a test is running (\"stop\" ends it)", "テストの途中です（stop でやめられます）")
  }

  public static var testIsSilent: Refusal {
    Refusal(
      "test-is-silent", "this test shows no results before its end (feedback= in \"help tests\")",
      "このテストの結果は終わるまで見られません（help tests の feedback=）")
  }

  public static var answerComesFirst: Refusal {
    Refusal(
      "answer-comes-first", "the outcome of the trial is shown after the answer to its question",
      "試行の結果は、質問に答えたあとで見られます")
  }

  public static var nothingInterrupted: Refusal {
    Refusal("nothing-interrupted", "no round was interrupted", "中断したラウンドはありません")
  }

  /// Returns the refusal for a round that neither the session nor the store has.
  public static func noRound(_ number: Int) -> Refusal {
    Refusal(
      "no-round", "there is no round \(number) (\"rounds\" lists them)",
      "ラウンド\(number)はありません（rounds で一覧を表示します）")
  }

  /// Returns the refusal for a participant whose data was erased.
  public static func hasWithdrawn(_ code: String) -> Refusal {
    Refusal(
      "has-withdrawn", "a participant with the code \(code) has withdrawn: use another code",
      "コード \(code) の参加者は研究をやめました。別のコードにしてください")
  }

  /// The refusal of a text that is no participant's code.
  public static var invalidCode: Refusal {
    Refusal("no-code") { language in
      let rule = ParticipantCode.rule(in: language)
      return language.pick("a participant's code has \(rule)", "参加者コードは\(rule)です")
    }
  }

  /// The refusal of a text that is no name and version of an agent.
  public static var invalidAgent: Refusal {
    Refusal(
      "no-agent",
      "an agent has a name and a version, such as \"llama 3.1\", at most 100 ASCII characters",
      "エージェントは名前と版です（例: \"llama 3.1\"）。半角100文字まで")
  }

  /// Returns the refusal for the code of nobody in the store.
  public static func noParticipant(_ code: String) -> Refusal {
    Refusal(
      "no-participant", "no participant has the code \(code)", "コード \(code) の参加者はいません")
  }

  /// Returns the refusal to erase the data of a participant who is playing.
  public static func isPlaying(_ code: String) -> Refusal {
    Refusal(
      "is-playing",
      "a round is in progress here, or \(code) is playing in another program: end that first",
      "ラウンドの途中か、\(code) が別のプログラムで遊んでいます。先に終えてください")
  }

  /// The refusal of what needs a store file, in a session without one.
  public static var notInFile: Refusal {
    Refusal(
      "not-in-file", "this session has no store file (--store FILE gives it one)",
      "このセッションはファイルに記録していません（--store FILE で記録します）")
  }

  /// Returns the refusal for a file that belongs to the store.
  public static func isStore(_ path: String) -> Refusal {
    Refusal(
      "is-store", "the store itself is in \"\(path)\"", "\(path) は記録のファイルそのものです")
  }

  /// Returns the refusal for an existing file that the user has not allowed to replace.
  public static func exists(_ path: String) -> Refusal {
    Refusal(
      "exists", "\"\(path)\" exists already (--force replaces it)",
      "ファイルがすでにあります: \(path)（--force で置き換えます）")
  }

  /// Returns the refusal to go on with a round of an agent, or of somebody who is none, as another.
  public static func otherAgent(_ agent: AgentName?) -> Refusal {
    Refusal(
      "other-agent",
      "\(agent.map { "\($0)" } ?? "a player who is no agent") has begun the round: "
        + "nobody else can go on with it",
      "このラウンドを始めたのは\(agent.map { " \($0) " } ?? "エージェントでない人")です。ほかのプレイヤーは続けられません")
  }

  public static var noGroups: Refusal {
    Refusal("no-groups", "the study has no groups", "研究にグループはありません")
  }

  /// Returns the refusal for a name that is none of the study's groups.
  public static func noGroup(_ name: String, of groups: [String]) -> Refusal {
    Refusal(
      "no-group", "the study has no group \"\(name)\", only \(groups.joined(separator: ", "))",
      "\(name) は研究のグループではありません: \(groups.joined(separator: "、"))")
  }

  /// Returns the refusal for a file that differs from the study in which a participant is enrolled.
  public static func studyHasChanged(
    _ file: String, _ study: String, since code: String
  ) -> Refusal {
    Refusal(
      "study-has-changed",
      "\"\(file)\" is not the study \(study) that \(code) is enrolled in: "
        + "undo the change, or give the study another name",
      "\(file) は \(code) が登録された研究 \(study) と違います。元に戻すか、別の name にしてください")
  }

  public static var noLab: Refusal {
    Refusal(
      "no-lab", "\"chimp-lab\" is not beside chimp: \"swift build --traits Lab\" builds it",
      "chimp-lab がありません。swift build --traits Lab で chimp の横に作れます")
  }

  /// Returns the refusal with the message of a failed `chimp-lab`; `nil` if it wrote none.
  public static func lab(_ message: String?) -> Refusal {
    Refusal("lab", message ?? "chimp-lab failed", message ?? "chimp-lab が失敗しました")
  }

  /// Returns the refusal for a block of a study that a running program plays, or whose pages it
  /// shows; the text is that of the program, if it is known.
  public static func goesOnElsewhere(block: Int, in program: String?) -> Refusal {
    let process = program.flatMap { RunningProgram.processNumber(in: $0) }
    return Refusal(
      "goes-on-elsewhere",
      "block \(block) is running in another program" + (process.map { " (process \($0))" } ?? ""),
      "ブロック\(block)は別のプログラム\(process.map { "（プロセス\($0)）" } ?? "")で進行中です")
  }
}

/// Refusals of a study's commands, some of which a closed session shows as its last page.
extension Refusal {
  public static var noStudy: Refusal {
    Refusal(
      "no-study", "no study yet (\"study check FILE\" reads one)",
      "研究がまだありません（study check FILE で読み込みます）")
  }

  /// Returns the refusal for a participant of no study.
  public static func isNotEnrolled(_ code: String) -> Refusal {
    Refusal(
      "not-enrolled",
      "\(code) is not enrolled (\"enrol \(code)\", or \"next CODE\" for someone who is)",
      "\(code) は登録されていません（enrol \(code) で登録するか、登録した参加者で next CODE を使ってください）")
  }
}

/// The refusals for the errors of libraries, which know English only.
extension Refusal {
  /// Creates the refusal for any error that a command or an operation throws.
  ///
  /// An error of another type is a mistake of the program, which goes on.
  public init(_ error: any Error) {
    switch error {
    case let error as Refusal: self = error
    case let error as RecordError: self.init("store", "\(error)", error.japanese)
    case let error as RefusedRow: self.init("line") { error.words(in: $0) }
    case let error as ExaminerError: self.init(error.refusalName) { error.words(in: $0) }
    case let error as ScienceError: self.init("science") { error.words(in: $0) }
    case let error as Rejection: self.init(error.refusalName) { error.words(in: $0) }
    case let error as StudyError where error.line == 0:
      self.init("argument", error.text.english, error.text.japanese, column: error.column)
    case let error as StudyError: self.init("study") { error.words(in: $0) }
    case let error as EventError: self.init("event", "\(error)", error.japanese)
    case let error as SystemError: self.init("system") { error.words(in: $0) }
    default: self.init("mistake", "mistake of the program: \(error)", "プログラムの誤りです: \(error)")
    }
  }

  /// Creates the refusal for an error of a store at a path, which the sentence calls by the name
  /// that the user wrote.
  public init(_ error: RecordError, in file: NamedFile) {
    self.init("store") { language in
      Refusal(error).words(in: language).pieces(between: file.path).joined(separator: file.name)
    }
  }
}

extension Rejection {
  /// The stable name of the refusal, for driving programs.
  fileprivate var refusalName: String {
    switch self {
    case .noRound: "no-round"
    case .noCredit: "no-credit"
    case .notBegun: "not-begun"
    case .cellTwice: "cell-twice"
    case .damagedRound: "damaged-round"
    }
  }
}

extension ExaminerError {
  /// The stable name of the refusal, for driving programs; errors of boards and rules share one.
  fileprivate var refusalName: String {
    switch self {
    case .offBoard: "off-board"
    case .alreadyPressed: "already-pressed"
    case .alreadyMasked: "already-masked"
    case .roundOver: "round-over"
    default: "rule"
    }
  }
}

extension RecordContext {
  /// Runs a closure in one transaction, so that no other process can save between its reads and its
  /// save.
  ///
  /// Only an error of the records undoes the transaction; a refusal must come before the first
  /// change.
  public func inTransaction<Result>(
    _ work: () throws -> Result
  ) throws(RecordError) -> Swift.Result<Result, any Error> {
    try store.write { () throws(RecordError) in
      do { return .success(try work()) } catch let error as RecordError { throw error } catch {
        return .failure(error)
      }
    }
  }
}
