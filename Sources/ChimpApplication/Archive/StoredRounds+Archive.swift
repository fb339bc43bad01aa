import Records

extension StoredRounds: RoundArchive {
  package func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) throws(RoundFault) {
    try perform { context throws(RecordError) in
      if isWhole {
        try context.forEachRow(RoundRecord.self, "allRounds") { record, fault in
          body(archived(record, fault))
          return true
        }
      } else {
        var newest: [ArchivedRound] = []
        try context.forEachRow(RoundRecord.self, "newestRounds") { record, fault in
          newest.append(archived(record, fault))
          return true
        }
        for archived in newest.reversed() { body(archived) }
      }
    }
  }

  package func round(_ number: Int) throws(RoundFault) -> ArchivedRound {
    var found: ArchivedRound?
    try perform { context throws(RecordError) in
      try context.forEachRow(RoundRecord.self, "numbered", ["number": number]) { record, fault in
        found = archived(record, fault)
        return false
      }
    }
    guard let found else { throw .unknownRound(number) }
    return found
  }

  private func archived(_ record: RoundRecord, _ fault: RecordError?) -> ArchivedRound {
    let round = fault == nil ? record.kept : nil
    if round == nil { delegate.noteDamagedRows() }
    return ArchivedRound(number: record.row, date: record.onsetDate, round: round)
  }
}

extension StoredRounds {
  /// The newest round that a program left behind which was killed; nil where there is none.
  package func leftBehind() throws(RoundFault) -> KeptRound? {
    var last: RoundRecord?
    var damaged: (number: Int, fault: RecordError)?
    try perform { context throws(RecordError) in
      try context.forEachRow(RoundRecord.self, "openRounds") { record, fault in
        if let fault {
          damaged = damaged ?? (record.row, fault)
        } else if isLeftBehind(record) {
          last = record
        }
        return last == nil
      }
    }
    guard let last else {
      if let damaged { throw .damagedRound(damaged.number) }
      return nil
    }
    if let damaged { delegate.tell([damaged.fault]) }
    guard let round = last.kept else { throw .damagedRound(last.row) }
    return round
  }

  /// The round that was left behind, where no other was begun since.
  package func leftBehindLast() throws(RoundFault) -> KeptRound? {
    try perform { context throws(RecordError) in
      var last: RoundRecord?
      try context.forEachRow(RoundRecord.self, "newestRounds") { record, fault in
        if fault == nil { last = record }
        return false
      }
      return last.flatMap { isLeftBehind($0) ? $0.kept : nil }
    }
  }
}

extension StoredRounds {
  /// How the rounds of a test ended that came before this one; nil where not all can be found.
  package func results(before round: KeptRound) throws(RoundFault) -> [Bool]? {
    try perform { context throws(RecordError) in
      guard
        var last = try context.fetch(RoundRecord.self, "numbered", ["number": round.number]).first
      else { return nil }
      var results: [Bool] = []
      let variables: [String: any RecordValue] = [
        "test": last.test, "block": last.block, "row": last.row,
      ]
      try context.forEachRow(RoundRecord.self, "roundsOfTest", variables) { record, fault in
        guard fault == nil, record.leads(to: last), let outcome = record.outcome else {
          return last.trial > 1
        }
        results.append(outcome == .passed)
        last = record
        return last.trial > 1
      }
      return last.trial == 1 ? results.reversed() : nil
    }
  }
}

extension RoundRecord {
  /// Whether the other round is the next one of the same test.
  fileprivate func leads(to next: RoundRecord) -> Bool {
    self.trial == next.trial - 1 && (session === next.session || resumption === next.session)
  }
}
