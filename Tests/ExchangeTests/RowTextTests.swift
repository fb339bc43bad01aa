import Archive
@testable import Exchange
import Game
import Records
import SampleData
import Shell
import TestSupport
import Testing

/// Tests that rows keep their values when they are written to a file and read again.
struct RowTextTests {
  /// Returns a text of special characters, or of random ones.
  private static func text(_ numbers: inout RandomNumbers) -> String {
    let hard = [
      "\"", ",", "\n", "\r", "\r\n", "\t", "\0", "\u{1b}", "\u{7f}", "\\", " ", "=", "+", "-", "@",
      "'", "ä", "𝄞", "\u{202e}", "\u{e0041}", "＝", "u{41}", "n",
    ]
    var text = ""
    for _ in 0..<numbers.below(8) {
      if numbers.below(3) == 0 {
        let scalar = Unicode.Scalar(UInt32(numbers.below(0xd800))) ?? "x"
        text.unicodeScalars.append(scalar)
      } else {
        text += hard[numbers.below(hard.count)]
      }
    }
    return text
  }

  /// Returns samples whose texts are random.
  private static func samples(_ count: Int) -> [Sample] {
    var numbers = RandomNumbers(seed: 7)
    return (0..<count).map { number in
      var sample = Sample(number)
      let texts: [WritableKeyPath<TrialRow, String>] = [
        \.phase, \.condition, \.numerals, \.board, \.moves,
      ]
      for path in texts { sample.trial[keyPath: path] = text(&numbers) }
      sample.trial.seededBoard = numbers.below(4) == 0 ? nil : text(&numbers)
      sample.trial.session.participant = "x" + text(&numbers)
      if numbers.below(2) == 0 {
        sample.trial.resumption = Sample.session(99)
        sample.trial.resumption?.programVersion = "x" + text(&numbers)
        sample.trial.resumption?.dateEnded = numbers.below(2) == 0 ? nil : 1
      }
      sample.trial.trialId = "\(number)" + text(&numbers)
      sample.trial.generator = numbers.below(2) == 0 ? nil : numbers.below(1 << 53)
      sample.trial.time = -numbers.below(1 << 53)
      for index in sample.presses.indices {
        sample.presses[index].trialId = sample.trial.trialId
        sample.presses[index].pressId = "\(index)" + text(&numbers)
        sample.presses[index].numeral = numbers.below(2) == 0 ? nil : numbers.below(100)
      }
      return sample
    }
  }

  /// Returns the trial as an import reads it from a table, in which the session that resumed it has
  /// only an identifier.
  private static func importedForm(_ trial: TrialRow) -> TrialRow {
    var (row, session) = (trial, SessionRow())
    session.sessionId = trial.resumption?.sessionId ?? ""
    if trial.resumption != nil { row.resumption = session }
    return row
  }

  @Test func `Random texts survive the way through lines of JSON`() throws {
    let samples = Self.samples(300)
    let found = try read(ExchangeText.lines(samples)) { JSONLinesReader<ExchangedRow>($0) }
    #expect(found.fault == "")
    let rows = found.rows.filter { if case .session = $0 { false } else { true } }
    let trials = samples.map { Self.importedForm($0.trial) }
    let written = zip(trials, samples).flatMap { trial, sample -> [ExchangedRow] in
      [.trial(trial)] + sample.presses.map { .press($0) }
    }
    #expect(rows == written)
  }

  @Test func `Random texts survive the way through CSV`() throws {
    let samples = Self.samples(300)
    let trials = try read(ExchangeText.table(samples.map(\.trial))) { CSVReader<TrialRow>($0) }
    #expect(trials.fault == "")
    #expect(trials.rows == samples.map { Self.importedForm($0.trial) })
    let presses = try read(ExchangeText.table(samples.flatMap(\.presses))) {
      CSVReader<PressRow>($0)
    }
    #expect(presses.fault == "")
    #expect(presses.rows == samples.flatMap(\.presses))
  }

