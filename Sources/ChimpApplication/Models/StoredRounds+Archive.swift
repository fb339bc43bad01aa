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

extension RoundRecord {
  fileprivate func archived(_ fault: RecordError?) -> ArchivedRound {
    ArchivedRound(number: row, date: onsetDate, round: fault == nil ? kept : nil)
  }
}
