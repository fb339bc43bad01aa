/// The measurements of several programs that do the same work, and their limits.
struct Table {
  /// The measurements of one program.
  struct Line {
    let name: String
    let sample: Sample
    var note = ""
  }

  /// The largest allowed measurement of a line; in proportion to another line if that has a name.
  struct Limit {
    var line = "chimp"
    var other: String?
    let most: Double
  }

  let title: String
  let unit: String
  let limits: [Limit]
  var lines: [Line]
  /// The remarks that are printed below the lines.
  var remarks: [String] = []

  /// The title, the measurements and the remarks, as they are printed.
  var text: String {
    var text = title + "\n"
    for line in lines {
      let middle = shown(line.sample.median).padded(to: 9, right: true)
      let spread = "\(Int((line.sample.spread * 100).rounded()))".padded(to: 4, right: true)
      let result = line.sample.isEmpty ? "not measured" : "\(middle) \(unit)  spread\(spread) %"
      text += "  \(line.name.padded(to: 26))\(result)"
      text += line.note.isEmpty ? "\n" : "  \(line.note)\n"
    }
    return text + remarks.map { "  \($0)\n" }.joined()
  }

  /// A verdict for each limit.
  var verdicts: [Verdict] {
    limits.map { limit in
      let own = sample(of: limit.line)
      let other = limit.other.map(sample)
      let isMeasured = !own.isEmpty && other?.isEmpty != true
      return Verdict(
        name: limit.line == "chimp" ? title : "\(title): \(limit.line)",
        unit: limit.other.map { "x \($0)" } ?? unit,
        value: isMeasured ? other.map(own.ratio) ?? own.median : nil, most: limit.most)
    }
  }

  /// Returns the measurements of the line with a name; none if there is no such line.
  private func sample(of name: String) -> Sample {
    lines.first { $0.name == name }?.sample ?? Sample()
  }
}

/// A measurement beside its limit.
struct Verdict {
  let name: String
  let unit: String
  /// The measurement; `nil` if a program failed or is not installed.
  let value: Double?
  let most: Double

  var isOver: Bool { value.map { $0 > most } ?? true }

  /// The verdict as a line of the table of budgets.
  var text: String {
    let value = value.map { "\(shown($0)) \(unit)" } ?? "not measured"
    return name.padded(to: 56) + value.padded(to: 26) + "limit \(shown(most))".padded(to: 14)
      + (isOver ? "OVER" : "ok")
  }
}

/// A program to measure, with its arguments and its input.
struct Contender {
  let name: String
  let words: [String]
  /// The file that it reads.
  var input = "/dev/null"
  var note = ""
  /// The number of rounds after which the program runs again: 1 for every round, 3 for every third.
  var interval = 1
}

/// Measures every contender once per round, so that a machine that is slow for a while slows all of
/// them; programs that fail have no measurements.
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
