import Shell

/// A trial of a file, proven, with all of its presses.
struct ProvenTrial {
  typealias Press = (row: PressRow, place: LinePlace)

  let row: TrialRow
  let place: LinePlace
  var presses: [Press] = []
}

/// Where a row stands.
struct LinePlace {
  let path: String
  let number: Int

  func stop(_ reason: LineReason) -> StoreWorkStop {
    .failed(.badLine(path, number, reason))
  }
}

/// Reads the trials of an export one after the other and proves each; none is held.
///
/// The presses have to stand in the order of the trials, as `export` writes them: so that files
/// which do not belong together are told apart, and large ones need no memory.
struct ProvenTrials {
  private enum File {
    case trials
    case presses
    case lines
  }

  // NB: not held as any readers: one whose type is known is specialized, and three times as fast.
  private var trials: CSVReader<TrialRow>?
  private var presses: CSVReader<PressRow>?
  private var lines: JSONLinesReader?
  private var hasBegun = false

  init(_ places: ExchangePlaces, _ files: [FileBytes]) {
    if places.presses == nil {
      lines = JSONLinesReader(files[0])
    } else {
      trials = CSVReader(files[0])
      presses = CSVReader(files[1])
    }
  }

  /// How many bytes have been read.
  var position: Int {
    (trials?.bytes.position ?? 0) + (presses?.bytes.position ?? 0) + (lines?.bytes.position ?? 0)
  }

  /// The next trial; nil at the end of all files.
  mutating func next() throws(StoreWorkStop) -> ProvenTrial? {
    let file = trials == nil ? File.lines : .trials
    if !hasBegun { try begin() }
    switch try row(file) {
    case .trial(let row): return try trial(row, in: file)
    case .press(let row): throw surplus(row, in: file)
    case nil: break
    }
    if presses != nil, case .press(let row)? = try row(.presses) {
      throw surplus(row, in: .presses)
    }
    return nil
  }

  private mutating func trial(
    _ row: TrialRow, in file: File
  ) throws(StoreWorkStop) -> ProvenTrial {
    var trial = ProvenTrial(row: row, place: place(in: file))
    let proof: TrialProof
    do throws(LineReason) {
      try row.checkEntry()
      proof = try TrialProof(row)
    } catch { throw trial.place.stop(error) }
    let pressFile = presses == nil ? file : .presses
    for number in 0..<proof.pressCount {
      guard case .press(let press)? = try self.row(pressFile) else {
        throw place(in: pressFile).stop(.missingPress(number + 1, trialId: row.trialId))
      }
      do throws(LineReason) { try proof.check(press, at: number) } catch {
        throw place(in: pressFile).stop(error)
      }
      trial.presses.append((press, place(in: pressFile)))
    }
    return trial
  }

  private mutating func begin() throws(StoreWorkStop) {
    hasBegun = true
    do throws(LineReason) { try trials?.begin() } catch { throw place(in: .trials).stop(error) }
    do throws(LineReason) { try presses?.begin() } catch { throw place(in: .presses).stop(error) }
  }

  private mutating func row(_ file: File) throws(StoreWorkStop) -> ExchangedRow? {
    do throws(LineReason) {
      let row =
        switch file {
        case .trials: try trials?.next()
        case .presses: try presses?.next()
        case .lines: try lines?.next()
        }
      if let row { return row }
    } catch { throw place(in: file).stop(error) }
    if let bytes = bytes(of: file), let fault = bytes.fault {
      throw .failed(.cannotRead(bytes.file.name, fault))
    }
    return nil
  }

  private func bytes(of file: File) -> FileBytes? {
    switch file {
    case .trials: trials?.bytes
    case .presses: presses?.bytes
    case .lines: lines?.bytes
    }
  }

  private func place(in file: File) -> LinePlace {
    let number =
      switch file {
      case .trials: trials?.lineNumber
      case .presses: presses?.lineNumber
      case .lines: lines?.lineNumber
      }
    return LinePlace(path: bytes(of: file)?.file.name ?? "", number: number ?? 0)
  }

  private func surplus(_ row: PressRow, in file: File) -> StoreWorkStop {
    place(in: file).stop(.surplusPress(row.index, trialId: row.trialId))
  }
}