  @Test(arguments: [
    ("p1", "p1"), ("", ""), ("a=b -1", "a=b -1"), ("a, \"b\"", "a, \"b\""), ("äé 猿 🐒", "äé 猿 🐒"),
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("'x", "''x"),
    ("＝1", "'＝1"), ("\t=1", "\\t=1"), ("\r=1", "\\r=1"), ("a\nb\0", "a\\nb\\u{0}"),
    ("C:\\n", "C:\\\\n"), ("a\u{202e}b\u{200d}", "a\\u{202e}b\\u{200d}"),
  ])
  func `A cell escapes formulas and hidden characters, and is read back unchanged`(
    text: String, cell: String
  ) throws {
    #expect(CellText.encode(text) == cell)
    let bytes = Array(cell.utf8)
    #expect(try CellText.decode(bytes.span, "x") == text)
  }

  @Test func `The dictionary says how texts are written`() {
    func text(_ format: ExchangeFormat) -> [Substring] {
      "\(DataDictionary(ExchangeFiles(NamedFile("x"), format), format))".split(separator: "\n")
    }
    #expect(
      text(.csv)[1...5].joined(separator: "\n") == #"""
        The files are CSV as in RFC 4180, in UTF-8. A cell without a value is empty; an empty text
        is two quotes. A text that begins with =, +, -, @ or ' has a ' before it, so that no
        spreadsheet takes it for a formula; numbers have none. In a text \\ stands for \, \n for
        the end of a line, \r for a return, \t for a tab, and \u{HEX} for another character that
        is invisible or changes the direction of the text. An import undoes this.
        """#)
    #expect(
      text(.jsonl)[1...3].joined(separator: "\n") == #"""
        Each line of the file is a JSON object, in UTF-8; "table" names its table, and null means
        that there is no value. The presses of a trial follow it. A character that is invisible or
        changes the direction of the text is written as \uHEX.
        """#)
  }

  @Test func `Numbers below zero are numbers in a table`() {
    var press = Sample(0).presses[0]
    press.time = -5
    var bytes: [UInt8] = []
    CSVText.append(press, PressRow.columns, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "3,trial-0-1,trial-0,0,1,2,3,1,1,right,-5,,100,script,1,2,3,0,1,0,\r\n")
  }

  @Test(
    arguments: [
      ("", "\"\""), ("plain/1.5~", "plain/1.5~"), ("#1/a!", "#1/a!"), ("4x6:3,3", "\"4x6:3,3\""),
      ("a b", "\"a b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("=1,2", "\"'=1,2\""), ("-", "'-"),
      ("a\\b", "a\\\\b"), ("a\r\nb", "a\\r\\nb"), ("日本", "日本"), ("日, 本", "\"日, 本\""),
    ])
  func `A cell has quotes only where a reader needs them`(text: String, cell: String) {
    var press = Sample(0).presses[0]
    (press.pressId, press.created, press.time) = (text, 1_795_408_946_470, .min)
    var bytes: [UInt8] = []
    CSVText.append(press, PressRow.columns, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "3,\(cell),trial-0,1795408946470,1,2,3,1,1,right,"
        + "-9223372036854775808,,100,script,1,2,3,0,1,0,\r\n")
  }

  @Test func `A text of 1 MiB survives both ways`() throws {
    var sample = Sample(0)
    sample.trial.moves = String(repeating: "\"ä\n\u{1}", count: 1 << 18)
    let table = try read(ExchangeText.table([sample.trial])) { CSVReader<TrialRow>($0) }
    #expect(table.rows == [sample.trial])
    sample.presses = []
    let lines = try read(ExchangeText.lines([sample])) { JSONLinesReader<ExchangedRow>($0) }
    #expect(lines.rows.last == .trial(sample.trial))
  }

  @Test func `A missing value and an empty text are distinguished, in CSV too`() throws {
    var rows = [Sample(0).trial, Sample(1).trial]
    (rows[0].seededBoard, rows[1].seededBoard) = (nil, "")
    let found = try read(ExchangeText.table(rows)) { CSVReader<TrialRow>($0) }
    #expect(found.rows == rows)
  }

  private static let header =
    "format,press_id,trial_id,created,index,h,v,numeral,due,judgement,time,line_latency\r\n"

  /// The header of the current format up to the first column that an earlier one lacked.
  private static let currentHeader = header.dropLast()
    .replacing(",line_latency", with: ",second_digit,line_latency")

  @Test(arguments: [
    ("", "1: column 1 is not \"format\""),
    ("format,press_id\n", "1: column 3 is not \"trial_id\""),
    ("format,trial_id,press_id", "1: column 2 is not \"press_id\""),
    (currentHeader + ",x", "1: column 14 is not \"input\""),
    (currentHeader + ",input,x", "1: column 15 is not \"position\""),
    (
      currentHeader + ",input,position,due_h,due_v,masked,correct,simulated,x",
      "1: column 21 is not \"export_id\""
    ),
    (header + "2,p,t,0,1,1,1,,1,right,0", "2: 11 columns instead of 12"),
    (header + "2,p,t,0,1,1,1,,1,right,0,\r\n\r\n", "3: 1 column instead of 12"),
    (
      header + "2,\"p\nq\",t,0,1,1,1,,1,right,0,\n2,p,t,x,1,1,1,,1,right,0,",
      "2: \"press_id\" has an invisible character that is not written as an escape"
    ),
    (
      header + "2,p,t\u{202e},x,1,1,1,,1,right,0,",
      "2: \"trial_id\" has an invisible character that is not written as an escape"
    ),
    (header + "2,p,t\\x,0,1,1,1,,1,right,0,", "2: \"trial_id\" has an unknown escape"),
    (header + "2,p,t\\u{+1},0,1,1,1,,1,right,0,", "2: \"trial_id\" has an unknown escape"),
    (header + "2,p,t\\u{d800},0,1,1,1,,1,right,0,", "2: \"trial_id\" has an unknown escape"),
    (header + "2,p,t\\,0,1,1,1,,1,right,0,", "2: \"trial_id\" has an unknown escape"),
    (header + "2,p,t,,1,1,1,,1,right,0,", "2: \"created\" must be a number"),
    (header + "2,p,t,99999999999999999999,1,1,1,,1,right,0,", "2: \"created\" must be a number"),
    (header + "2,p,t,9007199254740993,1,1,1,,1,right,0,", "2: \"created\" is too large"),
    (header + "1,p,t,0,1,1,1,,1,right,0,", "2: format 1 is unknown, this is format 3"),
    (header + "3,p,t,0,1,1,1,,1,right,0,", "2: \"format\" contradicts the names of the columns"),
    (header + "2,p,t,-1,1,1,1,,1,right,0,", "2: \"created\" must be a date"),
    (header + "2,,t,0,1,1,1,,1,right,0,", "2: \"press_id\" takes 1 to 64 bytes"),
    (header + "2,p\"q,t,0,1,1,1,,1,right,0,", "2: expected no quote inside a text"),
    (header + "2,\"p\"q,t", "2: expected a comma or the line's end after a quote"),
    (header + "2,p\rq,t", "2: expected a line feed after a return"),
    (header + "2,p,t,0,1,1,1,,1,right,0,\r", "2: expected a line feed after a return"),
    (header + "2,\"p,t\n\n", "2: expected a quote before the file's end"),
  ])
  func `A wrong line of CSV is refused with its reason`(text: String, fault: String) throws {
    let found = try read(Array(text.utf8)) { CSVReader<PressRow>($0) }
    #expect(found.fault == fault)
  }

  private static let press =
    #""table":"press","format":2,"press_id":"p","trial_id":"t","created":0,"index":1,"h":1,"v":1,"#
    + #""numeral":null,"due":1,"judgement":"right","time":0"#

  @Test(arguments: [
    ("\n", "1: expected { at byte 1"),
    ("[]\n", "1: expected { at byte 1"),
    ("{\(press),\"line_latency\":null}\n{\n", "2: expected \" at byte 2"),
    ("{\(press)}", "1: \"line_latency\" is missing"),
    ("{\(press),\"line_latency\":null,\"x\":1}", "1: there is no column \"x\""),
    ("{\(press),\"time\":1}", "1: \"time\" is given twice"),
    ("{\(press),\"line_latency\":1.5}", "1: \"line_latency\" must be a number"),
    ("{\(press),\"line_latency\":true}", "1: expected a text, a whole number or null at byte 160"),
    ("{\(press),\"line_latency\":\"1\"}", "1: \"line_latency\" must be a number"),
    ("{\(press),\"line_latency\":null} x", "1: expected nothing after the object"),
    ("{\"table\":\"x\"}", "1: \"table\" is not one of \"session\", \"trial\" and \"press\""),
    ("{\"table\":\"\u{200b}\"}", "1: expected no control or invisible character in a text"),
    ("{\"table\":\"\\ud800\"}", "1: expected a character at byte 13"),
    ("{\"table\":\"\\u12g4\"}", "1: expected four digits at byte 13"),
    ("{\"table\":\"\\x\"}", "1: expected an escape at byte 12"),
    ("{\"table\":\"\t\"}", "1: expected no control or invisible character in a text"),
    ("{\"table\":\"press", "1: expected \" at byte 16"),
  ])
  func `A wrong line of JSON is refused with its reason`(text: String, fault: String) throws {
    #expect(try read(Array(text.utf8)) { JSONLinesReader<ExchangedRow>($0) }.fault == fault)
  }

  @Test func `The members of an object may stand in any order, with blanks and escapes`() throws {
    let line =
      #" { "line_latency" : 5 , "press_id":"\u00e4\ud834\udd1e\/\b", "#
      + Self.press.split(separator: #""press_id":"p","#).joined() + "\t} \r\n"
    let found = try read(Array(line.utf8)) { JSONLinesReader<ExchangedRow>($0) }
    #expect(found.fault == "")
    guard case .press(let row)? = found.rows.first else { return }
    #expect(row.pressId == "ä𝄞/\u{8}")
    #expect(row.lineLatency == 5)
  }

  @Test func `Only the mark of UTF-8 is skipped before a text`()
    throws
  {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let row = Sample(0).trial
    #expect(try read(mark + ExchangeText.table([row])) { CSVReader<TrialRow>($0) }.rows.count == 1)
    let lines = ExchangeText.lines([Sample(0)])
    #expect(try read(mark + lines) { JSONLinesReader<ExchangedRow>($0) }.rows.count == 7)
    #expect(
      try read(mark + mark + lines) { JSONLinesReader<ExchangedRow>($0) }.fault
        == "1: expected { at byte 1")
    #expect(
      try read([0xef, 0xbb]) { JSONLinesReader<ExchangedRow>($0) }.fault
        == "1: expected { at byte 1")
    #expect(try read(mark) { JSONLinesReader<ExchangedRow>($0) }.rows.isEmpty)
  }

  @Test func `Bytes that are not UTF-8 are named with their line`() throws {
    let table =
      Array(Self.header.utf8) + Array("2,p".utf8) + [0xff] + Array(",t,0,1,1,1,,1,right,0,".utf8)
    #expect(try read(table) { CSVReader<PressRow>($0) }.fault == "2: it is not UTF-8")
    let line = Array("{\"tab".utf8) + [0xc3] + Array("\":1}".utf8)
    #expect(try read(line) { JSONLinesReader<ExchangedRow>($0) }.fault == "1: it is not UTF-8")
  }

  @Test(arguments: [
    (
      "data.csv",
      [
        "data.csv", "data-presses.csv", "data-sessions.csv", "data-long.csv",
        "data.csv.dictionary.txt",
      ]
    ),
    (
      "a.csv/data",
      [
        "a.csv/data", "a.csv/data-presses", "a.csv/data-sessions", "a.csv/data-long",
        "a.csv/data.dictionary.txt",
      ]
    ),
  ])
  func `The files of CSV stand beside each other`(path: String, files: [String]) {
    #expect(ExchangeFiles(NamedFile(path), .csv).all.reversed().map(\.name) == files)
  }

  @Test func `The columns of a format never change`() {
    func names<Row>(_ columns: [TableColumn<Row>]) -> String {
      columns.map(\.name).joined(separator: " ")
    }
    #expect(
      names(TrialRow.allColumns.known(in: 2)) == """
        format trial_id created participant_id participant participant_created session_id \
        session_created session_ended program_version input_mode clock clock_resolution \
        session_seed resumption_participant_id resumption_participant \
        resumption_participant_created resumption_session_id resumption_session_created \
        resumption_session_ended resumption_program_version resumption_input_mode \
        resumption_clock resumption_clock_resolution resumption_session_seed block trial phase \
        test condition mask empty_cell requested_hold measured_hold count numerals board \
        seeded_board generator onset onset_date moves outcome right_before_error time study_time \
        recall_time first_press_from_onset first_press_from_mask
        """)
    #expect(
      names(TrialRow.allColumns.known(in: 3)).hasSuffix(
        """
        block trial phase test test_id test_settings test_state test_complete condition mask \
        empty_cell requested_hold limit line_rule measured_hold count numerals board \
        reading_order seeded_board generator onset onset_date moves outcome right_before_error \
        time study_time recall_time first_press_from_onset first_press_from_mask line_presses
        """))
    #expect(
      names(TrialRow.allColumns.known(in: 4)) == """
        format trial_id created participant_id participant participant_created session_id \
        session_created session_ended program_version input_mode clock clock_resolution \
        session_seed machine terminal timing resumption_session_id session_number study study_hash \
        study_block study_order study_condition block trial phase test test_id test_settings \
        test_state test_complete condition mask empty_cell requested_hold limit line_rule \
        measured_hold count level strikes numerals board reading_order path_length seeded_board \
        generator onset onset_date shown moves outcome correct right_before_error time study_time \
        recall_time first_press_from_onset first_press_from_mask line_presses estimate estimate_sd
        """)
    #expect(
      names(TrialRow.columns)
        == names(TrialRow.allColumns.known(in: 4))
        .replacing(
          " shown ",
          with: " shown acknowledged acknowledged_hold early_inputs window planned_interval "
            + "measured_interval planned_fixation measured_fixation "
        )
        .replacing(
          " measured_hold ", with: " press_rule measured_hold hold_tolerance hold_met look_ended "
        )
        .replacing(" correct ", with: " correct finished ")
        .replacing(" input_mode ", with: " input_mode player ")
        .replacing(" timing ", with: " timing agent look ")
        .replacing(" line_presses ", with: " line_presses turns first_turn tokens ")
        + " simulated excluded interrupted estimate_outside answers export_id")
    #expect(
      names(SessionLine.columns) == """
        format participant_id participant participant_created session_id session_created \
        session_ended program_version input_mode player clock clock_resolution session_seed \
        machine terminal timing agent look simulated export_id
        """)
    #expect(
      names(PressRow.allColumns.known(in: 2))
        == "format press_id trial_id created index h v numeral due judgement time line_latency")
    #expect(
      names(PressRow.allColumns.known(in: 3))
        == names(PressRow.allColumns.known(in: 2)) + " input")
    #expect(
      names(PressRow.columns)
        == names(PressRow.allColumns.known(in: 3)).replacing(" time ", with: " time second_digit ")
        + " position due_h due_v masked correct simulated export_id")
  }
}
