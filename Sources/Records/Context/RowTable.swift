/// The states of records by their rows: a hash table for numbers that mostly follow one another.
struct RowTable {
  private var rows: [Int] = []
  private var states: [Unmanaged<RecordState>?] = []
  private(set) var count = 0

  /// The state for a row, if there is one; setting nil takes it out.
  subscript(row: Int) -> Unmanaged<RecordState>? {
    get {
      if states.isEmpty { return nil }
      return states[place(of: row)]
    }
    set {
      if let newValue {
        insert(newValue, row)
      } else {
        remove(row)
      }
    }
  }

  /// All states, in no order.
  var all: [Unmanaged<RecordState>] { states.compactMap(\.self) }

  private var mask: Int { states.count - 1 }

  private func home(of row: Int) -> Int {
    Int(truncatingIfNeeded: (UInt(bitPattern: row) &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
  }

  /// Where a row stands, or the free place where it would.
  private func place(of row: Int) -> Int {
    var place = home(of: row)
    while states[place] != nil && rows[place] != row { place = (place + 1) & mask }
    return place
  }

  private mutating func insert(_ state: Unmanaged<RecordState>, _ row: Int) {
    if (count + 1) * 4 > states.count * 3 { grow() }
    let place = place(of: row)
    if states[place] == nil { count += 1 }
    rows[place] = row
    states[place] = state
  }

  private mutating func remove(_ row: Int) {
    if states.isEmpty { return }
    var hole = place(of: row)
    if states[hole] == nil { return }
    count -= 1
    states[hole] = nil
    // NB: what stands behind the hole must still be found from its home: it moves up.
    var next = (hole + 1) & mask
    while let state = states[next] {
      let distance = (next - home(of: rows[next])) & mask
      if distance >= (next - hole) & mask {
        rows[hole] = rows[next]
        states[hole] = state
        states[next] = nil
        hole = next
      }
      next = (next + 1) & mask
    }
  }

  private mutating func grow() {
    let (oldRows, oldStates) = (rows, states)
    let size = max(8, states.count * 2)
    rows = [Int](repeating: 0, count: size)
    states = [Unmanaged<RecordState>?](repeating: nil, count: size)
    for (row, state) in zip(oldRows, oldStates) {
      guard let state else { continue }
      let place = place(of: row)
      rows[place] = row
      states[place] = state
    }
  }
}
