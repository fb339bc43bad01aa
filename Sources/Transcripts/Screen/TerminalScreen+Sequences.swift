extension TerminalScreen {
  /// Performs an escape sequence by its name; others have no effect.
  mutating func performEscape(_ name: String) {
    switch name {
    case "7": saveCursor()
    case "8": restoreCursor()
    case "D": feedLine()
    case "E":
      feedLine()
      move(toColumn: 0)
    case "H": tabStops[cursor.column] = true
    case "M": feedLineUpward()
    case "Z": reply("\u{1b}[?62;22c")
    case "c": reset()
    case "=": modes.insert(.applicationKeypad)
    case ">": modes.remove(.applicationKeypad)
    case "#8":
      region = 0..<rowCount
      move(toRow: 0, toColumn: 0)
      grid.fill(with: "E")
    case _ where name.hasPrefix("("): cursor.characterSets.isFirstDrawing = name == "(0"
    case _ where name.hasPrefix(")"): cursor.characterSets.isSecondDrawing = name == ")0"
    default: break
    }
  }

  /// Performs a control sequence; an unknown one has no effect.
  mutating func perform(_ sequence: ControlSequence) {
    _ =
      performMovement(sequence) || performEdit(sequence) || performReport(sequence)
      || performSetting(sequence)
  }

  /// Performs a sequence that only moves the cursor; returns `false` for any other.
  private mutating func performMovement(_ sequence: ControlSequence) -> Bool {
    let count = sequence.count()
    switch sequence.name {
    case "A": moveUp(count)
    case "B", "e": moveDown(count)
    case "C", "a": move(toColumn: cursor.column + count)
    case "D": move(toColumn: cursor.column - count)
    case "E":
      moveDown(count)
      move(toColumn: 0)
    case "F":
      moveUp(count)
      move(toColumn: 0)
    case "G", "`": move(toColumn: count - 1)
    case "H", "f": moveInRegion(toRow: count - 1, toColumn: sequence.count(1) - 1)
    case "I": moveToTabStop(count)
    case "Z": moveToTabStop(-count)
    case "d": moveInRegion(toRow: count - 1)
    case "s": saveCursor()
    case "u": restoreCursor()
    default: return false
    }
    return true
  }

  /// Performs a sequence that erases or moves cells; returns `false` for any other.
  private mutating func performEdit(_ sequence: ControlSequence) -> Bool {
    let count = sequence.count()
    let blank = cursor.style.blank
    switch sequence.name {
    case "J", "?J": eraseScreen(sequence.number(0))
    case "K", "?K": eraseLine(sequence.number(0))
    case "X": eraseForward(count)
    case "@":
      grid.insertCells(count, row: cursor.row, column: cursor.column, style: blank)
      cursor.isWrapPending = false
    case "P":
      grid.deleteCells(count, row: cursor.row, column: cursor.column, style: blank)
      cursor.isWrapPending = false
    case "L": scrollBelowCursor(by: -count)
    case "M": scrollBelowCursor(by: count)
    case "S": scroll(by: count)
    // With five parameters it is highlighting by the mouse, which is not supported.
    case "T" where sequence.parameters.count < 2: scroll(by: -count)
    default: return false
    }
    return true
  }

  private mutating func eraseScreen(_ kind: Int) {
    switch kind {
    case 0:
      eraseForward(columns)
      eraseRows(cursor.row + 1..<rowCount)
    case 1:
      eraseBackward()
      eraseRows(0..<cursor.row)
    case 2: eraseRows(0..<rowCount)
    // 3 erases what was scrolled off the screen, which is not kept here.
    default: break
    }
  }

  private mutating func eraseLine(_ kind: Int) {
    switch kind {
    case 0: eraseForward(columns)
    case 1: eraseBackward()
    case 2: eraseRows(cursor.row..<cursor.row + 1)
    default: break
    }
  }

  /// Performs a sequence that asks for a reply; returns `false` for any other.
  private mutating func performReport(_ sequence: ControlSequence) -> Bool {
    let number = sequence.number(0)
    switch (sequence.name, number) {
    case ("c", 0): reply("\u{1b}[?62;22c")
    case (">c", 0): reply("\u{1b}[>1;10;0c")
    case ("n", 5): reply("\u{1b}[0n")
    case ("n", 6): reply("\u{1b}[\(reportedPosition)R")
    case ("?n", 6): reply("\u{1b}[?\(reportedPosition)R")
    case ("$p", _): reportMode(number, isPrivate: false)
    case ("?$p", _): reportMode(number, isPrivate: true)
    default: return false
    }
    return true
  }

  private var reportedPosition: String {
    let top = modes.contains(.origin) ? region.lowerBound : 0
    return "\(cursor.row - top + 1);\(cursor.column + 1)"
  }

  /// Performs a sequence that changes how later output is handled; returns `false` for any other.
  private mutating func performSetting(_ sequence: ControlSequence) -> Bool {
    switch sequence.name {
    case "m": cursor.style.apply(sequence.parameters)
    case "h": setModes(of: sequence, isPrivate: false, true)
    case "l": setModes(of: sequence, isPrivate: false, false)
    case "?h": setModes(of: sequence, isPrivate: true, true)
    case "?l": setModes(of: sequence, isPrivate: true, false)
    case "r": setRegion(top: sequence.number(0), bottom: sequence.number(1))
    case "g" where sequence.number(0) == 0: tabStops[cursor.column] = false
    case "g" where sequence.number(0) == 3:
      tabStops = Array(repeating: false, count: columns)
    case "!p": resetSoftly()
    default: return false
    }
    return true
  }
}
