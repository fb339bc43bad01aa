#if DEBUG
  import Archive
  @testable package import Exchange
  import Game
  import Records
  import Shell
  import TestSupport

  // The rows of a file are internal, so that `@testable`, and with it a debug build, is needed.

  /// A valid exported trial with five presses.
  package struct Sample {
    package var trial = TrialRow()
    package var presses: [PressRow] = []

    package init(_ number: Int) {
      trial.trialId = "trial-\(number)"
      trial.created = 1_700_000_000_000 + number
      trial.session = Self.session(number / 10)
      trial.block = 1
      trial.trial = number + 1
      trial.phase = "free"
      trial.lineRule = "any"
      trial.readingOrder = 0
      trial.linePresses = 1
      (trial.pathLength, trial.correct, trial.sessionNumber) = ("7.236", 1, 1)
      trial.condition = "masking"
      trial.mask = "first"
      trial.emptyCell = "ignore"
      trial.count = 3
      trial.numerals = "1..3"
      trial.board = "4x6:2,3;1,1;4,5"
      trial.onsetDate = "2000-01-01T00:00:00.000Z"
      trial.moves = "100 press 2 3;150 press 1 2;200 press 1 1;200 press 4 6;300 press 4 5"
      (trial.outcome, trial.finished) = ("passed", 1)
      trial.rightBeforeError = 3
      (trial.time, trial.studyTime, trial.recallTime) = (300, 100, 200)
      (trial.firstPressFromOnset, trial.firstPressFromMask) = (100, 0)
      trial.simulated = 0
      presses = [
        press(1, (2, 3), 1, 1, .right, 100, 100), press(2, (1, 2), nil, 2, .ignored, 150, 50),
        press(3, (1, 1), 2, 2, .right, 200, 50), press(4, (4, 6), nil, 3, .ignored, 200, 0),
        press(5, (4, 5), 3, 3, .right, 300, 100),
      ]
    }

    /// The same trial as it was before its second press.
    package var begun: Sample {
      var sample = self
      sample.trial.moves = "100 press 2 3"
      (sample.trial.outcome, sample.trial.correct, sample.trial.finished) = (nil, nil, 0)
      sample.trial.rightBeforeError = 1
      (sample.trial.time, sample.trial.recallTime) = (100, 0)
      sample.presses = [presses[0]]
      return sample
    }

    /// Returns the same trial as if a later session had resumed it before its first press.
    package func resumed(by session: SessionRow) -> Sample {
      var sample = self
      sample.trial.resumption = session
      sample.trial.moves = "resumed;" + trial.moves
      sample.trial.interrupted = "resumed"
      (sample.trial.time, sample.trial.studyTime) = (nil, nil)
      sample.trial.firstPressFromOnset = nil
      sample.presses[0].lineLatency = nil
      return sample
    }

    /// Returns a session whose identifier has a number.
    package static func session(_ number: Int) -> SessionRow {
      var session = SessionRow()
      session.participantId = "participant-1"
      session.participant = "p1"
      session.sessionId = "session-\(number)"
      session.programVersion = "chimp 1.0.0"
      session.inputMode = "pipe"
      session.player = "script"
      session.clockKind = "virtual"
      session.clockResolution = 1
      session.seed = "7"
      return session
    }

    /// Returns a press of the trial with its cell, numerals, judgement and times.
    private func press(
      _ index: Int, _ cell: (Int, Int), _ numeral: Int?, _ expected: Int,
      _ judgement: RoundMeasures.Judgement,
      _ time: Int, _ latency: Int
    ) -> PressRow {
      var press = PressRow()
      press.pressId = trial.trialId + "-\(index)"
      press.trialId = trial.trialId
      (press.index, press.h, press.v, press.expected) = (index, cell.0, cell.1, expected)
      (press.numeral, press.judgement) = (numeral, judgement)
      (press.time, press.lineLatency) = (time, latency)
      press.input = .script
      let expectedIndex = trial.moves.isEmpty ? 0 : expected - 1
      (press.position, press.masked) = (expected, index > 1 ? 1 : 0)
      (press.expectedH, press.expectedV) = ([2, 1, 4][expectedIndex], [3, 1, 5][expectedIndex])
      press.correct = judgement == .right ? 1 : nil
      press.simulated = 0
      return press
    }
  }

  /// Texts of exported files, made from sample trials.
  package enum ExchangeText {
    /// Returns the sessions of the samples, each once, in the order of an export.
    package static func sessions(_ samples: [Sample]) -> [SessionLine] {
      var written: Set<String> = []
      return samples.flatMap { [$0.trial.session, $0.trial.resumption].compactMap(\.self) }
        .filter { !$0.sessionId.isEmpty && written.insert($0.sessionId).inserted }.map {
          SessionLine(session: $0, simulated: 0)
        }
    }

    /// Returns the samples as the bytes of a file in JSON Lines, with the columns of a version.
    package static func lines(_ samples: [Sample], version: Int = TableVersion.current) -> [UInt8] {
      var bytes: [UInt8] = []
      var written: Set<String> = []
      for sample in samples {
        for line in sessions([sample]) where written.insert(line.session.sessionId).inserted {
          JSONLine.append(line, SessionLine.allColumns.known(in: version), to: &bytes)
        }
        JSONLine.append(sample.trial, TrialRow.allColumns.known(in: version), to: &bytes)
        let columns = PressRow.allColumns.known(in: version)
        for press in sample.presses { JSONLine.append(press, columns, to: &bytes) }
      }
      return bytes
    }

    /// Returns rows as the bytes of a file in CSV, with a header and the columns of a version.
    package static func table<Row: ExchangeRow>(
      _ rows: [Row], version: Int = TableVersion.current
    ) -> [UInt8] {
      var bytes: [UInt8] = []
      let columns = Row.allColumns.known(in: version)
      CSVText.append(headerOf: columns.map(\.name), to: &bytes)
      for row in rows { CSVText.append(row, columns, to: &bytes) }
      return bytes
    }
  }

  /// Writes bytes to a file and reads it; returns the rows, and the line and the reason of the
  /// first error, or an empty text if there is none.
  package func read<Reader: ExchangeReader>(
    _ bytes: [UInt8], _ makeReader: (FileBytes) -> Reader
  ) throws -> (rows: [Reader.Row], fault: String) {
    let folder = TemporaryFolder()
    folder.write(bytes, "file")
    var reader = makeReader(try FileBytes(NamedFile(folder.path + "/file")))
    var rows: [Reader.Row] = []
    do throws(RowReason) {
      try reader.begin()
      while let row = try reader.next() { rows.append(row) }
      return (rows, "")
    } catch { return (rows, "\(reader.lineNumber): \(error.text.english)") }
  }
#endif
