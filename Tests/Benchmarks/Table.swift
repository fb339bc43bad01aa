/// One row of the performance table: the measurements of several programs doing the same work.
struct Table {
  /// The measurements of one program.
  struct Line {
    let name: String
    let sample: Sample
    let note: String
  }

  let title: String
  let unit: String
  /// The largest allowed ratio of this program's measurements to those of each named program.
  let limits: [(name: String, ratio: Double)]
  var lines: [Line] = []
  /// The remarks that are printed below the lines.
  var remarks: [String] = []

  /// The row as the lines of text that are printed.
  var text: String {
    var text = "\n\(title)\n"
    for line in lines {
      let middle = shown(line.sample.median).padded(to: 9, right: true)
      let spread = "\(Int((line.sample.spread * 100).rounded()))".padded(to: 4, right: true)
      text += "  \(line.name.padded(to: 26))\(middle) \(unit)  spread\(spread) %"
      text += line.note.isEmpty ? "\n" : "  \(line.note)\n"
    }
    for limit in limits {
      guard let own = sample(of: "chimp"), let other = sample(of: limit.name) else { continue }
      let ratio = own.ratio(to: other)
      let verdict = ratio <= limit.ratio ? "holds" : "DOES NOT HOLD"
      text += "  chimp is \(shown(ratio)) x \(limit.name)"
      text += ", the limit is \(shown(limit.ratio)): \(verdict)\n"
    }
    return text + remarks.map { "  \($0)\n" }.joined()
  }

  /// Returns the measurements of the program with a name, or `nil` if it was not measured.
  private func sample(of name: String) -> Sample? {
    lines.first { $0.name == name }?.sample
  }
}

/// A program to measure, with its arguments and its input.
struct Contender {
  let name: String
  let arguments: [String]
  var input = ""
  var note = ""
  /// The number of rounds after which the program runs again: 1 for every round, 3 for every third.
  var interval = 1
}

/// Measures every contender once per round, so that a machine that is slow for a while slows all of
/// them.
func interleaved(
  _ contenders: [Contender], rounds: Int, _ measure: (Contender) -> Double?
) -> [Table.Line] {
  var samples = [Sample](repeating: Sample(), count: contenders.count)
  for round in 0..<rounds {
    // After a large program, the next one starts with cold caches; therefore the order is shuffled.
    for index in contenders.indices.shuffled() where round % contenders[index].interval == 0 {
      if let value = measure(contenders[index]) { samples[index].add(value) }
    }
  }
  return zip(contenders, samples).map { contender, sample in
    Table.Line(name: contender.name, sample: sample, note: contender.note)
  }
}
