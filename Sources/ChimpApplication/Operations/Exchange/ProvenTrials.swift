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
  private var readers: [any ExchangeReader]
  private var hasBegun = false

  init(_ places: ExchangePlaces, _ files: [FileBytes]) {
    readers =
      places.presses == nil
      ? [JSONLinesReader(files[0])]
      : [CSVReader<TrialRow>(files[0]), CSVReader<PressRow>(files[1])]
  }

  /// How many bytes have been read.
  var position: Int { readers.reduce(0) { $0 + $1.bytes.position } }

  /// The next trial; nil at the end of all files.
  mutating func next() throws(StoreWorkStop) -> ProvenTrial? {
    try begin()
    switch try row(0) {
    case .trial(let row): return try trial(row)
    case .press(let row): throw surplus(row, in: 0)
    case nil: break
    }
    if readers.count > 1, case .press(let row)? = try row(1) { throw surplus(row, in: 1) }
    return nil
  }

  private mutating func trial(_ row: TrialRow) throws(StoreWorkStop) -> ProvenTrial {
    var trial = ProvenTrial(row: row, place: place(0))
    let proof: TrialProof
    do throws(LineReason) { proof = try TrialProof(row) } catch { throw trial.place.stop(error) }
    let file = readers.count - 1
    for place in 0..<proof.pressCount {
      guard case .press(let press)? = try self.row(file) else {
        throw self.place(file).stop(.missingPress(place + 1, trialId: row.trialId))
      }
      do throws(LineReason) { try proof.check(press, at: place) } catch {
        throw self.place(file).stop(error)
      }
      trial.presses.append((press, self.place(file)))
    }
    return trial
  }

  private mutating func begin() throws(StoreWorkStop) {
    guard !hasBegun else { return }
    hasBegun = true
    for file in readers.indices {
      do throws(LineReason) { try readers[file].begin() } catch { throw place(file).stop(error) }
    }
  }

  private mutating func row(_ file: Int) throws(StoreWorkStop) -> ExchangedRow? {
    do throws(LineReason) {
      if let row = try readers[file].next() { return row }
    } catch { throw place(file).stop(error) }
    let bytes = readers[file].bytes
    if let fault = bytes.fault { throw .failed(.cannotRead(bytes.path, fault)) }
    return nil
  }

  private func place(_ file: Int) -> LinePlace {
    LinePlace(path: readers[file].bytes.path, number: readers[file].lineNumber)
  }

  private func surplus(_ row: PressRow, in file: Int) -> StoreWorkStop {
    place(file).stop(.surplusPress(row.index, trialId: row.trialId))
  }
}
