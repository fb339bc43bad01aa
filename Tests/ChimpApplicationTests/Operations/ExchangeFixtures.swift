import Glibc
import TestSupport

@testable import ChimpApplication

/// A trial that can be imported, with five presses.
struct Sample {
  var trial = TrialRow()
  var presses: [PressRow] = []

  init(_ number: Int) {
    trial.trialId = "trial-\(number)"
    trial.created = 1_700_000_000_000 + number
    trial.participantId = "participant-1"
    trial.participant = "p1"
    trial.sessionId = "session-\(number / 10)"
    trial.programVersion = "chimp 1.0.0"
    trial.inputMode = "pipe"
    trial.clock = "virtual"
    trial.clockResolution = 1
    trial.sessionSeed = "7"
    trial.block = 1
    trial.trial = number + 1
    trial.phase = "practice"
    trial.condition = "masking"
    trial.mask = "first"
    trial.emptyCell = "wrong"
    trial.count = 3
    trial.numerals = "1..3"
    trial.board = "4x6:2,3;1,1;4,5"
    trial.onsetDate = "2000-01-01T00:00:00.000Z"
    trial.moves = "100 press 2 3;200 press 1 1;300 press 4 5"
    trial.outcome = "passed"
    trial.rightBeforeError = 3
    presses = (1...5).map { index in
      var press = PressRow()
      press.pressId = "press-\(number)-\(index)"
      press.trialId = trial.trialId
      (press.index, press.h, press.v, press.due) = (index, index, 2, index)
      press.judgement = "right"
      press.lineLatency = 100
      return press
    }
  }
}

/// Tables as the bytes of files.
enum ExchangeText {
  static func lines(_ samples: [Sample]) -> [UInt8] {
    var bytes: [UInt8] = []
    for sample in samples {
      JSONLine.append(sample.trial, TrialRow.columns, to: &bytes)
      for press in sample.presses { JSONLine.append(press, PressRow.columns, to: &bytes) }
    }
    return bytes
  }

  static func table<Row: ExchangeRow>(_ rows: [Row]) -> [UInt8] {
    var bytes: [UInt8] = []
    CSVText.append(headerOf: Row.columns, to: &bytes)
    for row in rows { CSVText.append(row, Row.columns, to: &bytes) }
    return bytes
  }
}

/// What a reader finds in bytes: the rows, or the line and the reason of the first that is wrong.
func read(
  _ bytes: [UInt8], _ makeReader: (FileBytes) -> any ExchangeReader
) throws -> (rows: [ExchangedRow], fault: String) {
  let folder = TemporaryFolder()
  folder.write(bytes, "file")
  var reader = makeReader(try FileBytes(folder.path + "/file"))
  var rows: [ExchangedRow] = []
  do throws(LineReason) {
    try reader.begin()
    while let row = try reader.next() { rows.append(row) }
    return (rows, "")
  } catch { return (rows, "\(reader.lineNumber): \(error)") }
}
