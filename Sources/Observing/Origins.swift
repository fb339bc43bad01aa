/// Where the elements of a list that is being edited have stood before the first edit.
///
/// A few edits are kept as runs of neighbours, whatever the length of the list; when there are many
/// runs, every element gets an entry of its own, which costs no more than the list's own edits.
@usableFromInline
struct Origins {
  /// Neighbours that have been neighbours from the beginning, or that have all been inserted.
  private struct Run {
    var first: Int?
    var count: Int
  }

  /// A run with its place in the list.
  struct Piece {
    /// The position of its first element now.
    let start: Int

    /// The positions from before; nil where the elements were inserted.
    let origins: Range<Int>?

    let count: Int

    var positions: Range<Int> { start..<start + count }
  }

  private var runs: [Run]

  /// The origin of every element, and -1 for the inserted ones; empty while runs are kept.
  private var entries: [Int32] = []
  private var isFlat = false

  /// More runs than these become entries.
  private let limit = 16

  /// The run that the last edit has touched, and the position of its first element.
  private var current = 0
  private var currentStart = 0

  /// The origins of a list that nobody has edited.
  init(count: Int) {
    runs = count > 0 ? [Run(first: 0, count: count)] : []
  }

  /// The origins of a list whose elements are all new.
  @usableFromInline
  init(inserted count: Int) {
    runs = count > 0 ? [Run(first: nil, count: count)] : []
  }

  /// The runs with their places, in the order of the list.
  var pieces: [Piece] {
    if isFlat { return entryPieces }
    var start = 0
    return runs.map { run in
      defer { start += run.count }
      return Piece(start: start, origins: run.first.map { $0..<$0 + run.count }, count: run.count)
    }
  }

  @usableFromInline
  mutating func origin(at index: Int) -> Int? {
    if isFlat { return Self.origin(entries[index]) }
    seek(index)
    return runs[current].first.map { $0 + index - currentStart }
  }

  @usableFromInline
  mutating func insert(_ origin: Int?, at index: Int) {
    if isFlat { return entries.insert(Int32(origin ?? -1), at: index) }
    seek(index)
    if extendsRun(before: index, origin) { return }
    split(at: index)
    runs.insert(Run(first: origin, count: 1), at: current)
    if current + 1 < runs.count, continues(current) { join(current) }
    if current > 0, continues(current - 1) {
      current -= 1
      currentStart -= runs[current].count
      join(current)
    }
    flattenIfNeeded()
  }

  @usableFromInline
  mutating func replace(at index: Int) -> Int? {
    if isFlat {
      let origin = entries[index]
      entries[index] = -1
      return Self.origin(origin)
    }
    let origin = remove(at: index)
    insert(nil, at: index)
    return origin
  }

  @usableFromInline
  mutating func remove(at index: Int) -> Int? {
    if isFlat { return Self.origin(entries.remove(at: index)) }
    seek(index)
    let run = runs[current]
    let origin = run.first.map { $0 + index - currentStart }
    if run.count == 1 {
      runs.remove(at: current)
      if current > 0, current < runs.count, continues(current - 1) {
        current -= 1
        currentStart -= runs[current].count
        join(current)
      }
      return origin
    }
    split(at: index)
    defer { flattenIfNeeded() }
    runs[current].count -= 1
    if let first = runs[current].first { runs[current].first = first + 1 }
    if runs[current].count == 0 { runs.remove(at: current) }
    return origin
  }

  /// Moves to the run that holds the position, or to the last one for the end of the list.
  private mutating func seek(_ index: Int) {
    if current >= runs.count {
      current = 0
      currentStart = 0
    }
    while current > 0, index < currentStart {
      current -= 1
      currentStart -= runs[current].count
    }
    while current + 1 < runs.count, index >= currentStart + runs[current].count {
      currentStart += runs[current].count
      current += 1
    }
  }

  /// Makes the common case cheap: one more new element within or behind a run of new elements.
  private mutating func extendsRun(before index: Int, _ origin: Int?) -> Bool {
    guard origin == nil, current < runs.count, runs[current].first == nil else { return false }
    runs[current].count += 1
    return true
  }

