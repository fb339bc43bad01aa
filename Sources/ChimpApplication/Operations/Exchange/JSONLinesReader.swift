/// Reads the rows of both tables out of lines.
struct JSONLinesReader: ExchangeReader {
  let bytes: FileBytes
  private(set) var lineNumber = 0
  private let trialColumns = TrialRow.columns
  private let pressColumns = PressRow.columns

  init(_ bytes: FileBytes) {
    self.bytes = bytes
  }

  mutating func begin() {}

  mutating func next() throws(LineReason) -> ExchangedRow? {
    guard bytes.peek != nil else { return nil }
    lineNumber += 1
    var line: [UInt8] = []
    while let byte = bytes.next(), byte != 0x0a {
      guard line.count < ExchangeVersion.longestLine else {
        throw .tooLong(limit: ExchangeVersion.longestLine)
      }
      line.append(byte)
    }
    var reader = JSONLineReader(line)
    let members = try reader.members()
    switch members.first(where: { $0.name == "table" })?.cell {
    case .text(TrialRow.table): return .trial(try TrialRow(members: members, trialColumns))
    case .text(PressRow.table): return .press(try PressRow(members: members, pressColumns))
    default: throw .unknownTable
    }
  }
}
