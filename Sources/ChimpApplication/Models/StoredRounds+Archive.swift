import Records

extension StoredRounds: RoundArchive {
  package func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) throws(RoundFault) {
    try perform { context throws(RecordError) in
      if isWhole {
        try context.forEachRow(RoundRecord.self, "allRounds") { record, fault in
          body(record.archived(fault))
          return true
        }
      } else {
        var newest: [ArchivedRound] = []
        try context.forEachRow(RoundRecord.self, "newestRounds") { record, fault in
          newest.append(record.archived(fault))
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
        found = record.archived(fault)
        return false
      }
    }
    guard let found else { throw .unknownRound(number) }
    return found
  }
}

extension StoredRounds {
  /// The newest round that a program left behind which was killed; nil where there is none.
  package func leftBehind() throws(RoundFault) -> KeptRound? {
    let open = try perform { context throws(RecordError) in
      try context.readable(RoundRecord.self, "openRounds")
    }
    guard let last = open.first(where: { isLeftBehind($0) }) else { return nil }
    guard let round = last.kept else { throw .damagedRound(last.row) }
    return round
  }

  /// The round that was left behind, where no other was begun since.
  package func leftBehindLast() throws(RoundFault) -> KeptRound? {
    var last: RoundRecord?
    try perform { context throws(RecordError) in
      try context.forEachRow(RoundRecord.self, "newestRounds") { record, fault in
        if fault == nil { last = record }
        return false
      }
    }
    guard let last, isLeftBehind(last) else { return nil }
    return last.kept
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
    trial == next.trial - 1 && (session === next.session || resumption === next.session)
  }

  fileprivate func archived(_ fault: RecordError?) -> ArchivedRound {
    ArchivedRound(number: row, date: onsetDate, round: fault == nil ? kept : nil)
  }
}
