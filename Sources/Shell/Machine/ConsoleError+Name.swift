/// The stable names and the columns of errors, for driving programs.
extension ConsoleError {
  /// Lower-case words with hyphens.
  ///
  /// It is one switch, so that the compiler finds an error without a name.
  package var name: String {
    switch self {
    case .lineTooLong: "line-too-long"
    case .tooManyLines: "too-many-lines"
    case .notUnicode: "not-unicode"
    case .nul: "nul"
    case .unterminatedQuote: "open-quote"
    case .badEscape: "bad-escape"
    case .unknownCommand: "unknown-command"
    case .bareNumbers: "bare-numbers"
    case .restricted: "restricted"
    case .noCommand: "no-command"
    case .notJSON: "not-json"
    case .unknownMember: "unknown-member"
    case .badMember: "bad-member"
    case .otherVersion: "other-version"
    case .bare, .missing, .incompleteGroup: "missing-argument"
    case .surplus: "surplus-argument"
    case .notNumber: "not-a-number"
    case .outOfRange: "out-of-range"
    case .tooLong: "too-long"
    case .notChoice: "not-a-choice"
    case .unknownKey: "unknown-key"
    case .keyTwice: "key-twice"
    case .formless(let error, _): error.name
    case .noSuchTopic: "no-topic"
    case .noSuchSetting: "no-setting"
    case .noSuchValue: "no-such-setting-value"
    case .settingIsFixed: "setting-is-fixed"
    case .timedTest: "timed-test"
    case .cannotRead: "cannot-read"
    case .cannotWrite: "cannot-write"
    case .outside: "outside"
    case .noFolder: "no-folder"
    case .notPlain: "not-plain"
    case .inUse: "in-use"
    case .sourcedAlready: "sourced-already"
    case .sourcedTooDeep: "sourced-too-deep"
    case .recordingAlready: "recording-already"
    case .notRecording: "not-recording"
    case .tooMuchToRecord: "too-much-to-record"
    case .noJob, .noSuchJob: "no-job"
    }
  }

  /// The column in the line; `nil` if the error is about none.
  ///
  /// It is one switch, so that the compiler asks for the column of a new error.
  package var column: Int? {
    let column: Int? =
      switch self {
      case .notUnicode(let column), .nul(let column), .unterminatedQuote(let column),
        .badEscape(_, let column), .unknownCommand(_, let column, _), .bareNumbers(let column, _),
        .surplus(_, let column, _), .notNumber(_, _, let column), .outOfRange(_, _, _, let column),
        .tooLong(_, _, let column), .notChoice(_, _, _, let column),
        .unknownKey(_, let column, _), .keyTwice(_, let column), .notJSON(_, let column):
        column
      case .outside(_, let column): column
      case .formless(let error, _): error.column
      case .lineTooLong, .tooManyLines, .restricted, .bare, .missing, .incompleteGroup,
        .noSuchTopic, .noSuchSetting, .noSuchValue, .settingIsFixed, .timedTest, .cannotRead,
        .cannotWrite, .noFolder, .notPlain, .inUse, .sourcedAlready, .sourcedTooDeep,
        .recordingAlready, .notRecording, .tooMuchToRecord, .noCommand, .unknownMember, .badMember,
        .otherVersion, .noJob, .noSuchJob:
        nil
      }
    return column == 0 ? nil : column
  }
}