  /// Makes the position the beginning of a run, which becomes the current one.
  private mutating func split(at index: Int) {
    guard current < runs.count else { return }
    let kept = index - currentStart
    guard kept > 0 else { return }
    let run = runs[current]
    current += 1
    currentStart = index
    guard kept < run.count else { return }
    runs[current - 1].count = kept
    runs.insert(Run(first: run.first.map { $0 + kept }, count: run.count - kept), at: current)
  }

  private func continues(_ position: Int) -> Bool {
    let run = runs[position]
    guard let first = run.first else { return runs[position + 1].first == nil }
    return runs[position + 1].first == first + run.count
  }

  private mutating func join(_ position: Int) {
    runs[position].count += runs.remove(at: position + 1).count
  }
}

extension Origins {
  /// The positions of what was inserted.
  @usableFromInline var insertions: [Int] {
    if isFlat { return entries.indices.filter { entries[$0] < 0 } }
    return pieces.filter { $0.origins == nil }.flatMap { Array($0.positions) }
  }

  /// The positions now of some that have been there from the beginning.
  @usableFromInline
  func places(of origins: Set<Int>) -> [Int] {
    if origins.isEmpty { return [] }
    return pieces.flatMap { piece in
      zip(piece.origins ?? 0..<0, piece.positions).filter { origins.contains($0.0) }.map(\.1)
    }
  }

  private static func origin(_ entry: Int32) -> Int? {
    entry < 0 ? nil : Int(entry)
  }

  private mutating func flattenIfNeeded() {
    guard runs.count > limit else { return }
    let last = runs.reduce(0) { max($0, ($1.first ?? 0) + $1.count) }
    guard last <= Int32.max else { return }
    entries.reserveCapacity(2 * runs.reduce(0) { $0 + $1.count })
    for run in runs {
      if let first = run.first {
        entries.append(contentsOf: Int32(first)..<Int32(first + run.count))
      } else {
        entries.append(contentsOf: repeatElement(-1, count: run.count))
      }
    }
    isFlat = true
    runs = []
  }

  private var entryPieces: [Piece] {
    var pieces: [Piece] = []
    var start = 0
    while start < entries.count {
      let first = Self.origin(entries[start])
      var end = start + 1
      while end < entries.count, Self.origin(entries[end]) == first.map({ $0 + end - start }) {
        end += 1
      }
      let count = end - start
      pieces.append(Piece(start: start, origins: first.map { $0..<$0 + count }, count: count))
      start = end
    }
    return pieces
  }

  /// The fewest moves that explain the order of what was kept.
  @usableFromInline var moves: [(from: Int, to: Int)] {
    if isFlat {
      let kept = entries.lazy.filter { $0 >= 0 }
      if !zip(kept, kept.dropFirst()).contains(where: >) { return [] }
    }
    let kept = pieces.filter { $0.origins != nil }
    let starts = kept.map { $0.origins?.lowerBound ?? 0 }
    guard zip(starts, starts.dropFirst()).contains(where: >) else { return [] }
    let stays = heaviestAscent(starts, weights: kept.map(\.count))
    return zip(kept, stays).filter { !$0.1 }.flatMap { piece, _ in
      zip(piece.origins ?? 0..<0, piece.positions).map { ($0, $1) }
    }
  }

  /// Marks the ascending subsequence of the greatest total weight.
  private func heaviestAscent(_ values: [Int], weights: [Int]) -> [Bool] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var rank = [Int](repeating: 0, count: values.count)
    for (position, index) in order.enumerated() { rank[index] = position + 1 }
    // A tree of prefix maxima by rank: the weight of the best ascent, and where it ends.
    var best = [(weight: Int, end: Int)](repeating: (0, -1), count: values.count + 1)
    var previous = [Int](repeating: -1, count: values.count)
    var heaviest = (weight: 0, end: -1)
    for index in values.indices {
      var found = (weight: 0, end: -1)
      var node = rank[index] - 1
      while node > 0 {
        if best[node].weight > found.weight { found = best[node] }
        node &= node - 1
      }
      previous[index] = found.end
      let ascent = (weight: found.weight + weights[index], end: index)
      if ascent.weight > heaviest.weight { heaviest = ascent }
      node = rank[index]
      while node <= values.count {
        if ascent.weight > best[node].weight { best[node] = ascent }
        node += node & -node
      }
    }
    var stays = [Bool](repeating: false, count: values.count)
    var index = heaviest.end
    while index >= 0 {
      stays[index] = true
      index = previous[index]
    }
    return stays
  }
}
